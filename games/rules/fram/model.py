"""The state of a game of Fram R'lyeh, what can be done in it and what happens; predicates in the rulebook's words."""

from dataclasses import dataclass
from enum import Enum

from games.rules.fram.cards import DRUG_PRICE, POWER, ROUNDS, Deal, Treasure, clockwise, is_numbered
from games.rules.kernel import Terms


class Phase(Enum):
    """What the round waits for."""

    LEAD = "lead"
    BID = "bid"
    SHOWDOWN = "showdown"  # revealed and held open
    LOOK = "look"  # the winner is asked: take or banish
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Orders:
    """What a seat wants done at the reveal while it is away (fram.md, *Orders*). It holds for one round.

    `cap`: when I am not winning, use the drug with the cheapest card that wins, up to this power. `lowest`: or else
    with my lowest card, where it is below the one played. `below`: as winner, banish a treasure of fewer VP.
    """

    cap: int | None = None
    lowest: bool = False
    below: int | None = None


NO_ORDERS = Orders()


@dataclass(frozen=True, slots=True)
class Play:
    """The lead, or a sealed bid. A lead's `hold` and `orders` never stand in the log (see `Switch`).

    `once`: the seat's kept switch stays where it is. It is said when handing in, and neither sealed nor logged.
    """

    seat: int
    card: str
    hold: bool = False
    orders: Orders = NO_ORDERS
    once: bool = False


@dataclass(frozen=True, slots=True)
class Switch:
    """*Hold the showdown for me*: a seat's kept position, and the dealer's, with its orders, after its lead.

    Logged without orders, right before the bids, for every dealer to whom it is offered: that it is in the log tells
    nothing, and its position is a private part of it.
    """

    seat: int
    on: bool = True
    orders: Orders = NO_ORDERS


@dataclass(frozen=True, slots=True)
class Drug:
    """The Time Drug: the played card back into the hand, this one played instead."""

    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Settle:
    """The open showdown's time is up."""


@dataclass(frozen=True, slots=True)
class Take:
    """The winner takes the treasure."""

    seat: int


@dataclass(frozen=True, slots=True)
class Banish:
    """The winner discards the Elder Sign: treasure and card leave the game."""

    seat: int


Action = Play | Switch | Drug | Settle | Take | Banish


@dataclass(frozen=True, slots=True)
class Began:
    """A round began; `dealer` leads. `peeked` is what the dealer saw, of this round and, by mead, of the next."""

    round: int
    dealer: int
    by_mead: bool
    peeked: tuple[Treasure, ...]


@dataclass(frozen=True, slots=True)
class Led:
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class Revealed:
    """All bids were turned up, clockwise from the dealer."""

    bids: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Drugged:
    seat: int
    back: str
    card: str


@dataclass(frozen=True, slots=True)
class Lapsed:
    """The showdown had been held open and nobody used the drug."""


@dataclass(frozen=True, slots=True)
class Won:
    """A seat won the round. `tied` are the others who played the same power, clockwise; `led`: it had led."""

    seat: int
    card: str
    tied: tuple[int, ...]
    depth: str
    led: bool


@dataclass(frozen=True, slots=True)
class Taken:
    """The winner took the treasure; `knowers` are the seats that have seen its face; in round 12 all have."""

    round: int
    seat: int
    treasure: Treasure
    exorcised: int
    knowers: frozenset[int]


@dataclass(frozen=True, slots=True)
class Banished:
    round: int
    seat: int
    card: str
    treasure: Treasure
    knowers: frozenset[int]


@dataclass(frozen=True, slots=True)
class Ended:
    vp: tuple[int, ...]
    awakened: bool
    winners: tuple[int, ...]


Event = Began | Led | Revealed | Drugged | Lapsed | Won | Taken | Banished | Ended


@dataclass(frozen=True, slots=True)
class Prize:
    """A treasure won: its place in the deal, and the card that won it (powers count against its seat)."""

    place: int
    card: str


@dataclass(frozen=True, slots=True)
class Seat:
    """What lies with a seat. `seen`: the places of the treasures whose face it has seen."""

    trump: str
    hand: frozenset[str]
    seen: frozenset[int]
    prizes: tuple[Prize, ...] = ()
    insanity: tuple[str, ...] = ()
    exorcised: tuple[str, ...] = ()
    drugged: bool = False


@dataclass(frozen=True, slots=True)
class Showdown:
    """One round's showdown for good: cards by seat as revealed and after the drug; `banished` None until answered.

    `held` are the seats that held it, which is told to nobody before the end.
    """

    round: int
    dealer: int
    revealed: tuple[str, ...]
    played: tuple[str, ...]
    winner: int
    place: int
    drugged: int | None
    held: frozenset[int]
    banished: bool | None = None


@dataclass(frozen=True, slots=True)
class State:
    """A game between two actions. Seats are 0 … n-1, `round` is 1 … 12.

    `held`: seats whose bid (or lead) of this round holds the showdown. `known`: the trumps that everybody knows.
    `before`: while the winner, having answered its look, has yet to lead: the table as the showdown left it, which is
    what all others see; `withheld` are the events they will be told with the lead.
    """

    deal: Deal
    terms: Terms
    round: int
    dealer: int
    phase: Phase
    seats: tuple[Seat, ...]
    played: tuple[str | None, ...]
    revealed: tuple[str, ...] | None = None
    held: frozenset[int] = frozenset()
    known: frozenset[str] = frozenset({"text"})
    showdowns: tuple[Showdown, ...] = ()
    gone: tuple[str, ...] = ()
    before: "State | None" = None
    withheld: tuple[Event, ...] = ()

    @property
    def place(self) -> int:
        """The place of this round's treasure."""
        return self.round - 1

    @property
    def clockwise(self) -> tuple[int, ...]:
        """The seats in clockwise order, the dealer first."""
        return tuple(clockwise(self.dealer, len(self.seats)))


def has_known_trump(state: State, seat: int) -> bool:
    """Whether everybody knows which trump the seat was dealt."""
    return state.seats[seat].trump in state.known


def is_look_folded(state: State) -> bool:
    """Whether the look just asked is one wait with the winner's lead of the next round."""
    last = state.showdowns[-1]
    return state.phase is Phase.LOOK and last.round < ROUNDS and next_dealer(last) == last.winner


def bidding_round(state: State) -> int:
    """The round for which seats may seal now: while a folded look is open, the next one already."""
    return state.round + 1 if state.phase is Phase.LOOK else state.round


def is_switch_offered(state: State, seat: int) -> bool:
    """Whether the seat may hold the showdown it seals for and give orders to the drug: follows from public facts."""
    return bidding_round(state) < ROUNDS and "drug" not in state.known and not has_known_trump(state, seat)


def is_banish_order_offered(state: State, seat: int) -> bool:
    """Whether the seat may say beforehand which treasures it would banish: follows from public facts."""
    return "sign" not in state.known and not has_known_trump(state, seat)


def holders(state: State) -> tuple[int, ...]:
    """The seats that hold an open showdown, clockwise."""
    return tuple(seat for seat in state.clockwise if seat in state.held and not has_known_trump(state, seat))


def has_drug(state: State, seat: int) -> bool:
    return "drug" in state.seats[seat].hand


def drug_cards(state: State, seat: int) -> tuple[str, ...]:
    """The cards that the drug could bring in for the one played, lowest first."""
    return tuple(sorted((card for card in state.seats[seat].hand if is_numbered(card)), key=POWER.__getitem__))


def playable(state: State, seat: int) -> tuple[str, ...]:
    """The cards with a power in the hand, lowest first, trumps last."""
    cards = (card for card in state.seats[seat].hand if card in POWER)
    return tuple(sorted(cards, key=lambda card: (not is_numbered(card), POWER[card])))


def winner(played: tuple[str | None, ...], dealer: int) -> int:
    """The seat of the highest power; among equals the nearest clockwise from the dealer (rulebook 4.3).

    Seats that have not played count below every power.
    """
    order = clockwise(dealer, len(played))
    return max(order, key=lambda seat: _power(played[seat]))


def _power(card: str | None) -> int:
    return -1 if card is None else POWER[card]


def is_look_asked(state: State) -> bool:
    """Whether the winner of the showdown just closed is asked to take or banish: follows from public facts."""
    return "sign" not in state.known and not has_known_trump(state, state.showdowns[-1].winner)


def mead_seat(showdown: Showdown) -> int | None:
    """The seat that bid the Golden Mead in that showdown and so deals next; nobody does after round 12."""
    if showdown.round == ROUNDS or "mead" not in showdown.played:
        return None
    return showdown.played.index("mead")


def next_dealer(showdown: Showdown) -> int:
    """The dealer of the next round (fram.md: mead beats the talisman)."""
    seat = mead_seat(showdown)
    return showdown.winner if seat is None else seat


def vp(state: State, seat: int) -> int:
    """The seat's score (rulebook 5): treasures, less winning powers, less insanity, less 2 for the drug used."""
    mine = state.seats[seat]
    treasures = sum(state.deal.treasure(prize.place).value for prize in mine.prizes)
    powers = sum(POWER[prize.card] for prize in mine.prizes)
    return treasures - powers - len(mine.insanity) - DRUG_PRICE * mine.drugged
