"""Secrets that can be told apart by their looks: each is a word of its own wherever it is written (S2)."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from games.rules import fram, lost
from games.rules.fram import cards
from games.rules.kernel import say
from games.rules.lost import cards as lost_cards
from games.rules.lost import telling as lost_telling
from games.templatetags import lost as lost_tags
from games.templatetags import parts

WORD = re.compile(r"zz-[a-zA-Z0-9]+-of-[a-z0-9-]+-zz")


class Card(str):
    """A card of a hand: the card itself to the rules, a word with its owner to whoever writes it down.

    At Lost in R'lyeh cards wander: `seat` is where it came from (50 and more: an Ultimate, 100 and more: the pile).
    """

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
def marked(kind: str = "fram") -> Iterator[None]:
    """Every secret of a game of that kind that is read from the database is marked."""
    with pytest.MonkeyPatch.context() as patch:
        (_mark_fram if kind == "fram" else _mark_lost)(patch)
        # What is remembered by its value would be written as it was written first, with another's mark or none.
        patch.setattr(parts, "_part", parts._part.__wrapped__)
        yield


def _mark_fram(patch: pytest.MonkeyPatch) -> None:
    """Every hand, trump and treasure."""
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

    patch.setattr(fram, "setup", marked_setup)
    patch.setattr(cards.Deal, "treasure", marked_treasure)


class Titles(dict[str, str]):
    """The titles of the cards, in which a marked one is called by its mark."""

    def __getitem__(self, name: str) -> str:
        return str(name) if isinstance(name, Card) else super().__getitem__(name)


def _mark_lost(patch: pytest.MonkeyPatch) -> None:
    """Every card dealt to a hand, by its seat; of the pile, by its place; and every Ultimate, by who laid it.

    What is played comes from the log, without a mark, as whatever everybody has seen does.
    """
    setup, apply, card_name = lost.setup, lost.apply, lost_cards.card_name

    def marked_setup(deal: Any, terms: Any) -> Any:
        state, events = setup(deal, terms)
        hands = tuple(tuple(card(name, seat) for name in hand) for seat, hand in enumerate(state.hands))
        pile = tuple(card(name, 100 + place) for place, name in enumerate(state.pile))
        return state._replace(hands=hands, pile=pile), events

    def marked_apply(state: Any, action: Any) -> Any:
        after, events = apply(state, action)
        if state.phase == "ultimate":
            down = tuple(
                tuple(replace(one, card=card(str.__str__(one.card), 50 + seat)) for one in row)
                for seat, row in enumerate(after.ultimates)
            )
            after = after._replace(ultimates=down)
        return after, events

    def marked_name(name: str) -> Any:
        return say("{card}", card=str(name)) if isinstance(name, Card) else card_name(name)

    patch.setattr(lost, "setup", marked_setup)
    patch.setattr(lost, "apply", marked_apply)
    for module in (lost_telling, lost_tags):
        patch.setattr(module, "card_name", marked_name)
    patch.setattr(lost_tags, "TITLES", Titles(lost_cards.TITLES))


def words(text: str | bytes) -> set[str]:
    """The marked secrets in a text."""
    return set(WORD.findall(text.decode(errors="replace") if isinstance(text, bytes) else text))
