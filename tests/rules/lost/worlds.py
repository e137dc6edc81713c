"""Two worlds that a viewer cannot tell apart look the same to it: `python -m tests.rules.lost.worlds 10000 7`.

A pair is a random game in progress and its twin, in which all the same visible things have been done. All that the
viewer gets from the rules at every step is compared to the byte: its view, what is told of every event, what is asked,
which mails are owed, what the log says in clear, and what is answered to anything that it sends.
"""

import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.rules import lost
from games.rules.kernel import IllegalAction, Pending, Terms
from games.rules.lost.cards import Deal
from games.rules.lost.model import Action, LayUltimate, Play, State, TakeUp
from games.rules.offline import OfflineTable
from tests.rules.lost import trial, twin
from tests.rules.lost.positions import seed_with

# In two pairs of three the cards move hidden cards more often than the standard ones do.
BUSY = seed_with(
    h1_1="banish an Escape card",
    h2_1="banish an Escape card",
    h3_1="swap a hand card with an Escape card",
    h4_1="give 1 from the hand to a player",
    h6_1="an Escape card moves to a player",
    h7_1="swap an Escape card with a player's",
    h8_1="swap a hand card with an Escape card",
    h9_1="give 2 from the hand to a player",
    door="banish an Escape card",
)
LOOKS = 12  # how many of the last steps are looked at; the history is compared from the start
SAYINGS = 12
PROGRESS = 500


class Leak(AssertionError):
    """The viewer can tell the two worlds apart."""


@dataclass(frozen=True)
class World:
    """A game in progress, and what lies sealed in it."""

    deal: Deal
    log: tuple[Action, ...]
    sealed: Mapping[int, Mapping[str, Action]]


@dataclass
class Figure:
    """How many pairs were compared, what they started from and in which kinds of fact they differed."""

    pairs: int = 0
    starts: Counter[str] = field(default_factory=Counter)
    facts: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        starts = ", ".join(f"{kind} {count}" for kind, count in sorted(self.starts.items()))
        facts = ", ".join(f"{kind} {count}" for kind, count in sorted(self.facts.items()))
        return f"{self.pairs} pairs\nstarting from: {starts}\ndiffering in: {facts}"


def pair(chance: random.Random) -> tuple[int | None, frozenset[int], World, World]:
    """A viewer, the seats said to be missing, and two worlds between which the viewer cannot tell."""
    seats = chance.randint(2, 6)
    deck = BUSY if chance.random() < 0.65 else trial.DECK
    deal = lost.deal(deck, lambda items: chance.sample(list(items), len(items)), seats, {})
    table = OfflineTable(lost, deal, seats, chance.randrange)
    steps = 0 if chance.random() < 0.1 else chance.randrange(300)
    unseen: dict[type[Action], list[int]] = {}  # where Ultimates were taken up, or moved and swapped by a play
    while steps > 0 and lost.outcome(table.state) is None:
        steps -= 1
        if _take_a_step(table, chance):
            unseen.setdefault(type(table.log[-1]), []).append(len(table.steps))
    log = table.log if lost.outcome(table.state) is None else table.log[: -1 - chance.randrange(5)]
    viewer = chance.choice([None, *range(table.seats)])
    if unseen and chance.random() < 0.7:
        log = log[: chance.choice(unseen[chance.choice(list(unseen))]) + chance.randrange(3)]
        viewer = chance.choice([None, *(seat for seat in range(table.seats) if seat != log[-1].seat)])
    sealed = _sealed(table.deal, chance) if not log else {}
    one = World(table.deal, log, sealed)
    deal, actions = twin.make(table.deal, log, viewer, chance)
    others = _sealed(deal, chance) if not log else {}
    if viewer in sealed and viewer is not None:
        others = {**others, viewer: sealed[viewer]}
    elif viewer in others:
        others = {seat: answers for seat, answers in others.items() if seat != viewer}
    missing = frozenset(seat for seat in range(deal.seats) if chance.random() < 0.5)
    return viewer, missing, one, World(deal, tuple(actions), others)


def _take_a_step(table: OfflineTable, chance: random.Random) -> bool:
    """Something legal, more often of the kinds that move hidden cards; whether it moved an Ultimate."""
    state = table.state
    prompt = lost.prompts(state)[0]
    choices = list(lost.choices(state, prompt))
    hidden = [choice for choice in choices if isinstance(choice, Play) and (choice.give or choice.escape)]
    if hidden and chance.random() < 0.7:
        choices = hidden
    action = chance.choice(choices)
    table.log_step([action])
    is_named = isinstance(action, TakeUp) or (isinstance(action, Play) and action.escape is not None)
    return is_named and not state.escapes[action.seat]


def _sealed(deal: Deal, chance: random.Random) -> dict[int, dict[str, Action]]:
    """Ultimates that some seats have sealed."""
    state, _ = lost.setup(deal, Terms())
    seats = [seat for seat in range(deal.seats) if chance.random() < 0.6]
    return {seat: {"ultimate": LayUltimate(seat, chance.choice(state.hands[seat]))} for seat in seats}


def received(rules: Any, world: World, viewer: int | None, missing: frozenset[int], seed: int) -> Iterator[str]:
    """All that the viewer gets from the start on, as text; the last steps with its view and answers."""
    state, events = rules.setup(world.deal, Terms())
    yield repr([rules.dues(None, state, events), *_told(rules, events, viewer)])
    for number, action in enumerate(world.log):
        before = state
        state, events = rules.apply(state, action)
        yield repr([rules.encode(action)[0], rules.asked(state), rules.dues(before, state, events)])
        yield repr(_told(rules, events, viewer))
        if number >= len(world.log) - LOOKS:
            yield repr(rules.view(state, viewer, Pending({}, missing)))
    own = {} if viewer is None else world.sealed.get(viewer, {})
    yield repr(rules.view(state, viewer, Pending(own, missing)))
    if viewer is not None:
        yield from _answers(rules, state, viewer, own, random.Random(seed))


def _told(rules: Any, events: Sequence[Any], viewer: int | None) -> list[str]:
    return [repr(sentence) for event in events if (sentence := rules.tell(event, viewer)) is not None]


def _answers(rules: Any, state: State, viewer: int, own: Mapping[str, Action], chance: random.Random) -> Iterator[str]:
    """What the viewer is answered to what it may send, and to much that it may not."""
    keys = ["ultimate", *(prompt.key for prompt in rules.prompts(state))]
    public = state._replace(hands=tuple(hand if seat == viewer else () for seat, hand in enumerate(state.hands)))
    mine = [action for action in trial.every_action(public) if action.seat == viewer]
    for action in chance.sample(mine, min(SAYINGS, len(mine))):
        try:
            yield repr(rules.submit(state, viewer, own, chance.choice(keys), action))
        except IllegalAction as fault:
            yield repr(fault.sentence)


def compare(rules: Any, viewer: int | None, missing: frozenset[int], one: World, two: World, seed: int) -> None:
    """Leak if the viewer gets anything that is not the same in both."""
    for mine, other in zip(
        received(rules, one, viewer, missing, seed), received(rules, two, viewer, missing, seed), strict=True
    ):
        if mine != other:
            raise Leak(f"seat {viewer}:\n{mine}\n{other}")


def facts_that_differ(one: World, two: World) -> set[str]:
    """The kinds of fact in which the two differ."""
    states = []
    for world in (one, two):
        state, _ = lost.setup(world.deal, Terms())
        for action in world.log:
            state, _ = lost.apply(state, action)
        states.append(state)
    first, second = states
    plays = [(a, b) for a, b in zip(one.log, two.log, strict=True) if isinstance(a, Play) and isinstance(b, Play)]
    found = {
        "hands": [sorted(hand) for hand in first.hands] != [sorted(hand) for hand in second.hands],
        "Ultimates": [[u.card for u in row] for row in first.ultimates]
        != [[u.card for u in row] for row in second.ultimates],
        "the pile": first.pile != second.pile,
        "cards given": [given.cards for given in first.given] != [given.cards for given in second.given],
        "an Ultimate named": any(a.escape != b.escape for a, b in plays),
        "a hand card laid face down": any(a.give != b.give and a.escape is not None for a, b in plays),
        "an Ultimate taken up": any(a != b for a, b in zip(one.log, two.log, strict=True) if isinstance(a, TakeUp)),
        "Ultimates sealed": one.sealed != two.sealed,
        "who has sealed": set(one.sealed) != set(two.sealed),
    }
    return {kind for kind, differs in found.items() if differs}


def start_of(state_of: World) -> str:
    """What the pair starts from."""
    state, _ = lost.setup(state_of.deal, Terms())
    for action in state_of.log:
        state, _ = lost.apply(state, action)
    return state.phase


def run(pairs: int, seed: int, rules: Any = lost) -> Figure:
    """That many pairs, from that seed."""
    figure = Figure()
    for number in range(pairs):
        viewer, missing, one, two = pair(random.Random(f"lost worlds {seed} {number}"))
        figure.pairs += 1
        figure.starts[start_of(one)] += 1
        figure.facts.update(facts_that_differ(one, two))
        try:
            compare(rules, viewer, missing, one, two, number)
        except Exception as fault:
            fault.add_note(f"pair {number} of seed {seed}")
            raise
        if figure.pairs % PROGRESS == 0:
            print(figure, flush=True)  # noqa: T201  # how far it is
    return figure


if __name__ == "__main__":
    started = time.monotonic()
    done = run(int(sys.argv[1]), int(sys.argv[2]))
    print(f"{done}\nseed {sys.argv[2]}, {time.monotonic() - started:.0f} s: no leak")  # noqa: T201  # its figure
