"""Mail trouble: whom, on which day, how many; nothing of today, and nothing of the moderator's own tables."""

from datetime import timedelta

import pytest

from games.models import Mail
from games.selectors.staff import mail_trouble
from tests import tables
from tests.harness.client import Client
from tests.moderation.cast import moderator, user
from tests.tables import NOW

pytestmark = pytest.mark.django_db


def failed(name: str, days_ago: float, game=None, outcome: str = Mail.Outcome.REFUSED) -> Mail:
    """A mail to the person that came to this."""
    at = NOW - timedelta(days=days_ago)
    return Mail.objects.create(user=user(name), game=game, kind="turn", outcome=outcome, made_at=at, reply="550 canary")


def shown(mo) -> list[tuple[str, int]]:
    """Whom, and how many mails, by day."""
    return [(str(trouble.person), trouble.mails) for trouble in mail_trouble(mo, NOW)]


def test_failed_mails_are_counted_by_person_and_day():
    game, mo = tables.table(), moderator()
    failed("Ada", 1, game)
    failed("Ada", 1.1, game, Mail.Outcome.GIVEN_UP)
    failed("Ada", 2, game)
    failed("Bo", 1, None)
    failed("Bo", 1, game, Mail.Outcome.SENT)
    failed("Cy", 40, game)
    assert sorted(shown(mo)) == [("Ada", 1), ("Ada", 2), ("Bo", 1)]


def test_today_is_not_counted_yet():
    game, mo = tables.table(), moderator()
    failed("Ada", 0.1, game)
    assert shown(mo) == []


def test_the_moderators_own_tables_are_not_counted():
    mo = moderator()
    game = tables.table("Mo Ada Bo")
    failed("Ada", 1, game)
    assert shown(mo) == []


def test_the_page_shows_counts_and_neither_address_nor_answer():
    game, mo = tables.table(), moderator()
    failed("Ada", 1, game)
    Mail.objects.update(made_at=Mail.objects.get().made_at.now(tz=NOW.tzinfo) - timedelta(days=1))
    client = Client()
    client.force_login(mo)
    page = client.get("/moderation/mails").content.decode()
    assert "<bdi>Ada</bdi>" in page
    for secret in ("@example.org", "canary", "turn<", game.ref):
        assert secret not in page
