"""Any task may run twice, late, never, or in any order."""

import random

import pytest
import time_machine
from django.forms.models import model_to_dict

from games import tasks
from games.models import Game, Mail, Move, Notice
from games.services import faults, resolving
from tests import tables
from tests.tables import NOW, after, bid, fresh, state, table

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def queue(monkeypatch):
    """What was queued, instead of a broker."""
    queued = []
    monkeypatch.setattr("games.services.publishing._send", lambda task, args, countdown: queued.append((task, args)))
    return queued


def run(task, args):
    getattr(tasks, task)(*args)


def everything():
    """The database, but for what is random in it."""
    games = [model_to_dict(game, exclude=["deal"]) for game in Game.objects.order_by("pk")]
    moves = list(Move.objects.order_by("pk").values("game", "number", "public", "at", "by_clock"))
    notices = list(Notice.objects.order_by("pk").values("seat", "kind", "key", "mail", "not_before"))
    mails = list(Mail.objects.order_by("pk").values("user", "kind", "outcome", "tries", "next_try"))
    return games, moves, notices, mails


def test_a_job_that_was_done_is_not_done_again(queue, smtp_sink, django_capture_on_commit_callbacks):
    with time_machine.travel(NOW, tick=False):
        with django_capture_on_commit_callbacks(execute=True):
            game = table()
            dealer = state(game).dealer
            for step in range(3):
                bid(game, (dealer + step) % 3)
        jobs = list(queue)
        for task, args in jobs:
            with django_capture_on_commit_callbacks(execute=True):
                run(task, args)
        while len(queue) > len(jobs):
            fresh_jobs, jobs = queue[len(jobs) :], list(queue)
            for task, args in fresh_jobs:
                with django_capture_on_commit_callbacks(execute=True):
                    run(task, args)
        before, mails = everything(), len(smtp_sink.messages)
        assert mails >= 3
        again = 3 * [*jobs, ("sweep", ()), ("tend", (game.ref,))]
        random.Random(5).shuffle(again)
        for task, args in again:
            run(task, args)
        assert everything() == before
        assert len(smtp_sink.messages) == mails


def test_tasks_for_what_is_not_there_do_nothing():
    tasks.resolve("nowhere")
    tasks.move_bots("nowhere")
    tasks.tend("nowhere")
    tasks.deliver(0)
    tasks.deliver_invitation(0)
    tasks.send(0)


def test_tasks_are_told_references_only(queue, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        game = table("Ada", bots=2)
        bid(game, game.seats.get(is_bot=False).number) if state(game).dealer == 0 else None
    assert queue
    for _task, args in queue:
        assert all(isinstance(arg, int) or arg == game.ref for arg in args)


def fails(*_args, **_kwargs):
    raise ValueError("a trump: mead")


def test_one_broken_game_is_parked_and_harms_no_other(monkeypatch, caplog, smtp_sink):
    broken, sound = table(), table()
    real = resolving.take_up

    def take_up(ref, now):
        return fails() if ref == broken.ref else real(ref, now)

    monkeypatch.setattr(resolving, "take_up", take_up)
    for day in range(1, 9):
        with time_machine.travel(after(days=day), tick=False):
            tasks.resolve(broken.ref)
            tasks.resolve(sound.ref)
    broken = fresh(broken)
    assert broken.status == "parked" and broken.faults == 5 and broken.wake_at is None
    assert fresh(sound).moves_logged >= 3
    assert Notice.objects.filter(game=broken, kind="parked").count() == 3
    assert broken.fault_ref in caplog.text
    assert "mead" not in caplog.text and "a trump" not in caplog.text


def test_a_parked_game_goes_on_where_it_stood_when_it_is_mended():
    game = table(pace=3600)
    for _ in range(5):
        faults.count_fault(ref=game.ref, error=ValueError(), now=after(minutes=10))
    assert fresh(game).status == "parked"
    faults.unpark(ref=game.ref, now=after(days=3, minutes=10))
    game = tables.resolve(game, after(days=3, minutes=59))
    assert game.moves_logged == 0 and game.is_running and game.faults == 0
    assert tables.resolve(game, after(days=3, minutes=60)).moves_logged == 1


def test_a_fault_that_passes_is_forgotten():
    game = table()
    for _ in range(4):
        faults.count_fault(ref=game.ref, error=ValueError(), now=NOW)
    bid(game, state(game).dealer)
    assert fresh(game).faults == 0


def test_a_failing_bot_leaves_it_to_the_clock(monkeypatch, caplog):
    from games.rules import fram

    game = table("Ada Bo", bots=1)
    monkeypatch.setattr(fram, "bot", fails)
    while not game.is_finished:
        game = tables.tend(game, game.wake_at)
    assert "mead" not in caplog.text
    assert 1 in game.result["places"]


def test_bots_wait_by_a_time_that_tells_nothing(monkeypatch):
    """It is drawn when the decision comes up, from one law, before anything is looked at."""
    drawn = iter([0.5, 0.25, 0.125, 0.0625] * 9)
    monkeypatch.setattr("games.chance.fraction", lambda: next(drawn))
    game = table("Ada Bo", bots=2)
    assert sorted(game.bots_at.values()) == [NOW.timestamp() + part * 0.05 * tables.DAY for part in (0.25, 0.5)]


def test_where_nobody_is_left_the_game_still_ends():
    game = table()
    for user in list(tables.User.objects.all()):
        user.delete()
    for _ in range(400):
        game = fresh(game)
        if game.is_finished:
            break
        game = tables.tend(game, game.wake_at)
    assert game.is_finished
