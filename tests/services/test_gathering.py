"""Tables before the first move, and getting up from them."""

import pytest
from django.core.exceptions import ValidationError

from games.models import Game, Sealed, Seat, User
from games.rules.kernel import IllegalAction
from games.selectors import replays
from games.services import gathering, people
from games.services.desk import NoSuchTable
from tests import tables
from tests.tables import DAY, NOW, fresh, person, pick, state, table

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def opened(host, **options):
    given = {"kind": "toy", "name": "Friday", "seats": 3, "pace": DAY} | options
    return gathering.open_table(host=host, now=NOW, **given)


def test_a_table_begins_when_it_is_full():
    ada, bo, cy = person("Ada"), person("Bo"), person("Cy")
    game = opened(ada)
    gathering.join(user=bo, ref=game.ref, token=game.join_token, now=NOW)
    assert fresh(game).status == "gathering" and not Sealed.objects.exists()
    gathering.join(user=cy, ref=game.ref, token=game.join_token, now=NOW)
    game = fresh(game)
    assert game.is_running and Sealed.objects.count() == 3 and len(game.commitment) == 64
    assert not game.solo


def test_alone_with_bots_no_showdown_is_open_whoever_holds():
    ada = person("Ada")
    game = opened(ada, always_open=True)
    gathering.fill_with_bots(host=ada, ref=game.ref, now=NOW)
    assert fresh(game).solo and not fresh(game).always_open


def test_joining_twice_is_once():
    ada, bo = person("Ada"), person("Bo")
    game = opened(ada)
    for _ in range(3):
        gathering.join(user=bo, ref=game.ref, token=game.join_token, now=NOW)
    assert game.seats.count() == 2


@pytest.mark.parametrize("token", ["", "wrong"])
def test_without_its_link_a_closed_table_is_not_there(token):
    game = opened(person("Ada"))
    with pytest.raises(NoSuchTable):
        gathering.join(user=person("Zoe"), ref=game.ref, token=token, now=NOW)


def test_an_open_table_and_an_invitation_need_no_link():
    ada, bo, cy = person("Ada"), person("Bo"), person("Cy")
    gathering.join(user=bo, ref=opened(ada, is_open=True).ref, now=NOW)
    game = opened(ada)
    gathering.invite(host=ada, ref=game.ref, user=cy, now=NOW)
    gathering.join(user=cy, ref=game.ref, now=NOW)
    assert Seat.objects.filter(user=cy, game=game).exists()


def test_only_its_host_disposes_of_a_table():
    ada, bo = person("Ada"), person("Bo")
    game = opened(ada, is_open=True)
    gathering.join(user=bo, ref=game.ref, now=NOW)
    for act in (
        lambda: gathering.add_bot(host=bo, ref=game.ref, now=NOW, free=1),
        lambda: gathering.fill_with_bots(host=bo, ref=game.ref, now=NOW),
        lambda: gathering.call_off(host=bo, ref=game.ref),
        lambda: gathering.invite(host=bo, ref=game.ref, address="x@example.org", now=NOW),
    ):
        with pytest.raises(NoSuchTable):
            act()
    assert game.seats.count() == 2


def test_who_comes_late_is_told():
    game = table(kind="toy")
    with pytest.raises(IllegalAction, match="begun"):
        gathering.join(user=person("Zoe"), ref=game.ref, token=game.join_token, now=NOW)


@pytest.mark.parametrize(
    "wrong",
    [{"kind": "chess"}, {"seats": 1}, {"seats": 7}, {"pace": 59}, {"pace": 8 * DAY}],
)
def test_a_table_that_cannot_be_is_refused(wrong):
    with pytest.raises(IllegalAction):
        opened(person("Ada"), **wrong)


@pytest.mark.parametrize("name", ["", " ", "\u200b", "a\u202eb", "x" * 61, "..."])
def test_a_table_needs_a_name_that_can_be_read(name):
    with pytest.raises(ValidationError):
        opened(person("Ada"), name=name)


def test_getting_up_before_the_first_move_frees_the_seat():
    ada, bo = person("Ada"), person("Bo")
    game = opened(ada, is_open=True)
    gathering.join(user=bo, ref=game.ref, now=NOW)
    gathering.leave(user=ada, ref=game.ref, now=NOW)
    assert fresh(game).host == bo
    assert list(game.seats.values_list("number", "user")) == [(0, bo.pk)]
    gathering.leave(user=bo, ref=game.ref, now=NOW)
    assert fresh(game).status == "called off"


def test_getting_up_later_leaves_the_seat_to_a_bot():
    game = table(kind="toy")
    pick(game, 1, 3)
    bo = User.objects.get(name="Bo")
    gathering.leave(user=bo, ref=game.ref, now=NOW, for_good=True)
    seat = game.seats.get(number=1)
    assert seat.user is None and seat.is_bot and seat.bot_name
    assert tables.own(game, 1)["r1.pick"].number == 3
    with pytest.raises(NoSuchTable):
        gathering.leave(user=bo, ref=game.ref, now=NOW, for_good=True)


def test_a_table_of_one_person_and_bots_knows_it():
    assert table("Ada", bots=2).solo
    assert not table("Ada Bo", bots=1).solo


def test_deals_are_drawn_afresh_and_bound_by_256_bits():
    games = [table("Ada", bots=2) for _ in range(8)]
    assert len({str(state(game).deal) for game in games}) > 1
    assert len({game.commitment for game in games}) == 8


def test_a_guest_plays_bots_at_once():
    guest = people.make_guest()
    game = gathering.guest_table(user=guest, kind="fram", seats=4, now=NOW)
    game = fresh(game)
    assert game.is_running and game.solo and game.seats.filter(is_bot=True).count() == 3
    assert guest.is_guest and guest.email is None and not guest.has_usable_password()


def test_a_guest_sits_with_nobody_else():
    game = opened(person("Ada"), is_open=True)
    with pytest.raises(IllegalAction, match="Sign up"):
        gathering.join(user=people.make_guest(), ref=game.ref, now=NOW)


def test_a_guest_who_proves_an_address_keeps_the_tables():
    guest = people.make_guest()
    gathering.guest_table(user=guest, kind="toy", seats=3, now=NOW)
    people.settle(guest=guest, email="New@Example.org", name="Dee")
    guest.refresh_from_db()
    assert (guest.email, guest.name, guest.is_guest) == ("new@example.org", "Dee", False)
    assert Seat.objects.filter(user=guest).count() == 1


def test_a_guest_who_was_a_member_all_along_brings_the_tables_along():
    guest, ada = people.make_guest(), person("Ada")
    gathering.guest_table(user=guest, kind="toy", seats=3, now=NOW)
    people.merge(guest=guest, user=ada, now=NOW)
    assert Seat.objects.filter(user=ada).count() == 1
    assert not User.objects.filter(is_guest=True).exists()
    assert Game.objects.get().host == ada


def test_a_member_is_never_merged():
    ada, bo = person("Ada"), person("Bo")
    people.merge(guest=ada, user=bo, now=NOW)
    assert User.objects.count() == 2


def test_two_seats_at_one_table_are_never_one_persons():
    guest, ada = people.make_guest(), person("Ada")
    game = table("Ada Bo", bots=1, kind="toy")
    game.seats.filter(is_bot=True).update(user=guest, is_bot=False)
    people.merge(guest=guest, user=ada, now=NOW)
    assert game.seats.filter(user=ada).count() == 1
    assert game.seats.filter(is_bot=True).count() == 1


def lost_by(names: str, loser: int, **changes: object) -> Game:
    """A table of Lost in R'lyeh that is over, and who lost it."""
    game = table(names, kind="lost")
    places = [1 + (number == loser) for number in range(game.seats.count())]
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED, result={"places": places}, **changes)
    return fresh(game)


def starters(before: Game, kind: str = "lost") -> set[str | None]:
    """Who starts, several times over, when the host and who sat there before them sit down to it again."""
    found = set()
    *others, host = [seat.user for seat in before.seats.order_by("number")]
    for _time in range(8):
        game = opened(host, kind=kind, again=before.ref)
        for user in filter(None, others):
            gathering.join(user=user, ref=game.ref, token=game.join_token, now=NOW)
        if not fresh(game).is_running:
            gathering.fill_with_bots(host=host, ref=game.ref, now=NOW)
        start = replays.deal_of(fresh(game)).start
        user = game.seats.get(number=start).user
        found.add(user and user.name)
    return found


@pytest.mark.parametrize("loser", range(3))
def test_who_lost_the_game_before_starts_the_next(loser: int) -> None:
    assert starters(lost_by("Ada Bo Cy", loser)) == {("Ada", "Bo", "Cy")[loser]}


@pytest.mark.parametrize("changes", [{"kind": "fram"}, {"result": None}])
def test_where_nobody_lost_it_the_lot_says_who_starts(changes: dict[str, object]) -> None:
    before = lost_by("Ada Bo Cy", 1)
    Game.objects.filter(pk=before.pk).update(**changes)
    assert len(starters(fresh(before))) > 1


def test_who_lost_and_is_not_there_does_not_start() -> None:
    before = lost_by("Ada Bo Cy", 0)
    before.seats.filter(number=0).update(user=None)
    assert len(starters(before)) > 1


def test_a_table_of_others_or_one_still_played_is_none_that_is_played_again() -> None:
    before = lost_by("Ada Bo Cy", 0)
    assert opened(person("Zoe"), again=before.ref).before is None
    assert opened(before.host, again=before.ref).before == before
    Game.objects.filter(pk=before.pk).update(status=Game.Status.RUNNING)  # who gets up from it learns nothing more
    assert opened(before.host, again=before.ref).before is None


def test_who_lost_against_bots_starts_the_next_try() -> None:
    guest = people.make_guest()
    for _time in range(6):
        before = gathering.guest_table(user=guest, kind="lost", seats=4, now=NOW)
        mine = before.seats.get(user=guest).number
        places = [1 + (number == mine) for number in range(4)]
        Game.objects.filter(pk=before.pk).update(status=Game.Status.FINISHED, result={"places": places})
        game = gathering.guest_table(user=guest, kind="lost", seats=4, now=NOW, again=before.ref)
        assert replays.deal_of(game).start == game.seats.get(user=guest).number


def test_what_guest_and_member_sent_under_one_word_is_merged_all_the_same() -> None:
    ada, guest = person("Ada"), people.make_guest()
    for host in (ada, guest):
        opened(host, form="same0word")
    people.merge(guest=guest, user=ada, now=NOW)
    assert Game.objects.filter(host=ada).count() == 2
