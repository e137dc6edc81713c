"""How long games of Lost in R'lyeh become: `python -m tests.rules.lost.length 20000 7` plays so many, from seed 7.

So many of random play and as many of bots, two to six seats, with the tide; model.py proves the bound.
"""

import random
import sys
import time
from statistics import mean

from games.rules import lost
from games.rules.offline import OfflineTable, bot_player, play_out, random_player
from tests.rules.lost.positions import DECK


def turns(number: int, seed: int, *, bots: bool) -> int:
    """How many turns a game has."""
    chance = random.Random(f"length {seed} {number}")
    seats = 2 + number % 5
    deal = lost.deal(DECK, lambda items: chance.sample(list(items), len(items)), seats, {"tide": True})
    table = OfflineTable(lost, deal, seats, chance.randrange)
    player = bot_player(chance.random) if bots else random_player(chance.randrange)
    play_out(table, [player] * seats)
    return int(table.state.turn)


if __name__ == "__main__":
    games, root, started = int(sys.argv[1]), int(sys.argv[2]), time.monotonic()
    for kind in ("random play", "bots"):
        lengths = [turns(number, root, bots=kind == "bots") for number in range(games)]
        longest = max(range(games), key=lengths.__getitem__)
        found = f"longest {lengths[longest]} turns ({2 + longest % 5} seats), mean {mean(lengths):.0f}"
        print(f"{games:,} games of {kind}: {found}; seed {root}, {time.monotonic() - started:.0f} s", flush=True)  # noqa: T201
