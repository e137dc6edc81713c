"""A friend who was sent a table's link is reminded of it, whatever they do first, until they have a seat there."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.sessions.models import Session
from django.urls import reverse
from django.utils import timezone

from games import links
from games.models import Game, Invitation, User
from games.selectors.tables import linked
from games.services import gathering, moderation
from tests.harness.client import Client
from tests.tables import fresh, person
from tests.views.test_guests import code_for

Enter = Callable[[str], Client]
LINE = "You were asked to"


@pytest.fixture
def asked(db: None) -> Game:
    """Ada's table, of which a friend has the link."""
    terms: dict[str, Any] = {"kind": "fram", "name": "Monday", "seats": 3, "pace": 86400}
    return gathering.open_table(host=person("Ada"), now=timezone.now(), **terms)


def link_to(game: Game) -> str:
    """The table's link."""
    return reverse("join", args=[game.ref, game.join_token])


def friend(game: Game) -> Client:
    """Somebody without an account who has opened the link, and then tries the game against bots."""
    client = Client()
    assert client.get(link_to(game)).status_code == 200
    client.post(reverse("try_now"))
    return client


def enters_later(name: str, game: Game) -> Client:
    """Somebody with an account, who signs in after they opened the link."""
    client = Client()
    client.get(link_to(game))
    user = User.objects.filter(name=name).first() or person(name)
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def hidden_next(page: Any) -> dict[str, str]:
    """Where its form says that one wants to go, as a browser sends it."""
    return dict(re.findall(r'<input type="hidden" name="(next)" value="([^"]*)"', page.content.decode())[:1])


def is_reminded(client: Client, game: Game, page: str = "tables") -> bool:
    """Whether that page says that there is a seat at the table."""
    text = client.get(reverse(page)).content.decode()
    said = f"{LINE} <b><bdi>{game.name}</bdi></b>" in text
    assert said == (f'href="{link_to(game)}"' in text) == (reverse("no_thanks") in text)
    return said


def test_who_tries_the_game_first_finds_the_table_again(asked: Game) -> None:
    client = friend(asked)
    for page in ("tables", "me"):
        assert is_reminded(client, asked, page)
    text = client.get(link_to(asked)).content.decode()
    assert "first add a mail address" in text


def test_who_looks_around_first_finds_it_on_the_front_page(asked: Game) -> None:
    client = Client()
    assert LINE not in client.get(reverse("front")).content.decode()
    client.get(link_to(asked))
    client.get(reverse("rules"))
    assert is_reminded(client, asked, "front")


def test_the_end_of_a_game_with_bots_leads_there_too(asked: Game) -> None:
    client = friend(asked)
    game = Game.objects.get(solo=True)
    address = reverse("table", args=[game.ref])
    assert LINE not in client.get(address).content.decode()  # while it is played nothing is in the way
    mo = person("Mo", is_staff=True, is_superuser=True)
    moderation.call_off(by=mo, ref=game.ref, reason="It was stuck.", now=timezone.now())
    assert LINE in client.get(address).content.decode()


def test_a_guest_who_opens_a_link_is_reminded_as_well(asked: Game) -> None:
    client = Client()
    client.post(reverse("try_now"))
    assert not is_reminded(client, asked)
    client.get(link_to(asked))
    assert is_reminded(client, asked)


def test_only_a_link_that_opens_a_table_is_kept(asked: Game) -> None:
    for ref, token in ((asked.ref, "wrong"), ("wrong", asked.join_token)):
        client = Client()
        client.get(reverse("join", args=[ref, token]))
        client.post(reverse("try_now"))
        assert not is_reminded(client, asked)
    Game.objects.update(is_open=True)  # so that its page opens without the right word
    client = Client()
    assert client.get(reverse("join", args=[asked.ref, "wrong"])).status_code == 200
    assert not is_reminded(client, asked, "front")


def test_looking_writes_a_session_once_and_nothing_else(asked: Game) -> None:
    client = Client()
    client.get(link_to(asked))
    before = Session.objects.values().get()
    client.get(link_to(asked))
    assert Session.objects.values().get() == before
    assert not Invitation.objects.exists() and asked.seats.count() == 1


def test_a_members_look_at_a_link_leaves_nothing(asked: Game, enter: Enter) -> None:
    """A session that was written would tell when they were last here."""
    client = enter("Bo")
    before = list(Session.objects.values())
    assert client.get(link_to(asked)).status_code == 200
    assert list(Session.objects.values()) == before


def test_a_link_is_kept_for_a_day(asked: Game) -> None:
    client = Client()
    with time_machine.travel(timezone.now(), tick=False) as clock:
        client.get(link_to(asked))
        clock.shift(timedelta(hours=23, minutes=59))
        assert is_reminded(client, asked, "front")
        clock.shift(timedelta(minutes=1))
        assert not is_reminded(client, asked, "front")


@pytest.mark.parametrize("change", ["another word", "begun", "called off"])
def test_a_link_that_opens_nothing_any_more_says_nothing(asked: Game, change: str) -> None:
    client = friend(asked)
    ada = User.objects.get(name="Ada")
    if change == "another word":
        Game.objects.filter(pk=asked.pk).update(join_token="z" * 16)
    elif change == "begun":
        gathering.fill_with_bots(host=ada, ref=asked.ref, now=timezone.now())
    else:
        gathering.call_off(host=ada, ref=asked.ref)
    for page in ("tables", "me"):
        assert LINE not in client.get(reverse(page)).content.decode()


def test_an_open_table_needs_the_right_word_still(asked: Game) -> None:
    """Who was asked to it is told so by the link alone, though anybody may know of the table."""
    Game.objects.update(is_open=True)
    assert linked(user=None, ref=asked.ref, token=asked.join_token) == asked
    assert linked(user=None, ref=asked.ref, token="wrong") is None
    assert linked(user=None, ref=asked.ref, token="") is None


def test_who_does_not_want_it_is_not_asked_again(asked: Game) -> None:
    client = friend(asked)
    assert client.get(reverse("no_thanks")).status_code == 405
    assert is_reminded(client, asked)
    assert client.post(reverse("no_thanks"))["Location"] == reverse("front")
    assert not is_reminded(client, asked)
    assert client.post(reverse("no_thanks")).status_code == 302


def test_who_sits_there_or_is_invited_is_not_reminded(asked: Game) -> None:
    bo, cy = enters_later("Bo", asked), enters_later("Cy", asked)
    for client in (bo, cy):
        assert is_reminded(client, asked)
    bo.post(link_to(asked))
    assert not is_reminded(bo, asked)
    bo.post(reverse("leave", args=[asked.ref]))
    assert not is_reminded(bo, asked)
    cy_user = User.objects.get(name="Cy")
    gathering.invite(host=User.objects.get(name="Ada"), ref=asked.ref, user=cy_user, now=timezone.now())
    assert LINE not in cy.get(reverse("tables")).content.decode()  # it stands among the invitations
    Invitation.objects.update(declined=True)
    assert LINE not in cy.get(reverse("tables")).content.decode()


def test_the_host_is_not_asked_to_their_own_table(asked: Game) -> None:
    client = enters_later("Ada", asked)
    assert not is_reminded(client, asked)


def test_who_has_looked_at_the_cards_is_not_reminded(asked: Game) -> None:
    """`visible` decides, at the moment of showing it."""
    client = enters_later("Mo", asked)
    assert is_reminded(client, asked)
    mo = User.objects.get(name="Mo")
    User.objects.filter(pk=mo.pk).update(is_staff=True, is_superuser=True)
    moderation.note("open", User.objects.get(pk=mo.pk), "To see.", timezone.now(), game=asked)
    assert LINE not in client.get(reverse("tables")).content.decode()


def test_a_guest_who_proves_an_address_is_led_to_the_table(
    transactional_db: None, smtp_sink: Any, eager_tasks: None, asked: Game
) -> None:
    client = friend(asked)
    place = client.post(reverse("account_email"), {"email": "new@example.org", "action_add": ""})["Location"]
    page = client.post(place, {"code": code_for("new@example.org", smtp_sink)}, follow=True)
    assert page.redirect_chain[-1][0].startswith(reverse("me"))
    assert is_reminded(client, asked, "me") and page.context["next"] == link_to(asked)
    page = client.post(reverse("rename"), {"name": "Nell", "next": page.context["next"]}, follow=True)
    assert page.redirect_chain[-1][0] == link_to(asked) and "Sit down" in page.content.decode()
    client.post(link_to(asked))
    assert [str(seat.user) for seat in fresh(asked).seats.all()] == ["Ada", "Nell"]


def test_a_name_that_cannot_be_had_keeps_the_way(asked: Game, enter: Enter) -> None:
    client = enter("Bo")
    page = client.post(reverse("rename"), {"name": "Ada", "next": link_to(asked)})
    assert page.status_code == 422 and page.context["next"] == link_to(asked)
    for elsewhere in ("https://example.org/", "//example.org", "javascript:x"):
        assert client.post(reverse("rename"), {"name": "Bo", "next": elsewhere})["Location"] == reverse("me")
        assert client.get(reverse("me"), {"next": elsewhere}).context["next"] == ""


def test_a_guest_who_has_an_account_is_led_to_the_table(
    transactional_db: None, smtp_sink: Any, eager_tasks: None, asked: Game
) -> None:
    bo, client = person("Bo"), friend(asked)
    page = client.post(reverse("to_my_account"), follow=True)
    assert page.redirect_chain[-1][0].startswith(reverse("account_login"))
    page = client.post(reverse("account_login"), {"login": bo.email, **hidden_next(page)}, follow=True)
    code = code_for("bo@example.org", smtp_sink)
    page = client.post(reverse("account_confirm_login_code"), {"code": code, **hidden_next(page)}, follow=True)
    assert page.context["user"] == bo
    assert page.redirect_chain[-1][0] == link_to(asked) and "Sit down" in page.content.decode()
    assert is_reminded(client, asked)


def test_who_signs_up_or_in_by_another_way_is_reminded(
    transactional_db: None, smtp_sink: Any, eager_tasks: None, asked: Game
) -> None:
    """Not from the join page, which says where one wants to go, but from any other."""
    client = Client()
    client.get(link_to(asked))
    client.post(reverse("account_signup"), {"email": "new@example.org"})
    client.post(reverse("sign_up_code"), {"code": code_for("new@example.org", smtp_sink)})
    assert client.post(reverse("sign_up_name"), {"name": "Nell"}).status_code == 302
    assert is_reminded(client, asked)
    bo, client = person("Bo"), Client()
    client.get(link_to(asked))
    client.post(reverse("account_login"), {"login": bo.email})
    client.post(reverse("account_confirm_login_code"), {"code": code_for(bo.email, smtp_sink)})
    assert client.get(reverse("me")).context["user"] == bo
    assert is_reminded(client, asked)


def test_who_signs_out_leaves_no_link_to_the_next(asked: Game, enter: Enter) -> None:
    client = enter("Bo")
    client.get(link_to(asked))
    client.post(reverse("account_logout"))
    assert LINE not in client.get(reverse("front")).content.decode()
    client.force_login(person("Cy"), backend="django.contrib.auth.backends.ModelBackend")
    assert not is_reminded(client, asked)


def test_my_tables_without_a_link_ask_nothing_more(
    asked: Game, enter: Enter, django_assert_max_num_queries: Any
) -> None:
    client = enter("Bo")
    client.get(link_to(asked))
    with django_assert_max_num_queries(7):
        assert client.get(reverse("tables")).status_code == 200


def test_a_link_that_was_kept_without_its_time_is_forgotten(asked: Game) -> None:
    client = Client()
    session = client.session
    session[links.LINK] = [asked.ref, asked.join_token]
    session.save()
    assert not is_reminded(client, asked, "front")
    client.get(link_to(asked))
    assert is_reminded(client, asked, "front")
