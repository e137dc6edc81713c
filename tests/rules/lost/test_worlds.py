"""Two worlds that a viewer cannot tell apart look the same to it (reliability.md S1): the short form of worlds.py."""

import random
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from games.rules import lost
from games.rules.kernel import IllegalAction, SeatName, say
from games.rules.lost.happenings import Drew, Gave
from games.rules.lost.model import State, can_play
from tests.rules.lost import worlds

Pair = tuple[int | None, frozenset[int], worlds.World, worlds.World]


@pytest.fixture(scope="module")
def pairs() -> list[Pair]:
    """Some pairs, of all kinds."""
    return [worlds.pair(random.Random(f"planted {number}")) for number in range(40)]


def test_what_a_viewer_gets_is_the_same_in_both(pairs: list[Pair]) -> None:
    for number, pair in enumerate(pairs):
        worlds.compare(lost, *pair, number)


def test_the_worlds_differ_in_what_is_hidden(pairs: list[Pair]) -> None:
    facts = set().union(*(worlds.facts_that_differ(one, two) for _, _, one, two in pairs))
    assert {"hands", "Ultimates", "the pile", "cards given", "Ultimates sealed"} <= facts


def leaky(**functions: Callable[..., Any]) -> Any:
    """The rules with some functions replaced."""
    return SimpleNamespace(**{name: functions.get(name, getattr(lost, name)) for name in lost.__all__})


def with_all_faces(state: State) -> State:
    rows = tuple(tuple(replace(u, knowers=frozenset(range(6))) for u in row) for row in state.ultimates)
    return state._replace(ultimates=rows)


def tell_all(kind: type[Any]) -> Callable[[Any, int | None], Any]:
    return lambda event, seat: lost.tell(event, event.seat if isinstance(event, kind) else seat)


def submit_that_tells(state: State, *rest: Any) -> Any:
    try:
        return lost.submit(state, *rest)
    except IllegalAction:
        raise IllegalAction(say("{seat} has {cards}.", seat=SeatName(0), cards=state.hands[0])) from None


LEAKS = {
    "the log's private parts in clear": leaky(encode=lambda action: (_all(action), {})),
    "a gift is told to all": leaky(tell=tell_all(Gave)),
    "what is drawn is told to all": leaky(tell=tell_all(Drew)),
    "the view shows a neighbour's hand": leaky(
        view=lambda state, seat, pending: (
            lost.view(state, seat, pending),
            state.hands[((seat or 0) + 1) % state.seats],
        )
    ),
    "the view shows the pile's top": leaky(
        view=lambda state, seat, pending: (lost.view(state, seat, pending), state.pile[:1])
    ),
    "the view shows Ultimates": leaky(
        view=lambda state, seat, pending: lost.view(with_all_faces(state), seat, pending)
    ),
    "a mail is owed only to who can play": leaky(
        dues=lambda before, after, events: lost.dues(before, after, events) if can_play(after) else ()
    ),
    "a refusal names another's cards": leaky(submit=submit_that_tells),
}


def _all(action: Any) -> dict[str, Any]:
    public, private = lost.encode(action)
    return public | private


@pytest.mark.parametrize("name", LEAKS)
def test_a_planted_leak_is_caught(name: str, pairs: list[Pair]) -> None:
    with pytest.raises(worlds.Leak):
        for number, pair in enumerate(pairs):
            worlds.compare(LEAKS[name], *pair, number)
