"""Sentences that mails need beside those of the rules."""

from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import Game
from games.rules import GAMES
from games.selectors.sentences import span
from games.selectors.tables import Page
from games.services.notices import AWAY, REMINDER

# By kind of decision. Several games share a kind; one that has none here is simply somebody's turn.
ASKS = {
    "lead": gettext_lazy("You lead: play a card face up."),
    "bid": gettext_lazy("Seal your bid."),
    "look": gettext_lazy("You won: look at your treasure."),
    "ultimate": gettext_lazy("Choose your Ultimate Escape card."),
    "escape": gettext_lazy("It is your turn: take up an Escape card."),
}
SEALED = gettext_lazy("Your answer is sealed. You can change it until all are opened.")
TURN = gettext_lazy("It is your turn.")
SHOWDOWN = gettext_lazy("The showdown is open for whoever holds it.")
DRUG = gettext_lazy("The showdown is open: you may use your Time Drug.")
STATUS = {
    Game.Status.PAUSED: gettext_lazy("The table is paused."),
    Game.Status.PARKED: gettext_lazy("The table stands still because of a fault on our side. Nothing is lost."),
    Game.Status.CALLED_OFF: gettext_lazy("The table was called off."),
}


def ask(page: Page, kinds: tuple[str, ...]) -> str:
    """What the reader is to do, and until when; "" if nothing."""
    if page.status != Game.Status.RUNNING:
        return ""
    if AWAY in kinds:
        return _("You missed two decisions in a row, so a bot plays for you. Open the table to come back.")
    if page.my_asks:
        first = SEALED if page.i_have_answered else _first_look(page) or ASKS.get(page.my_asks[0].kind, TURN)
    elif any(wait.seat is None for wait in page.asked):
        first = DRUG if getattr(_decision(page), "has_drug", False) else SHOWDOWN
    else:
        return ""
    reminder = [_("Your time is nearly up.")] if REMINDER in kinds and not page.i_have_answered else []
    return " ".join([*reminder, str(first), until(page)]).strip()


def _decision(page: Page) -> Any:
    """What the reader's own table asks of them; None where their mails show no cards."""
    return getattr(page.table, "decision", None)


def _first_look(page: Page) -> str:
    """What is asked of whoever leads and has to look at the treasure before, as only they are told; else ""."""
    decision = _decision(page)
    if page.my_asks[0].kind != "lead" or decision is None or decision.kind != "look":
        return ""
    number = decision.key.partition(".")[0].removeprefix("r")
    return _("You won round {number}: look at the treasure, then lead.").format(number=number)


def until(page: Page) -> str:
    """The deadline in the reader's own time zone."""
    if page.deadline is None:
        return ""
    local = timezone.localtime(page.deadline)
    moment = f"{date_format(local, 'D j M, H:i')} ({local.tzname()})"
    return _("Time until {moment}.").format(moment=moment)


def status(page: Page) -> str:
    """Why nobody is asked anything, as everybody knows; "" where the game is simply over."""
    text = str(STATUS.get(Game.Status(page.status), ""))
    return f"{text} {_('Fault {ref}.').format(ref=page.fault_ref)}" if page.fault_ref else text


def facts(game: Game) -> str:
    """What somebody wants to know before joining."""
    seats = ngettext("{count} seat", "{count} seats", game.seats_wanted).format(count=game.seats_wanted)
    title = GAMES[game.kind].TITLE
    return _("{game}, {seats}, {pace} per decision.").format(game=title.name, seats=seats, pace=span(game.pace))


def summary(game: Game) -> str:
    """The game in a sentence."""
    return _(GAMES[game.kind].TITLE.summary)
