"""A third game fits the kernel in sixty lines: Pebbles. In turns each takes 1 to 3 of a heap; the last one loses."""

import random
import sys
from dataclasses import dataclass, replace
from typing import Any

import pytest

from games.rules.kernel import Asked, Due, IllegalAction, Outcome, Prompt, Rules, Submission, Terms, Title, illegal, say
from games.rules.offline import OfflineTable, bot_player, play_out, random_player

TITLE = Title("pebbles", "Pebbles", 2, 4, 1, "Whoever takes the last pebble loses.")


@dataclass(frozen=True)
class Heap:
    seats: int
    pebbles: int
    seat: int = 0
    turn: int = 1


@dataclass(frozen=True)
class Take:
    seat: int
    pebbles: int


# fmt: off
def read_seed(seed): return seed
def deal(deck, shuffle, seats, options): return Heap(seats, shuffle(deck["heaps"])[0])
def read_setup(seats, setup, deck): return Heap(seats, setup["pebbles"])
def write_setup(deal): return {"pebbles": deal.pebbles}
def setup(deal, terms): return deal, ()
def prompts(state): return (Prompt(state.seat, "take", f"t{state.turn}", False),) if state.pebbles else ()
def choices(state, prompt): return (Take(state.seat, n) for n in (1, 2, 3) if n <= state.pebbles)
def standing_in(state, prompt, draw): return Take(state.seat, 1)
def read_answer(seat, form): return form["key"], Take(seat, int(form["pebbles"]))
def advance(state, sealed, due, stand_in): return (stand_in(state, prompts(state)[0]),) if due and state.pebbles else ()
def as_known_to(state, seat, sealed): return state
def keeps(state, seat, key): return False
def asked(state): return tuple(Asked(prompt.seat, prompt.kind, prompt.key) for prompt in prompts(state))
def handed_in(state, sealed): return frozenset()
def view(state, seat, pending): return {"me": seat, "heap": state, "asked": asked(state)}
def tell(event, seat): return say("{seat} took {pebbles}.", seat=event.seat, pebbles=event.pebbles)
def dues(before, after, events): return tuple(Due(wait.seat, wait.kind, wait.key) for wait in asked(after))
def encode(action): return {"seat": action.seat, "take": action.pebbles}, {}
def decode(move): return Take(move["seat"], move["take"])
def read_move(state, move): return (decode(move),)
def write_moves(actions): return [encode(action)[0] for action in actions]
def rounds(state): return None
def waiting(state): return [{"seat": prompt.seat, "kind": prompt.kind} for prompt in prompts(state)]
def result(state): return None if state.pebbles else {"lost": (state.seat - 1) % state.seats}
# fmt: on


def apply(state, action):
    if action not in choices(state, None):
        raise illegal("no")
    turn = {"seat": (state.seat + 1) % state.seats, "turn": state.turn + 1}
    return replace(state, pebbles=state.pebbles - action.pebbles, **turn), (action,)


def submit(state, seat, sealed, key, answer):
    if key not in {prompt.key for prompt in prompts(state) if prompt.seat == seat}:
        raise illegal("too late")
    return Submission(sealed, (answer,))


def outcome(state):
    places = tuple(state.seats if seat == (state.seat - 1) % state.seats else 1 for seat in range(state.seats))
    winners = tuple(seat for seat, place in enumerate(places) if place == 1)
    return None if state.pebbles else Outcome(places, places, winners, say("Over."))


def bot(table, chance):
    heap = table["heap"]
    mine = [wait.key for wait in table["asked"] if wait.seat == table["me"]]
    return {"key": mine[0], "pebbles": str(max(1, (heap.pebbles - 1) % 4))} if mine else None


PEBBLES: Rules[Any, Any, Any, Any, Any] = sys.modules[__name__]  # type: ignore[assignment]  # a module is one


def fresh(seed: int, seats: int) -> OfflineTable:
    chance = random.Random(seed)
    dealt = PEBBLES.deal({"heaps": range(10, 30)}, lambda heaps: chance.sample(list(heaps), len(heaps)), seats, {})
    return OfflineTable(PEBBLES, dealt, seats, chance.randrange, Terms())


def test_it_has_every_name_that_the_kernel_asks_for() -> None:
    wanted = {name for name in vars(Rules) if not name.startswith("_")}
    assert wanted <= set(vars(PEBBLES))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(5))
def test_it_is_played_to_its_end_and_its_record_tells_the_same_game(seed: int, seats: int) -> None:
    table = fresh(seed, seats)
    chance = random.Random(seed)
    play_out(table, [bot_player(chance.random), *[random_player(chance.randrange)] * (seats - 1)])
    ended = table.state
    state, _ = PEBBLES.setup(PEBBLES.read_setup(seats, PEBBLES.write_setup(table.deal), None), Terms())
    for move in PEBBLES.write_moves(table.log):
        for action in PEBBLES.read_move(state, move):
            state, _ = PEBBLES.apply(state, action)
    assert (state, PEBBLES.result(state), PEBBLES.waiting(state)) == (ended, PEBBLES.result(ended), [])


def test_the_clock_plays_for_the_absent_and_what_is_late_is_refused() -> None:
    table = fresh(1, 2)
    key = PEBBLES.asked(table.state)[0].key
    assert table.go_on(due=True)
    assert table.log == (Take(0, 1),)
    with pytest.raises(IllegalAction):
        table.hand_in(0, {"key": key, "pebbles": "1"})
