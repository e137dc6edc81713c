"""What the shared views of a table ask about its game: one entry a game that has a page."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from games.rules.fram import seen as fram
from games.rules.lost import seen as lost
from games.rules.lost.offers import name

Sent = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Kind:
    """A game as its pages need it.

    `chosen`: the field by which a link may choose beforehand. `is_early`: whether somebody's first game still is so
    young that the guide lies open. `is_offered`: whether what is to be confirmed is one of the decision's choices.
    """

    chosen: str
    is_early: Callable[[Any], bool]
    is_offered: Callable[[Any, Sent], bool]


def _is_card_offered(decision: fram.Decision, sent: Sent) -> bool:
    return any(getattr(choice, sent["confirm"], None) == sent.get(sent["confirm"], "") for choice in decision.choices)


def _is_play_offered(decision: lost.Decision, sent: Sent) -> bool:
    if sent.get("do") == "pickup":
        return decision.can_pick_up
    plays = {name(offer, side) for offer in decision.offers for side in offer.sides}
    return sent.get("do") == "play" and sent.get("play") in plays


KINDS: Mapping[str, Kind] = {
    "fram": Kind("card", lambda table: table.round <= 2, _is_card_offered),
    "lost": Kind("play", lambda table: table.turn <= 2 * len(table.seats), _is_play_offered),
}
