"""A bot that plays a seat from its table alone: by the odds of winning the game, as `outlook` sees them.

Among choices that are nearly as good it draws, and whether it holds a showdown is drawn before it looks at its trump.
"""

from collections.abc import Callable, Mapping
from typing import Any

from games.rules.fram import seen
from games.rules.fram.cards import POWER, is_numbered
from games.rules.fram.outlook import Outlook, Rest, outlook, own

HOLDS = 0.12  # how often it holds a showdown, whatever its trump: each costs the table a wait, and orders need none
NEARLY = 0.004  # choices whose odds are no worse than by this are as good
DRUG_COSTS = 2

Form = Mapping[str, Any]


def bot(table: seen.Table, chance: Callable[[], float]) -> Form | None:
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


def _play(table: seen.Table, decision: seen.Decision, chance: Callable[[], float]) -> Form:
    """A lead or a bid."""
    holds = chance() < HOLDS
    view = outlook(table)
    odds = {choice.card: view.odds(choice.card) for choice in decision.choices}
    good = [card for card, value in odds.items() if value >= max(odds.values()) - NEARLY]
    card = good[int(chance() * len(good))]
    # `once`: whoever comes back finds the switch as it was left
    form = {"key": decision.key, "do": "play", "card": card, "once": "on"} | _orders(decision, view, card)
    if decision.switch_offered and holds and not table.solo:  # with one person and bots only the person's hold opens
        form["hold"] = "on"
    return form


def _orders(decision: seen.Decision, view: Outlook, card: str) -> dict[str, str]:
    """What it wants done at the reveal: the drug where winning is worth it, the sign against poor treasures."""
    orders = {}
    rest = _rest(view, view.hand, card)
    if decision.drug_order_offered and decision.has_drug and is_numbered(card):
        lost = view.odds_if_lost(rest)
        numbers = [other for other in view.hand if is_numbered(other)]
        wins = {other: view.odds_if_won(other, _rest(view, view.hand, other), DRUG_COSTS) for other in numbers}
        worthwhile = [other for other in numbers if wins[other] > lost + NEARLY]
        if worthwhile:
            orders["cap"] = max(worthwhile, key=POWER.__getitem__)
        if view.odds_if_lost(_rest(view, view.hand, numbers[0]), DRUG_COSTS) > lost + NEARLY:
            orders["lowest"] = "on"
    if decision.banish_order_offered and decision.can_banish and card != "sign":
        banished = view.odds_if_banished(rest)
        poor = [value for value in view.values if view.odds_if_taken(value, card, rest) < banished]
        if poor:
            orders["below"] = str(max(poor) + 1)
    return orders


def _rest(view: Outlook, hand: tuple[str, ...], card: str) -> Rest:
    """What the hand without that card is good for."""
    return view.rest(other for other in hand if other != card)


def _answer(table: seen.Table, decision: seen.Decision) -> str:
    """Banish what would cost more than it brings."""
    if not decision.can_banish or decision.worth is None or decision.worth.value is None:
        return "take"
    view = outlook(table)
    card = dict(table.revealed)[own(table).number]
    rest = view.rest(view.hand)
    is_poor = view.odds_if_taken(decision.worth.value, card, rest) < view.odds_if_banished(rest)
    return "banish" if is_poor else "take"


def _drug(table: seen.Table, decision: seen.Decision) -> str | None:
    """The card that the drug should bring in, or None if the showdown is better as it lies."""
    view = outlook(table)
    mine = dict(table.revealed)[own(table).number]
    hand = (*view.hand, mine)

    def odds(card: str) -> float:
        rest, costs = _rest(view, hand, card), 0.0 if card == mine else DRUG_COSTS
        first = max(table.revealed, key=lambda bid: POWER[card if bid[0] == table.me else bid[1]])[0]
        return view.odds_if_won(card, rest, costs) if first == table.me else view.odds_if_lost(rest, costs)

    best = max((choice.card for choice in decision.choices), key=odds, default=mine)
    return best if odds(best) > odds(mine) + NEARLY else None
