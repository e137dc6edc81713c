"""A table in the test database at which two worlds can be played, one after the other, each undone afterwards."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection, transaction
from django.utils import timezone

from games import tasks
from games.models import Game, Notice, Pulse, Seat, User
from games.rules import GAMES
from games.rules.kernel import IllegalAction
from games.services import gathering, playing, publishing
from games.services.desk import take_up
from games.views.limits import ANSWERS
from tests import tables
from tests.secrecy.position import Position
from tests.secrecy.timing import Act

BASE = tables.NOW
NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Fay")


@dataclass
class Stage:
    """A table that gathers and lacks its last person. Everything played on it is undone."""

    game: Game
    people: list[User]
    last: User
    told: list[tuple[str, tuple[Any, ...]]]  # the tasks that were queued, with their arguments

    @property
    def ref(self) -> str:
        return self.game.ref


def stage(seats: int, kind: str = "fram") -> Stage:
    """An open table of so many people."""
    Pulse.objects.get_or_create(pk=1, defaults={"at": BASE})
    people = [User.objects.filter(name=name).first() or tables.person(name) for name in NAMES[:seats]]
    host, *others = people
    game = gathering.open_table(
        host=host, kind=kind, name=f"Table of {seats}", seats=seats, pace=3600, now=BASE, is_open=True
    )
    for user in others[:-1]:
        gathering.join(user=user, ref=game.ref, token=game.join_token, now=BASE)
    connection.run_on_commit = []
    return Stage(game, people, others[-1], [])


class Undo(Exception):
    """Raised to undo what was played."""


@contextmanager
def undone() -> Iterator[None]:
    """What happens inside never happened; and time is the tests'."""
    hooks = list(connection.run_on_commit)
    try:
        with transaction.atomic():
            yield
            raise Undo
    except Undo:
        connection.run_on_commit = hooks
        ANSWERS.forget()


@contextmanager
def tasks_in_hand(stage: Stage) -> Iterator[None]:
    """Tasks run here when they are asked to (`run_tasks`); those for later are left to the sweep."""

    def send(task: str, args: tuple[Any, ...], countdown: float) -> None:
        stage.told.append((task, args))
        if countdown <= 0:
            getattr(tasks, task).run(*args)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(publishing, "_send", send)
        patch.setattr(GAMES[stage.game.kind], "bot", lambda table, chance: None)
        yield


def run_tasks() -> None:
    """Everything that was to be done once the transaction is committed is done."""
    while connection.run_on_commit:
        hooks, connection.run_on_commit = connection.run_on_commit, []
        for _, function, *_ in hooks:
            function()


@contextmanager
def at(seconds: float) -> Iterator[datetime]:
    """It is so many seconds after the table began, and the sweep has just been here."""
    moment = BASE + timedelta(seconds=seconds)
    with time_machine.travel(moment, tick=False):
        Pulse.objects.filter(pk=1).update(at=moment - timedelta(seconds=20))
        yield timezone.now()


def lay(stage: Stage, position: Position, world: int, former: int | None = None) -> None:
    """The table stands in one of the position's worlds.

    Its deal and its log are written through the same services as in life, at the position's times; what lies sealed is
    put there as it would have been handed in. From the seat `former` its person has got up, after the beginning.
    """
    table = position.tables[world]
    rules: Any = GAMES[stage.game.kind]
    with at(0), pytest.MonkeyPatch.context() as patch:
        patch.setattr(rules, "deal", lambda *_: table.deal)
        Game.objects.filter(pk=stage.game.pk).update(
            pace=position.clock.pace,
            always_open=table.terms.always_open,
            opened_at=BASE,
            deck=position.deck or stage.game.deck,
        )
        gathering.join(user=stage.last, ref=stage.ref, token=stage.game.join_token, now=BASE)
        if former is not None:
            gathering.leave(user=stage.people[former], ref=stage.ref, now=BASE, for_good=True)
    connection.run_on_commit = []
    with at(position.clock.now), transaction.atomic():
        desk = take_up(stage.ref, BASE)
        last = 0
        for step, seconds in zip(table.steps, position.times, strict=True):
            desk.now, before, last = BASE + timedelta(seconds=seconds), desk.state, desk.game.moves_logged
            desk.settle(before, desk.log(step))
        for seat, sealed in table.sealed.items():
            answers = {key: desk._answer(action) for key, action in sorted(sealed.items())}
            since = position.since[world][seat]
            desk.answers[seat] = answers
            desk.since[seat] = {key: desk.game.clock(BASE + timedelta(seconds=since[key])) for key in answers}
        desk.is_resealed = desk.is_touched = True
        desk.save()
        Notice.objects.filter(game=stage.game, moves__lte=last).update(not_before=None)
    connection.run_on_commit = []


def act(stage: Stage, action: Act) -> None:
    """Somebody hands that in, unseen; a refusal is theirs to read."""
    seat = Seat.objects.select_related("user").get(game=stage.game, number=action.seat)
    with at(action.at) as now:
        try:
            if seat.user is not None:
                playing.hand_in(user=seat.user, ref=stage.ref, form=action.form, now=now)
            else:
                _as_bot(stage.ref, action.seat, action.form, now)
        except IllegalAction:
            pass
        run_tasks()


def _as_bot(ref: str, number: int, form: dict[str, str], now: datetime) -> None:
    with transaction.atomic():
        desk = take_up(ref, now)
        playing._hand_in(desk, number, form)
        desk.save()


def sweep(seconds: float) -> None:
    """The sweep runs."""
    with at(seconds):
        tasks.sweep.run()
        run_tasks()
