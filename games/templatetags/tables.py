"""What lists of tables say of one."""

from django import template
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.selectors.lists import Line
from games.selectors.sentences import isolated, joined, span

register = template.Library()
MOST_NAMES = 2
MAILS = {
    "invitation": gettext_lazy("invitation"),
    "started": gettext_lazy("the table began"),
    "result": gettext_lazy("the result of a round"),
    "showdown": gettext_lazy("a showdown"),
    "reminder": gettext_lazy("reminder"),
    "away": gettext_lazy("a bot plays for you"),
    "parked": gettext_lazy("the table was stopped"),
    "paused": gettext_lazy("the table was stopped"),
    "over": gettext_lazy("the end"),
    "digest": gettext_lazy("one a day"),
}
ASKED = {
    "lead": gettext_lazy("you lead"),
    "bid": gettext_lazy("your bid"),
    "look": gettext_lazy("your look"),
    "showdown": gettext_lazy("the showdown is open"),
    "ultimate": gettext_lazy("your Ultimate Escape card"),
    "escape": gettext_lazy("take up an Escape card"),
}


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
def asked_of_me(line: Line) -> str:
    """What the reader is publicly asked, in a word or two."""
    kinds = {wait.kind for wait in line.asked if wait.seat in {line.me, None}}
    return next((str(words) for kind, words in ASKED.items() if kind in kinds), _("your turn"))


@register.filter
def pace(seconds: int) -> str:
    """The time for each decision, in words."""
    return _("{span} per decision").format(span=span(seconds))


@register.filter
def mail_kind(kind: str) -> str:
    """What a mail was about. All that a game asks of somebody is their turn."""
    return str(MAILS.get(kind, _("your turn")))
