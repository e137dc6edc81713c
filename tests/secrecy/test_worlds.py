"""S1: two worlds that a reader may not tell apart, over HTTP and with mails (reliability.md)."""

import os
import random
import time

import pytest

from games.rules import GAMES
from tests.secrecy import addresses, lost_position, pairs, position

pytestmark = [pytest.mark.django_db]

PAIRS = int(os.environ.get("RLYEH_PAIRS", "12"))
SEED = os.environ.get("RLYEH_SEED", "7")
FIRST = int(os.environ.get("RLYEH_FIRST", "0"))
STEPS = 5
THOROUGH = 12  # one pair in so many asks for every address
CASTS: dict[tuple[str, int], pairs.Cast] = {}


def plan(number: int, seed: str, kind: str) -> pairs.Plan:
    """The pair of that number: where it starts, and what happens then."""
    name = f"{seed} {number}"
    chance = random.Random(f"worlds of {kind} over HTTP {name}")
    if kind == "fram":
        start = position.begin(position.KINDS[number % len(position.KINDS)], chance)
        stretch = position.stretch_of(start, chance, STEPS)
        steps = stretch.steps
    else:
        start, steps = lost_position.begin(chance, STEPS)
    if (kind, start.seats) not in CASTS:
        CASTS[kind, start.seats] = pairs.cast(start.seats, kind)
    return pairs.Plan(CASTS[kind, start.seats], start, steps, sorted(start.facts), name, number % THOROUGH == 3)


def run(kind: str, count: int, seed: str, first: int = 0) -> pairs.Figure:
    """That many pairs from that seed, as many of each start."""
    figure = pairs.Figure()
    for number in range(first, first + count):
        try:
            pairs.compare(plan(number, seed, kind), figure)
        except AssertionError as fault:
            fault.add_note(f"pair {number} of seed {seed}, {kind}")
            raise
    return figure


@pytest.fixture(autouse=True)
def fresh_casts() -> None:
    """Each test has a database of its own."""
    CASTS.clear()


@pytest.mark.parametrize("kind", GAMES)
def test_no_reader_can_tell_two_worlds_apart(capsys, db, kind):
    begin = time.monotonic()
    figure = run(kind, PAIRS, SEED, FIRST)
    with capsys.disabled():
        print(f"\n{figure}\n{time.monotonic() - begin:.0f} s")  # noqa: T201  # its figure
    assert figure.pairs == PAIRS
    reached = set().union(*(made.reached for made in CASTS.values()))
    names, nameless = addresses.site()
    assert (names | nameless) - reached == set(pairs.NOT_READ)
