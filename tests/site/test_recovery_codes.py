"""Recovery codes: they let one in, and a copy of the database tells none."""

import io
import time
from importlib import import_module

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from cryptography.fernet import Fernet
from django.apps import apps
from django.core.cache import cache
from django.core.management import call_command
from fido2.webauthn import AttestedCredentialData, AuthenticatorData

from games import seals
from games.accounts import SEEDS
from games.models import AccountMail
from tests import tables
from tests.harness.client import Client
from tests.secrecy import dump
from tests.site.test_accounts import code_in

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
# What a browser tells of a new passkey, as far as it is read here. Nobody signs in with it.
KEY = AttestedCredentialData.create(b"\0" * 16, b"id", {1: 2, 3: -7, -1: 1, -2: b"\1" * 32, -3: b"\2" * 32})
PASSKEY = {"name": "Key", "credential": {"id": "aWQ"}}


@pytest.fixture
def ada(db):
    """Somebody with a passkey and recovery codes."""
    user = tables.person("Ada")
    Authenticator.objects.create(user=user, type=Authenticator.Type.WEBAUTHN, data=PASSKEY)
    RecoveryCodes.activate(user)
    return user


def codes_of(user):
    return Authenticator.objects.get(user=user, type=Authenticator.Type.RECOVERY_CODES).wrap().get_unused_codes()


@pytest.fixture(autouse=True)
def _a_passkey_that_can_be_read(monkeypatch):
    data = AuthenticatorData.create(b"\0" * 32, 0x41, 0, bytes(KEY))
    monkeypatch.setattr("allauth.mfa.webauthn.internal.auth.WebAuthn.authenticator_data", data)


def at_the_second_step(user):
    """A browser in which a mailed code was entered, and now a passkey or recovery code is asked for."""
    cache.clear()
    client = Client(raise_request_exception=False)
    client.post("/account/login/code/", {"email": user.email})
    row = AccountMail.objects.latest("pk")
    text = seals.unseal(row.sealed, row=f"account mail {row.message_token}")["text"]
    answer = client.post("/account/login/code/confirm/", {"code": code_in(text)})
    assert answer.headers["Location"] == "/account/2fa/authenticate/"
    return client


def is_in(client):
    return client.get("/tables").status_code == 200


def test_a_code_lets_one_in_once(ada):
    code = codes_of(ada)[0]
    client = at_the_second_step(ada)
    assert client.post("/account/2fa/authenticate/", {"code": "00000000"}).status_code == 200
    assert not is_in(client)
    assert client.post("/account/2fa/authenticate/", {"code": code}).status_code == 302
    assert is_in(client)
    client = at_the_second_step(ada)
    client.post("/account/2fa/authenticate/", {"code": code})
    assert not is_in(client)


def test_neither_codes_nor_what_they_are_made_of_lie_in_the_database(ada):
    row = Authenticator.objects.get(type=Authenticator.Type.RECOVERY_CODES)
    seed = seals.unseal(row.data["seed"], row=SEEDS)["text"]
    assert len(seed) == 80
    lying = dump.everything()
    assert row.data["seed"] in lying
    assert not [word for word in (seed, *codes_of(ada)) if word in lying]


def test_codes_outlast_a_change_of_keys(ada, settings):
    codes = codes_of(ada)
    old, new = settings.SEAL_KEYS[0], Fernet.generate_key().decode()
    settings.SEAL_KEYS = [new, old]
    call_command("rotate_seals", stdout=io.StringIO())
    settings.SEAL_KEYS = [new]
    assert codes_of(ada) == codes
    client = at_the_second_step(ada)
    assert client.post("/account/2fa/authenticate/", {"code": codes[3]}).status_code == 302
    assert is_in(client)


def test_codes_made_before_they_were_sealed_are_sealed_by_the_update(ada):
    codes, row = codes_of(ada), Authenticator.objects.get(type=Authenticator.Type.RECOVERY_CODES)
    seed = row.data["seed"] = seals.unseal(row.data["seed"], row=SEEDS)["text"]
    row.save()
    update = import_module("games.migrations.0008_recovery_codes_lie_sealed")
    for _again in range(2):
        update.seal_seeds(apps, None)
        assert codes_of(ada) == codes
    assert seed not in dump.everything()
    call_command("rotate_seals", stdout=io.StringIO())
    assert codes_of(ada) == codes


def test_codes_under_a_lost_key_are_of_no_use_and_break_no_page(ada):
    row = Authenticator.objects.get(type=Authenticator.Type.RECOVERY_CODES)
    code, row.data["seed"] = codes_of(ada)[0], "spoilt"
    row.save()
    client = at_the_second_step(ada)
    page = client.post("/account/2fa/authenticate/", {"code": code})
    assert page.status_code == 200 and "cannot be read any more" in page.content.decode()
    assert not is_in(client)
    client.force_login(ada, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get("/account/2fa/").status_code == 200
    session = client.session
    session["account_authentication_methods"] = [{"method": "code", "at": time.time(), "reauthenticated": True}]
    session.save()
    for path in ("/account/2fa/recovery-codes/", "/account/2fa/recovery-codes/download/"):
        assert client.get(path).status_code == 404
    assert client.post("/account/2fa/recovery-codes/generate/").status_code == 302
    assert client.get("/account/2fa/recovery-codes/").status_code == 200


def test_a_code_shows_that_it_is_still_oneself(ada):
    cache.clear()
    client = Client()
    client.force_login(ada, backend="django.contrib.auth.backends.ModelBackend")
    session = client.session
    session["account_authentication_methods"] = [{"method": "code", "at": time.time() - 86400}]
    session.save()
    path = "/account/2fa/reauthenticate/?next=/me"
    page = client.get(path).content.decode()
    assert "Each works once" in page and ">Go on</button>" in page and 'value="/me"' in page
    answer = client.post(path, {"code": codes_of(ada)[0], "next": "/me"})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/me")
