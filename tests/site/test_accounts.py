"""Signing up and in by mailed code: through the worker, sealed on the way, the same for known and unknown addresses."""

import re

import pytest
from django.core.cache import cache
from django.utils import timezone

from games import emails
from games.emails import accounts
from games.forms import SignupForm
from games.models import AccountMail, User
from games.services import people
from tests import tables

ADA = "ada@example.org"


def sign_up(client, email=ADA, name="Ada"):
    return client.post("/account/signup/", {"email": email, "name": name})


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
    assert client.post("/account/confirm-email/", {"code": code}).status_code == 302
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
    for name in ("Ada", "Bea"):
        sign_up(client, name=name)
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


def test_a_name_that_somebody_had_cannot_be_signed_up_with(client, db):
    people.rename(user=tables.person("Lavinia"), name="Asenath")
    assert sign_up(client, name="lavinia").status_code == 200
    assert not User.objects.filter(email=ADA).exists()


@pytest.mark.parametrize("email", ["a@" + "ü" * 60 + ".de", "İ" * 60 + "@example.org", "a" * 250 + "@example.org"])
def test_an_address_that_no_mail_can_go_to_is_refused(client, db, email):
    assert sign_up(client, email=email).status_code == 200
    assert not User.objects.exists() and not AccountMail.objects.exists()


def test_a_name_that_is_taken_at_that_very_moment_leaves_no_half_account(client, db, monkeypatch):
    signup = SignupForm.signup

    def just_late(self, request, user):
        User.objects.create_user("bea@example.org", name="Ada")
        signup(self, request, user)

    monkeypatch.setattr(SignupForm, "signup", just_late)
    answer = client.post("/account/signup/", {"email": ADA, "name": "Ada"}, follow=True)
    assert "once more" in answer.content.decode()
    assert not User.objects.filter(email=ADA).exists()
