"""What lists of tables say of one."""

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.selectors.lists import Line
from games.selectors.sentences import isolated, joined

register = template.Library()
MOST_NAMES = 2


@register.filter
def awaited(line: Line) -> str:
    """Whom the table publicly waits for, as far as everybody knows."""
    seats = sorted({wait.seat for wait in line.asked if wait.seat is not None})
    if not seats:
        return _("the showdown is open") if line.asked else ""
    if len(seats) > MOST_NAMES:
        return _("several are asked")
    return _("waits for {names}").format(names=joined([isolated(line.names[seat]) for seat in seats]))


@register.filter
def pace(seconds: int) -> str:
    """The time for each decision, in words."""
    if seconds % 86400 == 0:
        return ngettext("{n} day a decision", "{n} days a decision", seconds // 86400).format(n=seconds // 86400)
    if seconds % 3600 == 0:
        return ngettext("{n} hour a decision", "{n} hours a decision", seconds // 3600).format(n=seconds // 3600)
    return ngettext("{n} minute a decision", "{n} minutes a decision", seconds // 60).format(n=seconds // 60)
