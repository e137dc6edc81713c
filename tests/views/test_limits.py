"""How often somebody may hand in: counted in the process, so that no row says when they did."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import time_machine
from django.urls import reverse

from games.models import Game
from games.views.limits import Limit
from tests.harness.client import Client
from tests.secrecy import dump
from tests.tables import NOW

Enter = Callable[[str], Client]
SECOND = timedelta(seconds=1)


def test_one_answer_too_many_waits_for_a_minute(game: Game, enter: Enter) -> None:
    ada, bo = enter("Ada"), enter("Bo")
    path = reverse("answer", args=[game.ref])
    with time_machine.travel(NOW, tick=False) as clock:
        before = dump.rows("rlyeh_cache")
        assert {ada.post(path, {"key": "none"}).status_code for _ in range(120)} == {422}
        clock.shift(59)
        refused = ada.post(path, {"key": "none"})
        assert refused.status_code == 429 and "429.html" in {template.name for template in refused.templates}
        assert bo.post(path, {"key": "none"}).status_code == 422
        clock.shift(1)
        assert ada.post(path, {"key": "none"}).status_code == 422
        assert dump.rows("rlyeh_cache") == before


def test_a_minute_is_any_minute_and_refusals_do_not_count() -> None:
    limit = Limit(2)
    assert [limit.allows(1, NOW + n * SECOND) for n in (0, 30, 31, 59, 60, 61, 89, 90)] == [
        True, True, False, False, True, False, False, True,
    ]  # fmt: skip


def test_a_clock_that_was_turned_back_locks_nobody_out() -> None:
    limit = Limit(1)
    assert limit.allows(1, NOW)
    assert not limit.allows(1, NOW - SECOND)  # requests of one moment come in any order
    assert limit.allows(1, NOW - 60 * SECOND)


def test_it_remembers_so_many_people_and_no_more() -> None:
    limit = Limit(1, people=3)
    assert all(limit.allows(person, NOW) for person in (1, 2, 3))
    assert not limit.allows(1, NOW)
    assert limit.allows(4, NOW)  # of 2 there was nothing for the longest
    assert not limit.allows(1, NOW) and limit.allows(2, NOW)


def test_threads_count_together() -> None:
    limit = Limit(100)
    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(lambda _: limit.allows(1, NOW), range(400))) == 100


def test_what_was_counted_can_be_forgotten() -> None:
    limit = Limit(1)
    assert limit.allows(1, NOW)
    limit.forget()
    assert limit.allows(1, NOW)
