"""S7: whatever somebody calls themselves or says: no script runs, no header is added, no mail is held up."""

import html.parser
from datetime import timedelta

import pytest
import time_machine
from django.core import mail
from django.core.exceptions import ValidationError

from games import emails
from games.models import Game, User
from games.rules.kernel import Due, IllegalAction
from games.services import notices, people, talk
from tests import tables
from tests.secrecy.nasty import names
from tests.tables import NOW

pytestmark = [pytest.mark.django_db]
BACKEND = "django.contrib.auth.backends.ModelBackend"
OURS = ("/static/",)


class Scripts(html.parser.HTMLParser):
    """What a browser would run, fetch or send of a page: handlers, scripts in the page, addresses elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.found += [f"{tag} {name}" for name in values if name.startswith("on")]
        if tag == "script" and not (values.get("src") or "").startswith(OURS):
            self.found.append("script")
        if tag in ("iframe", "base", "object", "embed"):
            self.found.append(tag)
        for name in ("href", "src", "action", "hx-get", "hx-post"):
            value = (values.get(name) or "").strip().lower()
            if value.startswith(("javascript:", "data:", "//", "http://evil", "https://evil")):
                self.found.append(f"{tag} {name}={value[:40]}")


def check(content: str) -> None:
    parser = Scripts()
    parser.feed(content)
    assert parser.found == []


def test_there_are_three_hundred():
    assert len(set(names())) >= 300


def test_names_are_refused_or_harmless(db):
    """Taken as a person's name, each is either refused with a sentence or cannot turn, hide or break anything."""
    user, taken = tables.person("Zed"), []
    for name in names():
        try:
            people.rename(user=user, name=name)
        except ValidationError as refusal:
            assert refusal.messages
            continue
        kept = User.objects.get(pk=user.pk).name
        assert kept == kept.strip() and 0 < len(kept) <= 40
        assert all(sign.isprintable() for sign in kept), ascii(kept)
        taken.append(kept)
    assert 20 < len(taken) < len(names()) - 80


def test_look_alikes_are_refused(db):
    tables.person("Ada")
    user = tables.person("Zed")
    from tests.secrecy.nasty import LOOKALIKES

    for name in LOOKALIKES[:2] + LOOKALIKES[10:16]:
        with pytest.raises(ValidationError):
            people.rename(user=user, name=name)


def shown(client, game: Game) -> str:
    pages = [f"/t/{game.ref}", f"/t/{game.ref}/talk", "/tables", "/me"]
    return "".join(client.get(page).content.decode() for page in pages)


def test_no_page_runs_what_somebody_is_called_or_says(client, db):
    """Names of people and tables, and talk, on the pages of who sits there."""
    with time_machine.travel(NOW, tick=False) as clock:
        game = tables.table("Ada Bo Cy")
        ada, bo = (game.seats.get(number=number).user for number in (0, 1))
        client.force_login(ada, backend=BACKEND)
        said = 0
        for number, text in enumerate(names()):
            clock.shift(60)
            try:
                talk.say(user=bo, ref=game.ref, text=text, form="", now=NOW + timedelta(hours=number))
                said += 1
            except IllegalAction:
                pass
            User.objects.filter(pk=bo.pk).update(name=text.replace("\x00", "")[:40])  # past the check, on purpose
            Game.objects.filter(pk=game.pk).update(name=text.replace("\x00", "")[:60])
            if number % 12 == 0:
                check(shown(client, game))
        check(shown(client, game))
        assert said > 60


def test_no_name_adds_a_header_or_holds_up_a_mail(db):
    """Each of 300 names, past the check on purpose: a mail to who is called so and one to another, our headers only."""
    game = tables.table("Ada Bo Cy")
    seats = list(game.seats.select_related("user"))[:2]
    users = [seat.user for seat in seats]
    _deliver()
    headers = None
    for number, text in enumerate(names()):
        name = text.replace("\x00", "")
        User.objects.filter(pk=users[0].pk).update(name=name[:40])
        Game.objects.filter(pk=game.pk).update(name=name[:60])
        notices.owe(game, seats, [Due(seat.number, "bid", f"again {number}") for seat in seats], NOW)
        mail.outbox.clear()
        _deliver()
        assert sorted(to for letter in mail.outbox for to in letter.recipients()) == sorted(u.email for u in users)
        for letter in mail.outbox:
            message = letter.message()
            raw = message.as_bytes()
            head = raw.partition(b"\n\n")[0]
            assert b"\nBcc:" not in head and b"\nSet-Cookie" not in head
            headers = headers or set(message.keys())
            assert set(message.keys()) == headers
            for part in message.walk():
                if part.get_content_type() == "text/html":
                    check(part.get_payload(decode=True).decode())


def _deliver() -> None:
    for seat in list(emails.seats_owed(now=NOW)):
        for letter in emails.claim_for_seat(seat=seat, now=NOW):
            emails.send(mail=letter, now=NOW)
