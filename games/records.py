"""The game record, a JSON value that is a whole game (`rlyeh-record/1`): checked, filled in, written."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from games.decks import standard_deck
from games.rules import GAMES
from games.rules.kernel import IllegalAction, Terms

FORMAT = "rlyeh-record/1"
LONGEST_NAME = 200


@dataclass(frozen=True)
class Fault(Exception):
    """What is wrong with a record. `where` is `move 17` (counted from 1), `setup` or `result`."""

    where: str
    reason: str

    def __str__(self) -> str:
        return f"{self.where}: {self.reason}"


def check(record: object) -> dict[str, Any]:
    """The record with `rounds` and `result`, or `waiting`, filled in; Fault for the first thing that is wrong."""
    if not isinstance(record, dict):
        raise Fault("setup", "a record is a JSON object")
    if record.get("format") != FORMAT:
        raise Fault("setup", f'the format must be "{FORMAT}"')
    slug = record.get("game")
    if not isinstance(slug, str) or slug not in GAMES:
        raise Fault("setup", "no such game")
    rules = GAMES[slug]
    state = _begin(record, slug)
    moves = record.get("moves")
    if not isinstance(moves, list):
        raise Fault("setup", "the moves must be a list")
    for number, move in enumerate(moves, start=1):
        try:
            for action in rules.read_move(state, move):
                state, _ = rules.apply(state, action)
        except IllegalAction as fault:
            raise Fault(f"move {number}", str(fault)) from None
    return _filled(record, rules.rounds(state), rules.result(state), rules.waiting(state))


def _begin(record: dict[str, Any], slug: str) -> Any:
    seats = record.get("seats")
    if not isinstance(seats, list) or not all(isinstance(name, str) for name in seats):
        raise Fault("setup", "the seats must be a list of names")
    deck = record["deck"] if "deck" in record else standard_deck(slug)
    try:
        deal = GAMES[slug].read_setup(len(seats), record.get("setup"), deck)
    except IllegalAction as fault:
        raise Fault("setup", str(fault)) from None
    return GAMES[slug].setup(deal, Terms())[0]


def _filled(
    record: dict[str, Any], rounds: list[Any] | None, result: dict[str, Any] | None, waiting: list[Any]
) -> dict[str, Any]:
    filled = {name: value for name, value in record.items() if name not in {"rounds", "waiting", "result"}}
    if rounds is not None:
        filled["rounds"] = rounds
    if result is None:
        if "result" in record:
            raise Fault("result", "the game is not over, so it has no result yet")
        return filled | {"waiting": waiting}
    if "result" in record and not _is_same(record["result"], result):
        raise Fault("result", f"it should be {json.dumps(result)}")
    return filled | {"result": result}


def _is_same(stated: object, right: object) -> bool:
    """Equality of JSON values, in which 1 is not true and 1.0 is not 1."""
    return json.dumps(stated, sort_keys=True) == json.dumps(right, sort_keys=True)


def write(slug: str, seats: Iterable[str], deal: Any, deck: dict[str, Any], actions: Iterable[Any]) -> dict[str, Any]:
    """The whole record of a game: its deck is written where it is no longer, or never was, the standard one."""
    rules = GAMES[slug]
    record: dict[str, Any] = {"format": FORMAT, "game": slug, "seats": list(seats)}
    if deck != standard_deck(slug):
        record["deck"] = deck
    record |= {"setup": rules.write_setup(deal), "moves": rules.write_moves(actions)}
    return check(record)


def read_all(text: str) -> Iterator[tuple[str, object]]:
    """The label and the value of each record in a text: one JSON value, or one a line; a Fault where it is no JSON.

    A text of which no line is a record by itself counts as one, however many lines it has.
    """
    values = [_loads(text)]
    if isinstance(values[0], Fault):
        lines = [_loads(line) for line in text.split("\n") if line.strip()]
        if any(isinstance(value, dict) and "format" in value for value in lines):
            values = lines
    for number, value in enumerate(values, start=1):
        yield f"record {number}{_name_of(value)}", value


def _loads(text: str) -> object:
    """The JSON value, or a Fault where it is none, or could not be written again."""
    try:
        value = json.loads(text, parse_constant=_no_constant)
        json.dumps(value, allow_nan=False)
    except (ValueError, RecursionError):
        return Fault("setup", "this is no JSON")
    return value


def _no_constant(name: str) -> object:
    raise ValueError(name)


def _name_of(value: object) -> str:
    name = value.get("name") if isinstance(value, dict) else None
    if not isinstance(name, str):
        return ""
    printable = "".join(letter if letter.isprintable() else "?" for letter in name[:LONGEST_NAME])
    return f" ({printable})"
