"""Where two worlds start from: two tables that look the same to a viewer, and when everything happened at them."""

import random
from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from games.rules.fram.model import Phase, Settle, is_look_folded
from games.rules.kernel import Terms
from games.rules.offline import OfflineTable
from tests.rules import long_run
from tests.rules.fram import trial, twin
from tests.secrecy.stretch import Stretch, bidding
from tests.secrecy.timing import PACES, Clock

KINDS = (
    "lead",
    "bid",
    "showdown",
    "folded look, not answered",
    "folded look, answered",
    "separate look",
)
Since = dict[int, dict[str, float]]


@dataclass
class Position:
    """Two tables, when their steps were made, since when what lies sealed does, and the facts in which they differ."""

    viewer: int | None
    tables: tuple[OfflineTable, OfflineTable]
    clock: Clock
    times: list[float]
    since: tuple[Since, Since]
    kind: str
    facts: Counter[str]
    deck: Any = None  # where it is not the standard one

    @property
    def seats(self) -> int:
        return self.tables[0].seats


def begin(kind: str, chance: random.Random) -> Position:
    """A pair that starts from a game in progress of that kind."""
    pair = _pair(kind, chance)
    _leave_somebody_out(pair)
    clock = Clock(pair.one.rules, chance.choice(PACES))
    times = _times(pair.one, clock, chance)
    start = _now(pair, clock, chance)
    since = _since(pair, clock, start, chance)
    facts = Counter(twin.facts_that_differ(pair))
    if since[0] != since[1]:
        facts["order of sealing"] += 1
    return Position(pair.viewer, (pair.one, pair.two), clock, times, since, kind, facts)


def stretch_of(position: Position, chance: random.Random, steps: int) -> Stretch:
    """A stretch of play from there; the position's own tables stay as they are."""
    stretch = Stretch(position.viewer, position.tables, replace(position.clock), chance)
    stretch.grow(steps)
    return stretch


def _pair(kind: str, chance: random.Random) -> twin.Pair:
    """Two tables in progress that look the same to a viewer."""
    while True:
        table = long_run.fresh_table(trial, chance)
        table.terms = Terms(always_open=chance.random() < 0.1)
        table.__post_init__()
        patience = chance.randrange(200)
        while table.rules.outcome(table.state) is None:
            if patience <= 0 and twin.kind_of(table) == kind:
                return twin.make(table, chance.choice([None, *range(table.seats)]), chance)
            patience -= 1
            long_run.take_a_step(trial, table, chance)


def _leave_somebody_out(pair: Any) -> None:
    """With all bids in, the showdown would have come: take one away, of a seat that is said to be missing."""
    key, seats = bidding(pair.one.state)
    tables = pair.one, pair.two
    if not seats or not any(all(key in table.sealed[seat] for seat in seats) for table in tables):
        return
    said = pair.missing if pair.one.state.phase is Phase.BID else set(seats)
    left_out = min(seats, key=lambda seat: (seat not in said, seat == pair.viewer, key in pair.one.sealed[seat]))
    pair.missing = pair.missing | {left_out} if pair.one.state.phase is Phase.BID else pair.missing
    for table in tables:
        table.sealed[left_out] = {name: value for name, value in table.sealed[left_out].items() if name != key}


def _times(table: OfflineTable, clock: Clock, chance: random.Random) -> list[float]:
    """When each step was made; then the clock stands where the last one was."""
    state, _ = table.rules.setup(table.deal, table.terms)
    clock.ask(state)
    times = []
    for step in table.steps:
        is_apart = state.phase is Phase.LOOK and not is_look_folded(state)
        is_timed = is_apart or any(isinstance(action, Settle) for action in step)
        clock.now = clock.deadline if is_timed else clock.now + clock.span * chance.uniform(0.01, 0.9)
        for action in step:
            state, _ = table.rules.apply(state, action)
        clock.ask(state)
        times.append(clock.now)
    return times


def _now(pair: Any, clock: Clock, chance: random.Random) -> float:
    """Let some time pass, and return when the running eighth began."""
    begin = clock.asked_at
    if pair.one.state.phase is Phase.BID:
        asked = {wait.seat for wait in pair.one.rules.asked(pair.one.state)}
        full = chance.randrange(1, 6) if asked - pair.missing else chance.randrange(3)
        begin += full * clock.eighth
        clock.now = begin + clock.eighth * chance.uniform(0.1, 0.7)
    else:
        clock.now = begin + clock.span * chance.uniform(0.05, 0.6)
    return begin


def _since(pair: Any, clock: Clock, eighth: float, chance: random.Random) -> tuple[Since, Since]:
    """Since when everything lies sealed: bids that are said to be in, before the running eighth; the others in it."""
    bid = f"r{pair.one.state.round}.bid" if pair.one.state.phase is Phase.BID else ""
    worlds_since: tuple[Since, Since] = ({}, {})
    for world, table in enumerate((pair.one, pair.two)):
        for seat in range(table.seats):
            mine = worlds_since[world][seat] = {}
            for key in table.sealed[seat]:
                if world and seat == pair.viewer:
                    mine[key] = worlds_since[0][seat][key]
                elif key == bid:
                    is_late = seat in pair.missing
                    mine[key] = chance.uniform(eighth, clock.now) if is_late else chance.uniform(clock.asked_at, eighth)
                else:
                    mine[key] = chance.uniform(clock.asked_at, clock.now)
    return worlds_since
