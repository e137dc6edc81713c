"""The three things that the two worlds mask: each comes from chance alone and says nothing of the game."""

import base64
import re

import pytest

from games import seals
from games.models import Game
from tests import tables
from tests.harness.client import Client
from tests.secrecy.watch import CSRF, masked, masked_body

pytestmark = [pytest.mark.django_db]
BACKEND = "django.contrib.auth.backends.ModelBackend"


def page(client: Client, game: Game) -> bytes:
    return client.get(f"/t/{game.ref}").content


def test_two_looks_at_one_page_differ_in_the_csrf_token_alone(db):
    """Nothing else is left out of the comparison: unmasked, and without that token, both are the same."""
    game = tables.table("Ada Bo Cy")
    client = Client()
    client.force_login(game.seats.get(number=0).user, backend=BACKEND)
    one, two = page(client, game), page(client, game)
    assert one != two
    assert CSRF.sub(b"", one) == CSRF.sub(b"", two)


def test_the_csrf_token_is_of_the_browser_and_not_of_the_game(db, monkeypatch):
    """It comes from fresh chance and the browser's cookie: with these fixed it is the same at every table."""
    monkeypatch.setattr("django.middleware.csrf._get_new_csrf_string", lambda: "a" * 32)
    tokens = set()
    for _ in range(2):
        game = tables.table("Ada Bo Cy")
        client = Client()
        client.force_login(game.seats.get(number=0).user, backend=BACKEND)
        tokens |= {match[0] for match in re.finditer(rb'csrfmiddlewaretoken" value="[^"]*"', page(client, game))}
    assert len(tokens) == 1


def test_the_csp_nonce_is_fresh_chance(db, monkeypatch):
    """Where a page asks for one it comes from the system's chance, whoever looks at whatever."""
    from csp import middleware
    from django.test import RequestFactory

    with monkeypatch.context() as patch:
        patch.setattr(middleware.os, "urandom", lambda size: b"a" * size)
        made = middleware.CSPMiddleware(lambda _: None)._make_nonce(RequestFactory().get("/"))
    assert made == base64.b64encode(b"a" * 16).decode()
    game = tables.table("Ada Bo Cy")
    client = Client()
    client.force_login(game.seats.get(number=0).user, backend=BACKEND)
    assert "unsafe" not in client.get(f"/t/{game.ref}").headers["Content-Security-Policy"]
    assert masked_body(b'<script nonce="abc">', "") == masked_body(b'<script nonce="xyz">', "")


def test_the_commitment_hides_the_deal(db):
    """256 fresh random bits and the deal: no two deals have the same, and without the bits none can be tried."""
    games = [tables.table("Ada Bo Cy") for _ in range(3)]
    assert len({game.commitment for game in games}) == 3
    game = games[0]
    kept = seals.unseal(game.deal, row=seals.deal_row(game.ref))
    nonce = seals.nonce_of(kept["nonce"])
    assert len(nonce) == 32
    assert seals.commitment(nonce, kept["setup"]) == game.commitment
    assert len({seals.commitment(bytes([n]) * 32, kept["setup"]) for n in range(50)}) == 50


def test_only_these_are_masked(db):
    """A mask that hid more would hide a leak."""
    assert masked_body(b'<b data-hand="12">', "") == b'<b data-hand="12">'
    assert masked_body(b"commitment abc", "abc") == b"commitment -"

    class Response:
        status_code, content = 200, b'<input name="csrfmiddlewaretoken" value="x"><a href="?seen=1">'
        headers, cookies = {"X-Hand": "12"}, {}

    assert masked(Response) == b'200\nX-Hand: 12\n\n<input name="csrfmiddlewaretoken" value="-"><a href="?seen=1">'
