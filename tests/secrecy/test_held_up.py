"""While somebody seals, the table is locked: nobody else may learn of it by having to wait."""

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction

from games.models import Game, User
from games.rules.kernel import IllegalAction
from games.services import gathering, moderation, playing, staffing, talk
from games.services.desk import NoSuchTable, lock
from tests.tables import NOW, fresh, person, state, table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game() -> Game:
    """A table of three."""
    return table("Ada Bo Cy")


@pytest.fixture
def held(game: Game) -> Iterator[None]:
    """Somebody else has the table's lock; whoever waits for it here gets an error at once."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one lock for all tables")
    is_locked, is_over = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            lock(game.ref)
            is_locked.set()
            is_over.wait(30)
        connection.close()

    holder = threading.Thread(target=hold)
    holder.start()
    assert is_locked.wait(30)
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '300ms'")
    yield
    is_over.set()
    holder.join()
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = 0")


FORM = {"key": "r1.bid", "do": "play", "card": "9"}
OUTSIDE: list[Callable[[User, Game], Any]] = [
    lambda user, game: gathering.join(user=user, ref=game.ref, now=NOW),
    lambda user, game: gathering.leave(user=user, ref=game.ref, now=NOW, for_good=True),
    lambda user, game: playing.hand_in(user=user, ref=game.ref, form=FORM, now=NOW),
    lambda user, game: playing.come_back(user=user, ref=game.ref, now=NOW),
    lambda user, game: talk.say(user=user, ref=game.ref, text="Hm.", form="", now=NOW),
    lambda user, game: talk.mute(user=user, ref=game.ref, message="x"),
    lambda user, game: talk.unmute(user=user, ref=game.ref, mute="x"),
    lambda user, game: talk.report(user=user, ref=game.ref, message="", text="Hm.", now=NOW),
    lambda user, game: talk.keep_note(user=user, ref=game.ref, text="Hm."),
]


@pytest.mark.parametrize("number", range(len(OUTSIDE)))
def test_who_sits_elsewhere_waits_for_nothing(game: Game, held: None, number: int) -> None:
    with pytest.raises(NoSuchTable):
        OUTSIDE[number](person("Dot"), game)


INSIDE = [act for act in OUTSIDE[3:] if act is not OUTSIDE[5] and act is not OUTSIDE[6]]


@pytest.mark.parametrize("number", range(len(INSIDE)))
def test_talk_and_notes_wait_for_nothing(game: Game, held: None, number: int) -> None:
    seat = game.seats.exclude(number=state(game).dealer).first()
    assert seat is not None and seat.user is not None
    INSIDE[number](seat.user, game)


def test_a_table_that_has_begun_is_not_waited_for_by_who_would_join_it(game: Game, held: None) -> None:
    for user, token in ((person("Dot"), game.join_token), (game.seats.get(number=0).user, "")):
        assert user is not None
        if game.seats.filter(user=user).exists():
            assert gathering.join(user=user, ref=game.ref, token=token, now=NOW) == game
        else:
            with pytest.raises(IllegalAction, match="without you"):
                gathering.join(user=user, ref=game.ref, token=token, now=NOW)


def test_who_does_not_get_up_for_good_waits_for_nothing(game: Game, held: None) -> None:
    seat = game.seats.get(number=1)
    assert seat.user is not None
    with pytest.raises(IllegalAction, match="begun meanwhile"):
        gathering.leave(user=seat.user, ref=game.ref, now=NOW)


REASON = "They do not answer."
ACTS: list[Callable[[User, Game, str], Any]] = [
    lambda mo, game, reason: moderation.pause(by=mo, ref=game.ref, reason=reason, now=NOW),
    lambda mo, game, reason: moderation.extend(by=mo, ref=game.ref, reason=reason, eighths=1, now=NOW),
    lambda mo, game, reason: moderation.call_off(by=mo, ref=game.ref, reason=reason, now=NOW),
    lambda mo, game, reason: moderation.hand_on(by=mo, ref=game.ref, seat=1, reason=reason, now=NOW),
    lambda mo, game, reason: moderation.hide(by=mo, ref=game.ref, message="x", reason=reason, now=NOW),
    lambda mo, game, reason: moderation.open_table(by=mo, ref=game.ref, reason=reason, now=NOW),
]


@pytest.mark.parametrize("number", range(len(ACTS)))
def test_staff_wait_for_nothing_where_they_sit_or_give_no_reason(game: Game, held: None, number: int) -> None:
    seat = game.seats.get(number=0)
    assert seat.user is not None
    staffing.appoint(user=seat.user)
    with pytest.raises(NoSuchTable):
        ACTS[number](User.objects.get(pk=seat.user.pk), game, REASON)
    mo = person("Mo")
    staffing.appoint(user=mo)
    with pytest.raises(IllegalAction):
        ACTS[number](User.objects.get(pk=mo.pk), game, "")


def test_the_lock_would_be_felt(game: Game, held: None) -> None:
    """What the others show is not that nothing is locked."""
    seat = fresh(game).seats.get(number=0)
    assert seat.user is not None
    with pytest.raises(OperationalError):
        gathering.leave(user=seat.user, ref=game.ref, now=NOW, for_good=True)
