"""What a form, a mail or a bot says, read as an answer to a decision."""

import re
from collections.abc import Mapping
from typing import Any

from games.rules.kernel import gettext_noop, illegal
from games.rules.lost.cards import TITLES, in_order
from games.rules.lost.model import Action, LayUltimate, Pass, PickUp, Play, Stop, TakeUp

_NO_CHOICE = gettext_noop("Nothing was chosen. Choose a card or an answer, then send again.")
_UNREADABLE = gettext_noop("That answer cannot be read. Choose again.")
_NAMED = re.compile(r"(h[0-9]+|[a-z]+)x([1-5])(-alone)?(?:-([01]))?", re.ASCII)  # as `offers.name` writes it


def read_answer(seat: int, form: Mapping[str, Any]) -> tuple[str, Action]:
    """The prompt key and the answer in a form; IllegalAction with a sentence if it cannot be read.

    Members are texts, those that name several cards texts of cards between commas or blanks, or lists of cards: `key`;
    `do`: play, pickup, stop, pass, escape or ultimate; `cards`, also the one of escape and ultimate; `join` (only
    "no" declines); `option` (0 or 1); `to` (a seat); `give`; `banish`; `escape`; `their` (a card or a position).
    What is empty is not answered. A page, where one choice is one text, may say `play` (an offer's name) for cards,
    join and option, and `whose` ("2:h5", "2:0") for `to` and `their`.
    """
    key = _text(form, "key")
    match _text(form, "do"):
        case "play":
            return key, _play(seat, form)
        case "pickup":
            return key, PickUp(seat)
        case "stop":
            return key, Stop(seat)
        case "pass":
            return key, Pass(seat)
        case "escape":
            return key, TakeUp(seat, _one(form, "cards"))
        case "ultimate":
            return key, LayUltimate(seat, _one(form, "cards"))
        case _:
            raise illegal(_NO_CHOICE)


def _play(seat: int, form: Mapping[str, Any]) -> Play:
    form = _spelt_out(form)
    their, cards = _text(form, "their"), _cards(form, "cards")
    if not cards:
        raise illegal(_NO_CHOICE)
    return Play(
        seat,
        cards,
        join=_text(form, "join") != "no",
        option=_number(form, "option"),
        to=_number(form, "to"),
        give=_cards(form, "give"),
        banish=_cards(form, "banish"),
        escape=_one(form, "escape") if _text(form, "escape") else None,
        their=_one(form, "their") if their in TITLES else _number(form, "their"),
    )


def _spelt_out(form: Mapping[str, Any]) -> Mapping[str, Any]:
    """The form with what `play` and `whose` stand for."""
    if name := _text(form, "play"):
        found = _NAMED.fullmatch(name)
        if found is None:
            raise illegal(_UNREADABLE)
        card, count, alone, option = found.groups()
        form = {**form, "cards": [card] * int(count), "join": "no" if alone else "", "option": option or ""}
    if whose := _text(form, "whose"):
        to, _, their = whose.partition(":")
        form = {**form, "to": to, "their": their}
    return form


def _text(form: Mapping[str, Any], name: str) -> str:
    value = form.get(name, "")
    return value.strip() if isinstance(value, str) else ""


def _cards(form: Mapping[str, Any], name: str) -> tuple[str, ...]:
    value = form.get(name, "")
    names = list(value) if isinstance(value, list | tuple) else _text(form, name).replace(",", " ").split()
    for card in names:
        if not isinstance(card, str) or card not in TITLES:
            raise illegal(gettext_noop("There is no such card."))
    return in_order(names)


def _one(form: Mapping[str, Any], name: str) -> str:
    cards = _cards(form, name)
    if len(cards) != 1:
        raise illegal(gettext_noop("Choose one card, then send again."))
    return cards[0]


def _number(form: Mapping[str, Any], name: str) -> int | None:
    text = _text(form, name)
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 2):
        raise illegal(_UNREADABLE)
    return int(text)
