"""Sentences of the rules, in the reader's language: the one place where they are translated and filled."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, gettext_lazy, pgettext

from games.rules.kernel import SeatName, Sentence, gettext_noop, say

Names = Mapping[int, str] | Sequence[str]
MINUS = "\N{MINUS SIGN}"
FIRST_STRONG, POP = "\u2068", "\u2069"  # a name keeps its own direction of writing and turns nothing around it


def render(sentence: Sentence, names: Names) -> SafeString:
    """The sentence as HTML in the active language, each name in a `<bdi>` of its own."""
    return mark_safe(_fill(sentence, names, _marked, escape))  # noqa: S308 - every part is escaped


def render_text(sentence: Sentence, names: Names) -> str:
    """The sentence as plain text in the active language, each name isolated."""
    return _fill(sentence, names, isolated, str)


def by_clock(seats: Sequence[int]) -> Sentence:
    """What is told where the time was up and the clock moved for these seats."""
    names = tuple(SeatName(seat) for seat in seats)
    return say(gettext_noop("The time was up: the clock played for {names}."), names=names)


def isolated(name: str) -> str:
    """A name that does not turn the text around it, for plain text."""
    return f"{FIRST_STRONG}{name}{POP}"


def joined(items: Sequence[str]) -> str:
    """The items as a list: "a", "a and b", "a, b and c"."""
    if not items:
        return ""
    *most, last = items
    if not most:
        return last
    return pgettext("list", "{most} and {last}").format(most=pgettext("list", ", ").join(most), last=last)


def span(seconds: int) -> str:
    """A time in words: "2 days"."""
    for size, one, many in (
        (86400, gettext_lazy("{count} day"), gettext_lazy("{count} days")),
        (3600, gettext_lazy("{count} hour"), gettext_lazy("{count} hours")),
        (60, gettext_lazy("{count} minute"), gettext_lazy("{count} minutes")),
    ):
        if seconds % size == 0 and seconds >= size:
            count = seconds // size
            return str(one if count == 1 else many).format(count=count)
    return gettext("{count} seconds").format(count=seconds)


def _marked(name: str) -> str:
    return f"<bdi>{escape(name)}</bdi>"


def _fill(sentence: Sentence, names: Names, name: Any, escape: Any) -> str:
    values = {key: _value(value, names, name, escape) for key, value in sentence.params}
    return escape(gettext(sentence.text)).format(**values)


def _value(value: Any, names: Names, name: Any, escape: Any) -> str:
    match value:
        case SeatName(seat):
            return name(names[seat])
        case Sentence():
            return _fill(value, names, name, escape)
        case tuple():
            return joined([_value(item, names, name, escape) for item in value])
        case _:
            return escape(str(value).replace("-", MINUS) if isinstance(value, int) else str(value))
