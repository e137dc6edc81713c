"""What the long run needs to know of Lost in R'lyeh: what can be said, what is legal, what must always hold."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from games.rules import lost
from games.rules.kernel import Draw, Prompt, Terms
from games.rules.lost.cards import CARDS, COPIES, in_order
from games.rules.lost.model import Action, LayUltimate, Pass, PickUp, Play, State, Stop, TakeUp, in_game
from games.rules.lost.offers import plays
from tests.rules.lost import positions

RULES: Any = lost
DECK = positions.DECK
# model.py: 99 turns of at most 75 plays, one card taken up, one stop; then 8,632 turns, each perhaps with a card taken
# up, and a stop after each play; before all, the Ultimates.
MOST_MOVES = 99 * 77 + 2 * 8_632 + 2_850 + 6
NEIGHBOURS = 150


def terms(draw: Draw) -> Terms:
    """A table's choices: none of them is Lost's."""
    return Terms()


def options(draw: Draw) -> dict[str, Any]:
    """What the deal is made under: with the tide, for without it no game need end."""
    return {"tide": True}


def embellish(state: State, answer: Action, draw: Draw) -> Action:
    """Nothing goes with an answer."""
    return answer


def is_final(state: State, prompt: Prompt, sealed: Mapping[str, Action]) -> bool:
    """A sealed Ultimate may be changed."""
    return False


def every_action(state: State) -> Iterator[Action]:
    """What could be written down, sensible or not: the simple moves, and plays a step or two beside legal ones."""
    for seat in range(state.seats):
        yield from (PickUp(seat), Stop(seat), Pass(seat))
        yield from (kind(seat, card) for kind in (LayUltimate, TakeUp) for card in (*CARDS, "h11"))
    chance = random.Random(f"{state.turn} {state.step} {state.hands}")
    legal = list(islice(plays(state), NEIGHBOURS)) if state.phase in ("play", "again") else []
    legal.append(Play(state.seat, state.hands[state.seat][:1] or ("h1",)))
    for _ in range(NEIGHBOURS):
        play = beside(chance.choice(legal), state, chance)
        yield play if chance.random() < 0.5 else beside(play, state, chance)


def beside(play: Play, state: State, chance: random.Random) -> Play:
    """The play with one thing changed; its cards stay in order, as readers leave them."""

    def cards(most: int) -> tuple[str, ...]:
        pool = (*state.hands[state.seat], chance.choice(CARDS))
        return in_order(chance.sample(pool, min(len(pool), chance.randint(0, most))))

    changes: list[dict[str, Any]] = [
        {"seat": chance.randrange(state.seats)},
        {"cards": cards(3)},
        {"cards": (chance.choice(CARDS),) * chance.randint(1, 6)},
        {"join": not play.join},
        {"option": chance.choice([None, 0, 1, 2])},
        {"to": chance.choice([None, *range(state.seats)])},
        {"give": cards(3)},
        {"banish": cards(3)},
        {"escape": chance.choice([None, *CARDS])},
        {"their": chance.choice([None, 0, 1, *CARDS])},
    ]
    return replace(play, **chance.choice(changes))


def loggable(state: State) -> set[Action]:
    """The actions that may come next in a log: what the first prompt offers; Ultimates are logged by seat."""
    return {choice for prompt in lost.prompts(state)[:1] for choice in lost.choices(state, prompt)}


def check(state: State) -> None:
    """What must hold in every state: above all, 75 cards."""
    down = [ultimate.card for row in state.ultimates for ultimate in row]
    rows = (*state.hands, *state.escapes, state.pile, state.stack, state.banished, tuple(down))
    cards = [card for row in rows for card in row]
    assert sorted(cards) == sorted(card for card in CARDS for _ in range(COPIES))
    assert (state.phase == "over") == (len(in_game(state)) == 1) == (lost.outcome(state) is not None)
    assert (state.phase == "over") == (not lost.prompts(state))
    assert all(seat in ultimate.knowers for seat, row in enumerate(state.ultimates) for ultimate in row)
    for seat in state.escaped:
        assert not (state.hands[seat] or state.escapes[seat] or state.ultimates[seat])
    if state.phase in ("escape", "play", "again"):
        assert state.seat in in_game(state)
        assert bool(state.hands[state.seat]) == (state.phase != "escape")
        assert next(lost.choices(state, lost.prompts(state)[0]), None) is not None
    assert state.limit is None or state.stack[-1] == "h5"
