"""The cards of Fram R'lyeh: powers, trumps, treasures, and the form in which a deck and a deal are written."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from games.rules.kernel import Json, Shuffle, gettext_noop, illegal

NUMBERS = tuple(str(number) for number in range(4, 16))
TRUMPS = ("text", "trapezohedron", "sign", "mead", "drug")
POWER = {number: int(number) for number in NUMBERS} | {"trapezohedron": 17, "sign": 15, "mead": 0}
DEPTHS = ("S", "M", "A")
DEPTH_SIZE = 5
ROUNDS = 12
DRUG_PRICE = 2  # VP for the Time Drug used (rulebook 4.5)
LEAST, MOST = 3, 5
HIGHEST_VALUE = 99
_TREASURE = re.compile(r"([SMA])(0|[1-9][0-9]?)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Treasure:
    """A depth (`S` shallow, `M` medium, `A` abyssal) and a value in VP; written `S13`."""

    depth: str
    value: int

    def __str__(self) -> str:
        return f"{self.depth}{self.value}"


@dataclass(frozen=True, slots=True)
class Deck:
    """The fifteen treasures: five values in VP for each depth, in the order of `DEPTHS`."""

    values: tuple[tuple[int, ...], ...]

    def of(self, depth: str) -> tuple[int, ...]:
        """The five values of a depth."""
        return self.values[DEPTHS.index(depth)]

    def treasures(self) -> tuple[Treasure, ...]:
        """All fifteen, shallow first."""
        return tuple(Treasure(depth, value) for depth in DEPTHS for value in self.of(depth))


@dataclass(frozen=True, slots=True)
class Deal:
    """What the shuffle decided: a trump a seat, the twelve treasures in the order of the rounds, the three removed."""

    deck: Deck
    trumps: tuple[str, ...]
    treasures: tuple[Treasure, ...]
    removed: tuple[Treasure, ...]

    def treasure(self, place: int) -> Treasure:
        """The treasure at a place: 0 … 11 are the rounds', 12 … 14 the removed ones."""
        return self.treasures[place] if place < ROUNDS else self.removed[place - ROUNDS]


def is_numbered(card: str) -> bool:
    """Whether the card is one of 4 … 15 and so no trump."""
    return card in NUMBERS


def read_deck(deck: object) -> Deck:
    """The deck in a JSON value `{"S": [five], "M": …, "A": …}` of whole numbers 0 … 99; IllegalAction else."""
    if not isinstance(deck, dict) or set(deck) != set(DEPTHS):
        raise illegal(gettext_noop("a deck has the three depths S, M and A"))
    for depth in DEPTHS:
        values = deck[depth]
        if not isinstance(values, list) or len(values) != DEPTH_SIZE or not all(map(_is_value, values)):
            raise illegal(gettext_noop("depth {depth} needs five whole numbers from 0 to 99"), depth=depth)
    return Deck(tuple(tuple(deck[depth]) for depth in DEPTHS))


def _is_value(value: object) -> bool:
    return type(value) is int and 0 <= value <= HIGHEST_VALUE


def read_seed(seed: Json) -> Json:
    """The deck in the seed file: a table a depth, whose `values` are five tables with a `vp` each."""
    deck = {}
    for depth in DEPTHS:
        section = seed.get(depth)
        values = section.get("values") if isinstance(section, dict) else None
        if not isinstance(values, list) or not all(isinstance(item, dict) and "vp" in item for item in values):
            raise illegal(gettext_noop("depth {depth} needs values, each with its vp"), depth=depth)
        deck[depth] = [item["vp"] for item in values]
    read_deck(deck)
    return deck


def deal(deck: Json, shuffle: Shuffle, seats: int, options: Json) -> Deal:
    """A fresh deal (rulebook 3.1, 3.2). `shuffle` gives the items handed to it in random order."""
    cards = read_deck(deck)
    others = tuple(shuffle(TRUMPS[1:]))[: seats - 1]
    trumps = tuple(shuffle(("text", *others)))
    removed, rest = [], []
    for depth in DEPTHS:
        first, *others_of_depth = shuffle([Treasure(depth, value) for value in cards.of(depth)])
        removed.append(first)
        rest.extend(others_of_depth)
    order = list(shuffle(rest))
    top = next(place for place, treasure in enumerate(order) if treasure.depth == "S")
    return Deal(cards, trumps, tuple(order[top:] + order[:top]), tuple(removed))


def read_setup(seats: int, setup: object, deck: object) -> Deal:
    """The deal in a record's `setup` (record.md); IllegalAction with what is wrong."""
    cards = read_deck(deck)
    if not LEAST <= seats <= MOST:
        raise illegal(gettext_noop("three to five seats, not {seats}"), seats=seats)
    if not isinstance(setup, dict) or set(setup) != {"trumps", "treasures", "removed"}:
        raise illegal(gettext_noop("the setup needs trumps, treasures and removed, and nothing else"))
    trumps = _texts(setup["trumps"], "trumps")
    if len(trumps) != seats or len(set(trumps)) != seats or not set(trumps) <= set(TRUMPS) or "text" not in trumps:
        raise illegal(gettext_noop("trumps: a different one for each seat, the text among them"))
    treasures = tuple(_treasure(item) for item in _texts(setup["treasures"], "treasures"))
    removed = tuple(_treasure(item) for item in _texts(setup["removed"], "removed"))
    if tuple(treasure.depth for treasure in removed) != DEPTHS:
        raise illegal(gettext_noop("removed: one shallow, one medium, one abyssal, in this order"))
    if sorted(map(str, treasures + removed)) != sorted(map(str, cards.treasures())):
        raise illegal(gettext_noop("the fifteen treasures of the deck must all be there, once each"))
    if treasures[0].depth != "S":
        raise illegal(gettext_noop("the first treasure must be a shallow one"))
    return Deal(cards, trumps, treasures, removed)


def write_setup(deal: Deal) -> Json:
    """The record's `setup` of which `read_setup` makes this deal."""
    return {
        "trumps": list(deal.trumps),
        "treasures": [str(treasure) for treasure in deal.treasures],
        "removed": [str(treasure) for treasure in deal.removed],
    }


def _texts(value: object, name: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise illegal(gettext_noop("{name}: a list of texts"), name=name)
    return tuple(value)


def _treasure(text: str) -> Treasure:
    match = _TREASURE.fullmatch(text)
    if not match:
        raise illegal(gettext_noop("no such treasure: {text}"), text=ascii(text[:20]))
    return Treasure(match[1], int(match[2]))


def clockwise(dealer: int, seats: int) -> Sequence[int]:
    """All seats in clockwise order, the dealer first."""
    return tuple((dealer + step) % seats for step in range(seats))
