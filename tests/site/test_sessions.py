"""Open sessions: a copy of the database lets nobody in, tells no code, and not when somebody was here."""

import io
from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from cryptography.fernet import Fernet
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core import signing
from django.core.cache import cache
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from fram_site.sessions import signed_key
from games import seals, tasks
from games.models import AccountMail
from games.rules.fram.cards import TRUMPS
from games.templatetags.accounts import device
from tests import tables
from tests.harness.client import Client
from tests.secrecy import dump
from tests.site.test_accounts import code_in

pytestmark = [pytest.mark.django_db]
COOKIE = settings.SESSION_COOKIE_NAME


def signed_in(name):
    client = Client()
    client.force_login(tables.person(name), backend="django.contrib.auth.backends.ModelBackend")
    return client


def mailed_code():
    row = AccountMail.objects.latest("pk")
    return code_in(seals.unseal(row.sealed, row=f"account mail {row.message_token}")["text"])


def signed_in_by_code(user, agent="Firefox/1"):
    client = Client(HTTP_USER_AGENT=agent)
    cache.clear()  # codes are not asked for twice in a moment
    client.post("/account/login/code/", {"email": user.email})
    assert client.post("/account/login/code/confirm/", {"code": mailed_code()}).status_code == 302
    return client


def is_in(client):
    return client.get("/tables").status_code == 200


def test_what_a_copy_of_the_database_holds_opens_no_session():
    client, thief = signed_in("Ada"), Client()
    assert is_in(client)
    (key,) = Session.objects.values_list("session_key", flat=True)
    for cookie in (key, f"{key}:", f"{key}:{'A' * 43}", signed_key(key)[:-1], signed_key("a" * 32)):
        thief.cookies[COOKIE] = cookie
        assert not is_in(thief), cookie
    assert client.cookies[COOKIE].value not in dump.everything()


def test_a_browser_is_handed_a_signed_cookie_and_keeps_it():
    client = Client()
    client.post("/try")
    assert is_in(client)
    cookie = client.cookies[COOKIE]
    (key,) = Session.objects.values_list("session_key", flat=True)
    assert cookie.value == signed_key(key)
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")


def test_a_key_of_the_site_that_was_changed_is_accepted_as_long_as_it_is_named(settings):
    who_comes, who_does_not = signed_in("Ada"), signed_in("Bo")
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another one " * 5, [settings.SECRET_KEY]
    assert is_in(who_comes)  # and has a new cookie by that
    settings.SECRET_KEY_FALLBACKS = []
    assert (is_in(who_comes), is_in(who_does_not)) == (True, False)


class AsItLies:
    """A serializer that reads what somebody with Django's key, but without those of the seals, would."""

    def loads(self, data):
        return data.decode()


def held_by(row):
    return signing.loads(row.session_data, salt=SessionStore().key_salt, serializer=AsItLies)


def test_the_code_that_was_mailed_lies_in_no_row_to_be_read():
    tables.person("Ada")
    known, unknown = Client(), Client()
    known.post("/account/login/code/", {"email": "ada@example.org"})
    code = mailed_code()
    assert code in str(dict(known.session))
    unknown.post("/account/login/code/", {"email": "nobody@example.org"})
    rows = [held_by(row) for row in Session.objects.all()]
    assert not any(code in row or code.replace("-", "") in row for row in rows)
    assert len({len(row) for row in rows}) == 1 and len(rows) == 2


def test_to_seal_writes_the_sealed_rows_and_nothing_else():
    """Neither a session nor a count of answers says when it was; what is read afterwards writes nothing, either."""
    game = tables.table("Ada Bo Cy", now=timezone.now())
    lead = tables.view(game, tables.state(game).dealer).decision
    client = Client()
    user = game.seats.get(number=tables.state(game).dealer).user
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    card = next(choice.card for choice in lead.choices if choice.card not in TRUMPS)
    sealed = client.post(f"/t/{game.ref}/answer", {"key": lead.key, "do": "play", "card": card})
    assert sealed.status_code == 302
    bidder = game.seats.exclude(user=user).first()
    assert bidder is not None
    asked = tables.view(game, bidder.number).decision
    client.force_login(bidder.user, backend="django.contrib.auth.backends.ModelBackend")
    before = dump.whole()
    sealed = client.post(f"/t/{game.ref}/answer", {"key": asked.key, "do": "play", "card": asked.choices[0].card})
    assert sealed.status_code == 302
    assert "Only you see what." in client.get(sealed.headers["Location"]).content.decode()
    after = dump.whole()
    assert {table for table in before if before[table] != after[table]} == {"games_sealed"}
    assert after["rlyeh_cache"] == []


def test_new_keys_leave_everybody_signed_in(settings):
    client = signed_in("Ada")
    old, new = settings.SEAL_KEYS[0], Fernet.generate_key().decode()
    settings.SEAL_KEYS = [new, old]
    call_command("rotate_seals", stdout=io.StringIO())
    settings.SEAL_KEYS = [new]
    assert is_in(client)
    settings.SEAL_KEYS = [old]
    assert not is_in(client)


def test_the_list_of_sessions_knows_this_one_and_ends_the_others():
    user = tables.person("Ada")
    here, there = signed_in_by_code(user), signed_in_by_code(user)
    assert here.get("/account/sessions/", follow=True).content.decode().count("this one") == 1
    assert UserSession.objects.filter(user=user).count() == 2
    assert here.post("/account/sessions/").status_code == 302
    assert (is_in(here), is_in(there)) == (True, False)


@pytest.mark.parametrize(
    ("agent", "said"),
    [
        ("Mozilla/5.0 (Linux; Android 16) Firefox/150.0", "Firefox on Android"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) AppleWebKit/605 Version/19.0 Mobile Safari/604.1",
            "Safari on iPhone",
        ),
        ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537 Chrome/140.0 Safari/537.36 Edg/140.0", "Edge on Windows"),
        ("Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537 Chrome/140.0 Safari/537.36", "Chrome on Linux"),
        ("curl/8.0", "An unknown browser"),
        ("<b>Firefox/1</b>", "Firefox"),
        ("", "An unknown browser"),
    ],
)
def test_a_browser_is_named_as_people_know_it(agent, said):
    assert device(agent) == said


@pytest.mark.parametrize("end", ["signed out", "expired"])
def test_where_somebody_was_signed_in_is_forgotten_with_the_session(end):
    user = tables.person("Ada")
    here, there = signed_in_by_code(user), signed_in_by_code(user)
    if end == "signed out":
        there.post("/account/logout/")
    else:
        over = Session.objects.filter(pk=there.session.session_key)
        assert over.update(expire_date=timezone.now() - timedelta(days=1)) == 1
    tasks.sweep()
    assert list(UserSession.objects.values_list("session_key", flat=True)) == [here.session.session_key]
    assert is_in(here) and b"this one" in here.get("/account/sessions/", follow=True).content


def test_sessions_whose_time_is_over_are_forgotten():
    client = signed_in("Ada")
    signed_in("Bo")
    over = Session.objects.exclude(pk=client.session.session_key)
    assert over.update(expire_date=timezone.now() - timedelta(days=1)) == 1
    tasks.sweep()
    assert Session.objects.count() == 1 and is_in(client)


def test_sessions_that_look_alike_stand_in_one_line():
    ada, agents = tables.person("Ada"), ["Firefox/1 Android"] * 3 + ["Firefox/2 Windows"]
    clients = [signed_in_by_code(ada, agent) for agent in agents]
    text = clients[-1].get(reverse("usersessions_list")).content.decode()
    lines = [line.partition("</li>")[0] for line in text.partition('class="rows sessions"')[2].split("<li>")[1:]]
    assert len(lines) == 2
    assert "Firefox on Windows" in lines[0] and "this one" in lines[0] and "sign-ins" not in lines[0]
    assert "Firefox on Android" in lines[1] and "this one" not in lines[1] and "3 sign-ins, the last" in lines[1]
