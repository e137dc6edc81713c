"""The cache does what Django's do, in the database, without pickle."""

import pytest
from django.core.cache import cache
from django.db import connection

pytestmark = [pytest.mark.sqlite, pytest.mark.django_db]


@pytest.fixture(autouse=True)
def empty(db):
    cache.clear()


def test_keeps_forgets_and_replaces():
    assert cache.get("key") is None
    assert cache.get("key", "nothing") == "nothing"
    cache.set("key", [1.5, 2])
    assert cache.get("key") == [1.5, 2]
    cache.set("key", {"a": 1}, timeout=None)
    assert cache.get_many(["key", "other"]) == {"key": {"a": 1}}
    assert cache.delete("key")
    assert not cache.delete("key")
    assert cache.get("key") is None


def test_adds_only_what_is_not_there():
    assert cache.add("key", 1)
    assert not cache.add("key", 2)
    assert cache.get("key") == 1
    assert cache.incr("key") == 2


def test_lets_time_pass(time_machine):
    time_machine.move_to("2026-11-29 12:00:00+00:00", tick=False)
    cache.set("key", 1, timeout=10)
    time_machine.shift(9.5)
    assert cache.get("key") == 1
    assert cache.touch("key", 10)
    time_machine.shift(9.5)
    assert not cache.add("key", 2)
    time_machine.shift(1)
    assert cache.get("key") is None
    assert not cache.touch("key", 10)
    assert cache.add("key", 2, timeout=0.5)
    time_machine.shift(1)
    assert cache.add("other", 1)
    with connection.cursor() as cursor:
        cursor.execute("SELECT cache_key, value FROM rlyeh_cache")
        assert cursor.fetchall() == [(":1:other", "1")]


def test_forgets_everything():
    cache.set_many({"a": 1, "b": 2})
    cache.clear()
    assert cache.get_many(["a", "b"]) == {}
