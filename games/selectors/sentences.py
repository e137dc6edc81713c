"""Sentences of the rules, in the reader's language: the one place where they are translated and filled."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, pgettext

from games.rules.kernel import SeatName, Sentence

Names = Mapping[int, str] | Sequence[str]
MINUS = "\N{MINUS SIGN}"
FIRST_STRONG, POP = "\u2068", "\u2069"  # a name keeps its own direction of writing and turns nothing around it


def render(sentence: Sentence, names: Names) -> SafeString:
    """The sentence as HTML in the active language, each name in a `<bdi>` of its own."""
    return mark_safe(_fill(sentence, names, _marked, escape))  # noqa: S308 - every part is escaped


def render_text(sentence: Sentence, names: Names) -> str:
    """The sentence as plain text in the active language, each name isolated."""
    return _fill(sentence, names, isolated, str)


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
