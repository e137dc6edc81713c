"""Small parts of a page that look the same wherever the same is said: written once, then remembered.

Their templates are those in `components/`; what is remembered follows from the values handed in and the language.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()
MOST = 4096


@lru_cache(maxsize=MOST)
def _part(name: str, language: str | None, values: tuple[tuple[str, Any], ...]) -> SafeString:
    return render_to_string(f"components/{name}.html", dict(values)).strip()  # type: ignore[return-value]  # strip keeps it safe


def part(component: str, /, **values: Any) -> SafeString:
    """The component of that name with these values."""
    return SafeString(_part(component, get_language(), tuple(values.items())))


@register.simple_tag
def card(card: str, seat: int | None = None, size: str = "") -> SafeString:
    """A card face."""
    return part("card", card=card, seat="" if seat is None else seat, size=size)


@register.simple_tag
def bid_back(seat: int, size: str = "") -> SafeString:
    """A card lying face down."""
    return part("bid_back", seat=seat, size=size)


@register.simple_tag
def treasure(treasure: Any, size: str = "") -> SafeString:
    """A treasure: its face if the reader has seen it, else its back."""
    return part("treasure", depth=treasure.depth, value=treasure.value, size=size)


@register.simple_tag
def ladder(values: Sequence[tuple[int, bool]], here: int | None = None) -> SafeString:
    """A depth's five values, those that the reader has seen struck out; `here`: the one that lies open beside them."""
    marks = [(value, "seen" if is_seen else "") for value, is_seen in values]
    if here is not None:
        place = max(range(len(marks)), key=lambda place: (marks[place][0] == here, marks[place][1]))
        marks[place] = (here, "here")
    return part("ladder", values=tuple(marks))


@register.simple_tag
def seat_name(seat: int, name: str) -> SafeString:
    """A seat's glyph and its player's name."""
    return part("seat_name", seat=seat, name=str(name))


@register.simple_tag
def icon(name: str, label: str = "") -> SafeString:
    """An icon, with a label read aloud if there is one."""
    return part("icon", name=name, label=str(label))


@register.simple_tag
def trump_name(card: str) -> SafeString:
    """What a trump is called."""
    return part("trump_name", card=card)


@register.simple_tag
def depth_name(depth: str) -> SafeString:
    """The word for a depth."""
    return part("depth_name", depth=depth)
