"""My tables, opening one and trying one."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from games.models import Game, Invitation, User
from tests.harness.client import Client
from tests.tables import bid, gathers, person, resolve, state, table, view

Enter = Callable[[str], Client]
TERMS = {"kind": "fram", "name": "Friday night", "seats": "3", "pace": "86400"}


def test_those_that_wait_for_me_come_first(game: Game, enter: Enter) -> None:
    client = enter(str(game.seats.get(number=state(game).dealer).user))
    mine = client.get(reverse("tables")).context["mine"]
    assert [line.ref for line in mine.waiting] == [game.ref]
    bid(game, state(game).dealer, now=timezone.now())
    mine = client.get(reverse("tables")).context["mine"]
    assert not mine.waiting
    assert [line.ref for line in mine.running] == [game.ref]


def test_a_showdown_held_open_waits_for_whoever_is_alone_with_bots(db: None, enter: Enter) -> None:
    game = table("Ada Bo Cy", now=timezone.now(), always_open=True)
    for step in range(3):
        bid(game, (state(game).dealer + step) % 3, now=timezone.now())
    resolve(game, timezone.now())
    client = enter("Ada")
    assert not client.get(reverse("tables")).context["mine"].waiting
    Game.objects.update(solo=True)
    page = client.get(reverse("tables"))
    assert [line.ref for line in page.context["mine"].waiting] == [game.ref]
    assert "the showdown is open" in page.content.decode() and "<title>(1) " in page.content.decode()


def test_the_list_takes_six_statements(db: None, enter: Enter, django_assert_max_num_queries: Any) -> None:
    for number in range(12):
        table("Ada Bo Cy", now=timezone.now(), is_open=bool(number % 2))
    for name in ("Dee", "Eve"):
        gathers(name, is_open=True)
    Invitation.objects.create(game=gathers("Finn"), user=person("Gil"))
    Invitation.objects.create(game=Game.objects.get(host__name="Finn"), user=Game.objects.get(host__name="Dee").host)
    client = enter("Ada")
    with django_assert_max_num_queries(6):
        assert client.get(reverse("tables")).status_code == 200


def test_the_name_that_is_offered_names_nobody(db: None, enter: Enter) -> None:
    name = enter("Zebulon").get(reverse("new_table")).context["form"]["name"].value()
    assert name.startswith("Table of ") and "Zebulon" not in name


def test_a_table_is_opened_and_its_host_sits_there(db: None, enter: Enter) -> None:
    client = enter("Ada")
    page = client.post(reverse("new_table"), TERMS, follow=True)
    assert page.status_code == 200
    game = Game.objects.get()
    assert (game.name, game.pace, game.seats_wanted, game.is_open) == ("Friday night", 86400, 3, False)
    assert game.join_token in page.content.decode()


def test_a_form_sent_twice_opens_one_table(db: None, enter: Enter) -> None:
    client = enter("Ada")
    form = client.get(reverse("new_table")).context["form"]["form"].value()
    pages = [client.post(reverse("new_table"), TERMS | {"form": form, "with_bots": bots}) for bots in ("on", "")]
    assert len({page.url for page in pages}) == 1
    assert Game.objects.get().is_running
    assert client.get(reverse("new_table")).context["form"]["form"].value() != form
    assert client.post(reverse("new_table"), TERMS | {"form": "<Ada>"}).status_code == 302
    assert Game.objects.count() == 2


def test_a_bot_asked_for_twice_sits_down_once(db: None, enter: Enter) -> None:
    client, game = enter("Ada"), gathers(seats=4)
    for free, seated in (("3", 2), ("3", 2), ("x", 3)):  # who sends no number has any free seat filled
        client.post(reverse("add_bot", args=[game.ref]), {"free": free})
        assert game.seats.count() == seated


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [("seats", "9", "valid choice"), ("name", "‮", "at least one letter"), ("pace", "5", "valid choice")],
)
def test_terms_that_cannot_be_are_refused_with_a_sentence(
    db: None, enter: Enter, field: str, value: str, said: str
) -> None:
    page = enter("Ada").post(reverse("new_table"), TERMS | {field: value})
    assert page.status_code == 422
    assert said in page.content.decode()
    assert not Game.objects.exists()


@pytest.mark.parametrize("seats", ["2", "6"])
def test_how_many_a_game_seats_is_said(db: None, enter: Enter, seats: str) -> None:
    page = enter("Ada").post(reverse("new_table"), TERMS | {"seats": seats})
    assert page.status_code == 422
    assert "Fram R&#x27;lyeh is for 3 to 5 players." in page.content.decode()


def test_a_table_of_another_game_holds_no_showdown_open(db: None, enter: Enter) -> None:
    enter("Ada").post(reverse("new_table"), TERMS | {"kind": "lost", "always_open": "on"})
    assert not Game.objects.get().always_open


def test_a_table_with_bots_begins_at_once(db: None, enter: Enter) -> None:
    page = enter("Ada").post(reverse("new_table"), TERMS | {"with_bots": "on"}, follow=True)
    assert page.context["table"].me == 0
    assert Game.objects.get().solo


def test_an_open_table_is_in_everybodys_list(db: None, enter: Enter) -> None:
    game = gathers(is_open=True)
    client = enter("Bo")
    assert [line.ref for line in client.get(reverse("tables")).context["mine"].open] == [game.ref]
    assert client.post(reverse("sit_down", args=[game.ref])).status_code == 302
    assert game.seats.count() == 2


def test_trying_makes_a_guest_and_a_table_with_bots(db: None, enter: Enter) -> None:
    client = enter("")
    page = client.post(reverse("try_now"), follow=True)
    table_shown = page.context["table"]
    assert table_shown.me is not None
    assert page.context["user"].is_guest
    again = client.post(reverse("try_now"), follow=True)
    assert again.context["user"] == page.context["user"]
    assert Game.objects.count() == 2


@pytest.mark.parametrize(("name", "who"), [("front", ""), ("tables", "Ada")])
def test_every_game_has_its_button_to_try_it(db: None, enter: Enter, name: str, who: str) -> None:
    text = enter(who).get(reverse(name)).content.decode()
    offered = re.findall(r'<button[^>]* name="kind" value="(\w+)">([^<]*)', text)
    assert [kind for kind, _said in offered] == ["fram", "lost"]
    assert "Fram R" in offered[0][1] and "Lost in R" in offered[1][1]


def test_nobody_makes_guests_without_end(db: None, enter: Enter) -> None:
    answers = [enter("").post(reverse("try_now")).status_code for _ in range(62)]
    assert answers[0] == 302 and answers[-1] == 429
    assert Game.objects.count() == User.objects.count() <= 60


def test_a_guest_plays_with_bots_only(db: None, enter: Enter) -> None:
    game = gathers(is_open=True)
    client = enter("")
    client.post(reverse("try_now"))
    assert "is_open" not in client.get(reverse("new_table")).content.decode()
    page = client.post(reverse("sit_down", args=[game.ref]))
    assert page.status_code == 422
    assert "Sign up to play with others" in page.content.decode()


def test_every_wait_in_a_list_is_the_public_one(game: Game, enter: Enter) -> None:
    bid(game, state(game).dealer, now=timezone.now())
    first, second = [seat for seat in game.seats.all() if seat.number != state(game).dealer]
    pages = []
    client = enter(str(second.user))
    for _ in range(2):
        text = client.get(reverse("tables")).content.decode()
        pages.append(re.sub(r'<time.*?</time>|name="csrfmiddlewaretoken" value="\w+"', "", text))
        if view(game, first.number).decision.given is None:
            bid(game, first.number, now=timezone.now())
    assert pages[0].split("<main")[1] == pages[1].split("<main")[1]
