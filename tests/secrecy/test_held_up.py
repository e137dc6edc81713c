"""While somebody seals, the table is locked: nobody else may learn of it by having to wait."""

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction

from games.models import Game, User
from games.services import gathering, playing, talk
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


def test_the_lock_would_be_felt(game: Game, held: None) -> None:
    """What the others show is not that nothing is locked."""
    seat = fresh(game).seats.get(number=0)
    assert seat.user is not None
    with pytest.raises(OperationalError):
        gathering.leave(user=seat.user, ref=game.ref, now=NOW, for_good=True)
