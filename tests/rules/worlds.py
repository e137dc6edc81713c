"""Two worlds that a viewer cannot tell apart must look the same to it: `python -m tests.rules.worlds 10000 7`.

A pair starts from a random game in progress; then all do the same visible things in both. At every step all that the
viewer gets from the rules is compared to the byte: its view, what is told of every event, what is asked, which mails
are owed, what the log says in clear, and what is answered to anything it sends.
"""

import random
import sys
import time
from collections import Counter
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field
from typing import Any

from games.rules.kernel import Terms
from games.rules.offline import OfflineTable
from tests.rules import long_run
from tests.rules.fram import together, trial, twin
from tests.rules.fram.twin import Pair

# What a pair can start from, and how often one is made where a game stands so.
KINDS = {
    "lead": 0.02,
    "bid": 0.02,
    "showdown": 0.2,
    "folded look, not answered": 0.1,
    "folded look, answered": 0.2,
    "separate look": 0.6,
}
STEPS = 12


class Leak(AssertionError):
    """The viewer can tell the two worlds apart."""


@dataclass
class Figure:
    """How many pairs were compared, what they started from and in which kinds of fact they differed."""

    pairs: int = 0
    looks: int = 0
    starts: Counter[str] = field(default_factory=Counter)
    facts: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        starts = ", ".join(f"{kind} {count}" for kind, count in sorted(self.starts.items()))
        facts = ", ".join(f"{kind} {count}" for kind, count in sorted(self.facts.items()))
        return f"{self.pairs} pairs, {self.looks} looks at them\nstarting from: {starts}\ndiffering in: {facts}"


class Reader:
    """The viewer at one of the two tables, reading on from where it was."""

    def __init__(self, table: OfflineTable, viewer: int | None) -> None:
        self.table, self.viewer = table, viewer
        self.rules: Any = table.rules
        self.steps_read = 0
        self.state, events = self.rules.setup(table.deal, table.terms)
        self.got = [repr(self.rules.dues(None, self.state, events)), *self._told(events)]

    def read(self, missing: frozenset[int]) -> list[str]:
        """All that has come since, and the table as it is now, as text."""
        got, self.got = self.got, []
        for step in self.table.steps[self.steps_read :]:
            before, happened = self.state, []
            for action in step:
                self.state, events = self.rules.apply(self.state, action)
                happened += events
            got.append(repr([self.rules.encode(action)[0] for action in step]))
            got += [repr(self.rules.dues(before, self.state, happened)), repr(self.rules.asked(self.state))]
            got += self._told(happened)
        self.steps_read = len(self.table.steps)
        return [*got, repr(self.table.view(self.viewer, missing))]

    def _told(self, events: Iterable[Any]) -> list[str]:
        sentences = (self.rules.tell(event, self.viewer) for event in events)
        return [repr(sentence) for sentence in sentences if sentence is not None]


def compare(readers: tuple[Reader, Reader], missing: frozenset[int]) -> None:
    """Leak if the viewer gets anything that is not the same in both."""
    one, two = (reader.read(missing) for reader in readers)
    if one != two:
        which = next((pair for pair in zip(one, two, strict=False) if pair[0] != pair[1]), (one, two))
        raise Leak(f"seat {readers[0].viewer}:\n{which[0]}\n{which[1]}")


def run(pairs: int, seed: int) -> Figure:
    """At least that many pairs, from that seed, as many of each start."""
    figure = Figure()
    wanted = Counter({kind: -(-pairs // len(KINDS)) for kind in KINDS})
    number = 0
    while any(wanted.values()):
        number += 1
        chance = random.Random(f"worlds {seed} {number}")
        try:
            compare_along_a_game(wanted, chance, figure)
        except Exception as fault:
            fault.add_note(f"game {number} of seed {seed}")
            raise
    return figure


def compare_along_a_game(wanted: Counter[str], chance: random.Random, figure: Figure) -> None:
    """Play a random game; where it is of a kind that is wanted, often make a pair of it, for a random viewer."""
    always_open = chance.random() < 0.1
    table = long_run.fresh_table(trial, chance, terms=Terms(always_open=always_open))
    while table.rules.outcome(table.state) is None:
        kind = twin.kind_of(table)
        if wanted[kind] and chance.random() < KINDS[kind]:
            wanted[kind] -= 1
            viewer = chance.choice([None, *range(table.seats)])
            figure.starts[kind] += 1
            compare_a_pair(twin.make(_copy(table), viewer, chance), chance, figure)
        long_run.take_a_step(trial, table, chance)


def _copy(table: OfflineTable) -> OfflineTable:
    other = copy(table)
    other.sealed, other.steps, other.events = dict(table.sealed), list(table.steps), list(table.events)
    return other


def compare_a_pair(pair: Pair, chance: random.Random, figure: Figure) -> None:
    """A pair is the same to its viewer from its start on, for some steps."""
    figure.pairs += 1
    figure.facts.update(twin.facts_that_differ(pair))
    readers = Reader(pair.one, pair.viewer), Reader(pair.two, pair.viewer)
    compare(readers, pair.missing)
    for _ in range(STEPS):
        figure.looks += 1
        try:
            together.go_on(pair, chance)
        except together.Apart:
            return
        compare(readers, twin.said_missing(pair, chance))


if __name__ == "__main__":
    started = time.monotonic()
    done = run(int(sys.argv[1]), int(sys.argv[2]))
    print(f"{done}\nseed {sys.argv[2]}, {time.monotonic() - started:.0f} s: no leak")  # noqa: T201  # its figure
