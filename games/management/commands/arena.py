"""`manage.py arena [SLUG]`: how well each game's bot plays against seats that play at random."""

import random
from math import sqrt
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.decks import standard_deck
from games.rules import GAMES
from games.rules.offline import AnyRules, OfflineTable, bot_player, play_out, random_player

GAMES_PLAYED, SEED, SEATS = 1000, 1, 4


class Command(BaseCommand):
    """One bot and, for the rest, seats that play any legal card; seats and trumps go round. A shared win is a share."""

    help = "Lets a game's bot play against seats that play at random, and prints its share of the wins."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", nargs="?", choices=sorted(GAMES), help="the game; all of them if it is left out")
        parser.add_argument("--games", type=int, default=GAMES_PLAYED)
        parser.add_argument("--seats", type=int, default=SEATS)
        parser.add_argument("--seed", type=int, default=SEED)
        parser.add_argument("--bots", type=int, default=1, help="how many bots sit at the table")

    def handle(self, *args: Any, **options: Any) -> None:
        count, seats, seed, bots = (options[name] for name in ("games", "seats", "seed", "bots"))
        for slug in [options["slug"]] if options["slug"] else sorted(GAMES):
            ends = [end(slug, number, seats, seed, bots) for number in range(count)]
            mean, low, high = interval([won for won, _ in ends])
            last = sum(lost for _, lost in ends) / count
            self.stdout.write(
                f"{slug}: {bots} of {seats} seats are bots; they win {mean:.1%} of {count} games"
                f" (95 %: {low:.1%} to {high:.1%}; {bots / seats:.0%} would be even; seed {seed})"
                f" and come last in {last:.1%} (95 %: up to {at_most(last, count):.1%})"
            )


def end(slug: str, number: int, seats: int, seed: int, bots: int) -> tuple[float, float]:
    """The bots' share of the win in one game, and of the last place if not all have won.

    The first bot sits at each seat in turn, the deal is a random one.
    """
    rules, chance = GAMES[slug], random.Random(f"{slug} {seed} {number}")
    table = fresh_table(rules, standard_deck(slug), seats, chance)
    of_bots = {(number + step) % seats for step in range(bots)}
    bot, anybody = bot_player(chance.random), random_player(chance.randrange)
    play_out(table, [bot if seat in of_bots else anybody for seat in range(seats)])
    outcome = rules.outcome(table.state)
    assert outcome is not None
    last = {seat for seat, place in enumerate(outcome.places) if place == max(outcome.places)} - set(outcome.winners)
    return len(of_bots & set(outcome.winners)) / len(outcome.winners), len(of_bots & last) / max(len(last), 1)


def fresh_table(rules: AnyRules, deck: Any, seats: int, chance: random.Random) -> OfflineTable:
    """A table with a random deal."""
    deal = rules.deal(deck, lambda items: chance.sample(items, len(items)), seats, {})
    return OfflineTable(rules, deal, seats, chance.randrange)


def interval(shares: list[float]) -> tuple[float, float, float]:
    """The mean and its 95 % interval."""
    mean = sum(shares) / len(shares)
    spread = sqrt(sum((value - mean) ** 2 for value in shares) / max(len(shares) - 1, 1) / len(shares))
    return mean, mean - 1.96 * spread, mean + 1.96 * spread


def at_most(share: float, count: int) -> float:
    """The upper end of the share's 95 % interval (Wilson's, which holds for few or none in `count`)."""
    z = 1.96
    spread = z * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return (share + z * z / (2 * count) + spread) / (1 + z * z / count)
