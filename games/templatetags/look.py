"""What templates need to write values: a member by its number, a true minus, the time that is left, an address."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django import template
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.timesince import timesince
from django.utils.translation import gettext

register = template.Library()


@register.filter
def at(items: Sequence[Any] | Mapping[Any, Any], key: Any) -> Any:
    """The member at that place or of that name; an empty text where there is none."""
    try:
        return items[key]
    except (LookupError, TypeError):
        return ""


@register.filter
def me_first(table: Any) -> Sequence[Any]:
    """The seats clockwise, the reader's own first."""
    first = table.me or 0
    return table.seats[first:] + table.seats[:first]


@register.filter
def is_crowd(table: Any) -> bool:
    """Whether more than one other person is awaited: too many names for the line of a phone."""
    return sum(number != table.me for number in table.missing) > 1


@register.filter
def minus(number: int) -> str:
    """The number with a true minus sign: −4."""
    return str(number).replace("-", "\N{MINUS SIGN}")


@register.filter
def signed(number: int) -> str:
    """The number with its sign: +5, −4, 0."""
    return f"+{number}" if number > 0 else minus(number)


@register.filter
def opposite(number: int) -> int:
    """The number with the other sign: what is taken off a score."""
    return -number


@register.filter
def address(text: object) -> SafeString:
    """The address, or name, on one line; too long for that, it breaks before its "@" instead of anywhere."""
    parts = format_html_join(mark_safe("<wbr>@"), "{}", ((part,) for part in str(text).split("@")))
    return format_html('<span class="address">{}</span>', parts)


@register.filter
def left(until: datetime) -> str:
    """The time until then in one or two units: 5 h 20 min. The page's script writes the same."""
    days, hours, minutes, seconds = gettext("d h min s").split()
    total = max(0, int((until - timezone.now()).total_seconds()))
    if total < 120:
        return f"{total} {seconds}"
    parts = [(total // 86400, days), (total // 3600 % 24, hours), (total // 60 % 60, minutes)]
    while not parts[0][0]:
        parts.pop(0)
    return " ".join(f"{number} {unit}" for number, unit in parts[:2] if number)


@register.filter
def ago(when: datetime) -> str:
    """How long ago that was, in its largest unit: 3 hours ago."""
    if (timezone.now() - when).total_seconds() < 60:
        return gettext("just now")
    return gettext("{span} ago").format(span=timesince(when, depth=1))
