"""A bot that plays a seat from its table alone."""

from collections.abc import Callable, Mapping
from typing import Any

from games.rules.fram import seen


def bot(table: seen.Table, chance: Callable[[], float]) -> Mapping[str, Any] | None:
    """The form that the bot hands in for what is awaited of its seat, or None."""
    decision = table.decision
    if decision is None or not decision.awaited:
        return None
    if decision.kind == "look":
        assert decision.worth is not None
        worth = decision.worth.value or 0
        return {"key": decision.key, "do": "banish" if decision.can_banish and worth < 2 else "take"}
    cards = decision.choices
    return {"key": decision.key, "do": "play", "card": cards[int(chance() * len(cards))].card}
