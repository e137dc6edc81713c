"""Playing again with the same people: the way there, the form that knows the old table, and who is asked."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from games.models import Game, Invitation, Mute, Notice, User
from games.services import gathering, moderation, people, seating
from tests.harness.client import Client
from tests.tables import fresh, person, play_rounds, table

Enter = Callable[[str], Client]
WITH_ALL, ALONE = "Play again with the same people", "Play again<"
HOUR = 3600


@pytest.fixture
def over(db: None) -> Game:
    """A table of Ada, Bo, Cy and a bot, of an hour a decision, with open showdowns: it is over."""
    game = table("Ada Bo Cy", bots=1, pace=HOUR, now=timezone.now(), always_open=True)
    return end(game)


def end(game: Game, status: str = Game.Status.FINISHED) -> Game:
    """The table, said to be over."""
    Game.objects.filter(pk=game.pk).update(status=status, ended_at=timezone.now())
    return fresh(game)


def form_of(client: Client, game: Game) -> Any:
    """The form of a new table that is to be as that one was."""
    page = client.get(reverse("new_table"), {"again": game.ref})
    assert page.status_code == 200
    return page.context["form"]


def filled(form: Any, **changes: Any) -> dict[str, Any]:
    """What a browser sends of it."""
    values = {field.name: field.value() for field in form}
    return {name: value for name, value in values.items() if value not in (None, False)} | changes


def asked() -> set[str]:
    """Who is invited to a table that gathers."""
    rows = Invitation.objects.filter(game__status=Game.Status.GATHERING)
    return {str(row.user) for row in rows}


def open_again(client: Client, game: Game, **changes: Any) -> Any:
    """The page after the form of another such table was sent."""
    return client.post(reverse("new_table"), filled(form_of(client, game), **changes), follow=True)


def test_the_form_is_filled_in_as_the_table_was(over: Game, enter: Enter) -> None:
    form = form_of(enter("Bo"), over)
    values = {name: form[name].value() for name in ("kind", "name", "seats", "pace", "is_open", "always_open", "again")}
    assert values == {
        "kind": "fram",
        "name": "Friday",
        "seats": 4,
        "pace": HOUR,
        "is_open": False,
        "always_open": True,
        "again": over.ref,
    }
    assert [label for _ref, label in form.fields["ask"].choices] == ["Ada", "Cy"]
    assert "with_bots" not in form.fields
    assert not Invitation.objects.exists() and Game.objects.count() == 1


def test_a_pace_that_cannot_be_chosen_becomes_the_next_longer(over: Game, enter: Enter) -> None:
    for pace, chosen in ((2 * HOUR, 12 * HOUR), (60, 120)):
        Game.objects.update(pace=pace)
        assert form_of(enter("Ada"), over)["pace"].value() == chosen


def test_the_others_are_asked_to_the_new_table(over: Game, enter: Enter) -> None:
    client = enter("Bo")
    page = open_again(client, over, name="Once more")
    game = Game.objects.get(status=Game.Status.GATHERING)
    assert (game.name, game.host, game.seats_wanted, game.pace) == ("Once more", User.objects.get(name="Bo"), 4, HOUR)
    assert [str(seat.user) for seat in game.seats.all()] == ["Bo"]
    assert game.before == over
    assert asked() == {"Ada", "Cy"}
    assert Notice.objects.filter(kind="invitation", game=game).count() == 2
    assert "2 invitations are on their way." in page.content.decode()
    assert [line.name for line in enter("Cy").get(reverse("tables")).context["mine"].invitations] == ["Once more"]


def test_who_is_not_ticked_is_not_asked(over: Game, enter: Enter) -> None:
    cy = User.objects.get(name="Cy")
    page = open_again(enter("Bo"), over, ask=[cy.ref])
    assert asked() == {"Cy"}
    assert "The invitation is on its way." in page.content.decode()
    Invitation.objects.all().delete()
    page = open_again(enter("Bo"), over, ask=[])
    assert not asked() and "on its way" not in page.content.decode()


def test_whom_the_host_does_not_want_to_read_is_not_ticked(over: Game, enter: Enter) -> None:
    ada, bo, cy = (User.objects.get(name=name) for name in ("Ada", "Bo", "Cy"))
    Mute.objects.create(by=bo, user=ada)
    Mute.objects.create(by=cy, user=bo)  # whose wish is theirs alone to know
    form = form_of(enter("Bo"), over)
    assert len(form.fields["ask"].choices) == 2
    assert form["ask"].value() == [cy.ref]


def test_a_form_sent_twice_asks_once(over: Game, enter: Enter) -> None:
    client = enter("Bo")
    sent = filled(form_of(client, over))
    pages = [client.post(reverse("new_table"), sent) for _ in range(2)]
    assert pages[0].url == pages[1].url
    assert Game.objects.count() == 2
    assert Invitation.objects.count() == Notice.objects.filter(kind="invitation").count() == 2


def test_a_form_sent_again_after_the_table_has_begun_changes_nothing(over: Game, enter: Enter) -> None:
    client = enter("Bo")
    sent = filled(form_of(client, over), ask=[])
    game = Game.objects.get(ref=client.post(reverse("new_table"), sent).url.rpartition("/")[2])
    client.post(reverse("start", args=[game.ref]))
    page = client.post(reverse("new_table"), sent | {"ask": [User.objects.get(name="Ada").ref]}, follow=True)
    assert page.context["table"].me == 0
    assert not Invitation.objects.exists()


def test_only_who_sat_there_begins_from_a_table(over: Game, enter: Enter) -> None:
    for ref in (over.ref, "nothing", "", "x" * 500):
        form = enter("Dee").get(reverse("new_table"), {"again": ref}).context["form"]
        assert "ask" not in form.fields and form["name"].value().startswith("Table of ")
    ada = User.objects.get(name="Ada")
    sent = filled(form, kind="fram", again=over.ref, ask=[ada.ref])
    assert enter("Dee").post(reverse("new_table"), sent).status_code == 302
    assert Game.objects.filter(host__name="Dee").exists() and not Invitation.objects.exists()


@pytest.mark.parametrize("status", ["running", "paused", "parked", "gathering"])
def test_a_table_that_is_not_over_is_not_begun_from(over: Game, enter: Enter, status: str) -> None:
    assert "ask" not in form_of(enter("Ada"), end(over, status)).fields


def test_a_table_that_was_called_off_can_be_played_again_if_it_had_begun(over: Game, enter: Enter) -> None:
    assert "ask" in form_of(enter("Ada"), end(over, Game.Status.CALLED_OFF)).fields
    ada = User.objects.get(name="Ada")
    never = gathering.open_table(host=ada, kind="fram", name="Never", seats=3, pace=HOUR, now=timezone.now())
    gathering.call_off(host=ada, ref=never.ref)
    assert form_of(enter("Ada"), never)["name"].value().startswith("Table of ")


def test_who_has_left_or_is_shut_out_or_gone_is_not_asked(db: None, enter: Enter) -> None:
    game = table("Ada Bo Cy Dee Eve", now=timezone.now())
    bo, cy, dee = (User.objects.get(name=name) for name in ("Bo", "Cy", "Dee"))
    seating.vacate(game, game.seats.get(user=bo), timezone.now())
    people.say_goodbye(user=cy, now=timezone.now())
    User.objects.filter(pk=dee.pk).update(is_active=False)
    form = form_of(enter("Ada"), end(game))
    assert [label for _ref, label in form.fields["ask"].choices] == ["Eve"]
    sent = filled(form, ask=[bo.ref, cy.ref, dee.ref, person("Finn").ref])
    enter("Ada").post(reverse("new_table"), sent)
    assert not Invitation.objects.exists()


def test_who_goes_while_the_form_is_filled_in_is_said_to_be_gone(over: Game, enter: Enter) -> None:
    client = enter("Ada")
    sent = filled(form_of(client, over))
    people.say_goodbye(user=User.objects.get(name="Cy"), now=timezone.now())
    page = client.post(reverse("new_table"), sent, follow=True)
    assert asked() == {"Bo"}
    assert "Not everybody could be asked: somebody is here no more." in page.content.decode()


def test_the_table_stands_though_the_days_invitations_are_used_up(
    over: Game, enter: Enter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gathering, "MOST_INVITATIONS_A_DAY", 1)
    page = open_again(enter("Bo"), over)
    text = page.content.decode()
    assert asked() == {"Ada"}
    assert "The invitation is on its way." in text
    assert "You have invited many people today, so not all could be asked: \u2068Cy\u2069. " in text
    assert page.context["link"]


def test_who_has_been_asked_by_another_is_told_so(over: Game, enter: Enter) -> None:
    assert "has asked you already" not in enter("Cy").get(reverse("new_table"), {"again": over.ref}).content.decode()
    open_again(enter("Bo"), over, name="Once more")
    text = enter("Cy").get(reverse("new_table"), {"again": over.ref}).content.decode()
    assert "has asked you already" in text and "Once more" in text
    text = enter("Bo").get(reverse("new_table"), {"again": over.ref}).content.decode()
    assert "has asked you already" not in text


def test_nobody_else_may_be_left(over: Game, enter: Enter) -> None:
    assert "Nobody else from there" not in enter("Ada").get(reverse("new_table")).content.decode()
    for name in ("Bo", "Cy"):
        people.say_goodbye(user=User.objects.get(name=name), now=timezone.now())
    page = enter("Ada").get(reverse("new_table"), {"again": over.ref})
    assert "Nobody else from there can be asked" in page.content.decode()
    assert "with_bots" in page.context["form"].fields and not page.context["form"]["with_bots"].value()


def test_terms_that_are_refused_keep_who_is_asked(over: Game, enter: Enter) -> None:
    client = enter("Bo")
    ada = User.objects.get(name="Ada")
    page = client.post(reverse("new_table"), filled(form_of(client, over), name="‮", ask=[ada.ref]))
    assert page.status_code == 422
    form = page.context["form"]
    assert (form["again"].value(), form["ask"].value()) == (over.ref, [ada.ref])
    assert not Invitation.objects.exists()


def test_a_moderator_who_has_acted_there_offers_nothing(over: Game, enter: Enter) -> None:
    """Who looks at the cards of a table, or moderates it, does not sit there: so it is not theirs to begin from."""
    mo = person("Mo", is_staff=True, is_superuser=True)
    Game.objects.update(status=Game.Status.RUNNING, ended_at=None)
    moderation.open_table(by=mo, ref=over.ref, reason="To see.", now=timezone.now())
    end(over)
    assert "ask" not in form_of(enter("Mo"), over).fields
    assert mo.ref not in [ref for ref, _label in form_of(enter("Ada"), over).fields["ask"].choices]


def test_bots_alone_are_played_again_at_once(db: None, enter: Enter) -> None:
    game = end(table("Ada", bots=2, now=timezone.now()))
    form = form_of(enter("Ada"), game)
    assert "ask" not in form.fields
    assert (form["with_bots"].value(), form["seats"].value()) == (True, 3)


def test_a_guest_gets_the_terms_and_asks_nobody(over: Game, enter: Enter) -> None:
    User.objects.filter(name="Ada").update(is_guest=True, email=None)
    form = form_of(enter("Ada"), over)
    assert form["seats"].value() == 4 and not {"ask", "with_bots", "is_open"} & form.fields.keys()


def test_the_finished_page_leads_there_for_who_sat_there(game: Game, enter: Enter) -> None:
    ended = play_rounds(game, 12)
    Game.objects.update(is_open=True)
    address, link = reverse("table", args=[ended.ref]), f"{reverse('new_table')}?again={ended.ref}"
    text = enter("Bo").get(address).content.decode()
    assert WITH_ALL in text and f'href="{link}"' in text
    for spectator in ("Dee", ""):
        text = enter(spectator).get(address).content.decode()
        assert "Play again" not in text and link not in text
    for name in ("Ada", "Cy"):
        people.say_goodbye(user=User.objects.get(name=name), now=timezone.now())
    text = enter("Bo").get(address).content.decode()
    assert WITH_ALL not in text and ALONE in text and f'href="{link}"' in text


def test_a_page_of_a_game_in_play_offers_no_other(game: Game, enter: Enter) -> None:
    assert "Play again" not in enter("Bo").get(reverse("table", args=[game.ref])).content.decode()


def test_the_page_of_a_table_that_was_called_off_leads_there(game: Game, enter: Enter) -> None:
    mo = person("Mo", is_staff=True, is_superuser=True)
    Game.objects.update(is_open=True)
    moderation.call_off(by=mo, ref=game.ref, reason="All of you asked for it.", now=timezone.now())
    address = reverse("table", args=[game.ref])
    assert WITH_ALL in enter("Bo").get(address).content.decode()
    assert "Play again" not in enter("Dee").get(address).content.decode()


def test_a_try_is_tried_again_with_one_click(db: None, enter: Enter) -> None:
    """What was begun by a click is begun by a click; what had terms of its own, by the form that has them."""
    mo = person("Mo", is_staff=True, is_superuser=True)
    client, ada = enter(""), enter("Ada")
    tried = client.post(reverse("try_now"), follow=True).context["game"]
    other = table("Ada", bots=2, now=timezone.now())
    for ref in (tried.ref, other.ref):
        moderation.call_off(by=mo, ref=ref, reason="It was stuck.", now=timezone.now())
    text = client.get(reverse("table", args=[tried.ref])).content.decode()
    assert ALONE in text and f'action="{reverse("try_now")}"' in text and "?again=" not in text
    assert f'name="again" value="{tried.ref}"' in text
    Game.objects.filter(ref=tried.ref).update(status=Game.Status.FINISHED)
    once_more = client.post(reverse("try_now"), {"kind": tried.kind, "again": tried.ref}, follow=True).context["game"]
    assert Game.objects.get(ref=once_more.ref).before == Game.objects.get(ref=tried.ref)
    text = ada.get(reverse("table", args=[other.ref])).content.decode()
    assert ALONE in text and f"?again={other.ref}" in text and f'action="{reverse("try_now")}"' not in text


def test_what_can_be_no_table_is_none_to_play_again(over: Game, enter: Enter) -> None:
    client = enter("Ada")
    for word in ("\0", "a\0b", "%", "x" * 999):
        assert client.post(reverse("new_table"), {"again": word}).status_code == 422
        assert client.post(reverse("try_now"), {"again": word}).status_code == 302
        assert Game.objects.latest("pk").before is None
