"""What a seat, or a spectator, is shown of a table: plain values, filled in by `table.view` and by nothing else."""

from dataclasses import dataclass

from games.rules.kernel import Asked, Outcome
from games.rules.lost.model import Given
from games.rules.lost.offers import Offer
from games.rules.lost.vocabulary import Effect, Power


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat as the viewer sees it.

    `hand`: its cards, shown to its owner, and to all at the end. `ultimates`: the face-down cards in their order,
    None where the viewer does not know the face. `laid`: said to have sealed its Ultimate, or has one lying.
    `feared`: its next (or present) turn stands under Face Your Darkest Fear. `place`: as which it escaped, from 1.
    """

    number: int
    is_me: bool
    is_on_turn: bool
    hand_size: int
    hand: tuple[str, ...]
    escapes: tuple[str, ...]
    ultimates: tuple[str | None, ...]
    laid: bool
    missing: bool
    feared: bool
    place: int | None
    is_lost: bool


@dataclass(frozen=True, slots=True)
class Layer:
    """A card of the stack; `acts` is the card as which an Angell acts there."""

    card: str
    acts: str | None


@dataclass(frozen=True, slots=True)
class Decision:
    """The one decision that the viewer may take now.

    `kind` is ultimate, escape, play or again. `cards`: those to choose from for an Ultimate or an Escape card.
    `offers`: what may be played; `ahead`: what could be with one of `cards`, once it is taken up. `powers`: what each
    different card of the hand does by the deck, by the size of its set. `given`: the Ultimate that lies sealed.
    """

    kind: str
    key: str
    cards: tuple[str, ...] = ()
    offers: tuple[Offer, ...] = ()
    ahead: tuple[Offer, ...] = ()
    powers: tuple[tuple[Power, ...], ...] = ()
    can_pick_up: bool = False
    can_stop: bool = False
    can_pass: bool = False
    given: str | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """All that a seat may know of a game (a spectator where `me` is None).

    `phase` is ultimate, escape, play, again or over. `stack` is oldest first. `least`: the newest Horror's rating,
    which the next must reach; `below`: the number that it must stay under, on a Rite; both None where any may lie.
    `bound` restricts this turn, `coming` the next; `chosen` and `skips` are for the end of this turn. `tide`: the
    table plays with it; `is_tide_in`: it takes a card now. `given`: the gifts the viewer has given or received.
    `pile` is a number; `pile_cards` are shown at the end.
    """

    me: int | None
    turn: int
    phase: str
    start: int
    clockwise: bool
    hand_size: int
    seats: tuple[Seat, ...]
    stack: tuple[Layer, ...]
    least: int | None
    below: int | None
    pile: int
    pile_cards: tuple[str, ...]
    banished: tuple[str, ...]
    bound: tuple[Effect, ...]
    coming: tuple[Effect, ...]
    chosen: int | None
    skips: int
    tide: bool
    is_tide_in: bool
    given: tuple[Given, ...]
    asked: tuple[Asked, ...]
    missing: tuple[int, ...]
    decision: Decision | None
    outcome: Outcome | None
