"""Opening a table: all cards once, logged, told at the end, and never again a part in it."""

import pytest

from games.models import Act, Game, Invitation, User
from games.rules.kernel import IllegalAction
from games.selectors.staff import closed_to, may_sit, opened_by
from games.selectors.tables import NotFound, table_for
from games.services import gathering, moderation, people, staffing
from games.services.moderation import NoSuchTable
from tests import tables
from tests.harness.client import Client
from tests.moderation.cast import REASON, moderator, opened, told, user
from tests.tables import NOW, after

pytestmark = pytest.mark.django_db


def test_all_hands_and_what_is_sealed_are_shown():
    game, mo = tables.table(), moderator()
    dealer = tables.view(game, 0).dealer
    other = (dealer + 1) % 3
    tables.bid(game, dealer)
    tables.bid(game, other, "9")
    shown = opened(game, mo)
    assert [hand.table for hand in shown.hands] == [tables.view(game, number) for number in range(3)]
    assert shown.hands[other].table.decision.given == "9"


def test_it_is_logged_and_the_players_are_told_at_the_end_only():
    game, mo = tables.table(), moderator()
    opened(game, mo)
    act = Act.objects.get()
    assert (act.kind, act.by, act.reason) == ("open", mo, REASON)
    assert (told(game), opened_by(tables.fresh(game))) == ([], ())
    for status in (Game.Status.FINISHED, Game.Status.CALLED_OFF):
        Game.objects.filter(pk=game.pk).update(status=status)
        (opening,) = opened_by(tables.fresh(game))
        assert (opening.name, opening.at, opening.reason) == ("Mo", NOW, REASON)


def test_without_a_reason_nothing_is_shown():
    game, mo = tables.table(), moderator()
    with pytest.raises(IllegalAction):
        moderation.open_table(by=mo, ref=game.ref, reason=" ", now=NOW)
    assert not Act.objects.exists()


def test_a_second_click_shows_it_again_and_later_ones_do_not():
    game, mo = tables.table(), moderator()
    opened(game, mo)
    opened(game, mo)
    assert Act.objects.count() == 1
    with pytest.raises(NoSuchTable):
        moderation.open_table(by=mo, ref=game.ref, reason=REASON, now=after(minutes=2))


@pytest.mark.parametrize("status", [Game.Status.RUNNING, Game.Status.FINISHED])
@pytest.mark.parametrize("is_linked", [False, True])
def test_who_looked_watches_no_more_nor_does_a_linked_account(status, is_linked):
    game, mo = tables.table(is_open=True), moderator()
    watcher = tables.person("Alter") if is_linked else mo
    for who in (mo, watcher):
        staffing.note_sign_in(user=who, machine="shared", address="", now=NOW)
    table_for(user=watcher, ref=game.ref, now=NOW)
    opened(game, mo)
    Game.objects.filter(pk=game.pk).update(status=status)
    with pytest.raises(NotFound):
        table_for(user=watcher, ref=game.ref, now=NOW)
    table_for(user=tables.person("Dot"), ref=game.ref, now=NOW)


def test_who_looked_has_no_right_even_when_no_moderator_any_more():
    game, mo = tables.table(is_open=True), moderator()
    opened(game, mo)
    staffing.dismiss(user=mo)
    with pytest.raises(NotFound):
        table_for(user=User.objects.get(pk=mo.pk), ref=game.ref, now=NOW)


def test_a_link_found_later_takes_no_seat_from_a_player():
    game, mo = tables.table(is_open=True), moderator()
    opened(game, mo)
    for who in (mo, user("Ada")):
        staffing.note_sign_in(user=who, machine="shared", address="", now=NOW)
    assert table_for(user=user("Ada"), ref=game.ref, now=NOW).me == 0


def test_who_looked_cannot_sit_there_whatever_they_were_sent():
    game, mo = tables.table(), moderator()
    opened(game, mo)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.GATHERING, is_open=True)
    Invitation.objects.create(game=game, user=mo)
    game.seats.filter(number=2).delete()
    assert not may_sit(mo, game) and Game.objects.filter(closed_to(mo), pk=game.pk)
    with pytest.raises(gathering.NoSuchTable):
        gathering.join(user=mo, ref=game.ref, token=game.join_token, now=NOW)


def test_the_page_asks_first_and_shows_the_cards_as_the_answer_to_its_form():
    game, mo = tables.table(), moderator()
    client = Client()
    client.force_login(mo)
    address = f"/moderation/t/{game.ref}/open"
    asked = client.get(address)
    assert asked.status_code == 200 and not Act.objects.exists()
    assert client.post(address, {"reason": ""}).status_code == 422
    shown = client.post(address, {"reason": REASON})
    assert shown.status_code == 200
    assert shown.content.decode().count('class="card power') >= 3 * 12
    assert client.get(address).status_code == 404
    assert client.get(f"/moderation/t/{game.ref}").status_code == 404
    assert client.get(f"/t/{game.ref}").status_code == 404


def test_a_table_without_cards_cannot_be_opened():
    mo = moderator()
    game = gathering.open_table(host=tables.person("Ada"), kind="fram", name="Friday", seats=3, pace=3600, now=NOW)
    with pytest.raises(NoSuchTable):
        opened(game, mo)
    client = Client()
    client.force_login(mo)
    assert client.get(f"/moderation/t/{game.ref}/open").status_code == 404


@pytest.mark.parametrize("name", ["Ada", "Bo"])
def test_the_page_of_a_table_that_is_over_names_who_looked(name):
    game, mo = tables.table(), moderator()
    opened(game, mo)
    client = Client()
    client.force_login(user(name))
    assert REASON not in client.get(f"/t/{game.ref}").content.decode()
    moderation.call_off(by=moderator("Max"), ref=game.ref, reason="It was one.", now=NOW)
    page = client.get(f"/t/{game.ref}").content.decode()
    assert REASON in page and "<bdi>Mo</bdi>" in page


def test_who_looked_and_deletes_the_account_is_still_named_at_the_end():
    game, mo = tables.table(), moderator()
    opened(game, mo)
    people.say_goodbye(user=mo, now=NOW)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
    assert [opening.name for opening in opened_by(tables.fresh(game))] == ["Mo"]
