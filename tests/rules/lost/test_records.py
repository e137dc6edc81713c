"""Records of Lost in R'lyeh (record.md): the cases, the golden games, and the one serialised form of an action."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.rules import lost
from games.rules.kernel import IllegalAction, Json, Terms
from games.rules.lost.model import Action, LayUltimate, Pass, PickUp, Play, State, Stop, TakeUp
from tests.rules.lost import golden
from tests.rules.lost.positions import DECK, position

CASES = Path(__file__).resolve().parents[2] / "cases" / "lost"


def lines(path: Path) -> list[Json]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def replay(record: Json) -> Json:
    """What the record comes to: its result or who is waited for, or where its first fault is."""
    try:
        deal = lost.read_setup(len(record["seats"]), record["setup"], DECK)
    except IllegalAction:
        return {"fault": "setup"}
    state, _ = lost.setup(deal, Terms())
    actions: list[Action] = []
    for number, move in enumerate(record["moves"], start=1):
        try:
            for action in lost.read_move(state, move):
                state, _ = lost.apply(state, action)
                actions.append(action)
        except IllegalAction:
            return {"fault": number}
    assert [_sorted(move) for move in lost.write_moves(actions)] == [_sorted(move) for move in record["moves"]]
    assert lost.write_setup(deal) == record["setup"]
    end = lost.result(state)
    if "result" in record and record["result"] != end:
        return {"fault": "result"}
    return {"waiting": lost.waiting(state)} if end is None else {"result": end}


def _sorted(move: Json) -> Json:
    """The move with lists of cards in one order: which of two given cards is named first means nothing."""
    return {name: sorted(value) if isinstance(value, list) else value for name, value in move.items()}


@pytest.mark.parametrize("record", lines(CASES / "good.jsonl"), ids=lambda record: record["name"])
def test_a_good_record_computes_what_it_states(record: Json) -> None:
    assert replay(record).items() <= record.items()


@pytest.mark.parametrize("case", lines(CASES / "bad.jsonl"), ids=lambda case: case["record"]["name"])
def test_a_bad_record_is_refused_at_its_first_fault(case: Json) -> None:
    assert replay(case["record"]) == {"fault": case["expect"]}


@pytest.mark.parametrize("record", lines(golden.PATH), ids=lambda record: record["name"])
def test_a_golden_game_replays(record: Json) -> None:
    assert replay(record).items() <= record.items()
    assert record["name"] in golden.everything_shown(record)


def test_the_golden_games_show_all_there_is_to_show() -> None:
    shown = [golden.everything_shown(record) for record in lines(golden.PATH)]
    assert golden.to_show() - set().union(*shown) == set()


ACTIONS = [
    (LayUltimate(1, "h4"), {"seat": 1, "do": "ultimate"}, {"card": "h4"}),
    (TakeUp(1, "h4"), {"seat": 1, "do": "escape"}, {"card": "h4"}),
    (PickUp(1), {"seat": 1, "do": "pickup"}, {}),
    (Stop(1), {"seat": 1, "do": "stop"}, {}),
    (Pass(1), {"seat": 1, "do": "pass"}, {}),
    (Play(1, ("h4",)), {"seat": 1, "do": "play", "cards": ["h4"]}, {}),
    (
        Play(1, ("h4",), join=False, option=0, to=0, give=("h1", "h2"), banish=("h3",), escape="h5", their=0),
        {"seat": 1, "do": "play", "cards": ["h4"], "join": False, "option": 0, "to": 0, "their": 0, "banish": ["h3"]},
        {"give": ["h1", "h2"], "escape": "h5"},
    ),
]


@pytest.mark.parametrize(("action", "public", "private"), ACTIONS)
def test_what_is_private_of_an_action_is_kept_apart(action: Action, public: Json, private: Json) -> None:
    """The names of cards that may lie face down or go from hand to hand."""
    assert lost.encode(action) == (public, private)
    assert lost.decode(json.loads(json.dumps(public | private))) == action


STATE: State = position("h1", "h4 h4", "h2")


@pytest.mark.parametrize(
    "move",
    [
        None,
        [],
        "play",
        {},
        {"do": "play"},
        {"do": ["play"]},
        {"do": "draw", "seat": 0},
        {"seat": 0, "do": "play"},
        {"seat": 0, "do": "play", "cards": []},
        {"seat": 0, "do": "play", "cards": "h4"},
        {"seat": 0, "do": "play", "cards": [4]},
        {"seat": 0, "do": "play", "cards": ["h11"]},
        {"seat": 0, "do": "play", "cards": ["h4"], "join": True},
        {"seat": 0, "do": "play", "cards": ["h4"], "join": 0},
        {"seat": 0, "do": "play", "cards": ["h4"], "give": []},
        {"seat": 0, "do": "play", "cards": ["h4"], "option": False},
        {"seat": 0, "do": "play", "cards": ["h4"], "to": 2},
        {"seat": 0, "do": "play", "cards": ["h4"], "to": 1.0},
        {"seat": 0, "do": "play", "cards": ["h4"], "escape": None},
        {"seat": 0, "do": "play", "cards": ["h4"], "their": False},
        {"seat": 0, "do": "play", "cards": ["h4"], "more": 1},
        {"seat": 0, "do": "escape", "card": ["h4"]},
        {"seat": 0, "do": "escape", "cards": ["h4"]},
        {"seat": True, "do": "pickup"},
        {"seat": -1, "do": "pickup"},
        {"seat": 0, "do": "stop", "join": False},
    ],
)
def test_a_malformed_move_is_refused(move: Any) -> None:
    with pytest.raises(IllegalAction):
        lost.read_move(STATE, move)


def test_there_are_no_rounds() -> None:
    assert lost.rounds(STATE) is None
