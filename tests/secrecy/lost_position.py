"""Two worlds of Lost in R'lyeh: the last moves of a game and its twin are played again, by the same door as in life."""

import random
from collections import Counter
from typing import Any

from games.rules import lost
from games.rules.lost.cards import read_deck
from games.rules.lost.model import Action, LayUltimate, Pass, PickUp, Play, Stop, TakeUp
from games.rules.offline import OfflineTable
from tests.rules.lost import trial, worlds
from tests.secrecy.position import Position, Since
from tests.secrecy.timing import PACES, Act, Clock, Step

DECKS = (worlds.BUSY, trial.DECK)


def begin(chance: random.Random, steps: int) -> tuple[Position, list[Step]]:
    """A pair that starts some moves before the end of what `tests.rules.lost.worlds` made, and those moves."""
    viewer, _, one, two = worlds.pair(chance)
    clock = Clock(lost, chance.choice(PACES))
    last = min(chance.randrange(1, steps + 1), len(one.log))
    tables = tuple(_table(world, len(world.log) - last) for world in (one, two))
    _leave_somebody_out(tables)
    times = _times(tables[0], clock, chance)
    eighth = clock.asked_at
    clock.now = clock.asked_at + clock.span * chance.uniform(0.02, 0.1)
    since = _since(tables, viewer, eighth, clock, chance)
    facts = Counter(worlds.facts_that_differ(one, two))
    kind = f"lost: {tables[0].state.phase}"
    deck = next(deck for deck in DECKS if read_deck(deck) == one.deal.deck)
    position = Position(viewer, (tables[0], tables[1]), clock, times, since, kind, facts, deck=deck)
    return position, _steps(position, one.log[-last:] if last else (), two.log[-last:] if last else (), chance)


def _table(world: worlds.World, moves: int) -> OfflineTable:
    table = OfflineTable(lost, world.deal, world.deal.seats, random.Random(0).randrange)
    for action in world.log[:moves]:
        table.log_step([action])
    if moves == len(world.log):
        for seat, sealed in world.sealed.items():
            table.sealed[seat] = dict(sealed)
    return table


def _leave_somebody_out(tables: tuple[OfflineTable, ...]) -> None:
    """With all Ultimates sealed in one of the worlds they would have been laid there; the same seat waits in both."""
    if any(table.state.phase == "ultimate" and all(table.sealed.values()) for table in tables):
        for table in tables:
            table.sealed[0] = {}


def _times(table: OfflineTable, clock: Clock, chance: random.Random) -> list[float]:
    state, _ = lost.setup(table.deal, table.terms)
    clock.ask(state)
    times = []
    is_laying = True
    for step in table.steps:
        is_laying = is_laying and isinstance(step[0], LayUltimate)
        clock.now += 0 if is_laying and times else clock.span * chance.uniform(0.01, 0.5)
        for action in step:
            state, _ = lost.apply(state, action)
        clock.ask(state)
        times.append(clock.now)
    return times


def _since(tables: Any, viewer: int | None, eighth: float, clock: Clock, chance: random.Random) -> tuple[Since, Since]:
    """Since when Ultimates lie sealed: all in the running eighth, so that nobody is said to have."""
    made: tuple[Since, Since] = ({}, {})
    for world, table in enumerate(tables):
        for seat in range(table.seats):
            moments = {key: chance.uniform(eighth, clock.now) for key in table.sealed[seat]}
            made[world][seat] = made[0][seat] if world and seat == viewer else moments
    return made


def _steps(position: Position, one: tuple[Action, ...], two: tuple[Action, ...], chance: random.Random) -> list[Step]:
    """The last moves of both worlds, each at one moment; while Ultimates are laid, all at one."""
    tables = [OfflineTable(lost, t.deal, t.seats, t.draw, t.terms) for t in position.tables]
    for table, start in zip(tables, position.tables, strict=True):
        for step in start.steps:
            table.log_step(step)
    steps: list[Step] = []
    clock = Clock(lost, position.clock.pace, position.clock.asked_at, position.clock.now)
    for pair in zip(one, two, strict=True):
        clock.now += clock.pace * chance.uniform(0.001, 0.02)
        step = Step(type(pair[0]).__name__, clock.now)
        for world, action in enumerate(pair):
            key = next(prompt.key for prompt in lost.prompts(tables[world].state) if prompt.seat == action.seat)
            sent = form(key, action)
            if action.seat != position.viewer:
                step.acts[world].append(Act(clock.now, action.seat, sent))
            elif world == 0:
                step.viewer.append(sent)
            tables[world].log_step([action])
        steps.append(step)
    return steps


def form(key: str, action: Action) -> dict[str, str]:
    """The form by which the action is sent."""
    match action:
        case LayUltimate(_, card):
            return {"key": key, "do": "ultimate", "cards": card}
        case TakeUp(_, card):
            return {"key": key, "do": "escape", "cards": card}
        case PickUp():
            return {"key": key, "do": "pickup"}
        case Stop():
            return {"key": key, "do": "stop"}
        case Pass():
            return {"key": key, "do": "pass"}
        case Play():
            return _play(key, action)


def _play(key: str, play: Play) -> dict[str, str]:
    sent = {"key": key, "do": "play", "cards": ",".join(play.cards)}
    if not play.join:
        sent["join"] = "no"
    for name in ("option", "to", "escape", "their"):
        value = getattr(play, name)
        if value is not None:
            sent[name] = str(value)
    for name in ("give", "banish"):
        if getattr(play, name):
            sent[name] = ",".join(getattr(play, name))
    return sent
