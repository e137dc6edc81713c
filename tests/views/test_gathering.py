"""The lobby of a table that gathers: sitting down, inviting, declining, getting up."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from games.models import Invitation, User
from games.services import gathering, people
from tests.harness.client import Client
from tests.harness.pages import is_named
from tests.tables import fresh, gathers, person

Enter = Callable[[str], Client]


def test_whom_a_former_host_asked_by_mail_their_successor_does_not_read(db: None, enter: Enter) -> None:
    game, ada, bo = gathers(), User.objects.get(name="Ada"), person("Bo")
    gathering.invite(host=ada, ref=game.ref, now=timezone.now(), address="zed@private.example")
    gathering.invite(host=ada, ref=game.ref, now=timezone.now(), user=person("Cy"))
    assert "private.example" in enter("Ada").get(reverse("table", args=[game.ref])).content.decode()
    gathering.join(user=bo, ref=game.ref, token=game.join_token, now=timezone.now())
    gathering.leave(user=ada, ref=game.ref, now=timezone.now())
    page = enter("Bo").get(reverse("table", args=[game.ref])).content.decode()
    assert "Cy" in page and "private.example" not in page


def test_who_has_the_link_may_sit_down(db: None, enter: Enter) -> None:
    game = gathers()
    link = reverse("join", args=[game.ref, game.join_token])
    client = enter("Bo")
    assert client.get(reverse("table", args=[game.ref])).status_code == 404
    page = client.get(link)
    assert "Sit down" in page.content.decode()
    assert game.seats.count() == 1
    assert client.post(link, follow=True).status_code == 200
    assert [str(seat.user) for seat in game.seats.all()] == ["Ada", "Bo"]


def test_a_wrong_link_is_no_link(db: None, enter: Enter) -> None:
    game = gathers()
    for ref, token in ((game.ref, "wrong"), ("wrong", game.join_token)):
        assert enter("Bo").get(reverse("join", args=[ref, token])).status_code == 404
        assert enter("Bo").post(reverse("join", args=[ref, token])).status_code == 404
    assert game.seats.count() == 1


def test_nobody_is_asked_to_sign_in_by_a_link(db: None, enter: Enter) -> None:
    game = gathers()
    link = reverse("join", args=[game.ref, game.join_token])
    page = enter("").get(link)
    assert page.status_code == 200
    text = page.content.decode()
    assert f"/account/signup/?next={link}" in text
    assert "Twelve sealed bids" in text and "Try it first against bots" in text
    assert enter("").post(link)["Location"].startswith("/account/login/")


def test_the_last_to_sit_down_begins_the_game(db: None, enter: Enter) -> None:
    game = gathers()
    for name in ("Bo", "Cy"):
        enter(name).post(reverse("join", args=[game.ref, game.join_token]))
    assert fresh(game).is_running
    late = enter("Dee").post(reverse("join", args=[game.ref, game.join_token]))
    assert late.status_code == 404


def test_the_host_fills_up_with_bots(db: None, enter: Enter) -> None:
    game = gathers()
    client = enter("Ada")
    client.post(reverse("add_bot", args=[game.ref]))
    assert game.seats.count() == 2
    client.post(reverse("start", args=[game.ref]))
    assert fresh(game).is_running


def test_the_host_invites_by_name_and_by_address(db: None, enter: Enter) -> None:
    game = gathers()
    bo = person("Bo")
    client = enter("Ada")
    for who in ("bo", "new@example.org"):
        assert client.post(reverse("invite", args=[game.ref]), {"who": who}).status_code == 302
    assert set(Invitation.objects.values_list("user", "address")) == {(bo.pk, ""), (None, "new@example.org")}
    invited = enter("Bo").get(reverse("tables")).context["mine"].invitations
    assert [line.ref for line in invited] == [game.ref]


def test_an_invitation_is_answered_where_it_is_listed(db: None, enter: Enter) -> None:
    first, second, bo = gathers(name="First", seats=4), gathers(name="Second", seats=4), person("Bo")
    for game in (first, second):
        gathering.invite(host=game.host, ref=game.ref, now=game.opened_at, user=bo)
    client = enter("Bo")
    text = client.get(reverse("tables")).content.decode()
    for game in (first, second):
        for answer in ("sit_down", "decline"):
            assert f'action="{reverse(answer, args=[game.ref])}"' in text
    page = client.post(reverse("decline", args=[first.ref]), follow=True)
    assert "The invitation is off your list. Its host is not told." in page.content.decode()
    assert [line.ref for line in page.context["mine"].invitations] == [second.ref]
    assert enter("Ada").get(reverse("table", args=[first.ref])).context["game"].invited == ("Bo",)
    client.post(reverse("sit_down", args=[second.ref]))
    assert second.seats.count() == 2 and first.seats.count() == 1


def test_who_was_not_asked_cannot_decline(db: None, enter: Enter) -> None:
    bo = person("Bo")
    for game in (gathers(), gathers(is_open=True)):
        gathering.invite(host=game.host, ref=game.ref, now=game.opened_at, user=bo)
        assert enter("Dee").post(reverse("decline", args=[game.ref])).status_code == 404
    assert not Invitation.objects.filter(declined=True).exists()


def test_who_declined_is_asked_again_under_another_name_only(db: None, enter: Enter) -> None:
    """As if the two were not one: the host is not to learn who has changed their name."""
    game, cy = gathers(seats=4), person("Cy")
    client, asked = enter("Ada"), enter("Cy")
    for name, count in (("Cy", 0), ("Zoe", 1)):
        if name != str(cy):
            people.rename(user=cy, name=name)
        client.post(reverse("invite", args=[game.ref]), {"who": name})
        if name == "Cy":
            asked.post(reverse("decline", args=[game.ref]))
            client.post(reverse("invite", args=[game.ref]), {"who": name})
        assert len(asked.get(reverse("tables")).context["mine"].invitations) == count
    assert client.get(reverse("table", args=[game.ref])).context["game"].invited == ("Cy", "Zoe")


def test_the_host_alone_sees_whom_they_have_asked_and_not_whose_an_address_is(db: None, enter: Enter) -> None:
    game = gathers(seats=4)
    for name in ("Bo", "Dee"):
        person(name)
    client = enter("Ada")
    for who in ("bo", "dee@example.org", "new@example.org"):
        page = client.post(reverse("invite", args=[game.ref]), {"who": who}, follow=True)
        assert who in page.content.decode() and "is on its way." in page.content.decode()
    address = reverse("table", args=[game.ref])
    assert client.get(address).context["game"].invited == ("Bo", "dee@example.org", "new@example.org")
    bo = enter("Bo")
    assert bo.post(reverse("sit_down", args=[game.ref])).status_code == 302
    assert enter("Dee").post(reverse("join", args=[game.ref, game.join_token])).status_code == 302
    assert client.get(address).context["game"].invited == ("dee@example.org", "new@example.org")
    assert bo.get(address).context["game"].invited == ()
    assert "@example.org" not in bo.get(address).content.decode()


def test_an_address_that_was_asked_may_break_before_its_at_and_is_escaped(db: None, enter: Enter) -> None:
    game = gathers()
    Invitation.objects.create(game=game, by=game.host, address="dee@example.org")
    Invitation.objects.create(game=game, by=game.host, user=person("Bo"), name="<i>@Bo")
    page = enter("Ada").get(reverse("table", args=[game.ref])).content.decode()
    assert ">dee<wbr>@example.org</span></bdi>" in page
    assert ">&lt;i&gt;<wbr>@Bo</span></bdi>" in page and "<i>@" not in page


def test_the_lobby_does_not_tell_what_somebody_who_was_asked_is_called_by_now(db: None, enter: Enter) -> None:
    """Neither by the list, nor by asking them again under the new name, nor when they sit down."""
    game, cy = gathers(seats=4), person("Cy")
    client, address = enter("Ada"), reverse("table", args=[game.ref])
    client.post(reverse("invite", args=[game.ref]), {"who": "cy"})
    people.rename(user=cy, name="Zoe")
    page = client.get(address)
    assert page.context["game"].invited == ("Cy",)
    assert not is_named("Zoe", page.content.decode())
    for _ in range(2):
        client.post(reverse("invite", args=[game.ref]), {"who": "Zoe"})
    assert client.get(address).context["game"].invited == ("Cy", "Zoe")
    assert len(enter("Zoe").get(reverse("tables")).context["mine"].invitations) == 1
    gathering.join(user=cy, ref=game.ref, now=timezone.now())
    assert client.get(address).context["game"].invited == ("Cy",)


def test_what_is_too_much_is_not_called_on_its_way(db: None, enter: Enter, monkeypatch: Any) -> None:
    monkeypatch.setattr(gathering, "MOST_INVITATIONS_A_DAY", 0)
    game, client = gathers(), enter("Ada")
    assert client.post(reverse("invite", args=[game.ref]), {"who": "new@example.org"}).status_code == 422
    assert "on its way" not in client.get(reverse("table", args=[game.ref])).content.decode()


@pytest.mark.parametrize(("who", "said"), [("Nemo", "Nobody here has that name"), ("a@", "no mail address")])
def test_who_cannot_be_invited_is_said(db: None, enter: Enter, who: str, said: str) -> None:
    game = gathers()
    page = enter("Ada").post(reverse("invite", args=[game.ref]), {"who": who})
    assert page.status_code == 422
    assert said in page.content.decode()


@pytest.mark.parametrize("name", ["add_bot", "start", "invite", "call_off"])
def test_only_the_host_fills_the_table(db: None, enter: Enter, name: str) -> None:
    game = gathers()
    client = enter("Bo")
    client.post(reverse("join", args=[game.ref, game.join_token]))
    assert client.post(reverse(name, args=[game.ref]), {"who": "Cy"}).status_code == 404
    assert game.seats.count() == 2


@pytest.mark.parametrize(
    "who", ["a@" + "ü" * 60 + ".de", "İ" * 240 + "@example.org", "a@\u00ad.de", '"\x0b"@example.org']
)
def test_an_address_that_no_mail_can_go_to_is_refused(db: None, enter: Enter, who: str) -> None:
    game = gathers()
    page = enter("Ada").post(reverse("invite", args=[game.ref]), {"who": who})
    assert page.status_code == 422
    assert "That is no mail address. One looks like this: name@example.org" in page.content.decode()
    assert not Invitation.objects.exists()


def test_nobody_invites_the_whole_world(db: None, enter: Enter) -> None:
    client, games = enter("Ada"), [gathers(), gathers()]
    for number in range(gathering.MOST_INVITATIONS_A_DAY + 2):
        page = client.post(reverse("invite", args=[games[number % 2].ref]), {"who": f"{number}@example.org"})
    assert page.status_code == 422
    assert "invited many people today" in page.content.decode()
    assert Invitation.objects.count() == gathering.MOST_INVITATIONS_A_DAY
    assert client.post(reverse("invite", args=[games[0].ref]), {"who": "0@example.org"}).status_code == 302


def test_a_table_is_left_and_called_off(db: None, enter: Enter) -> None:
    game = gathers()
    client = enter("Bo")
    client.post(reverse("join", args=[game.ref, game.join_token]))
    client.post(reverse("leave", args=[game.ref]))
    assert game.seats.count() == 1
    host = enter("Ada")
    host.post(reverse("call_off", args=[game.ref]))
    assert "called off" in host.get(reverse("table", args=[game.ref])).content.decode()


def test_an_old_page_of_a_gathering_table_costs_nobody_a_seat(db: None, enter: Enter) -> None:
    game = gathers()
    for name in ("Bo", "Cy"):
        enter(name).post(reverse("join", args=[game.ref, game.join_token]))
    page = enter("Bo").post(reverse("leave", args=[game.ref]), follow=True)
    assert "The table has begun meanwhile, and you sit at it." in page.content.decode()
    assert page.context["table"].me == 1
    assert [str(seat.user) for seat in game.seats.all()] == ["Ada", "Bo", "Cy"]


@pytest.mark.parametrize("act", ["add_bot", "start", "call_off"])
def test_a_host_with_an_old_page_is_told_that_the_table_has_begun(db: None, enter: Enter, act: str) -> None:
    game = gathers()
    for name in ("Bo", "Cy"):
        enter(name).post(reverse("join", args=[game.ref, game.join_token]))
    page = enter("Ada").post(reverse(act, args=[game.ref]), follow=True)
    assert "The table has begun meanwhile. Nothing was changed." in page.content.decode()
    assert fresh(game).is_running


def test_getting_up_from_a_game_in_play_is_said_to_be_for_good(db: None, enter: Enter) -> None:
    game = gathers()
    for name in ("Bo", "Cy"):
        enter(name).post(reverse("join", args=[game.ref, game.join_token]))
    assert enter("Bo").post(reverse("leave", args=[game.ref]), {"for_good": "yes"})["Location"] == reverse("tables")
    assert game.seats.get(number=1).user is None


def test_the_host_has_a_link_to_copy(db: None, enter: Enter) -> None:
    game = gathers()
    link = f"http://testserver{reverse('join', args=[game.ref, game.join_token])}"
    text = enter("Ada").get(reverse("table", args=[game.ref])).content.decode()
    assert f'value="{link}" readonly' in text and 'data-copy="join-link"' in text


@pytest.mark.parametrize("end", ["begins", "is called off"])
def test_who_is_too_late_to_sit_down_is_told_so_in_their_list(db: None, enter: Enter, end: str) -> None:
    game, bo = gathers(seats=3), person("Bo")
    gathering.invite(host=game.host, ref=game.ref, now=game.opened_at, user=bo)
    client = enter("Bo")
    client.get(reverse("tables"))
    if end == "begins":
        gathering.fill_with_bots(host=game.host, ref=game.ref, now=timezone.now())
    else:
        gathering.call_off(host=game.host, ref=game.ref)
    page = client.post(reverse("sit_down", args=[game.ref]), follow=True)
    assert page.redirect_chain == [(reverse("tables"), 302)]
    assert "This table has begun without you, or was called off." in page.content.decode()


def test_sitting_down_after_all_takes_a_refusal_back(db: None, enter: Enter) -> None:
    game, bo = gathers(seats=3), person("Bo")
    gathering.invite(host=game.host, ref=game.ref, now=game.opened_at, user=bo)
    client, address = enter("Bo"), reverse("table", args=[game.ref])
    declining = f'action="{reverse("decline", args=[game.ref])}"'
    assert declining in client.get(address).content.decode()
    client.post(reverse("decline", args=[game.ref]))
    assert declining not in client.get(address).content.decode()
    for name in ("sit_down", "leave"):
        client.post(reverse(name, args=[game.ref]))
    assert [line.ref for line in client.get(reverse("tables")).context["mine"].invitations] == [game.ref]
