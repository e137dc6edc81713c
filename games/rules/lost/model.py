"""The state of a game of Lost in R'lyeh and what can be done in it; predicates in the rulebook's words."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeVar

from games.rules.lost.cards import ANGELL, RATING, Deal
from games.rules.lost.vocabulary import Effect

# From this turn on the tide takes the oldest card of a stack that is picked up, and so every game ends. Let n cards not
# be banished yet, n <= 75. Every pick-up banishes one, so there are at most 75. Between two of them no card leaves the
# stack but for good, so each play leaves fewer cards outside of it: at most n plays, 75 + 74 + ... + 1 = 2,850 in all.
# Who passes is restricted (else anything may lie on an empty stack); a play restricts at most two turns, the next one
# and, by Fear, another's, and seven may have been restricted before: at most 2 x 2,850 + 7 passes. A turn has one of
# these at least: no game is longer than 99 + 75 + 2,850 + 5,707 = 8,731 turns. In 20,000 games of random play and
# 20,000 of bots the longest are far below (tests/rules/lost/length.py).
TIDE_TURN = 100
_NOTHING = ((), (), ())
T = TypeVar("T")

# What the game waits for: every seat's Ultimate; an empty hand that takes up an Escape card; a play; one more play.
Phase = Literal["ultimate", "escape", "play", "again", "over"]


@dataclass(frozen=True, slots=True)
class LayUltimate:
    """Setup: a hand card face down among the Escape cards."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class TakeUp:
    """An Escape or Ultimate card into an empty hand."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Play:
    """Horrors of one rating, or an Event, with what the power asks (record.md); what it does not ask stays unset.

    `join`: whether the run counts. `their`: another's face-up Escape card, or the position of a face-down one.
    """

    seat: int
    cards: tuple[str, ...]
    join: bool = True
    option: int | None = None
    to: int | None = None
    give: tuple[str, ...] = ()
    banish: tuple[str, ...] = ()
    escape: str | None = None
    their: str | int | None = None


@dataclass(frozen=True, slots=True)
class PickUp:
    """The stack into the hand, by need or by choice."""

    seat: int


@dataclass(frozen=True, slots=True)
class Stop:
    """Not playing again."""

    seat: int


@dataclass(frozen=True, slots=True)
class Pass:
    """Nothing on an empty stack, where nothing may be played."""

    seat: int


Action = LayUltimate | TakeUp | Play | PickUp | Stop | Pass


@dataclass(frozen=True, slots=True)
class Ultimate:
    """A face-down Escape card; `knowers` are its owner and former owners."""

    card: str
    knowers: frozenset[int]


Lying = str | Ultimate  # an Escape card, face up or face down


@dataclass(frozen=True, slots=True)
class Given:
    """A hand card given in a turn: giver and receiver know it for good."""

    turn: int
    seat: int
    to: int
    cards: tuple[str, ...]


class State(NamedTuple):
    """A game between two actions. Seats are 0 … n-1, clockwise; `turn` is 0 until all Ultimates lie.

    A tuple with names, because a game is folded from its log at each request: `_replace` takes a fifth of the time
    that `replace` takes on a frozen dataclass of twenty fields.

    `stack` is oldest first, `pile` top first. Ultimates lie in the order in which they came. `step`: the plays made
    in this turn. `limit`: what the next Horror must be lower than, while the Rite that says so is on top. `chosen`
    and `skips` are for the end of this turn, `bound` restricts this turn, `coming` the next, `feared` the seats whose
    next turn stands under Face Your Darkest Fear. `escaped` is in order.
    """

    deal: Deal
    phase: Phase
    turn: int
    seat: int
    step: int
    hands: tuple[tuple[str, ...], ...]
    escapes: tuple[tuple[str, ...], ...]
    ultimates: tuple[tuple[Ultimate, ...], ...]
    pile: tuple[str, ...]
    stack: tuple[str, ...]
    banished: tuple[str, ...]
    clockwise: bool
    limit: int | None
    chosen: int | None
    skips: int
    bound: tuple[Effect, ...]
    coming: tuple[Effect, ...]
    feared: frozenset[int]
    escaped: tuple[int, ...]
    given: tuple[Given, ...]

    @property
    def seats(self) -> int:
        return self.deal.seats


def without(cards: Sequence[T], taken: Iterable[T]) -> tuple[T, ...]:
    """The cards less those taken out, in their order."""
    rest = list(cards)
    for card in taken:
        rest.remove(card)
    return tuple(rest)


def has_all(cards: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether all that is wanted is among the cards, as often as it is wanted."""
    return all(cards.count(card) >= wanted.count(card) for card in wanted)


def with_place(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    """The values with one of them replaced."""
    return values[:place] + (value,) + values[place + 1 :]  # half the time of unpacking


def in_game(state: State) -> tuple[int, ...]:
    """The seats that have not escaped."""
    return tuple(seat for seat in range(state.seats) if seat not in state.escaped)


def others(state: State, seat: int) -> tuple[int, ...]:
    """Whom "a player" may mean for the seat: another one, still in the game."""
    return tuple(other for other in range(state.seats) if other != seat and other not in state.escaped)


def following(state: State, seat: int) -> int:
    """The next seat in the direction of play that is still in the game."""
    step, seats = 1 if state.clockwise else -1, state.deal.seats
    seat = (seat + step) % seats
    while seat in state.escaped:
        seat = (seat + step) % seats
    return seat


def next_seat(state: State) -> tuple[int, tuple[int, ...]]:
    """Whose turn is next, and the seats that are skipped: skips count from a chosen seat if there is one."""
    seat = state.chosen
    if seat is None or seat in state.escaped:
        seat = following(state, state.seat if seat is None else seat)
    skipped: tuple[int, ...] = ()
    for _ in range(state.skips):
        skipped = (*skipped, seat)
        seat = following(state, seat)
    return seat, skipped


def beneath(stack: Sequence[str]) -> str | None:
    """The card as which an Angell on this stack acts: the last one before any other Angells; None: it does nothing."""
    return next((card for card in reversed(stack) if card != ANGELL), None)


def newest_horror(stack: Sequence[str]) -> str | None:
    """The Horror closest to the top, Events passed over; an Angell is none."""
    for card in reversed(stack):
        if card in RATING:
            return card
    return None


def run(stack: Sequence[str], horror: str) -> int:
    """How many cards at the top of the stack are the Horror, or an Angell acting as it; Events are passed over."""
    count = angells = 0
    for card in reversed(stack):
        if card == horror:
            count += 1 + angells
            angells = 0
        elif card == ANGELL:
            angells += 1
        elif card in RATING:
            break
        else:
            angells = 0
    return count


def meets_stack(state: State, horror: str) -> bool:
    """Whether the Horror may lie on the stack: equal or higher; below the Rite's number; any on Angell or on none."""
    if not state.stack or state.stack[-1] == ANGELL:
        return True
    if state.limit is not None:
        return RATING[horror] < state.limit
    newest = newest_horror(state.stack)
    return newest is None or RATING[horror] >= RATING[newest]


def is_allowed(state: State, card: str) -> bool:
    """Whether the restrictions on this turn, Fear aside, let the card be played."""
    for effect in state.bound:
        if card not in RATING:
            if effect.verb == "the next player plays no Events":
                return False
        elif effect.verb == "the next player plays only rating N or an Event" and RATING[card] != effect.number:
            return False
    return True


def may_play(state: State, card: str) -> bool:
    """Whether the seat on turn may play a card of this kind from its hand now.

    Under Fear: the highest Horror that stack and restrictions let it play, and no Event.
    """
    if card not in RATING:
        return state.seat not in state.feared and is_allowed(state, card)
    if not meets_stack(state, card) or not is_allowed(state, card):
        return False
    if state.seat not in state.feared:
        return True
    higher = {other for other in state.hands[state.seat] if RATING.get(other, 0) > RATING[card]}
    return not any(meets_stack(state, other) and is_allowed(state, other) for other in higher)


def can_play(state: State) -> bool:
    """Whether anything in the hand of the seat on turn may be played."""
    return any(may_play(state, card) for card in set(state.hands[state.seat]))


def own_row(state: State, seat: int) -> tuple[str, ...]:
    """The Escape cards of the seat that may be named: the face-up ones, and Ultimates when there are no others."""
    return state.escapes[seat] or tuple(ultimate.card for ultimate in state.ultimates[seat])


def their_row(state: State, seat: int) -> tuple[str | int, ...]:
    """The same as another seat names them: of Ultimates their positions, since nobody else knows them."""
    return state.escapes[seat] or tuple(range(len(state.ultimates[seat])))


def leaving(state: State) -> list[int]:
    """The seats in the game that have neither hand, Escape nor Ultimate card left, and so escape."""
    if () not in state.hands:
        return []
    held = zip(state.hands, state.escapes, state.ultimates, strict=True)
    return [seat for seat, cards in enumerate(held) if cards == _NOTHING and seat not in state.escaped]
