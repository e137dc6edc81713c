"""Folding a game from its log (performance.md P5, 2 ms per 100 turns): `python -m tests.rules.lost.speed`."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from games.rules import lost
from games.rules.kernel import Terms
from games.rules.lost.model import State
from tests.rules.lost.positions import DECK

CASES = Path(__file__).resolve().parents[2] / "cases" / "lost" / "good.jsonl"
REPEATS = 15


def best(function: Callable[[], Any]) -> float:
    """The least processor time in ms that the function took."""
    times = []
    for _ in range(REPEATS):
        started = time.process_time()
        function()
        times.append(time.process_time() - started)
    return 1000 * min(times)


def loop() -> None:
    """The yardstick: what the machine needs for a million empty steps, 14 ms where 2 ms are promised."""
    for _ in range(1_000_000):
        pass


def folds() -> dict[str, float]:
    """For each finished game of the cases, ms per 100 turns."""
    found = {}
    for line in CASES.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        if "result" in record:
            deal = lost.read_setup(len(record["seats"]), record["setup"], DECK)
            log = [lost.decode(move) for move in record["moves"]]
            found[record["name"]] = best(lambda deal=deal, log=log: fold(deal, log)) * 100 / record["result"]["turns"]
    return found


def fold(deal: Any, log: list[Any]) -> State:
    """The state at the end, with all checks."""
    state, _ = lost.setup(deal, Terms())
    for action in log:
        state, _ = lost.apply(state, action)
    return state


if __name__ == "__main__":
    for name, milliseconds in folds().items():
        print(f"{milliseconds:.2f} ms per 100 turns: {name}")  # noqa: T201  # the figures are what it is for
    print(f"{best(loop):.0f} ms: a million empty steps")  # noqa: T201  # the figures are what it is for
