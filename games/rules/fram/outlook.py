"""What a bot makes of a table: what cards are likely to win, what they bring, and who is likely to win the game."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import erf, sqrt

from games.rules.fram import seen
from games.rules.fram.cards import DRUG_PRICE, NUMBERS, POWER, TRUMPS

PEEK = 0.5  # VP: what the mead's peek and lead are worth
TRUMP_IS_PLAYED = 0.1  # how likely a seat plays the power of a trump that it has
WINS = 0.25  # how likely another seat wins a round to come
DRIFT = -0.4  # VP a round: what others make of the rounds to come
SPREAD, OTHERS_SPREAD = 3.5, 3.5  # VP: how far one round may lead from what is expected
EAGER = 0.06  # how much each insanity makes a seat want to win
POINTS = (-1.6, -1.0, -0.65, -0.4, -0.2, 0.0, 0.2, 0.4, 0.65, 1.0, 1.6)  # of a bell curve, each as likely


@dataclass(frozen=True, slots=True)
class Race:
    """Who may win the game: the bot's VP without its insanity and the round being played, and how others may end.

    `spread` is how far the bot's own end may lie from what it expects; `others` are means and spreads.
    """

    vp: float
    spread: float
    others: tuple[tuple[float, float], ...]
    known: dict[int, float] = field(default_factory=dict, compare=False)

    def odds(self, vp: float) -> float:
        """How likely the bot wins the game when it expects to end with so many VP."""
        return sum(self._odds_at(round(2 * (vp + point * self.spread))) for point in POINTS) / len(POINTS)

    def _odds_at(self, halves: int) -> float:
        """How likely it wins when it ends with exactly that (in half VP): as the best, or by an awakening."""
        if halves not in self.known:
            vp, odds = halves / 2, 1.0
            for mean, spread in self.others:
                if vp >= 0:
                    odds *= _below(vp, mean, spread)
                else:
                    odds *= max(_below(-0.5, mean, spread) - _below(vp, mean, spread), 0.0)
            self.known[halves] = odds
        return self.known[halves]


def _below(vp: float, mean: float, spread: float) -> float:
    return 0.5 * (1 + erf((vp - mean) / spread / sqrt(2)))


@dataclass(frozen=True, slots=True)
class Rest:
    """What a hand is good for in the rounds to come: the VP to expect, and how likely none of them is won."""

    vp: float
    none: float


@dataclass(frozen=True, slots=True)
class Outlook:
    """The treasure bid for (`values`: what it may be), the hand, how likely each card wins now and in later rounds.

    `insanity` is what lies on the bot before this round; `coming` what the treasures to come may be worth.
    """

    values: tuple[int, ...]
    insanity: int
    hand: tuple[str, ...]
    now: Mapping[str, float]
    then: Mapping[str, float]
    coming: tuple[float, ...]
    race: Race

    def odds(self, card: str) -> float:
        """How likely the bot wins the game if it plays that card now."""
        rest = self.rest(other for other in self.hand if other != card)
        costs = -PEEK if card == "mead" and self.coming else 0.0
        chance = self.now[card]
        return chance * self.odds_if_won(card, rest, costs) + (1 - chance) * self.odds_if_lost(rest, costs)

    def odds_if_won(self, card: str, rest: Rest, costs: float) -> float:
        """The odds of the game when that card wins the round; with the sign, a treasure may be banished."""
        wins = [self.odds_if_taken(value, card, rest, costs) for value in self.values]
        if "sign" in self.hand and card != "sign":
            banished = self.odds_if_banished(rest, costs)
            wins = [max(odds, banished) for odds in wins]
        return sum(wins) / len(wins)

    def odds_if_taken(self, value: int, card: str, rest: Rest, costs: float = 0.0) -> float:
        """The odds of the game when a treasure of that value is taken with that card, and covers all insanity."""
        return self.race.odds(self.race.vp + value - POWER[card] + rest.vp - costs)

    def odds_if_banished(self, rest: Rest, costs: float = 0.0) -> float:
        """The odds of the game when the treasure is banished and the insanity stays as it is."""
        return self.race.odds(self.race.vp - self.insanity * rest.none + rest.vp - costs)

    def odds_if_lost(self, rest: Rest, costs: float = 0.0) -> float:
        """The odds of the game when the round is lost."""
        return self.race.odds(self.race.vp - (self.insanity + 1) * rest.none + rest.vp - costs)

    def rest(self, cards: Iterable[str]) -> Rest:
        """The cards matched with the treasures to come, the likeliest winners to the richest."""
        order = sorted((card for card in cards if card in POWER), key=self.then.__getitem__, reverse=True)
        vp, none, losses = 0.0, 1.0, 0.0
        for card, worth in zip(order, self.coming, strict=False):
            chance = self.then[card]
            vp += chance * (worth - POWER[card])
            none *= 1 - chance
            losses += 1 - chance
        rounds = len(self.coming)
        if rounds:
            vp -= losses / rounds * sum(none ** (later / rounds) for later in range(rounds))
        return Rest(vp, none)


def outlook(table: seen.Table) -> Outlook:
    """What there is to know and to guess for the seat that sees this table."""
    me = own(table)
    hand = tuple(choice.card for choice in table.hand)
    others = [(seat, _hand_of(table, seat)) for seat in table.seats if not seat.is_me]
    return Outlook(
        values=_values(table, table.row.this),
        insanity=me.insanity,
        hand=hand,
        now={card: _wins_now(table, card, others) for card in hand},
        then={card: _wins_later(card, others) for card in POWER},
        coming=_coming(table),
        race=race(table),
    )


def race(table: seen.Table) -> Race:
    """How the seats stand, and how much may still change after this round."""
    left = table.rounds - table.round
    stays = (1 - WINS) ** left
    others = tuple(
        (_won(table, seat) - seat.insanity * stays + DRIFT * (left + 1), OTHERS_SPREAD * sqrt(left + 1.0))
        for seat in table.seats
        if not seat.is_me
    )
    return Race(_won(table, own(table)), SPREAD * sqrt(left) + 0.5, others)


def own(table: seen.Table) -> seen.Seat:
    """The seat that sees this table."""
    return next(seat for seat in table.seats if seat.is_me)


def _won(table: seen.Table, seat: seen.Seat) -> float:
    """The VP of a seat without its insanity, as far as they are known."""
    treasures = sum(sum(values) / len(values) for values in (_values(table, prize.treasure) for prize in seat.prizes))
    return treasures - seat.powers - DRUG_PRICE * seat.drugged


def _values(table: seen.Table, treasure: seen.Treasure) -> tuple[int, ...]:
    """What the treasure may be worth: its value, or all of its depth that have not been seen."""
    if treasure.value is not None:
        return (treasure.value,)
    return _unseen(table, treasure.depth)


def _unseen(table: seen.Table, letters: str) -> tuple[int, ...]:
    return tuple(
        value for depth in table.depths if depth.letter in letters for value, is_seen in depth.values if not is_seen
    )


def _coming(table: seen.Table) -> tuple[float, ...]:
    """What the treasures of the rounds to come may be worth, the richest first.

    Those that lie in the row by their depth or face; of those deeper in the deck, the values not seen, evenly spread.
    """
    row = [treasure for treasure in (table.row.next, table.row.deck) if treasure is not None]
    left = table.rounds - table.round
    if left > len(row):
        row.append(table.row.last)
    known = [sum(values) / len(values) for values in (_values(table, treasure) for treasure in row)]
    pool = sorted(_unseen(table, "SMA"))
    deep = left - len(known)
    spread = [float(pool[int((step + 0.5) * len(pool) / deep)]) for step in range(deep)]
    return tuple(sorted(known + spread, reverse=True))


@dataclass(frozen=True, slots=True)
class Hand:
    """What another seat may hold: its numbers, the powers of trumps it may have, and how likely it has each."""

    numbers: tuple[int, ...]
    trumps: tuple[int, ...]
    has_trump: float
    eagerness: float

    def beats(self, power: int, ties: float) -> float:
        """How likely the seat's card is higher; `ties` is how much of an equal one counts."""
        total = higher = 0.0
        for number in self.numbers:
            weight = 1 + self.eagerness * (number - 9.5) / 5.5
            total += weight
            higher += weight * ((number > power) + ties * (number == power))
        by_number = higher / total if total else 0.0
        by_trump = sum((trump > power) + ties * (trump == power) for trump in self.trumps)
        is_trump = TRUMP_IS_PLAYED * self.has_trump
        return by_number * (1 - is_trump * len(self.trumps)) + is_trump * by_trump


def _hand_of(table: seen.Table, seat: seen.Seat) -> Hand:
    """What everybody can work out of the seat's hand; the more insanity lies on it, the more it wants to win."""
    gone = {card for showdown in table.showdowns for number, _, card in showdown.cards if number == seat.number}
    numbers = tuple(int(card) for card in NUMBERS if card not in gone and card != seat.card)
    hidden = [trump for trump in TRUMPS if trump not in table.known_trumps and trump != table.my_trump]
    trumps = () if seat.trump_is_known else tuple(POWER[trump] for trump in hidden if trump in POWER)
    return Hand(numbers, trumps, 1 / max(len(hidden), 1), min(seat.insanity, 5) * EAGER)


def _wins_later(card: str, others: Iterable[tuple[seen.Seat, Hand]]) -> float:
    """How likely the card wins a round against the hands as they are; of ties it wins every other one."""
    chance = 1.0
    for _, hand in others:
        chance *= 1 - hand.beats(POWER[card], 0.5)
    return chance


def _wins_now(table: seen.Table, card: str, others: Iterable[tuple[seen.Seat, Hand]]) -> float:
    """How likely the card wins this round: an open lead is known, and ties go clockwise from the dealer."""
    count = len(table.seats)
    mine = (own(table).number - table.dealer) % count
    chance = 1.0
    for seat, hand in others:
        is_before_me = (seat.number - table.dealer) % count < mine
        if seat.card is not None:
            chance *= POWER[seat.card] < POWER[card]  # the dealer's lead, and it has the advantage on ties
        else:
            chance *= 1 - hand.beats(POWER[card], 1.0 if is_before_me else 0.0)
    return chance
