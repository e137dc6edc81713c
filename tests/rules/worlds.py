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
from dataclasses import dataclass, field
from typing import Any

from games.rules.offline import OfflineTable
from tests.rules import long_run
from tests.rules.fram import together, trial, twin
from tests.rules.fram.twin import Pair

KINDS = (
    "lead",
    "bid",
    "showdown",
    "folded look, not answered",
    "folded look, answered",
    "separate look",
)
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


def begin(kind: str, chance: random.Random) -> Pair:
    """A pair that starts from a game in progress of that kind."""
    while True:
        table = long_run.fresh_table(trial, chance)
        table.terms = trial.Terms(always_open=chance.random() < 0.1)
        table.__post_init__()
        patience = chance.randrange(200)
        while table.rules.outcome(table.state) is None:
            if patience <= 0 and twin.kind_of(table) == kind:
                viewer = chance.choice([None, *range(table.seats)])
                return twin.make(table, viewer, chance)
            patience -= 1
            long_run.take_a_step(trial, table, chance)


def compare_a_pair(kind: str, chance: random.Random, figure: Figure) -> None:
    """A pair is the same to its viewer from its start on, for some steps."""
    pair = begin(kind, chance)
    figure.pairs += 1
    figure.starts[kind] += 1
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


def run(pairs: int, seed: int) -> Figure:
    """That many pairs, from that seed, as many of each start."""
    figure = Figure()
    for number in range(pairs):
        chance = random.Random(f"worlds {seed} {number}")
        try:
            compare_a_pair(KINDS[number % len(KINDS)], chance, figure)
        except Exception as fault:
            fault.add_note(f"pair {number} of seed {seed}")
            raise
    return figure


if __name__ == "__main__":
    started = time.monotonic()
    done = run(int(sys.argv[1]), int(sys.argv[2]))
    print(f"{done}\nseed {sys.argv[2]}, {time.monotonic() - started:.0f} s: no leak")  # noqa: T201  # its figure
