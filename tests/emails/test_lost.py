"""The mails of Lost in R'lyeh, each read as its reader: every kind of them, with cards and without."""

import re

import pytest

from games import emails
from games.models import Mail, Notice
from games.services import publishing
from tests.scenes import lost
from tests.tables import person

pytestmark = [pytest.mark.django_db]
CODE = re.compile(r"\b(h[0-9]+|angell|legrasse|cthulhu|t[0-9]+\.\w+)\b")


def deliver(now):
    """What the sweep would have sent by now."""
    for seat in list(emails.seats_owed(now=now)):
        for mail in emails.claim_for_seat(seat=seat, now=now):
            emails.send(mail=mail, now=now)


def kinds_of(letter):
    """What the mail was about."""
    token = letter.message["Message-ID"].strip("<>").partition("@")[0]
    return set(Notice.objects.filter(mail__message_token=token).values_list("kind", flat=True))


@pytest.fixture
def letters(db, smtp_sink, monkeypatch):
    """Mails of a game of two, by kind and name: at the start, in a turn, of an empty hand, at the end."""
    monkeypatch.setattr(publishing, "_send", lambda *_: None)
    match = lost.begin([person("Ada"), person("Bo", cards_in_mails=False)], "Friday")
    deliver(match.now)
    for until in (
        lambda state: state.turn == 6,
        lambda state: state.turn == 7,
        lambda state: state.phase == "escape",
        lambda state: state.phase == "over",
    ):
        match.go_on(until)
        deliver(match.now)
    found = {}
    for name in ("ada", "bo"):
        for letter in smtp_sink.inbox(f"{name}@example.org"):
            for kind in kinds_of(letter):
                found.setdefault((kind, name), letter)
    return found


def test_every_kind_is_written_for_its_reader(letters):
    assert {"started", "ultimate", "play", "escape", "over"} <= {kind for kind, _ in letters}
    for (kind, name), letter in letters.items():
        text = letter.body()
        for form in (text, re.sub(r"<[^>]+>", " ", letter.body("html").split("<body")[1])):
            assert not CODE.search(form), (kind, CODE.search(form))
            assert "Escape cards" in form and "{" not in form
        if kind == "play" and "Waiting for \u2068Ada" in text:
            assert ("It is your turn" in text) == (name == "ada")
        assert kind == "over" or ("Your hand:" in text) == (name == "ada" and kind != "escape"), (kind, name)
    assert "Choose your Ultimate Escape card." in letters["ultimate", "ada"].body()
    assert "is lost in R'lyeh" in letters["over", "bo"].body()
    assert not Mail.objects.exclude(outcome="sent").exists()
