"""How long games of Lost in R'lyeh become: `python -m tests.rules.lost.length 20000 7` plays so many, from seed 7.

So many of random play and as many of bots, two to six seats, with the tide; model.py proves the bound.
"""

import random
import sys
import time
from statistics import mean

from games.rules import lost
from games.rules.kernel import NOTHING_PENDING, Terms
from tests.rules.lost.positions import DECK


def turns(number: int, seed: int, *, bots: bool) -> int:
    """How many turns a game has. Only the seat that is asked is looked at."""
    chance = random.Random(f"length {seed} {number}")
    seats = 2 + number % 5
    deal = lost.deal(DECK, lambda items: chance.sample(list(items), len(items)), seats, {"tide": True})
    state, _ = lost.setup(deal, Terms())
    while state.phase != "over":
        prompt = lost.prompts(state)[0]
        if bots:
            form = lost.bot(lost.view(state, prompt.seat, NOTHING_PENDING), chance.random)
            assert form is not None
            _, action = lost.read_answer(prompt.seat, form)
        else:
            action = chance.choice(list(lost.choices(state, prompt)))
        state, _ = lost.apply(state, action)
    return state.turn


def main(games: int, seed: int) -> None:
    """Print the longest of each kind, every thousand games what it is so far."""
    started = time.monotonic()
    for kind in ("random play", "bots"):
        lengths: list[int] = []
        for number in range(games):
            lengths.append(turns(number, seed, bots=kind == "bots"))
            if len(lengths) % 1000 == 0 or len(lengths) == games:
                longest = max(range(len(lengths)), key=lengths.__getitem__)
                found = f"longest {lengths[longest]} turns ({2 + longest % 5} seats), mean {mean(lengths):.0f}"
                took = f"seed {seed}, {time.monotonic() - started:.0f} s"
                print(f"{len(lengths):,} games of {kind}: {found}; {took}", flush=True)  # noqa: T201  # its figure


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
