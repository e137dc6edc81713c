"""Signing up and in by mailed code: through the worker, sealed on the way, the same for known and unknown addresses."""

import re
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import connection
from django.utils import timezone

from fram_site.sessions import signed_key
from games import emails
from games.emails import accounts
from games.models import AccountMail, User
from games.services import gathering, people
from tests import tables
from tests.harness.client import Client

ADA = "ada@example.org"


def sign_up(client, email=ADA, next_url=""):
    return client.post("/account/signup/", {"email": email, "next": next_url})


def code_in(text):
    return re.search(r"^\s*([A-Z0-9]{4,5}-?[A-Z0-9]{3,5})\s*$", text, re.MULTILINE)[1]


@pytest.mark.sqlite
def test_signs_up_and_in_by_code(client, worker, smtp_sink):
    assert sign_up(client).status_code == 302
    (mail,) = smtp_sink.wait_for(1, to=ADA)
    worker.wait_idle()
    assert not AccountMail.objects.exists()
    code = code_in(mail.body())
    assert code not in mail.subject
    assert client.post("/sign-up/code", {"code": code}).headers["Location"] == "/sign-up/name"
    assert not User.objects.exists()
    assert client.post("/sign-up/name", {"name": "Ada"}).headers["Location"] == "/"
    assert User.objects.get(email=ADA).name == "Ada"
    assert client.session["_auth_user_id"]

    client.post("/account/logout/")
    assert client.post("/account/login/code/", {"email": ADA}).status_code == 302
    first, second = smtp_sink.wait_for(2, to=ADA)
    assert first.message["Message-ID"] != second.message["Message-ID"]
    assert client.post("/account/login/code/confirm/", {"code": code_in(second.body())}).status_code == 302
    assert client.session["_auth_user_id"]


def test_code_lies_sealed_until_it_is_sent(client, db, mailoutbox):
    sign_up(client)
    row = AccountMail.objects.get()
    emails.send_account_mail(mail=row.pk, now=timezone.now())
    (mail,) = mailoutbox
    assert code_in(mail.body)
    assert code_in(mail.body) not in row.sealed
    assert ADA not in row.sealed
    assert not AccountMail.objects.exists()


def test_known_and_unknown_addresses_leave_rows_of_one_length(client, db):
    tables.person("Ada")
    for email in (ADA, "bea@example.org"):
        sign_up(client, email=email)
        client.session.flush()
        cache.clear()  # one code in ten seconds is enough otherwise
    client.post("/account/login/code/", {"email": "nobody@example.org"})
    assert len({len(row.sealed) for row in AccountMail.objects.all()}) == 1
    assert AccountMail.objects.count() == 3


def test_goes_out_once_and_again_only_where_it_failed(client, db, smtp_sink):
    sign_up(client)
    row = AccountMail.objects.get()
    now = timezone.now()
    smtp_sink.answer("451 later")
    emails.send_account_mail(mail=row.pk, now=now)
    emails.send_account_mail(mail=row.pk, now=now)
    assert not smtp_sink.messages
    emails.send_account_mail(mail=row.pk, now=now + accounts.PAUSE)
    emails.send_account_mail(mail=row.pk, now=now + 2 * accounts.PAUSE)
    assert len(smtp_sink.messages) == 1


@pytest.mark.parametrize("trouble", ["refused", "old", "sealed with a lost key"])
def test_is_given_up_when_it_is_of_no_use(client, db, smtp_sink, trouble):
    sign_up(client)
    row = AccountMail.objects.get()
    now = timezone.now()
    match trouble:
        case "refused":
            smtp_sink.answer("550 nobody here", at="rcpt")
        case "old":
            now += 2 * accounts.OF_USE
        case _:
            AccountMail.objects.update(sealed="spoilt")
    emails.send_account_mail(mail=row.pk, now=now)
    assert not smtp_sink.messages
    assert not AccountMail.objects.exists()


@pytest.mark.parametrize("email", ["a@" + "ü" * 60 + ".de", "İ" * 60 + "@example.org", "a" * 250 + "@example.org"])
def test_an_address_that_no_mail_can_go_to_is_refused(client, db, email):
    assert sign_up(client, email=email).status_code == 200
    assert not User.objects.exists() and not AccountMail.objects.exists()


@pytest.fixture
def mailed(monkeypatch):
    """The codes that were mailed, newest last."""
    codes = []

    def note(message):
        codes.append(code_in(message.body))

    monkeypatch.setattr("games.accounts.keep", note)
    return codes


@pytest.fixture
def proven(client, db, mailed):
    """Somebody has proven an address and is asked for a name."""
    sign_up(client)
    client.post("/sign-up/code", {"code": mailed[-1]})
    return client


def is_in(client):
    return "_auth_user_id" in client.session


def test_a_friend_with_the_tables_link_is_back_there_once_named(client, db, mailed):
    game = gathering.open_table(
        host=tables.person("Bea"), kind="fram", name="F", seats=3, pace=tables.DAY, now=timezone.now()
    )
    link = f"/join/{game.ref}/{game.join_token}"
    assert f"/account/signup/?next={link}" in client.get(link).content.decode()
    sign_up(client, next_url=link)
    assert client.post("/sign-up/code", {"code": mailed[-1]}).headers["Location"] == "/sign-up/name"
    assert client.post("/sign-up/name", {"name": "Ada"}).headers["Location"] == link
    assert client.post(link).status_code == 302
    assert game.seats.filter(user__name="Ada").exists()


def test_goes_nowhere_else_afterwards(proven, mailed):
    cache.clear()
    sign_up(proven, next_url="https://example.net/")
    proven.post("/sign-up/code", {"code": mailed[-1]})
    assert proven.post("/sign-up/name", {"name": "Ada"}).headers["Location"] == "/"


def test_who_has_an_account_signs_up_into_it(client, db, mailed):
    ada = tables.person("Ada")
    sign_up(client)
    client.post("/sign-up/code", {"code": mailed[-1]})
    assert client.session["_auth_user_id"] == str(ada.pk)
    assert client.get("/sign-up/name").headers["Location"] == "/account/signup/"
    assert User.objects.count() == 1


def test_an_account_made_on_the_server_is_proven_by_it(client, db, mailed):
    root = User.objects.create_superuser(ADA, name="Root")
    sign_up(client)
    client.post("/sign-up/code", {"code": mailed[-1]})
    assert client.session["_auth_user_id"] == str(root.pk)
    address = EmailAddress.objects.get()
    assert (address.email, address.verified, address.primary) == (ADA, True, True)


def test_a_shut_account_stays_shut(client, db, mailed):
    tables.person("Ada", is_active=False)
    sign_up(client)
    assert client.post("/sign-up/code", {"code": mailed[-1]}).headers["Location"] == "/account/inactive/"
    assert not is_in(client)


def test_who_comes_back_to_sign_up_finds_the_way_to_the_code(client, db, mailed):
    assert "Enter it" not in client.get("/account/signup/").content.decode()
    sign_up(client)
    page = client.get("/account/signup/").content.decode()
    assert "ada<wbr>@example.org<" in page and 'href="/sign-up/code"' in page
    client.post("/sign-up/code", {"code": mailed[-1]})
    assert "Enter it" not in client.get("/account/signup/").content.decode()


@pytest.mark.parametrize(
    "path", ["/account/signup/", "/account/login/", "/account/login/code/", "/account/password/reset/"]
)
def test_no_field_says_twice_what_it_is_for(client, db, path):
    assert "placeholder" not in client.get(path).content.decode()


def test_three_wrong_codes_are_the_end(client, db, mailed):
    sign_up(client, next_url="/seats")
    answers = [client.post("/sign-up/code", {"code": "WRONG"}) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [422, 422, 302]
    assert answers[-1].headers["Location"] == "/account/signup/?next=%2Fseats"
    assert client.post("/sign-up/code", {"code": mailed[-1]}).headers["Location"] == "/account/signup/"


def test_another_code_spends_the_one_before(client, db, mailed):
    sign_up(client)
    assert "wait a moment" in client.post("/sign-up/code", {"action": "resend"}, follow=True).content.decode()
    for _ in range(2):
        cache.clear()
        client.post("/sign-up/code", {"action": "resend"})
    assert "begin once more" in client.post("/sign-up/code", {"action": "resend"}, follow=True).content.decode()
    first, _second, third = mailed
    assert client.post("/sign-up/code", {"code": first}).status_code == 422
    assert client.post("/sign-up/code", {"code": third}).headers["Location"] == "/sign-up/name"


def test_nobody_is_named_without_a_code(client, db, mailed):
    assert client.post("/sign-up/name", {"name": "Ada"}).headers["Location"] == "/account/signup/"
    sign_up(client)
    assert client.post("/sign-up/name", {"name": "Ada"}).headers["Location"] == "/sign-up/code"
    assert client.post("/sign-up/code", {"code": ""}).status_code == 422
    assert not User.objects.exists()


def test_a_code_and_the_time_for_a_name_run_out(client, db, mailed):
    with time_machine.travel(tables.NOW, tick=False) as clock:
        sign_up(client)
        clock.shift(14 * 60)
        assert client.post("/sign-up/code", {"code": mailed[-1]}).headers["Location"] == "/sign-up/name"
        clock.shift(59 * 60)
        assert client.get("/sign-up/name").status_code == 200
        clock.shift(2 * 60)
        assert client.post("/sign-up/name", {"name": "Ada"}).headers["Location"] == "/account/signup/"
        sign_up(client)
        clock.shift(16 * 60)
        assert client.post("/sign-up/code", {"code": mailed[-1]}).headers["Location"] == "/account/signup/"
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["lavinia", "Asenath", "asenath", ".", "a" * 41])
def test_a_name_that_somebody_has_or_had_cannot_be_had(proven, name):
    people.rename(user=tables.person("Lavinia"), name="Asenath")
    answer = proven.post("/sign-up/name", {"name": name})
    assert answer.status_code == 422
    assert not User.objects.filter(email=ADA).exists() and not is_in(proven)
    assert proven.post("/sign-up/name", {"name": "Ada"}).status_code == 302
    assert is_in(proven)


def test_a_name_sent_twice_makes_one_account(proven):
    again = Client()
    again.cookies["sessionid"] = signed_key(proven.session.session_key)
    state = dict(proven.session)
    proven.post("/sign-up/name", {"name": "Ada"})
    session = again.session  # what the second click's request had read before the first was through
    session.update(state)
    session.save()
    again.cookies["sessionid"] = signed_key(session.session_key)
    assert again.post("/sign-up/name", {"name": "Ada"}).status_code == 302
    assert again.session["_auth_user_id"] == proven.session["_auth_user_id"]
    assert User.objects.count() == EmailAddress.objects.count() == 1


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_one_name_for_two_at_one_moment_is_one_accounts(transactional_db):
    """Of two who want it one gets it, and the other leaves no half account behind."""
    start = Barrier(2)

    def welcome(email):
        try:
            start.wait()
            return people.welcome(email=email, name="Ada", time_zone="UTC").email
        except ValidationError as refusal:
            return refusal.message
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        got = sorted(pool.map(welcome, (ADA, "bea@example.org")))
    (user,) = User.objects.all()
    assert got[0].startswith("Somebody has that name") and got[1] == user.email
    assert EmailAddress.objects.get().user == user
