"""What a seat, or a spectator, is shown of a table: plain values, filled in by `table.view` and by nothing else."""

from dataclasses import dataclass

from games.rules.fram.model import NO_ORDERS, Orders
from games.rules.kernel import Asked, Outcome


@dataclass(frozen=True, slots=True)
class Treasure:
    """A treasure card: its depth, and its value in VP if the viewer has seen it."""

    depth: str
    value: int | None


@dataclass(frozen=True, slots=True)
class Prize:
    """A treasure won and the card, with its power, that won it. `net` is its value less the power, where known."""

    treasure: Treasure
    card: str
    power: int
    net: int | None


@dataclass(frozen=True, slots=True)
class Score:
    """A seat's final score in VP, taken apart; the last three count against it."""

    treasures: int
    powers: int
    insanity: int
    drug: int
    total: int


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat as the viewer sees it.

    `trump` is its trump once everybody knows it (at the end: always; for oneself: always). `missing`: said to be
    waited for. `laid`: has a card lying for this round, as far as it is said. `card`: that card, once it is open.
    `hand`: shown to its owner, and to all at the end.
    """

    number: int
    is_me: bool
    is_dealer: bool
    prizes: tuple[Prize, ...]
    powers: int
    insanity: int
    exorcised: int
    trump: str | None
    trump_is_known: bool
    drugged: bool
    hand_size: int
    hand: tuple[str, ...]
    missing: bool
    laid: bool
    card: str | None
    score: Score | None


@dataclass(frozen=True, slots=True)
class Depth:
    """The five values in VP of a depth, each with whether the viewer has seen that card."""

    letter: str
    values: tuple[tuple[int, bool], ...]


@dataclass(frozen=True, slots=True)
class Row:
    """The treasure row: of this round, the next, the deck's top, the last. None where nothing lies."""

    this: Treasure
    next: Treasure | None
    deck: Treasure | None
    last: Treasure


@dataclass(frozen=True, slots=True)
class Showdown:
    """A round's showdown: (seat, card revealed, card after the drug) clockwise from the dealer.

    `banished` is None while that is not told. `held`: who held it, told at the end only.
    """

    round: int
    dealer: int
    cards: tuple[tuple[int, str, str], ...]
    winner: int
    tied: tuple[int, ...]
    treasure: Treasure
    drugged: int | None
    banished: bool | None
    held: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """A card that may be played: its power, and what it would score if it won (where the treasure is known)."""

    card: str
    power: int
    net: int | None


@dataclass(frozen=True, slots=True)
class Decision:
    """The one decision that the viewer may take now.

    `kind` is lead, bid, switch, look or showdown. `awaited` is False for a bid ahead of the lead and for the dealer's
    switch. `given` is what lies sealed for it: a card, `take` or `banish`. `worth` is the treasure at stake in a look.
    `hold` is the switch's position; `hold_fixed` where the table keeps every showdown open.
    """

    kind: str
    key: str
    awaited: bool
    choices: tuple[Choice, ...] = ()
    given: str | None = None
    switch_offered: bool = False
    hold: bool = False
    hold_fixed: bool = False
    drug_order_offered: bool = False
    banish_order_offered: bool = False
    orders: Orders = NO_ORDERS
    can_banish: bool = False
    has_drug: bool = False
    worth: Treasure | None = None
    can_go_on: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """All that a seat may know of a game (a spectator where `me` is None).

    `phase` is lead, bid, showdown, look or over, as everybody sees it. `cards` are this round's, by seat, once all
    are revealed. `ahead`: my answer to the look has let me see the next round before the others. `solo`: one person
    plays with bots here.
    """

    me: int | None
    round: int
    rounds: int
    phase: str
    ahead: bool
    dealer: int
    seats: tuple[Seat, ...]
    row: Row
    depths: tuple[Depth, ...]
    removed: tuple[Treasure, ...]
    banished: tuple[tuple[int, int, Treasure], ...]
    known_trumps: tuple[str, ...]
    undealt: tuple[str, ...]
    hand: tuple[Choice, ...]
    my_trump: str | None
    asked: tuple[Asked, ...]
    missing: tuple[int, ...]
    decision: Decision | None
    showdowns: tuple[Showdown, ...]
    revealed: tuple[tuple[int, str], ...]
    standing: int | None
    outcome: Outcome | None
    awakened: bool
    solo: bool = False
