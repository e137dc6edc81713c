"""While somebody seals, the table is locked: nobody else may learn of it by having to wait."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext

from games.models import Game, User
from games.rules.kernel import IllegalAction
from games.services import gathering, moderation, offers, people, playing, staffing, talk
from games.services.desk import NoSuchTable, lock, lock_person
from tests.tables import NOW, fresh, person, state, table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game() -> Game:
    """A table of three."""
    return table("Ada Bo Cy")


@contextmanager
def holding(take: Callable[[], Any]) -> Iterator[None]:
    """Somebody else has taken that lock; whoever waits for one here gets an error at once."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one lock for all tables")
    is_locked, is_over = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            take()
            is_locked.set()
            is_over.wait(30)
        connection.close()

    holder = threading.Thread(target=hold)
    holder.start()
    assert is_locked.wait(30)
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '300ms'")
    try:
        yield
    finally:
        is_over.set()
        holder.join()
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = 0")


@pytest.fixture
def held(game: Game) -> Iterator[None]:
    """Somebody else has the table's lock."""
    with holding(partial(lock, game.ref)):
        yield


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


HOSTS: list[Callable[[User, Game], Any]] = [
    lambda user, game: gathering.add_bot(host=user, ref=game.ref, now=NOW, free=1),
    lambda user, game: gathering.fill_with_bots(host=user, ref=game.ref, now=NOW),
    lambda user, game: gathering.call_off(host=user, ref=game.ref),
    lambda user, game: gathering.invite(host=user, ref=game.ref, address="x@example.org", now=NOW),
    lambda user, game: offers.take(user=user, offer="x", now=NOW),
]


@pytest.mark.sqlite
@pytest.mark.parametrize("number", range(len(OUTSIDE + HOSTS)))
def test_who_sits_elsewhere_holds_up_nobody(game: Game, number: int) -> None:
    """No transaction is begun for them: on SQLite it would make all writers wait."""
    dot = person("Dot")
    with CaptureQueriesContext(connection) as sent, pytest.raises(NoSuchTable):
        [*OUTSIDE, *HOSTS][number](dot, game)
    assert {query["sql"].split()[0] for query in sent} == {"SELECT"}


@pytest.mark.sqlite
@pytest.mark.parametrize("is_all", [False, True])
def test_a_link_that_stops_mails_writes_once(game: Game, is_all: bool) -> None:
    assert game.host is not None
    token = people.stop_token(game.host, None if is_all else game)
    assert people.stop_mails(token=token)
    with CaptureQueriesContext(connection) as sent:
        assert people.stop_mails(token=token)
    assert {query["sql"].split()[0] for query in sent} == {"SELECT"}


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


NO_SUCH: list[Callable[[User, Game, str], Any]] = [
    lambda mo, game, said: moderation.hand_on(by=mo, ref=game.ref, seat=99, reason=REASON, now=NOW),
    lambda mo, game, said: moderation.hand_on(by=mo, ref=game.ref, seat=-1, reason=REASON, now=NOW, is_offered=True),
    lambda mo, game, said: moderation.hide(by=mo, ref=game.ref, message="x", reason=REASON, now=NOW),
    lambda mo, game, said: moderation.mute_seat(by=mo, ref=game.ref, message="x", reason=REASON, days=1, now=NOW),
    lambda mo, game, said: moderation.mute_seat(by=mo, ref=game.ref, message=said, reason=REASON, days=0, now=NOW),
    lambda mo, game, said: moderation.extend(by=mo, ref=game.ref, reason=REASON, eighths=0, now=NOW),
    lambda mo, game, said: moderation.resume(by=mo, ref=game.ref, reason=REASON, now=NOW),
    lambda mo, game, said: moderation.unpark(by=mo, ref=game.ref, reason=REASON, now=NOW),
    lambda mo, game, said: moderation.settle(by=mo, report="x", reason=REASON, now=NOW),
    lambda mo, game, said: moderation.lift(by=mo, act="x", reason=REASON, now=NOW),
]
DONE: list[Callable[[User, Game, str], Any]] = [
    lambda mo, game, said: moderation.extend(by=mo, ref=game.ref, reason=REASON, eighths=1, now=NOW),
    lambda mo, game, said: moderation.mute_seat(by=mo, ref=game.ref, message=said, reason=REASON, days=1, now=NOW),
    lambda mo, game, said: moderation.hide(by=mo, ref=game.ref, message=said, reason=REASON, now=NOW),
]


@pytest.fixture
def said(game: Game) -> str:
    """The reference of something that was said at the table."""
    seat = game.seats.get(number=1)
    assert seat.user is not None
    return talk.say(user=seat.user, ref=game.ref, text="Hm.", form="", now=NOW).ref


@pytest.fixture
def mo() -> User:
    """A moderator with no part in the table."""
    user = person("Mo")
    staffing.appoint(user=user)
    return User.objects.get(pk=user.pk)


@pytest.mark.parametrize("number", range(len(NO_SUCH)))
def test_staff_wait_for_nothing_where_there_is_nothing_to_do(
    game: Game, said: str, mo: User, held: None, number: int
) -> None:
    with pytest.raises((NoSuchTable, moderation.NoSuchPerson, IllegalAction)):
        NO_SUCH[number](mo, game, said)


@pytest.fixture
def done(game: Game, said: str, mo: User) -> None:
    """The moderator has done all of that a moment ago."""
    for act in DONE:
        act(mo, game, said)


@pytest.mark.parametrize("number", range(len(DONE)))
def test_staff_wait_for_nothing_where_it_is_done_already(
    game: Game, said: str, mo: User, done: None, held: None, number: int
) -> None:
    DONE[number](mo, game, said)


@pytest.fixture
def untimed(game: Game) -> None:
    """Nothing that could take longer is asked."""
    Game.objects.filter(pk=game.pk).update(deadline=None)


def test_staff_wait_for_nothing_where_no_more_time_can_be_given(
    game: Game, mo: User, untimed: None, held: None
) -> None:
    with pytest.raises(IllegalAction, match="could take longer"):
        moderation.extend(by=mo, ref=game.ref, reason=REASON, eighths=1, now=NOW)


@pytest.fixture
def outlived(game: Game) -> None:
    """This release has the table's rules no more."""
    Game.objects.filter(pk=game.pk).update(rules_version=99)


def test_staff_wait_for_no_table_whose_cards_cannot_be_shown(game: Game, mo: User, outlived: None, held: None) -> None:
    with pytest.raises(IllegalAction, match="log is broken"):
        moderation.open_table(by=mo, ref=game.ref, reason=REASON, now=NOW)


SENT_TWICE: list[Callable[[User, str], Any]] = [
    lambda mo, who: moderation.mute_person(by=mo, person=who, reason=REASON, days=1, now=NOW),
    lambda mo, who: moderation.suspend(by=mo, person=who, reason=REASON, days=1, now=NOW),
]
UPON: list[Callable[[User, str], Any]] = [
    lambda mo, who: moderation.mute_person(by=mo, person=who, reason="", days=1, now=NOW),
    lambda mo, who: moderation.mute_person(by=mo, person=who, reason=REASON, days=0, now=NOW),
    lambda mo, who: moderation.suspend(by=mo, person=who, reason="", days=1, now=NOW),
    lambda mo, who: moderation.suspend(by=mo, person=who, reason=REASON, days=0, now=NOW),
    lambda mo, who: moderation.close_account(by=mo, person=who, reason="", now=NOW),
]


@pytest.mark.parametrize("number", range(len(UPON)))
def test_staff_cannot_feel_whether_somebody_keeps_notes(game: Game, mo: User, number: int) -> None:
    seat = game.seats.get(number=1)
    assert seat.user is not None
    with holding(partial(lock_person, seat.user)), pytest.raises(IllegalAction):
        UPON[number](mo, seat.user.ref)


@pytest.mark.parametrize("number", range(len(SENT_TWICE)))
def test_staff_cannot_feel_it_by_doing_again_what_is_done(game: Game, mo: User, number: int) -> None:
    seat = game.seats.get(number=1)
    assert seat.user is not None
    SENT_TWICE[number](mo, seat.user.ref)
    with holding(partial(lock_person, seat.user)):
        SENT_TWICE[number](mo, seat.user.ref)


def test_the_lock_would_be_felt(game: Game, held: None) -> None:
    """What the others show is not that nothing is locked."""
    seat = fresh(game).seats.get(number=0)
    assert seat.user is not None
    with pytest.raises(OperationalError):
        gathering.leave(user=seat.user, ref=game.ref, now=NOW, for_good=True)
