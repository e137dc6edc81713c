"""Seats that are offered: nothing is shown before the yes, and nobody takes one who had a part in the table."""

import pytest

from games.models import Game, Offer, Seat, User
from games.selectors.offers import offers_for
from games.selectors.staff import closed_to
from games.selectors.talk import note_for
from games.services import moderation, offers, people, staffing, talk
from games.services.desk import NoSuchTable
from tests import tables
from tests.harness.client import Client
from tests.moderation.cast import REASON, moderator, opened, user
from tests.tables import NOW

pytestmark = pytest.mark.django_db


def offered(game: Game, seat: int = 1) -> str:
    """A moderator offers the seat; its reference."""
    mo = moderator("Max") if not Offer.objects.exists() else user("Max")
    moderation.hand_on(by=mo, ref=game.ref, seat=seat, reason=REASON, now=NOW, is_offered=True)
    return Offer.objects.get(number=seat).ref


def test_who_takes_it_has_what_the_seat_knows_and_has_sealed_but_no_notes():
    game = tables.table()
    dealer = tables.view(game, 0).dealer
    other = (dealer + 1) % 3
    name = str(Seat.objects.get(game=game, number=other).user)
    talk.keep_note(user=user(name), ref=game.ref, text="mine alone")
    tables.bid(game, other)
    hand, sealed = tables.view(game, other).hand, tables.own(game, other)
    ref = offered(game, other)
    dot = tables.person("Dot")
    assert offers.take(user=dot, offer=ref, now=NOW) == game.ref
    seat = Seat.objects.get(game=game, number=other)
    assert (seat.user, seat.is_bot, tables.view(game, other).hand, tables.own(game, other)) == (
        dot,
        False,
        hand,
        sealed,
    )
    assert note_for(user=dot, ref=game.ref) == ""
    assert str(other) not in tables.fresh(game).bots_at
    assert not Offer.objects.exists()


def test_what_mails_its_former_owner_wanted_does_not_go_on():
    game = tables.table()
    people.stop_mails(token=people.stop_token(user("Bo"), game))
    offers.take(user=tables.person("Dot"), offer=offered(game), now=NOW)
    assert Seat.objects.get(game=game, number=1).mails == ""


def test_nothing_of_the_table_is_shown_before():
    game = tables.table()
    ref = offered(game)
    client = Client()
    client.force_login(tables.person("Dot"))
    page = client.get("/seats").content.decode()
    assert ref in page
    for secret in (game.ref, game.name, "Ada", "Bo", "Cy"):
        assert f">{secret}" not in page and f"/{secret}" not in page
    assert client.get(f"/t/{game.ref}").status_code == 404
    assert client.post(f"/seats/{ref}/take").headers["Location"] == f"/t/{game.ref}"
    assert client.get(f"/t/{game.ref}").status_code == 200


def test_it_is_taken_once():
    game = tables.table()
    ref = offered(game)
    offers.take(user=tables.person("Dot"), offer=ref, now=NOW)
    with pytest.raises(NoSuchTable):
        offers.take(user=tables.person("Eli"), offer=ref, now=NOW)


def test_nobody_who_had_a_part_nor_a_linked_account_takes_it():
    game = tables.table()
    ref = offered(game)  # Bo's seat
    looker = moderator("Nan")
    opened(game, looker)
    linked = tables.person("Bobo")
    for who in (user("Bo"), linked):
        staffing.note_sign_in(user=who, machine="shared", address="", now=NOW)
    for who in (user("Ada"), user("Bo"), looker, linked, people.make_guest()):
        assert offers_for(who) == ()
        with pytest.raises(NoSuchTable):
            offers.take(user=who, offer=ref, now=NOW)
    assert len(offers_for(tables.person("Dot"))) == 1


def suspends_a_player(game: Game, mo: User) -> None:
    """Upon a person; their tables are told."""
    moderation.suspend(by=mo, person=user("Cy").ref, reason=REASON, days=1, now=NOW)


def gives_time(game: Game, mo: User) -> None:
    """Upon the table."""
    moderation.extend(by=mo, ref=game.ref, reason=REASON, eighths=1, now=NOW)


def gives_a_seat_to_a_bot(game: Game, mo: User) -> None:
    """Upon another seat."""
    moderation.hand_on(by=mo, ref=game.ref, seat=2, reason=REASON, now=NOW)


@pytest.mark.parametrize("act", [suspends_a_player, gives_time, gives_a_seat_to_a_bot])
@pytest.mark.parametrize("is_linked", [False, True])
def test_whoever_has_acted_there_takes_no_seat_nor_does_a_linked_account(act, is_linked):
    game = tables.table()
    ref = offered(game)
    mo = moderator("Nan")
    who = tables.person("Alter") if is_linked else mo
    for one in (mo, who):
        staffing.note_sign_in(user=one, machine="shared", address="", now=NOW)
    assert len(offers_for(who)) == 1
    act(game, mo)
    staffing.dismiss(user=mo)
    assert not offers_for(who) and Game.objects.filter(closed_to(who), pk=game.pk)
    with pytest.raises(NoSuchTable):
        offers.take(user=who, offer=ref, now=NOW)
    assert tables.person("Dot") and not Game.objects.filter(closed_to(user("Dot")), pk=game.pk)


def test_a_moderator_cannot_empty_a_seat_and_sit_in_it():
    game, client = tables.table(), Client()
    client.force_login(moderator("Nan"))
    client.post(f"/moderation/t/{game.ref}/do/hand-on", {"seat": "1", "is_offered": "on", "reason": REASON})
    ref = Offer.objects.get(number=1).ref
    assert ref not in client.get("/seats").content.decode()
    assert client.post(f"/seats/{ref}/take").status_code == 404
    assert Seat.objects.get(game=game, number=1).user is None


def test_an_act_that_comes_in_between_is_seen_under_the_lock(monkeypatch):
    game = tables.table()
    ref, mo, lock = offered(game), moderator("Nan"), offers.lock

    def after_an_act(*args):
        gives_time(game, mo)
        return lock(*args)

    monkeypatch.setattr(offers, "lock", after_an_act)
    with pytest.raises(NoSuchTable):
        offers.take(user=mo, offer=ref, now=NOW)


@pytest.mark.parametrize("status", [Game.Status.FINISHED, Game.Status.CALLED_OFF])
def test_a_table_that_is_over_offers_nothing(status):
    game = tables.table()
    ref = offered(game)
    Game.objects.filter(pk=game.pk).update(status=status)
    with pytest.raises(NoSuchTable):
        offers.take(user=tables.person("Dot"), offer=ref, now=NOW)
