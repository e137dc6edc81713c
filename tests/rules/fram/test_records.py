"""record.md for Fram R'lyeh, and the serialised form of an action. `tests/records` has the shared cases."""

import json
from pathlib import Path

import pytest

from games.rules import fram
from games.rules.fram.model import Banish, Drug, Orders, Phase, Play, Settle, Switch, Take
from games.rules.kernel import IllegalAction, Terms
from tests.rules.fram.notation import after, table
from tests.rules.fram.trial import DECK

ORDERS = Orders(12, lowest=True, below=5)
ACTIONS = [
    Play(1, "12"),
    Play(1, "12", hold=True, orders=ORDERS),
    Switch(2),
    Switch(2, on=False, orders=ORDERS),
    Drug(0, "9"),
    Settle(),
    Take(3),
    Banish(3),
]


@pytest.mark.parametrize("action", ACTIONS)
def test_an_action_goes_round(action):
    public, private = fram.encode(action)
    assert fram.decode(json.loads(json.dumps(public | private))) == action


def test_what_is_in_clear_tells_neither_who_held_nor_orders():
    assert fram.encode(Play(1, "12", hold=True, orders=ORDERS))[0] == fram.encode(Play(1, "12"))[0]
    assert fram.encode(Switch(1, on=True, orders=ORDERS))[0] == fram.encode(Switch(1, on=False))[0]


def moves(line):
    return fram.write_moves(table(line).log)


def test_a_move_a_card_in_the_order_of_the_log():
    assert moves("text mead drug | 12 9 5! | drug:14") == [
        {"seat": 0, "do": "play", "card": "12"},
        {"seat": 1, "do": "play", "card": "9"},
        {"seat": 2, "do": "play", "card": "5", "hold": True},
        {"seat": 2, "do": "drug", "card": "14"},
    ]


def test_a_dealers_switch_is_written_on_its_lead():
    assert moves("text mead drug | 4 9 5 | take | 10!")[-2:] == [
        {"seat": 1, "do": "take"},
        {"seat": 1, "do": "play", "card": "10", "hold": True},
    ]


def test_a_dealers_switch_that_is_off_is_not_written():
    game = table("text mead drug | 4 9 5 | take | 10")
    game.go_on(due=True)
    assert fram.write_moves(game.log)[4:] == [
        {"seat": 1, "do": "play", "card": "10"},
        {"seat": 2, "do": "play", "card": "4"},
        {"seat": 0, "do": "play", "card": "5"},
    ]


def test_a_lead_that_holds_is_read_as_the_lead_and_its_switch():
    move = {"seat": 1, "do": "play", "card": "10", "hold": True}
    state = after("text mead drug | 4 9 5 | take")
    assert fram.read_move(state, move) == (Play(1, "10"), Switch(1))


def test_a_settled_showdown():
    assert moves("text mead drug | 12 9 5! | settle")[-1] == {"do": "settle"}


@pytest.mark.parametrize(
    "move",
    [
        None,
        [],
        {},
        {"do": None},
        {"do": "pass", "seat": 0},
        {"do": "play", "seat": 0},
        {"do": "play", "seat": 0, "card": "12", "more": 1},
        {"do": "play", "seat": 3, "card": "12"},
        {"do": "play", "seat": -1, "card": "12"},
        {"do": "play", "seat": True, "card": "12"},
        {"do": "play", "seat": "0", "card": "12"},
        {"do": "play", "seat": 0, "card": 12},
        {"do": "play", "seat": 0, "card": "drug"},
        {"do": "play", "seat": 0, "card": ["12"]},
        {"do": "play", "seat": 0, "card": "12", "hold": False},
        {"do": "play", "seat": 0, "card": "12", "hold": 1},
        {"do": "settle", "seat": 0},
        {"do": "take", "seat": 0, "hold": True},
        {"do": "drug", "seat": 0},
    ],
)
def test_a_malformed_move_is_refused(move):
    with pytest.raises(IllegalAction):
        fram.read_move(after("text mead drug"), move)


@pytest.mark.parametrize(
    ("line", "waiting"),
    [
        ("text mead drug", [(0, "play")]),
        ("text mead drug | 12", [(1, "play"), (2, "play")]),
        ("text mead drug | 12 9", [(2, "play")]),
        ("text mead drug | 12 9! 5", [(1, "showdown")]),
        ("text mead drug | 4 9 5", [(1, "treasure")]),
        ("text mead drug | 4 9 5 | take", [(1, "play")]),
        ("text mead drug | r12 | 15 15 15", []),
    ],
)
def test_who_is_waited_for(line, waiting):
    assert [(wait["seat"], wait["kind"]) for wait in fram.waiting(after(line))] == waiting


def test_rounds():
    assert fram.rounds(after("text mead drug | r1 S7 | 12 9 5! | drug:14")) == [
        {"round": 1, "dealer": 0, "played": ["12", "9", "14"], "winner": 2, "treasure": "S7", "banished": False}
    ]
    assert fram.rounds(after("text sign drug | 4 9 5")) == []
    assert fram.rounds(after("text sign drug | 4 9 5 | banish"))[0]["banished"] is True


def test_result():
    assert fram.result(after("text mead drug | r12 | 15")) is None
    end = after("text mead drug | r12 | 15 15 15")
    assert end.phase is Phase.OVER
    assert fram.result(end) == {"vp": [38, -12, -12], "awakened": False, "winners": [0]}


# --- The shared cases -------------------------------------------------------------------------------------------------

CASES = Path(__file__).resolve().parents[2] / "cases" / "fram"


def lines(name):
    return [json.loads(line) for line in (CASES / name).read_text(encoding="utf-8").splitlines()]


def replay(record):
    """The state after all moves, and the log; or where the first fault is."""
    try:
        deal = fram.read_setup(len(record["seats"]), record["setup"], record.get("deck", DECK))
    except IllegalAction:
        return "setup", None
    state, log = fram.setup(deal, Terms())[0], []
    for number, move in enumerate(record["moves"], start=1):
        try:
            for action in fram.read_move(state, move):
                state, _ = fram.apply(state, action)
                log.append(action)
        except IllegalAction:
            return number, None
    return state, log


@pytest.mark.parametrize("record", lines("good.jsonl"), ids=lambda record: record["name"])
def test_a_good_record_comes_to_what_it_states(record):
    state, log = replay(record)
    assert fram.rounds(state) == record["rounds"]
    assert fram.result(state) == record.get("result")
    assert fram.waiting(state) == record.get("waiting", [])
    assert fram.write_moves(log) == record["moves"]


@pytest.mark.parametrize("case", lines("bad.jsonl"), ids=lambda case: case["record"]["name"])
def test_a_bad_record_is_refused_where_it_is_bad(case):
    end, log = replay(case["record"])
    where = end if log is None else "result" if fram.result(end) != case["record"].get("result") else None
    assert where == case["expect"]
