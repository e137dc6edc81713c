"""Each leak planted on purpose is caught, by an assertion that names the viewer and the fact."""

import os
import time

import pytest

from tests.secrecy.planted import at_rest, fault, in_pages, in_services, in_view

pytestmark = [pytest.mark.django_db]

FAULTS = [*in_view.FAULTS, *in_services.FAULTS, *in_pages.FAULTS, *at_rest.FAULTS]
SHORT = (
    "a hand in a data attribute",
    "a live list of missing bids",
    "a fragment kept for two seats",
    "a ciphertext whose length tells",
)
wanted = os.environ.get("RLYEH_PLANTED", "")
CHOSEN = [one for one in FAULTS if wanted == "all" or wanted == one.name or (not wanted and one.name in SHORT)]
shard, shards = map(int, os.environ.get("RLYEH_SHARD", "0/1").split("/"))
CHOSEN = CHOSEN[shard::shards]


def test_planted_leaks_are_caught(capsys):
    begin, caught, casts = time.monotonic(), [], {}
    for one in CHOSEN:
        try:
            leak = fault.caught(one, casts)
        except Exception as missed:
            line = f"MISSED {one.name}: {type(missed).__name__} {missed}"
        else:
            caught.append(one)
            line = f"caught {one.name}: {leak.viewer} would know of {', '.join(leak.facts)}, by {leak.where}"
        with capsys.disabled():
            print(f"\n{line}", end="")  # noqa: T201  # the soak's figure
    with capsys.disabled():
        seconds = time.monotonic() - begin
        print(f"\n{seconds:.0f} s\nplanted: {len(CHOSEN)} faults, {len(caught)} caught")  # noqa: T201  # the soak's figure
    assert caught == CHOSEN
