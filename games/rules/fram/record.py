"""Fram R'lyeh in the record format (record.md), and the one serialised form of its actions."""

from collections.abc import Iterable
from typing import assert_never

from games.rules.fram.cards import POWER
from games.rules.fram.model import (
    NO_ORDERS,
    Action,
    Banish,
    Drug,
    Orders,
    Phase,
    Play,
    Settle,
    State,
    Switch,
    Take,
    holders,
)
from games.rules.fram.play import outcome, prompts
from games.rules.kernel import Json, gettext_noop, illegal

_FIELDS = {
    "play": {"seat", "do", "card"},
    "drug": {"seat", "do", "card"},
    "settle": {"do"},
    "take": {"seat", "do"},
    "banish": {"seat", "do"},
}


def encode(action: Action) -> tuple[Json, Json]:
    """The action as JSON: what everybody may know once it is logged; and what stays private, who held and orders."""
    match action:
        case Play(seat, card, hold, orders):
            return {"seat": seat, "do": "play", "card": card}, _private(hold, orders)
        case Switch(seat, on, orders):
            return {"seat": seat, "do": "switch"}, _private(on, orders)
        case Drug(seat, card):
            return {"seat": seat, "do": "drug", "card": card}, {}
        case Settle():
            return {"do": "settle"}, {}
        case Take(seat):
            return {"seat": seat, "do": "take"}, {}
        case Banish(seat):
            return {"seat": seat, "do": "banish"}, {}
        case _:
            assert_never(action)


def _private(hold: bool, orders: Orders) -> Json:
    private: Json = {"hold": True} if hold else {}
    if orders != NO_ORDERS:
        private["orders"] = [orders.cap, orders.lowest, orders.below]
    return private


def decode(move: Json) -> Action:
    """The action of which `encode` gave both parts, merged."""
    orders = Orders(*move["orders"]) if "orders" in move else NO_ORDERS
    match move["do"]:
        case "play":
            return Play(move["seat"], move["card"], move.get("hold", False), orders)
        case "switch":
            return Switch(move["seat"], move.get("hold", False), orders)
        case "drug":
            return Drug(move["seat"], move["card"])
        case "settle":
            return Settle()
        case "take":
            return Take(move["seat"])
        case _:
            return Banish(move["seat"])


def read_move(state: State, move: object) -> tuple[Action, ...]:
    """The actions that one move of a record stands for: a lead that holds is the lead and its switch."""
    if not isinstance(move, dict) or not isinstance(move.get("do"), str) or move["do"] not in _FIELDS:
        raise illegal(gettext_noop("no such move; there are play, drug, settle, take and banish"))
    kind = move["do"]
    fields = _FIELDS[kind] | ({"hold"} if kind == "play" and "hold" in move else set())
    if set(move) != fields:
        raise illegal(gettext_noop("{kind} needs the members {fields}"), kind=kind, fields=", ".join(sorted(fields)))
    if kind == "settle":
        return (Settle(),)
    seat = move["seat"]
    if type(seat) is not int or not 0 <= seat < len(state.seats):
        raise illegal(gettext_noop("no such seat"))
    if move.get("hold", True) is not True:
        raise illegal(gettext_noop("hold is written only when it is on"))
    if "card" in move and (not isinstance(move["card"], str) or move["card"] not in POWER):
        raise illegal(gettext_noop("no such card with a power"))
    if kind == "play" and "hold" in move and state.phase is Phase.LEAD:
        return Play(seat, move["card"]), Switch(seat)
    return (decode(move),)


def write_moves(actions: Iterable[Action]) -> list[Json]:
    """The moves of a record that stand for a log: a dealer's switch, logged right after its lead, is written on it."""
    moves: list[Json] = []
    for action in actions:
        public, private = encode(action)
        if isinstance(action, Switch):
            moves[-1] |= private
        else:
            moves.append(public | private)
    return moves


def waiting(state: State) -> list[Json]:
    """Who is waited for, clockwise from the dealer; an open showdown waits for the seats that hold it."""
    if state.phase is Phase.SHOWDOWN:
        return [{"seat": seat, "kind": "showdown"} for seat in holders(state)]
    kinds = {"lead": "play", "bid": "play", "look": "treasure"}
    return [{"seat": prompt.seat, "kind": kinds[prompt.kind]} for prompt in prompts(state) if prompt.awaited]


def rounds(state: State) -> list[Json]:
    """The rounds whose treasure has been taken or banished."""
    return [
        {
            "round": showdown.round,
            "dealer": showdown.dealer,
            "played": list(showdown.played),
            "winner": showdown.winner,
            "treasure": str(state.deal.treasure(showdown.place)),
            "banished": showdown.banished,
        }
        for showdown in state.showdowns
        if showdown.banished is not None
    ]


def result(state: State) -> Json | None:
    """Scores in VP by seat, whether the Old One awakened, and the winners; None while the game runs."""
    end = outcome(state)
    if end is None:
        return None
    return {"vp": list(end.scores), "awakened": max(end.scores) < 0, "winners": list(end.winners)}
