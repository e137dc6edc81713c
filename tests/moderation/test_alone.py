"""A table of one person and bots is watched by nobody before its end, nor by moderators (games/ARCHITECTURE.md)."""

import pytest

from games import emails
from games.decks import standard_deck
from games.models import Game, Mail
from games.rules import GAMES
from games.rules.fram.cards import read_setup
from games.selectors.staff import mail_trouble
from tests import tables
from tests.harness.client import Client
from tests.moderation.cast import moderator
from tests.moderation.test_admin import bare
from tests.tables import after

pytestmark = pytest.mark.django_db

SETUP = {
    "trumps": ["mead", "text", "drug"],
    "treasures": ["S7", "M3", "A0", "S10", "M8", "A4", "S11", "M11", "A11", "S13", "M15", "A18"],
    "removed": ["S14", "M18", "A22"],
}


def lowest(table, chance):
    """What these bots play: their lowest card, and no orders."""
    decision = table.decision
    if decision is None or decision.given is not None or not decision.awaited:
        return None
    if decision.kind == "look":
        return {"key": decision.key, "do": "take"}
    return {"key": decision.key, "do": "play", "card": decision.choices[0].card}


@pytest.fixture
def alone(monkeypatch) -> Game:
    """Ada has bid against two bots, in the first round, and may hold the showdown."""
    deal = read_setup(3, SETUP, standard_deck("fram"))
    monkeypatch.setattr(GAMES["fram"], "deal", lambda *_: deal)
    monkeypatch.setattr(GAMES["fram"], "bot", lowest)
    game = tables.table("Ada", bots=2, is_open=True)
    return tables.tend(game)


def seen(client: Client, game: Game) -> list[str]:
    addresses = [f"/moderation/t/{game.ref}", "/moderation/tables", f"/admin/games/game/{game.ref}/change/"]
    return [bare(client.get(address)) for address in [*addresses, "/admin/games/game/"]]


def test_moderators_do_not_see_who_holds_a_showdown_against_bots(alone):
    mo = Client()
    mo.force_login(moderator(), backend="django.contrib.auth.backends.ModelBackend")
    before = seen(mo, alone)
    tables.bid(alone, 0, "9", hold="on")
    game = tables.tend(alone)
    assert tables.state(game).phase.value == "showdown"
    assert seen(mo, game) == before


def test_moderators_do_not_see_when_a_person_alone_moves(alone):
    mo = Client()
    mo.force_login(moderator(), backend="django.contrib.auth.backends.ModelBackend")
    before = seen(mo, alone)
    tables.bid(alone, 0, "9")
    game = tables.tend(alone, after(minutes=5))
    assert tables.state(game).phase.value != "bid"
    assert seen(mo, game) == before


@pytest.mark.parametrize("hold", ["", "on"])
def test_moderators_do_not_count_the_mails_of_who_holds_a_showdown_against_bots(alone, hold):
    """A showdown has a mail of its own, and so one more that fails on that day."""
    tables.bid(alone, 0, "9", hold=hold)
    for seat in list(emails.seats_owed(now=after(days=1))):
        emails.claim_for_seat(seat=seat, now=after(days=1))
    game = tables.tend(alone)
    for seat in list(emails.seats_owed(now=after(days=1))):
        emails.claim_for_seat(seat=seat, now=after(days=1))
    assert Mail.objects.filter(game=game, kind="showdown").exists() is bool(hold)
    Mail.objects.update(outcome=Mail.Outcome.REFUSED, made_at=after(hours=1))
    mo = moderator()
    assert list(mail_trouble(mo, after(days=2))) == []
    Game.objects.update(status=Game.Status.FINISHED)
    assert list(mail_trouble(mo, after(days=2))) != []
