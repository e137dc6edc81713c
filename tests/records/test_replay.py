"""`manage.py replay` on every case of record.md, and on what is no record at all."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.rules import GAMES

CASES = Path(__file__).resolve().parent.parent / "cases"


def lines(slug: str, name: str) -> list[dict[str, Any]]:
    path = CASES / slug / name
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def good() -> list[Any]:
    return [
        pytest.param(record, id=f"{slug}-{record['name']}") for slug in GAMES for record in lines(slug, "good.jsonl")
    ]


def bad() -> list[Any]:
    return [
        pytest.param(case["expect"], case["record"], id=f"{slug}-{case['record']['name']}")
        for slug in GAMES
        for case in lines(slug, "bad.jsonl")
    ]


def replay(data: bytes, monkeypatch: pytest.MonkeyPatch) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of the command when it reads these bytes."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("replay", "-", stdout=out, stderr=err, no_color=True)
    except SystemExit as stop:
        return int(stop.code or 0), out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


@pytest.mark.parametrize("record", good())
def test_a_good_record_computes_what_it_states(record: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    bare = {key: value for key, value in record.items() if key not in {"rounds", "waiting", "result"}}
    assert replay(json.dumps(bare).encode(), monkeypatch) == (0, json.dumps(bare | record) + "\n", "")


@pytest.mark.parametrize(("expect", "record"), bad())
def test_a_bad_record_gets_one_line(expect: int | str, record: object, monkeypatch: pytest.MonkeyPatch) -> None:
    code, out, err = replay(json.dumps(record).encode(), monkeypatch)
    where = f"move {expect}" if isinstance(expect, int) else expect
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert f", {where}: " in err


def test_several_records_come_as_lines_and_go_as_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = lines("fram", "good.jsonl")[:2]
    faulty = first | {"moves": [{"do": "settle"}]}
    text = "\n".join(json.dumps(record) for record in (first, faulty, second)) + "\n\n"
    code, out, err = replay(text.encode(), monkeypatch)
    assert [json.loads(line)["name"] for line in out.splitlines()] == [first["name"], second["name"]]
    assert code == 1
    assert err.startswith(f"record 2 ({first['name']}), move 1: ")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\n\n",
        b"{",
        b"[" * 100_000,
        b"null",
        b"[]",
        b"17",
        b"NaN",
        b'{"format": 1e999}',
        b"1" * 5000,
        b"\xff\xfe",
        b'{"format": "rlyeh-record/1"}',
        b'{"format": "rlyeh-record/1", "game": ["fram"]}',
        b'{"format": "rlyeh-record/1", "game": "fram", "seats": [1, 2, 3]}',
        b'{"format": "rlyeh-record/1", "game": "fram", "seats": "abc", "setup": {}, "moves": []}',
        b'{"name": "a\\u2028b\\ud800\\n", "format": 1}',
        b'{\n "format": "rlyeh-record/1",\n "moves": [\n  {"seat": 0}\n ]\n',
    ],
)
def test_what_is_no_record_gets_one_line(text: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    code, out, err = replay(text, monkeypatch)
    assert (code, out) == (1, "")
    assert len(err.splitlines()) == 1
    assert ", setup: " in err


def test_a_file_that_is_not_there_gets_one_line(tmp_path: Path) -> None:
    err = io.StringIO()
    with pytest.raises(SystemExit):
        call_command("replay", str(tmp_path / "none"), stderr=err, no_color=True)
    assert err.getvalue() == "record 1, setup: No such file or directory\n"


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 20)
    | st.text(max_size=4)
    | st.sampled_from(["S7", "text", "4", "play"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["seat", "do", "card", "hold"]), inner),
    max_leaves=8,
)


@pytest.mark.parametrize("slug", list(GAMES))
@settings(
    max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
@given(data=st.data())
def test_a_record_with_anything_in_any_place_gets_one_line_or_none(slug: str, data: st.DataObject) -> None:
    record = data.draw(st.sampled_from(lines(slug, "good.jsonl")))
    path = data.draw(st.sampled_from([("seats",), ("setup",), ("moves",), ("result",), ("setup", 0), ("moves", 0)]))
    record = json.loads(json.dumps(record))
    target, key = record, path[0]
    if len(path) == 2 and record[path[0]]:
        target = record[path[0]]
        keys = list(target) if isinstance(target, dict) else list(range(len(target)))
        key = data.draw(st.sampled_from(keys))
    target[key] = data.draw(json_values)
    with pytest.MonkeyPatch.context() as patch:
        code, out, err = replay(json.dumps(record).encode(), patch)
    assert (code, len(out.splitlines()), len(err.splitlines())) in {(0, 1, 0), (1, 0, 1)}
