"""What is sent twice, by a double click or a reload, happens once."""

import threading
import time

import pytest
from django.db import connection, transaction

from games.models import Game, User
from games.rules.kernel import IllegalAction
from games.services import gathering
from games.services.desk import NoSuchTable, lock
from games.services.seating import vacate
from tests.tables import NOW, answer, bid, person, resolve, state, table

pytestmark = pytest.mark.django_db


def opened(host, form="aaaa", name="Friday"):
    return gathering.open_table(host=host, kind="fram", name=name, seats=4, pace=3600, now=NOW, form=form)


def test_the_form_of_a_new_table_opens_one():
    ada = person("Ada")
    assert opened(ada) == opened(ada, name="Friday, corrected")
    assert Game.objects.count() == 1
    assert Game.objects.get().seats.count() == 1


def test_another_form_or_another_person_opens_another():
    ada, bo = person("Ada"), person("Bo")
    tables = (opened(ada), opened(ada, "bbbb"), opened(bo), opened(ada, ""), opened(ada, ""))
    assert len({game.ref for game in tables}) == 5


def test_a_bot_asked_for_twice_sits_down_once():
    ada = person("Ada")
    game = opened(ada)
    for _ in range(2):
        gathering.add_bot(host=ada, ref=game.ref, now=NOW, free=3)
    assert game.seats.count() == 2
    gathering.add_bot(host=ada, ref=game.ref, now=NOW, free=2)
    assert game.seats.count() == 3
    gathering.add_bot(host=ada, ref=game.ref, now=NOW, free=1)
    with pytest.raises(NoSuchTable):  # it has begun
        gathering.add_bot(host=ada, ref=game.ref, now=NOW, free=1)
    game.refresh_from_db()
    assert game.is_running


@pytest.mark.django_db(transaction=True)
def test_who_got_up_while_they_waited_to_get_up_is_told_that_there_is_no_such_table():
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one lock for all tables: nobody waits for this one")
    game, told = table("Ada Bo Cy", kind="toy"), []
    bo = User.objects.get(name="Bo")

    def leave() -> None:
        try:
            gathering.leave(user=bo, ref=game.ref, now=NOW, for_good=True)
        except Exception as refusal:
            told.append(type(refusal))
        connection.close()

    second = threading.Thread(target=leave)
    with transaction.atomic():
        held = lock(game.ref)
        second.start()
        while second.is_alive() and not _is_waited_for():
            time.sleep(0.02)
        vacate(held, held.seats.get(user=bo), NOW)
    second.join(30)
    assert told == [NoSuchTable]


def _is_waited_for() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return bool(cursor.fetchone()[0])


def test_an_answer_that_is_final_may_be_sent_again_but_not_changed() -> None:
    """Whoever was not told that their look was taken sends it once more, before anything has opened it."""
    game = table("Ada Bo Cy Dee Eve")
    first = state(game).dealer
    mead = next(number for number, seat in enumerate(state(game).seats) if seat.trump == "mead")
    winner = next(number for number in range(5) if number not in {mead, first})
    for number in (*range(first, 5), *range(first)):
        bid(game, number, {mead: "mead", winner: "15"}.get(number, "5"))
    resolve(game)  # whoever drank leads: the look is a wait of its own
    codes = [answer(game, winner, key="r1.look", do="take").code for _ in range(2)]
    assert codes[0] == codes[1] != ""
    with pytest.raises(IllegalAction, match="cannot be changed"):
        answer(game, winner, key="r1.look", do="banish")
