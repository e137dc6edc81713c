"""The Django admin: four things to read, nothing to change, no secret by any way of asking."""

import pytest
from django.contrib import admin

from games.models import Game, User
from games.services import talk
from tests import tables
from tests.harness.client import Client
from tests.moderation.cast import moderator, said, user
from tests.tables import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def mo() -> Client:
    """A moderator's browser."""
    client = Client()
    client.force_login(moderator())
    return client


@pytest.fixture
def chief() -> Client:
    """A superuser's browser."""
    client = Client()
    client.force_login(User.objects.create_superuser("chief@example.org", name="Chief"))
    return client


def test_nothing_else_is_in_it():
    names = {model._meta.label for model in admin.site._registry}
    assert names == {"games.Game", "games.Report", "games.Act", "games.User"}


@pytest.mark.parametrize(
    "address",
    [
        "/admin/account/emailaddress/",
        "/admin/usersessions/usersession/",
        "/admin/mfa/authenticator/",
        "/admin/auth/group/",
        "/admin/games/sealed/",
        "/admin/games/move/",
        "/admin/games/mail/",
        "/admin/games/notice/",
        "/admin/games/note/",
        "/admin/games/seat/",
        "/admin/games/invitation/",
        "/admin/password_change/",
        "/admin/autocomplete/?app_label=games&model_name=report&field_name=game",
        "/admin/r/1/1/",
    ],
)
def test_what_is_left_out_does_not_exist_for_a_superuser_either(chief, address):
    assert chief.get(address).status_code == 404


def test_a_superuser_can_neither_add_change_nor_delete(chief):
    game = tables.table()
    for name, ref in (("game", game.ref), ("user", user("Ada").ref)):
        for page in ("add/", f"{ref}/delete/"):
            assert chief.get(f"/admin/games/{name}/{page}").status_code == 403
            assert chief.post(f"/admin/games/{name}/{page}", {"post": "yes"}).status_code == 403
        sent = chief.post(f"/admin/games/{name}/{ref}/change/", {"name": "another", "email": "x@example.org"})
        assert sent.status_code == 403
        assert chief.get(f"/admin/games/{name}/{ref}/history/").status_code == 404
        form = chief.get(f"/admin/games/{name}/{ref}/change/").content.decode()
        assert "<input" not in form.partition('id="content"')[2].replace('<input type="hidden"', "")
    assert user("Ada").email == "ada@example.org"
    assert chief.post(f"/admin/games/user/{user('Ada').ref}/password/", {"password1": "x" * 20}).status_code in {
        302,
        404,
    }
    assert chief.get(f"/admin/games/user/{user('Ada').ref}/password/", follow=True).status_code == 404


def test_no_address_and_no_row_number_is_shown(mo):
    game = tables.table()
    for address in ("/admin/games/user/", f"/admin/games/user/{user('Ada').ref}/change/", "/admin/games/game/"):
        page = mo.get(address).content.decode()
        assert "@example.org" not in page
    assert f"/admin/games/game/{game.ref}/change/" in mo.get("/admin/games/game/").content.decode()
    assert f"/{game.pk}/" not in mo.get(f"/admin/games/game/{game.ref}/change/").content.decode()
    assert mo.get(f"/admin/games/game/{game.pk}/change/").status_code == 404
    assert "data-popup-opener" not in mo.get("/admin/games/game/?_popup=1").content.decode()


@pytest.mark.parametrize(
    "question",
    [
        "wake_at__isnull=False",
        "wake_at__lte=2030-01-01",
        "deal__startswith=g",
        "join_token__startswith=a",
        "bots_at__isnull=False",
        "seats__sealed__answers__startswith=g",
        "moves__private__startswith=g",
        "host__email__startswith=a",
        "asked__isnull=False",
        "moves_logged__gte=1",
        "id__gte=1",
        "pk=1",
    ],
)
def test_no_column_can_be_asked_for_by_the_address(mo, question):
    tables.table()
    assert mo.get(f"/admin/games/game/?{question}").status_code in {302, 400}


@pytest.mark.parametrize("question", ["email__startswith=a", "password__startswith=p", "seats__game__ref=x", "pk=1"])
def test_no_column_of_a_person_can_be_asked_for(mo, question):
    tables.person("Ada")
    assert mo.get(f"/admin/games/user/?{question}").status_code in {302, 400}


@pytest.mark.parametrize("order", ["o=1", "o=-5", "o=99", "q=x&o=2"])
def test_lists_are_ordered_by_what_they_show(mo, order):
    tables.table()
    assert mo.get(f"/admin/games/game/?{order}").status_code in {200, 302}


def test_the_public_log_is_shown_and_nothing_of_a_hand(mo):
    game = tables.table()
    dealer = tables.view(game, 0).dealer
    tables.bid(game, dealer, "7")
    tables.bid(game, (dealer + 1) % 3, "9")
    page = mo.get(f"/admin/games/game/{game.ref}/change/").content.decode()
    assert "<bdi>Ada</bdi>" in page and "<ol><li>" in page
    moderators = mo.get(f"/moderation/t/{game.ref}").content.decode()
    for text in (page, moderators):
        for secret in (tables.fresh(game).deal, tables.fresh(game).join_token, "Elder Sign", "Time Drug"):
            assert secret not in text


def test_what_lies_sealed_changes_nothing_that_moderators_see(mo):
    game = tables.table()
    dealer = tables.view(game, 0).dealer
    tables.bid(game, dealer, "7")
    addresses = [f"/moderation/t/{game.ref}", "/moderation/tables", f"/admin/games/game/{game.ref}/change/"]
    addresses += ["/admin/games/game/", "/moderation"]
    before = [bare(mo.get(address)) for address in addresses]
    for number in {0, 1, 2} - {dealer}:  # all have sealed: the worker is about to open
        tables.bid(game, number, "9")
    assert [bare(mo.get(address)) for address in addresses] == before


def bare(answer) -> str:
    """The page without what differs with every request."""
    import re

    assert answer.status_code == 200
    return re.sub(r'(nonce|value)="[^"]*"', "", answer.content.decode())


def test_reports_and_lists_show_seats_where_names_are_hidden(mo):
    game = tables.table()
    talk.report(user=user("Bo"), ref=game.ref, message=said(game).ref, text="", now=NOW)
    Game.objects.filter(pk=game.pk).update(options={"hidden_names": True})
    for address in (
        "/moderation",
        f"/moderation/t/{game.ref}",
        "/admin/games/report/",
        f"/admin/games/game/{game.ref}/change/",
    ):
        page = mo.get(address).content.decode()
        assert "Seat 1" in page
        for name in ("Ada", "Bo", "Cy"):
            assert f"<bdi>{name}</bdi>" not in page and f">{name}<" not in page, (address, name)


@pytest.mark.parametrize("address", ["/admin/", "/admin/games/game/", "/moderation", "/moderation/people"])
def test_who_is_no_moderator_finds_nothing(address):
    client = Client()
    assert client.get(address).status_code == 302
    assert "/account/login/" in client.get(address, follow=True).redirect_chain[-1][0]
    for who in (tables.person("Pat"), tables.person("Stan", is_staff=True)):
        client.force_login(who)
        assert client.get(address, follow=True).status_code == 404


def test_the_login_is_the_sites_own(client):
    answer = client.get("/admin/login/?next=/admin/")
    assert answer.status_code == 302 and answer.headers["Location"].startswith("/account/login/")
    answer = client.post("/admin/login/", {"username": "chief@example.org", "password": "x"})
    assert answer.status_code == 302 and answer.headers["Location"].startswith("/account/login/")
