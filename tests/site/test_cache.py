"""The cache does what Django's do, in the database, without pickle."""

import hashlib
import re

import pytest
from cryptography.fernet import Fernet
from django.core.cache import cache
from django.db import connection

from games import tasks
from tests import tables
from tests.harness.client import Client
from tests.secrecy import dump

pytestmark = [pytest.mark.sqlite, pytest.mark.django_db]


@pytest.fixture(autouse=True)
def empty(db):
    cache.clear()


def kept():
    """The table as it lies: keys and values."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT cache_key, value FROM rlyeh_cache")
        return cursor.fetchall()


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
    assert len(kept()) == 1
    assert cache.get("other") == 1


def test_forgets_everything():
    cache.set_many({"a": 1, "b": 2})
    cache.clear()
    assert cache.get_many(["a", "b"]) == {}


def test_what_is_kept_cannot_be_read_in_the_table(time_machine):
    """Whose limit it is, and when they came, is for the site alone."""
    time_machine.move_to(tables.NOW, tick=False)
    tables.person("Ada")
    client = Client(REMOTE_ADDR="198.51.100.7")
    client.post("/account/login/code/", {"email": "ada@example.org"})
    client.post("/try")
    rows = kept()
    assert len(rows) >= 2
    assert all(re.fullmatch("[0-9a-f]{64}", key) and re.fullmatch(r"gAAAA[\w=-]+", value) for key, value in rows)
    plain = ("198.51.100.7", "user", "allauth", ":rl:", str(int(tables.NOW.timestamp())))
    assert not [word for word in plain if word in repr(dump.rows("rlyeh_cache"))]
    address = hashlib.sha256(b"ada@example.org").hexdigest()
    assert address not in {key for key, _ in rows}
    assert len({len(value) for _, value in rows}) == 1


def test_a_value_of_another_key_or_under_another_seal_is_none(settings):
    cache.set("mine", 1)
    cache.set("other", 2)
    (name, value), (other, _) = kept()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE rlyeh_cache SET value = %s WHERE cache_key = %s", [value, other])
    assert min(cache.get("mine", 0), cache.get("other", 0)) == 0
    cache.set("mine", 1)
    settings.SEAL_KEYS = [Fernet.generate_key().decode()]
    assert cache.get("mine") is None
    cache.set("mine", 3)
    assert cache.get("mine") == 3


def test_with_another_key_of_the_site_nothing_is_found(settings):
    cache.set("key", 1)
    settings.SECRET_KEY = "another one " * 5
    assert cache.get("key") is None


def test_the_sweep_forgets_what_nobody_asks_for_any_more(time_machine):
    time_machine.move_to("2026-11-29 12:00:00+00:00", tick=False)
    cache.set("over", 1, timeout=10)
    cache.set("kept", 1, timeout=600)
    time_machine.shift(11)
    tasks.sweep()
    assert len(kept()) == 1 and cache.get("kept") == 1
