"""What a form, a mail or a bot says, read as an answer to a decision."""

from collections.abc import Mapping
from typing import Any

from games.rules.fram.cards import POWER
from games.rules.fram.model import Action, Banish, Drug, Orders, Play, Settle, Switch, Take
from games.rules.kernel import gettext_noop, illegal

_NO_CHOICE = gettext_noop("Nothing was chosen. Choose a card or an answer, then send again.")


def read_answer(seat: int, form: Mapping[str, Any]) -> tuple[str, Action]:
    """The prompt key and the answer in a form; IllegalAction with a sentence if it cannot be read.

    Members, all texts: `key`; `do`: play, switch, drug, go-on, take or banish; `card`; `hold` (any text but "" is
    on); `once` (like hold: a lead or bid that leaves the kept switch as it is); the orders `cap` (a power), `lowest`
    (like hold) and `below` (VP), empty for none.
    """
    key, kind = _text(form, "key"), _text(form, "do")
    match kind:
        case "play":
            return key, Play(seat, _card(form), bool(_text(form, "hold")), _orders(form), bool(_text(form, "once")))
        case "switch":
            return key, Switch(seat, bool(_text(form, "hold")), _orders(form))
        case "drug":
            return key, Drug(seat, _card(form))
        case "go-on":
            return key, Settle()
        case "take":
            return key, Take(seat)
        case "banish":
            return key, Banish(seat)
        case _:
            raise illegal(_NO_CHOICE)


def _text(form: Mapping[str, Any], name: str) -> str:
    value = form.get(name, "")
    return value.strip() if isinstance(value, str) else ""


def _card(form: Mapping[str, Any]) -> str:
    card = _text(form, "card")
    if not card:
        raise illegal(gettext_noop("No card was chosen. Choose one, then send again."))
    if card not in POWER:
        raise illegal(gettext_noop("There is no such card to play."))
    return card


def _orders(form: Mapping[str, Any]) -> Orders:
    return Orders(_number(form, "cap"), bool(_text(form, "lowest")), _number(form, "below"))


def _number(form: Mapping[str, Any], name: str) -> int | None:
    text = _text(form, name)
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 2):
        raise illegal(gettext_noop("An order needs a whole number, or nothing."))
    return int(text)
