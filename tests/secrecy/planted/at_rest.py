"""Leaks in what lies in the database, the queue, the log."""

import contextlib
import json
import random
from typing import Any

from games import seals
from games.services import playing, publishing
from tests import tables
from tests.secrecy import at_rest, pairs, position
from tests.secrecy import stage as stages
from tests.secrecy.pairs import Leak
from tests.secrecy.planted.fault import Fault, Patch


def no_padding(patch: Patch) -> None:
    """A sealed text is as long as what is in it."""

    def seal(payload: Any, *, row: str, size: int) -> str:
        return seals._keys(tuple(_keys())).encrypt_at_time(seals.canonical([row, payload]), 0).decode()

    patch.setattr(seals, "seal", seal)


def _keys() -> list[str]:
    from django.conf import settings

    return settings.SEAL_KEYS


def time_in_the_token(patch: Patch) -> None:
    def seal(payload: Any, *, row: str, size: int) -> str:
        return seals._keys(tuple(_keys())).encrypt(seals.canonical([row, payload]).ljust(size)).decode()

    patch.setattr(seals, "seal", seal)


def row_not_bound(patch: Patch) -> None:
    """A sealed text can be read wherever it is copied to."""

    def unseal(token: str, *, row: str) -> Any:
        return json.loads(seals._keys(tuple(_keys())).decrypt(token.encode()))[1]

    patch.setattr(seals, "unseal", unseal)


def lies_in_clear(patch: Patch) -> None:
    """The public part of a logged move holds the private one too."""
    from games.services import desk

    old = desk.Desk._append

    def append(self: Any, log: Any, by_clock: Any, opened: Any) -> None:
        first = len(self.fresh_moves)
        old(self, log, by_clock, opened)
        for move, action in zip(self.fresh_moves[first:], log, strict=True):
            move.public = {**move.public, **self.rules.encode(action)[1]}

    patch.setattr(desk.Desk, "_append", append)


def task_with_a_card(patch: Patch) -> None:
    """The worker is told which card was the last."""
    old = publishing.publish

    def publish(task: str, *args: Any, countdown: float = 0) -> None:
        old(task, *args, *(["12"] if task == "resolve" else []), countdown=countdown)

    patch.setattr(publishing, "publish", publish)


def log_line_with_a_form(patch: Patch) -> None:
    """The log says what was handed in."""
    old = playing._hand_in

    def hand_in(desk: Any, number: int, form: Any) -> Any:
        playing.log.warning("seat %s sent %s", number, dict(form))
        return old(desk, number, form)

    patch.setattr(playing, "_hand_in", hand_in)


def look_at_rest() -> None:
    """The checks of `at_rest.py`, in a position with bids, holds and orders."""
    chance = random.Random("planted at rest 3")
    start = position.begin("showdown", chance)
    made = pairs.cast(start.seats)
    with stages.undone(), stages.tasks_in_hand(made.stage):
        stages.lay(made.stage, start, 0)
        at_rest.check_lengths()
        at_rest.check_times()
        at_rest.check_rows()
        at_rest.check_words({"trapezohedron", "sign", "mead", "drug"})


def look_at_tasks() -> None:
    """Every argument of a task is a reference or a number."""
    made = pairs.cast(3)
    with stages.undone(), stages.tasks_in_hand(made.stage):
        told = made.stage.told
        game = tables.table("Ada Bo Cy")
        dealer = tables.state(game).dealer
        for step, card in enumerate(("12", "11", "9")):
            tables.bid(game, (dealer + step) % 3, card)
        with contextlib.suppress(TypeError):  # the task takes no such argument, but it was told
            stages.run_tasks()
        for task, args in told:
            for arg in args:
                if not isinstance(arg, int) and arg != game.ref:
                    raise Leak("who reads the queue", ["a card"], f"arguments of {task}", str(args).encode(), b"")


def look_at_the_log() -> None:
    """Nothing that was handed in is in a line of the log."""
    import logging

    lines: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(record.getMessage())

    keep = Keep()
    logging.getLogger().addHandler(keep)
    try:
        made = pairs.cast(3)
        with stages.undone(), stages.tasks_in_hand(made.stage):
            game = tables.table("Ada Bo Cy")
            dealer = tables.state(game).dealer
            tables.bid(game, dealer, "12")
            tables.bid(game, (dealer + 1) % 3, "11")
    finally:
        logging.getLogger().removeHandler(keep)
    for line in lines:
        if "'11'" in line or '"11"' in line:
            raise Leak("who reads the log", ["a sealed card"], "a line of the log", line.encode(), b"")


FAULTS = [
    Fault("a ciphertext whose length tells", no_padding, catch=look_at_rest),
    Fault("a ciphertext with a time", time_in_the_token, catch=look_at_rest),
    Fault("a ciphertext read in another row", row_not_bound, catch=look_at_rest),
    Fault("private parts in the public log", lies_in_clear, catch=look_at_rest),
    Fault("a card in a task's arguments", task_with_a_card, catch=look_at_tasks),
    Fault("a card in the log", log_line_with_a_form, catch=look_at_the_log),
]
