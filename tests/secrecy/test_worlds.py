"""S1: two worlds that a reader may not tell apart, over HTTP and with mails (reliability.md)."""

import os
import random
import time

import pytest

from tests.secrecy import addresses, pairs, position

pytestmark = [pytest.mark.django_db]

PAIRS = int(os.environ.get("RLYEH_PAIRS", "12"))
SEED = os.environ.get("RLYEH_SEED", "7")
STEPS = 5
THOROUGH = 12  # one pair in so many asks for every address
CASTS: dict[int, pairs.Cast] = {}


def run(count: int, seed: str, first: int = 0) -> pairs.Figure:
    """That many pairs from that seed, as many of each start."""
    figure, casts = pairs.Figure(), CASTS
    casts.clear()
    for number in range(first, first + count):
        name = f"{seed} {number}"
        chance = random.Random(f"worlds over HTTP {name}")
        start = position.begin(position.KINDS[number % len(position.KINDS)], chance)
        stretch = position.stretch_of(start, chance, STEPS)
        if start.seats not in casts:
            casts[start.seats] = pairs.cast(start.seats)
        made, is_thorough = casts[start.seats], number % THOROUGH == 3
        try:
            pairs.compare(pairs.Plan(made, start, stretch.steps, sorted(start.facts), name, is_thorough), figure)
        except AssertionError as fault:
            fault.add_note(f"pair {number} of seed {seed}")
            raise
    return figure


def test_no_reader_can_tell_two_worlds_apart(capsys, db):
    begin = time.monotonic()
    figure = run(PAIRS, SEED)
    with capsys.disabled():
        print(f"\n{figure}\n{time.monotonic() - begin:.0f} s")  # noqa: T201  # its figure
    assert figure.pairs == PAIRS
    reached = set().union(*(made.reached for made in CASTS.values()))
    names, nameless = addresses.site()
    assert (names | nameless) - reached == set(pairs.NOT_READ)
