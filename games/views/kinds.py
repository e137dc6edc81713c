"""What the shared views of a table ask about its game: one entry a game that has a page."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext, gettext_lazy

from games.rules.fram import seen as fram
from games.rules.lost import seen as lost
from games.rules.lost.offers import name

Sent = Mapping[str, str]
Views = Mapping[int | None, Any]


@dataclass(frozen=True, slots=True)
class Kind:
    """A game as its pages need it.

    `chosen`: the field by which a link may choose beforehand. `is_early`: whether somebody's first game still is so
    young that the guide lies open. `is_offered`: whether what is to be confirmed is one of the decision's choices.
    `all_open`: a step of the finished table with every card face up, put together from what each seat saw and from how
    it ended; `where`: what such a step is called. `decision_words`: what a decision was, by its key in the record.
    `done`: what is said of an answer that stays true whatever was opened since, by its field `do`.
    """

    chosen: str
    is_early: Callable[[Any], bool]
    is_offered: Callable[[Any, Sent], bool]
    all_open: Callable[[Views, Any], Any]
    where: Callable[[Any], str]
    decision_words: Callable[[str], str]
    done: Mapping[str, Any] = field(default_factory=dict)


def _is_card_offered(decision: fram.Decision, sent: Sent) -> bool:
    return any(getattr(choice, sent["confirm"], None) == sent.get(sent["confirm"], "") for choice in decision.choices)


def _is_play_offered(decision: lost.Decision, sent: Sent) -> bool:
    if sent.get("do") == "pickup":
        return decision.can_pick_up
    plays = {name(offer, side) for offer in decision.offers for side in offer.sides}
    return sent.get("do") == "play" and sent.get("play") in plays


def _fram_open(tables: Views, final: fram.Table) -> fram.Table:
    base: fram.Table = tables[None]
    values = [showdown.treasure for showdown in final.showdowns]

    def face(number: int, shown: fram.Treasure | None) -> fram.Treasure | None:
        return shown and values[number - 1]

    row = fram.Row(
        this=values[base.round - 1],
        next=face(base.round + 1, base.row.next),
        deck=face(base.round + 2, base.row.deck),
        last=base.row.last,
    )
    seats = [
        replace(tables[seat.number].seats[seat.number], is_me=False, trump_is_known=seat.trump_is_known)
        for seat in base.seats
    ]
    return replace(base, seats=tuple(seats), row=row, removed=final.removed)


def _lost_open(tables: Views, final: lost.Table) -> lost.Table:
    base: lost.Table = tables[None]
    seats = [
        replace(tables[seat.number].seats[seat.number], is_me=False, missing=seat.missing, laid=seat.laid)
        for seat in base.seats
    ]
    return replace(base, seats=tuple(seats))


def _round(table: fram.Table) -> str:
    return gettext("Round {round}").format(round=table.round)


def _turn(table: lost.Table) -> str:
    return gettext("Turn {turn}").format(turn=table.turn) if table.turn else gettext("Start")


FRAM_DECISIONS = {
    "lead": gettext_lazy("lead"),
    "switch": gettext_lazy("hold and orders"),
    "bid": gettext_lazy("bid"),
    "look": gettext_lazy("look"),
    "showdown": gettext_lazy("open showdown"),
}
LOST_DECISIONS = {
    "play": gettext_lazy("play"),
    "escape": gettext_lazy("Escape card"),
    "again": gettext_lazy("played again"),
}


def _fram_decision(key: str) -> str:
    """Return "Round 1, lead" for r1.lead. What is held and ordered ahead of its round has no number yet."""
    round_, _dot, kind = key.rpartition(".")
    if not round_:
        return gettext("Hold, kept for the rounds to come")
    return gettext("Round {number}, {decision}").format(number=round_.removeprefix("r"), decision=FRAM_DECISIONS[kind])


def _lost_decision(key: str) -> str:
    """Return "Turn 12, play" for t12.play; t12.again.2 is one of several of that turn."""
    turn, *kind = key.split(".")
    if not kind:
        return gettext("Ultimate Escape card")
    return gettext("Turn {number}, {decision}").format(number=turn.removeprefix("t"), decision=LOST_DECISIONS[kind[0]])


KINDS: Mapping[str, Kind] = {
    "fram": Kind(
        chosen="card",
        is_early=lambda table: table.round <= 2,
        is_offered=_is_card_offered,
        all_open=_fram_open,
        where=_round,
        decision_words=_fram_decision,
        done={"take": gettext_lazy("Taken."), "banish": gettext_lazy("Banished.")},
    ),
    "lost": Kind(
        chosen="play",
        is_early=lambda table: table.turn <= 2 * len(table.seats),
        is_offered=_is_play_offered,
        all_open=_lost_open,
        where=_turn,
        decision_words=_lost_decision,
    ),
}
