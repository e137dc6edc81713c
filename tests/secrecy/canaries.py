"""Secrets that can be told apart by their looks: each is a word of its own wherever it is written (S2)."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from games.rules import fram
from games.rules.fram import cards
from games.templatetags import parts

WORD = re.compile(r"zz-[a-zA-Z0-9]+-of-[a-z0-9-]+-zz")


class Card(str):
    """A card of a hand: the card itself to the rules, a word with its owner to whoever writes it down."""

    seat: int

    def __str__(self) -> str:
        return f"zz-{super().__str__()}-of-seat-{self.seat}-zz"

    __repr__ = __str__

    def __format__(self, spec: str) -> str:
        return str(self)


class Value(int):
    """A treasure's value in VP: a number to the rules, a word with its place to whoever writes it down."""

    place: int

    def __str__(self) -> str:
        return f"zz-{super().__repr__()}-of-place-{self.place}-zz"

    __repr__ = __str__

    def __format__(self, spec: str) -> str:
        return str(self)


def card(name: str, seat: int) -> Card:
    """That seat's card."""
    made = Card(name)
    made.seat = seat
    return made


def value(number: int, place: int) -> Value:
    """The value of the treasure that lies there."""
    made = Value(number)
    made.place = place
    return made


@contextmanager
def marked() -> Iterator[None]:
    """Every hand, trump and treasure that is read from the database is marked."""
    setup, treasure = fram.setup, cards.Deal.treasure

    def marked_setup(deal: Any, terms: Any) -> Any:
        state, events = setup(deal, terms)
        seats = tuple(
            replace(
                seat,
                trump=card(seat.trump, number),
                hand=frozenset(card(name, number) for name in seat.hand),
            )
            for number, seat in enumerate(state.seats)
        )
        return replace(state, seats=seats), events

    def marked_treasure(self: Any, place: int) -> Any:
        found = treasure(self, place)
        return replace(found, value=value(found.value, place))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fram, "setup", marked_setup)
        patch.setattr(cards.Deal, "treasure", marked_treasure)
        # What is remembered by its value would be written as it was written first, with another's mark or none.
        patch.setattr(parts, "_part", parts._part.__wrapped__)
        yield


def words(text: str | bytes) -> set[str]:
    """The marked secrets in a text."""
    return set(WORD.findall(text.decode(errors="replace") if isinstance(text, bytes) else text))
