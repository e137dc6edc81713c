"""S8: signing up, signing in and resetting tell nobody whether an address is known, and their limits hold.

How mails go out, sealed and of one length, is in `tests/site/test_accounts.py`.
"""

import re
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import AccountMail, User
from games.services import gathering
from tests import tables
from tests.harness.client import Client
from tests.secrecy.stage import undone
from tests.secrecy.watch import masked_body

pytestmark = [pytest.mark.django_db]
FORMS = {
    "sign-up": ("/account/signup/", {"name": "Fresh"}),
    "code": ("/account/login/code/", {}),
    "reset": ("/account/password/reset/", {}),
}
ADDRESS = re.compile(rb"[a-z]+(<wbr>)?@example\.org", re.IGNORECASE)  # a page lets it break before the @


def send(form: str, address: str, **more: str):
    """What a fresh browser gets for that address, followed to where it leads."""
    cache.clear()
    path, fields = FORMS[form]
    client = Client(**more)
    client.get(path)
    first = client.post(path, {**fields, "email": address})
    where = first.headers.get("Location", "")
    second = client.get(where) if where else first
    return first, second


def seen(response) -> bytes:
    """The answer without the address that was sent, and without cookies' own words."""
    headers = sorted(f"{name}: {value}" for name, value in response.headers.items() if name != "Content-Length")
    cookies = sorted(response.cookies)
    body = ADDRESS.sub(b"...", masked_body(response.content, ""))
    return repr((response.status_code, re.sub(r"nonce-[^' ]*", "", str(headers)), cookies)).encode() + body


@pytest.fixture(autouse=True)
def now():
    """Answers say when they were given."""
    with time_machine.travel(tables.NOW, tick=False):
        yield


@pytest.mark.parametrize("form", FORMS)
def test_known_and_unknown_addresses_get_the_same_bytes(form, db):
    tables.person("Ada")
    for known, unknown in (("ada@example.org", "xyz@example.org"), ("ADA@EXAMPLE.ORG", "XYZ@EXAMPLE.ORG")):
        pairs = zip(send(form, known), send(form, unknown), strict=True)
        for one, two in pairs:
            assert seen(one) == seen(two), form


@pytest.mark.parametrize("form", FORMS)
def test_no_request_waits_for_a_mail(form, db, mailoutbox, settings):
    """For known and for unknown addresses the mail is left to the worker, so the time taken cannot tell."""
    tables.person("Ada")
    for address in ("ada@example.org", "xyz@example.org"):
        send(form, address)
    assert mailoutbox == []


@pytest.mark.parametrize("form", FORMS)
def test_the_statements_of_a_request_hardly_differ(form, db):
    """No path of a request does much more for a known address."""
    tables.person("Ada")
    counts = [len(statements(form, address)) for address in ("ada@example.org", "xyz@example.org")]
    assert abs(counts[0] - counts[1]) <= 6, counts


def statements(form: str, address: str) -> list[str]:
    """What the database is asked while that form is sent, by a browser with a session of its own."""
    with CaptureQueriesContext(connection) as queries:
        send(form, address)
    return [re.sub(r"'[^']*'|\d+|%s", "?", query["sql"]) for query in queries]


RESEND = {"code": "/account/login/code/confirm/", "sign-up": "/sign-up/code"}


@pytest.mark.parametrize("form", RESEND)
def test_another_code_is_as_much_work_for_an_unknown_address(form, db):
    """Each address gets a mail, and the pages are the same."""
    tables.person("Ada")
    told, counts = [], []
    for address in ("ada@example.org", "xyz@example.org"):
        cache.clear()
        client = Client()
        client.post(FORMS[form][0], {"email": address})
        cache.clear()
        before = AccountMail.objects.count()
        with CaptureQueriesContext(connection) as queries:
            response = client.post(RESEND[form], {"action": "resend"})
        assert AccountMail.objects.count() == before + 1
        told.append(seen(response) + seen(client.get(RESEND[form])))
        counts.append(len(queries))
    assert told[0] == told[1]
    assert abs(counts[0] - counts[1]) <= 1, counts


def test_signing_up_looks_nobody_up(db):
    """So there is neither time nor a race to learn from: the same statements, and none that asks for accounts."""
    tables.person("Ada")
    send("sign-up", "nobody@example.org")  # what is cached by the process is cached
    known, unknown = (statements("sign-up", address) for address in ("ada@example.org", "xyz@example.org"))
    assert known == unknown
    assert [sql for sql in known if "games_user" in sql or "account_emailaddress" in sql] == []


@pytest.mark.parametrize(
    "header", ["HTTP_X_FORWARDED_FOR", "HTTP_X_REAL_IP", "HTTP_FORWARDED", "HTTP_CF_CONNECTING_IP"]
)
def test_forged_addresses_evade_no_limit(header, db):
    """Whatever a browser says of where it comes from, it is limited as what it is."""
    tables.person("Ada")
    cache.clear()
    answers = []
    for number in range(60):
        client = Client(**{header: f"198.51.100.{number}"})
        answers.append(client.post("/account/login/", {"login": "ada@example.org", "password": f"wrong {number}"}))
    refused = [answer for answer in answers if answer.status_code == 429 or b"Too many" in answer.content]
    assert len(refused) >= 40


@pytest.fixture
def game(db):
    """A table that Ada gathers; Zoe has an account, too."""
    tables.person("Zoe")
    host = tables.person("Ada")
    return gathering.open_table(host=host, kind="fram", name="F", seats=3, pace=tables.DAY, now=tables.NOW)


def signed_in(user) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_names_do_not_tell_either(game):
    """An invitation by name or by address answers the same for who is there and who is not."""
    client = signed_in(game.host)
    bodies = []
    for who in ("zoe@example.org", "xyz@example.org"):
        with undone():
            response = client.post(f"/t/{game.ref}/invite", {"who": who}, follow=True)
        assert response.redirect_chain and b"on its way" in response.content
        bodies.append(ADDRESS.sub(b"", masked_body(response.content, "")))
    assert bodies[0] == bodies[1]


PROBES = {
    "sign-up": lambda game: Client().post("/account/signup/", {"email": "", "name": "Fresh"}),
    "naming": lambda game: Client().post("/sign-up/name", {"name": "Fresh"}),
    "invitation": lambda game: signed_in(game.host).post(f"/t/{game.ref}/invite", {"who": "Fresh"}),
    "another name": lambda game: signed_in(game.host).post("/me/name", {"name": "Fresh"}),
}


@pytest.mark.parametrize("probe", PROBES)
def test_a_name_sent_with_an_address_does_not_tell_whether_it_is_known(game, probe):
    """Whoever signs up for an address, known or not, leaves nothing that could be asked for afterwards."""
    answers = []
    for address in ("zoe@example.org", "xyz@example.org"):
        with undone():
            send("sign-up", address)
            answers.append(seen(PROBES[probe](game)))
    assert answers[0] == answers[1]


@pytest.mark.django_db(transaction=True)
def test_many_sign_ups_at_one_moment_do_not_tell(transactional_db):
    """Each goes on to the code or was one too many, whether the address is known or not."""
    tables.person("Zoe")
    told = []
    for address in ("zoe@example.org", "xyz@example.org") * 3:
        cache.clear()
        start = Barrier(6)

        def sign_up(number: int, address: str = address, start: Barrier = start):
            try:
                client = Client()
                start.wait()
                response = client.post("/account/signup/", {"email": address, "name": f"Fresh {number}"})
                return response.status_code, response.headers.get("Location")
            finally:
                connection.close()

        with ThreadPoolExecutor(6) as pool:
            told.append(set(pool.map(sign_up, range(6))))
        User.objects.filter(email="xyz@example.org").delete()
    assert set.union(*told) <= {(302, "/sign-up/code"), (429, None)}, told
    assert all((302, "/sign-up/code") in answers for answers in told), told
