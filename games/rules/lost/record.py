"""Lost in R'lyeh in the record format (record.md), and the one serialised form of its actions."""

from collections.abc import Iterable
from typing import Any, assert_never

from games.rules.kernel import Json, gettext_noop, illegal
from games.rules.lost.cards import TITLES, in_order
from games.rules.lost.model import Action, LayUltimate, Pass, PickUp, Play, State, Stop, TakeUp, in_game
from games.rules.lost.play import prompts

_NEEDED = {
    "ultimate": {"seat", "do", "card"},
    "escape": {"seat", "do", "card"},
    "play": {"seat", "do", "cards"},
    "pickup": {"seat", "do"},
    "stop": {"seat", "do"},
    "pass": {"seat", "do"},
}
_ASKED = {"join", "option", "to", "give", "banish", "escape", "their"}


def encode(action: Action) -> tuple[Json, Json]:
    """The action as JSON: what everybody may know once it is logged, and what is private.

    Private are the names of cards that may lie face down or go from hand to hand: an Ultimate, what is given or
    swapped, the Escape card named. That some of them lie face up only the state knows; there they are shown.
    """
    match action:
        case LayUltimate(seat, card):
            return {"seat": seat, "do": "ultimate"}, {"card": card}
        case TakeUp(seat, card):
            return {"seat": seat, "do": "escape"}, {"card": card}
        case Play():
            return _encode_play(action)
        case PickUp(seat):
            return {"seat": seat, "do": "pickup"}, {}
        case Stop(seat):
            return {"seat": seat, "do": "stop"}, {}
        case Pass(seat):
            return {"seat": seat, "do": "pass"}, {}
        case _:
            assert_never(action)


def _encode_play(play: Play) -> tuple[Json, Json]:
    public: Json = {"seat": play.seat, "do": "play", "cards": list(play.cards)}
    if not play.join:
        public["join"] = False
    for name, value in (("option", play.option), ("to", play.to), ("their", play.their)):
        if value is not None:
            public[name] = value
    if play.banish:
        public["banish"] = list(play.banish)
    private: Json = {"give": list(play.give)} if play.give else {}
    if play.escape is not None:
        private["escape"] = play.escape
    return public, private


def decode(move: Json) -> Action:
    """The action of which `encode` gave both parts, merged."""
    seat = move["seat"]
    match move["do"]:
        case "ultimate":
            return LayUltimate(seat, move["card"])
        case "escape":
            return TakeUp(seat, move["card"])
        case "play":
            return Play(
                seat,
                tuple(move["cards"]),
                move.get("join", True),
                move.get("option"),
                move.get("to"),
                in_order(move.get("give", ())),
                in_order(move.get("banish", ())),
                move.get("escape"),
                move.get("their"),
            )
        case "pickup":
            return PickUp(seat)
        case "stop":
            return Stop(seat)
        case _:
            return Pass(seat)


def read_move(state: State, move: object) -> tuple[Action, ...]:
    """The action that a move of a record states; IllegalAction if it is malformed."""
    if not isinstance(move, dict) or not isinstance(move.get("do"), str) or move["do"] not in _NEEDED:
        raise illegal(gettext_noop("no such move; there are ultimate, escape, play, pickup, stop and pass"))
    kind = move["do"]
    if not _NEEDED[kind] <= set(move) <= _NEEDED[kind] | (_ASKED if kind == "play" else set()):
        fields = ", ".join(sorted(_NEEDED[kind]))
        raise illegal(gettext_noop("{kind} needs the members {fields}, and no others"), kind=kind, fields=fields)
    for name, value in move.items():
        if not _is_well_formed(name, value, state.seats):
            raise illegal(gettext_noop("{name} cannot be read"), name=name)
    return (decode(move),)


def _is_well_formed(name: str, value: Any, seats: int) -> bool:
    match name:
        case "seat" | "to":
            return type(value) is int and 0 <= value < seats
        case "card" | "escape":
            return _is_card(value)
        case "cards" | "give" | "banish":
            return isinstance(value, list) and len(value) > 0 and all(map(_is_card, value))
        case "join":
            return value is False
        case "option":
            return type(value) is int
        case "their":
            return type(value) is int or _is_card(value)
        case _:
            return True  # `do`, read before


def _is_card(value: Any) -> bool:
    return isinstance(value, str) and value in TITLES


def write_moves(actions: Iterable[Action]) -> list[Json]:
    """The moves of a record that stand for a log, one an action."""
    return [public | private for public, private in map(encode, actions)]


def rounds(state: State) -> None:
    """There are no rounds."""
    return None


def waiting(state: State) -> list[Json]:
    """Who is waited for, by seat."""
    return [{"seat": prompt.seat, "kind": prompt.kind} for prompt in prompts(state)]


def result(state: State) -> Json | None:
    """The seats that have escaped, in order, the lost one and the number of turns; None while the game runs."""
    if state.phase != "over":
        return None
    return {"escaped": list(state.escaped), "lost": in_game(state)[0], "turns": state.turn}
