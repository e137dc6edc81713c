"""A bot that plays a seat from its table alone.

It values a card by what it would win now and by what it would be good for later: the cards that are left are matched,
the highest to the richest, with the treasures that may still come. How likely a card wins follows from the hands of the
others, which everybody can work out but for their trumps. Among choices that are nearly as good it draws.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from games.rules.fram import seen
from games.rules.fram.cards import NUMBERS, POWER, TRUMPS, is_numbered

HOLDS = 0.3  # how often it holds a showdown, whatever its trump
NEARLY = 0.4  # VP: choices no worse than this are as good
PEEK = 0.6  # VP: what the mead's peek and lead are worth
TRUMP_IS_PLAYED = 0.12  # how likely a seat plays the power of a trump it may have
WINS = 0.3  # how often it expects to win one of the rounds to come
DRUG_COSTS = 2

Chance = Callable[[], float]
Form = Mapping[str, Any]


def bot(table: seen.Table, chance: Chance) -> Form | None:
    """The form that the bot hands in for what is asked of its seat, or None."""
    decision = table.decision
    if decision is None or decision.given is not None:
        return None
    match decision.kind:
        case "look":
            return {"key": decision.key, "do": _answer(table, decision)}
        case "showdown":
            card = _drug(table, decision)
            return None if card is None else {"key": decision.key, "do": "drug", "card": card}
        case _ if decision.awaited:
            return _play(table, decision, chance)
        case _:
            return None


def _play(table: seen.Table, decision: seen.Decision, chance: Chance) -> Form:
    """A lead or a bid. Whether it holds is drawn first, before it looks at its trump."""
    holds = chance() < HOLDS
    outlook = _outlook(table)
    values = {choice.card: outlook.value(choice.card) for choice in decision.choices}
    best = max(values.values())
    good = [card for card, value in values.items() if value >= best - NEARLY]
    card = good[int(chance() * len(good))]
    form = {"key": decision.key, "do": "play", "card": card}
    if decision.switch_offered and holds and not table.solo:  # alone with one person, only that person holds
        form["hold"] = "on"
    return form | _orders(decision, outlook, card)


def _orders(decision: seen.Decision, outlook: "Outlook", card: str) -> dict[str, str]:
    """What it wants done at the reveal: the drug where winning is worth it, the sign against poor treasures."""
    orders = {}
    if decision.drug_order_offered and decision.has_drug and is_numbered(card):
        cap = int(outlook.worth + outlook.relief + outlook.loss) - DRUG_COSTS
        if cap >= 4:
            orders["cap"] = str(min(cap, 15))
        if outlook.later(card) - outlook.later(min(outlook.hand, key=POWER.__getitem__)) > DRUG_COSTS:
            orders["lowest"] = "on"
    if decision.banish_order_offered and decision.can_banish and card != "sign":
        below = int(POWER[card] - outlook.relief)
        if below >= 1:
            orders["below"] = str(below)
    return orders


def _answer(table: seen.Table, decision: seen.Decision) -> str:
    """Banish what would cost more than it brings."""
    me = _me(table)
    card = next(card for seat, _, card in table.showdowns[-1].cards if seat == table.me)
    worth = decision.worth.value if decision.worth and decision.worth.value is not None else 0
    is_poor = worth - POWER[card] + me.insanity * _stays(table) < 0
    return "banish" if decision.can_banish and is_poor else "take"


def _drug(table: seen.Table, decision: seen.Decision) -> str | None:
    """The card that the drug should bring in, or None if the showdown is better as it lies."""
    outlook = _outlook(table)
    cards = dict(table.revealed)
    mine = cards[_me(table).number]

    def value(card: str) -> float:
        first = max(table.revealed, key=lambda bid: POWER[card if bid[0] == table.me else bid[1]])[0]
        gain = outlook.gain(card) if first == table.me else -outlook.loss
        return gain - outlook.later(card)

    best = max((choice.card for choice in decision.choices), key=value, default=None)
    return best if best is not None and value(best) - DRUG_COSTS > value(mine) else None


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the bot makes of a table: the treasure bid for, the hand, how likely each card wins now and later.

    `relief` is what exorcising its insanity is worth, `loss` what one more costs, both in VP.
    """

    worth: float
    values: tuple[int, ...]
    relief: float
    loss: float
    hand: tuple[str, ...]
    now: Mapping[str, float]
    then: Mapping[str, float]
    coming: tuple[float, ...]
    can_banish: bool

    def gain(self, card: str) -> float:
        """The VP of winning with the card; with the sign in the hand, a poor treasure is banished."""
        gains = [value - POWER[card] + self.relief for value in self.values]
        if self.can_banish and card != "sign":
            gains = [max(gain, 0) for gain in gains]
        return sum(gains) / len(gains)

    def value(self, card: str) -> float:
        """The VP to expect from playing the card now and the others as well as may be."""
        chance = self.now[card]
        later = [other for other in self.hand if other != card]
        peek = PEEK if card == "mead" and self.coming else 0.0
        return chance * self.gain(card) - (1 - chance) * self.loss + peek + self._best(later)

    def later(self, card: str) -> float:
        """What having the card is worth in the rounds to come."""
        return self._best(self.hand) - self._best([other for other in self.hand if other != card])

    def _best(self, cards: Iterable[str]) -> float:
        """The cards matched with the treasures to come, the likeliest winners to the richest."""
        order = sorted(cards, key=self.then.__getitem__, reverse=True)
        total = 0.0
        for card, worth in zip(order, self.coming, strict=False):
            chance = self.then[card]
            total += chance * (worth - POWER[card] + self.loss) - (1 - chance) * self.loss
        return total


def _outlook(table: seen.Table) -> Outlook:
    me = _me(table)
    stays = _stays(table)
    values = _values(table, table.row.this)
    hand = tuple(choice.card for choice in table.hand)
    others = [_hand_of(table, seat) for seat in table.seats if not seat.is_me]
    return Outlook(
        worth=sum(values) / len(values),
        values=values,
        relief=me.insanity * stays,
        loss=stays,
        hand=hand,
        now={card: _wins_now(table, card) for card in hand},
        then={card: _beats_all(card, others) for card in hand},
        coming=_coming(table),
        can_banish="sign" in hand,
    )


def _me(table: seen.Table) -> seen.Seat:
    return next(seat for seat in table.seats if seat.is_me)


def _stays(table: seen.Table) -> float:
    """How likely one insanity is never exorcised after this round."""
    return float((1 - WINS) ** (table.rounds - table.round))


def _values(table: seen.Table, treasure: seen.Treasure) -> tuple[int, ...]:
    """What the treasure may be worth: its value, or all of its depth that the bot has not seen."""
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
    if left and table.row.next != table.row.last:
        row.append(table.row.last)
    known = [sum(values) / len(values) for values in (_values(table, treasure) for treasure in row)]
    pool = sorted(_unseen(table, "SMA"))
    deep = left - len(known)
    spread = [float(pool[int((step + 0.5) * len(pool) / deep)]) for step in range(deep)] if pool else []
    return tuple(sorted(known + spread, reverse=True))


@dataclass(frozen=True, slots=True)
class Hand:
    """What another seat may hold: its numbers, and the powers of the trumps it may have."""

    numbers: tuple[int, ...]
    trumps: tuple[int, ...]
    eagerness: float

    def beats(self, power: int, ties: float) -> float:
        """How likely the seat's card is higher; `ties` is how much of an equal one counts."""
        weights = [1 + self.eagerness * (number - 9.5) / 5.5 for number in self.numbers]
        higher = sum(w for n, w in zip(self.numbers, weights, strict=True) if n > power)
        equal = sum(w for n, w in zip(self.numbers, weights, strict=True) if n == power)
        share = (higher + ties * equal) / sum(weights) if weights else 1.0
        by_trump = sum((trump > power) + ties * (trump == power) for trump in self.trumps)
        return share * (1 - TRUMP_IS_PLAYED * len(self.trumps)) + TRUMP_IS_PLAYED * by_trump


def _hand_of(table: seen.Table, seat: seen.Seat) -> Hand:
    """What everybody can work out of the seat's hand; the more insanity lies on it, the more it wants to win."""
    gone = {card for showdown in table.showdowns for number, _, card in showdown.cards if number == seat.number}
    numbers = tuple(int(card) for card in NUMBERS if card not in gone and card != seat.card)
    hidden = [trump for trump in TRUMPS if trump not in table.known_trumps and trump != table.my_trump]
    trumps = () if seat.trump_is_known else tuple(POWER[trump] for trump in hidden if trump in POWER)
    likely = trumps[: 1 if len(hidden) > 1 else 3]
    return Hand(numbers, likely, min(seat.insanity, 5) * 0.06)


def _beats_all(card: str, others: Iterable[Hand]) -> float:
    chance = 1.0
    for hand in others:
        chance *= 1 - hand.beats(POWER[card], 0.5)
    return chance


def _wins_now(table: seen.Table, card: str) -> float:
    """How likely the card wins this round: an open lead is known, and ties go clockwise from the dealer."""
    count = len(table.seats)
    mine = (_me(table).number - table.dealer) % count
    chance = 1.0
    for seat in table.seats:
        if seat.is_me:
            continue
        is_before_me = (seat.number - table.dealer) % count < mine
        if seat.card is not None:
            chance *= POWER[seat.card] + is_before_me <= POWER[card]
        else:
            chance *= 1 - _hand_of(table, seat).beats(POWER[card], 1.0 if is_before_me else 0.0)
    return chance
