"""S10: in the middle of a game nothing secret lies in clear: database, queue, what tasks are given.

What one position can show is in `tests/services/test_seals.py`; here it is looked for in random positions of all kinds.
"""

import base64
import io
import json
import random
import re

import pytest
import redis
from django.core.management import call_command
from django.db import connection

from games import seals
from games.models import Game
from games.rules.fram.cards import TRUMPS
from games.services import publishing, talk
from tests import tables
from tests.secrecy import at_rest, pairs, position
from tests.secrecy import stage as stages

pytestmark = [pytest.mark.django_db]


@pytest.fixture(params=position.KINDS)
def laid(request, db):
    """A table in a random position of that kind, with what everybody has seen of its cards."""
    chance = random.Random(f"at rest {request.param}")
    start = position.begin(request.param, chance)
    made = pairs.cast(start.seats)
    with stages.tasks_in_hand(made.stage):
        stages.lay(made.stage, start, 0)
        yield made.stage, start


def test_nothing_secret_lies_in_clear(laid):
    stage, start = laid
    moves = [move.public for move in Game.objects.get(pk=stage.game.pk).moves.all()]
    shown = {move.get("card") for move in moves}
    shown |= {trump for move in moves for do, trump in (("banish", "sign"), ("drug", "drug")) if move["do"] == do}
    at_rest.check_words(shown & set(TRUMPS))
    at_rest.check_lengths()
    at_rest.check_times()
    at_rest.check_rows()


def test_what_two_worlds_leave_has_the_same_lengths(db):
    """Row by row the database of both worlds is as long, whatever is in it."""
    chance = random.Random("lengths")
    start = position.begin("bid", chance)
    made, sizes = pairs.cast(start.seats), []
    for world in (0, 1):
        with stages.undone(), stages.tasks_in_hand(made.stage):
            stages.lay(made.stage, start, world)
            sizes.append([(kind, len(token)) for kind, token in at_rest.sealed_columns()])
    assert sizes[0] == sizes[1]


def _places(game: Game) -> list[tuple[str, ...]]:
    """Where the rows of the table, its seats and its people lie, and which transaction wrote them there."""
    kept = [("games_game", "id = %s"), ("games_seat", "game_id = %s")]
    kept += [("games_user", "id IN (SELECT user_id FROM games_seat WHERE game_id = %s)")]
    with connection.cursor() as cursor:
        found = []
        for name, which in kept:
            cursor.execute(f"SELECT '{name}', ctid::text, xmin::text FROM {name} WHERE {which} ORDER BY id", [game.pk])
            found += cursor.fetchall()
    return found


def test_a_sealing_moves_no_row_of_its_table(db):
    """A dump lists rows in the order in which they were last written: it must not tell where somebody has just sealed.

    The last one to seal moves the table's row, which says from then on that there is something to do.
    """
    if connection.vendor != "postgresql":
        pytest.skip("only PostgreSQL writes a row elsewhere when it changes")
    game = tables.table("Ada Bo Cy")
    dealer = tables.state(game).dealer
    tables.bid(game, dealer, "12")
    tables.resolve(game)
    before = _places(game)
    tables.bid(game, (dealer + 1) % 3, "11")
    tables.bid(game, (dealer + 1) % 3, "10")
    talk.keep_note(user=game.host, ref=game.ref, text="Cy bids low.")
    assert _places(game) == before
    tables.bid(game, (dealer + 2) % 3, "9")
    assert _places(game) != before


def test_the_queue_holds_references_only(db, settings):
    """Whatever is asked of the worker, in Valkey or in a task's arguments, is a reference or a row's number."""
    queue = redis.Redis.from_url(settings.CELERY_BROKER_URL)
    queue.flushdb()
    game = tables.table("Ada Bo Cy")
    dealer = tables.state(game).dealer
    tables.bid(game, dealer, "12")
    tables.bid(game, (dealer + 1) % 3, "11")
    tables.bid(game, (dealer + 2) % 3, "9")
    stages.run_tasks()
    lying = b"\n".join(_values(queue))
    assert game.ref.encode() in lying
    for message in queue.lrange("celery", 0, -1):
        args, kwargs, _ = json.loads(base64.b64decode(json.loads(message)["body"]))
        assert kwargs == {} and all(isinstance(arg, int) or re.fullmatch("[a-z0-9]{10,32}", arg) for arg in args)
    assert not re.search(rb"trapezohedron|mead|drug|hold|treasure", lying)
    queue.flushdb()


def _values(queue) -> list[bytes]:
    return [value for key in queue.keys("*") if queue.type(key) == b"list" for value in queue.lrange(key, 0, -1)]


def test_keys_can_be_changed_in_the_middle_of_a_game(laid, settings):
    """With a new key first all is read as before; after `rotate_seals` the old one is not needed any more."""
    stage, start = laid
    old, new = settings.SEAL_KEYS[0], "bmV3IGtleSBmb3IgdGVzdHMgb25seSwgMzIgYnl0ZXM="
    seen = [tables.view(stage.game, seat) for seat in range(start.seats)]
    settings.SEAL_KEYS = [new, old]
    assert [tables.view(stage.game, seat) for seat in range(start.seats)] == seen
    call_command("rotate_seals", stdout=io.StringIO())
    settings.SEAL_KEYS = [new]
    assert [tables.view(stage.game, seat) for seat in range(start.seats)] == seen
    at_rest.check_lengths()
    at_rest.check_times()
    settings.SEAL_KEYS = [old]
    with pytest.raises(seals.SealBroken):
        tables.view(stage.game, 0)


def test_arguments_of_tasks_are_references(laid):
    stage, start = laid
    stages.run_tasks()
    stages.sweep(start.clock.now)
    assert publishing.LONGEST_COUNTDOWN <= 300
    for task, args in stage.told:
        assert all(isinstance(arg, int) or arg == stage.ref for arg in args), task


def test_no_column_beside_the_log_is_named_after_a_secret():
    """Invariant 12: nothing derived that is stored carries who held, who sealed, or when somebody was here."""
    with connection.cursor() as cursor:
        columns = {
            column.name
            for table in connection.introspection.table_names()
            if table.startswith("games_")
            for column in connection.introspection.get_table_description(cursor, table)
        }
    assert columns & {"held", "hold", "updated_at", "last_seen", "last_login", "sealed_at", "hand", "version"} == set()
