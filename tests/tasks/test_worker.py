"""A real worker, a real broker, a real mail server: the whole way from the last bid to the mails."""

import socket
import time
from threading import Barrier, Thread

import kombu
import pytest
from django.db import connection
from django.utils import timezone

from games import tasks
from games.models import Game, Mail, Move, Notice, Seat
from games.rules.kernel import IllegalAction
from games.services import playing, publishing
from tests import tables
from tests.tables import bid, fresh, state, table, view


def opened(game, count=1, within=20.0):
    """Wait until that many showdowns are closed or open."""
    end = time.monotonic() + within
    while Move.objects.filter(game=game, public__do="play").count() < 3 * count:
        assert time.monotonic() < end, "nobody opened the bids"
        time.sleep(0.02)


def play_all_but_last(game, now):
    """All lead and bid but the last seat, whose form is returned."""
    dealer = state(game).dealer
    bid(game, dealer, now=now)
    bid(game, (dealer + 1) % 3, now=now)
    last = (dealer + 2) % 3
    decision = view(game, last).decision
    form = {"key": decision.key, "do": "play", "card": decision.choices[0].card}
    return game.seats.get(number=last).user, form


@pytest.mark.sqlite
def test_the_last_bid_opens_the_showdown_and_mails_everybody(worker, smtp_sink):
    now = timezone.now()
    game = table(now=now)
    worker.wait_idle()
    smtp_sink.wait_for(3)
    user, form = play_all_but_last(game, now)
    worker.wait_idle()
    before = len(smtp_sink.messages)
    playing.hand_in(user=user, ref=game.ref, form=form, now=timezone.now())
    opened(game)
    worker.wait_idle()
    fresh_mails = smtp_sink.messages[before:]
    assert sorted(mail.recipients[0] for mail in fresh_mails) == [f"{n}@example.org" for n in ("ada", "bo", "cy")]
    assert set(Mail.objects.values_list("outcome", flat=True)) == {"sent"}


@pytest.mark.sqlite
def test_what_the_queue_has_lost_the_sweep_finds(worker, smtp_sink):
    now = timezone.now()
    game = table(now=now)
    user, form = play_all_but_last(game, now)
    worker.stop()
    playing.hand_in(user=user, ref=game.ref, form=form, now=timezone.now())
    worker.broker.flushdb()
    worker.start()
    worker.sweep()
    opened(game)
    worker.wait_idle()
    assert not Notice.objects.filter(not_before__isnull=False).exists()


@pytest.mark.sqlite
def test_a_worker_killed_at_work_loses_nothing(worker, smtp_sink):
    now = timezone.now()
    game = table(now=now)
    user, form = play_all_but_last(game, now)
    worker.wait_idle()
    playing.hand_in(user=user, ref=game.ref, form=form, now=timezone.now())
    worker.kill()
    Mail.objects.filter(outcome="waiting").update(next_try=timezone.now())  # as if five minutes had passed
    worker.broker.flushdb()
    worker.start()
    worker.sweep()
    opened(game)
    worker.wait_idle()
    assert Move.objects.filter(game=game).count() == fresh(game).moves_logged
    ids = [mail.message["Message-ID"] for mail in smtp_sink.messages]
    assert len(set(ids)) == Mail.objects.count()


@pytest.fixture(params=["nobody listens", "nothing is answered"])
def dead_broker(request, monkeypatch):
    """Nobody listens where the queue should be, or somebody does and never answers; then it is left alone for long."""
    from fram_site.celery import app

    monkeypatch.setattr(publishing, "PAUSE", 600)

    def look_at(url):
        app.conf.broker_url = app.conf.broker_write_url = url
        app._pool = app.amqp._producer_pool = None
        kombu.pools.reset()

    kept = app.conf.broker_url
    with socket.socket() as hole:
        hole.bind(("127.0.0.1", 0))
        hole.listen(100)
        port = 1 if request.param == "nobody listens" else hole.getsockname()[1]
        look_at(f"redis://127.0.0.1:{port}/0")
        yield request.param
        look_at(kept)


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_a_dead_broker_stops_no_bid(dead_broker, caplog):
    game = table()
    user, form = play_all_but_last(game, tables.NOW)
    publishing.BROKER.end()
    playing.hand_in(user=user, ref=game.ref, form=form, now=tables.NOW)
    assert "could not queue resolve" in caplog.text
    assert fresh(game).wake_at == tables.NOW


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_a_broker_that_does_not_answer_is_not_asked_for_each_mail(dead_broker, caplog):
    game = table("Ada Bo Cy Dee Eve")
    bid(game, state(game).dealer)  # a mail is owed to each of the others
    tried = {"nobody listens": 9, "nothing is answered": 1}  # who refuses at once is asked again
    assert caplog.text.count("could not queue") == tried[dead_broker]
    assert caplog.text.count("nothing is queued") == (dead_broker == "nothing is answered")
    assert Notice.objects.filter(game=game, not_before__isnull=False).count() == 10
    publishing.BROKER.end()  # the pause is over
    for seat in range(1, 5):
        bid(game, (state(game).dealer + seat) % 5)
    assert caplog.text.count("could not queue resolve") == 1


@pytest.mark.sqlite
def test_what_was_not_queued_while_the_broker_was_left_alone_is_done_by_the_sweep(
    worker, smtp_sink, caplog, monkeypatch
):
    monkeypatch.setattr(publishing, "PAUSE", 600)
    publishing.BROKER.begin()
    now = timezone.now()
    game = table(now=now)
    user, form = play_all_but_last(game, now)
    playing.hand_in(user=user, ref=game.ref, form=form, now=timezone.now())
    assert "could not queue" not in caplog.text and worker.is_idle()
    worker.sweep()
    opened(game)
    worker.wait_idle()
    assert not Notice.objects.filter(not_before__isnull=False).exists()


@pytest.mark.sqlite
def test_the_last_bid_sent_by_many_at_once_is_one(worker, smtp_sink):
    now = timezone.now()
    game = table(now=now)
    user, form = play_all_but_last(game, now)
    worker.wait_idle()
    count = 24
    barrier, answers = Barrier(count), []

    def send():
        try:
            barrier.wait()
            answers.append(playing.hand_in(user=user, ref=game.ref, form=form, now=timezone.now()))
        except IllegalAction as refusal:
            answers.append(refusal)
        finally:
            connection.close()

    threads = [Thread(target=send) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    opened(game)
    worker.wait_idle()
    assert len(answers) == count and len({answer.code for answer in answers}) == 1
    assert Move.objects.filter(game=game, public__do="play").count() == 3
    assert Move.objects.filter(game=game).count() == fresh(game).moves_logged


@pytest.mark.sqlite
def test_sweeps_workers_and_people_at_once_open_each_round_once(worker, smtp_sink):
    now = timezone.now()
    game = table(now=now)
    user, form = play_all_but_last(game, now)
    barrier = Barrier(6)

    def run(act):
        barrier.wait()
        try:
            act()
        finally:
            connection.close()

    acts = [lambda: playing.hand_in(user=user, ref=game.ref, form=form, now=timezone.now())]
    acts += [lambda: tasks.tend(game.ref), lambda: tasks.resolve(game.ref), tasks.sweep, tasks.sweep]
    acts += [lambda: tasks.move_bots(game.ref)]
    threads = [Thread(target=run, args=[act]) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    worker.sweep()
    opened(game)
    worker.wait_idle()
    numbers = list(Move.objects.filter(game=game).order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, fresh(game).moves_logged + 1))
    assert Move.objects.filter(game=game, public__do="play").count() == 3
    ids = [mail.message["Message-ID"] for mail in smtp_sink.messages]
    assert len(ids) == len(set(ids)) == Mail.objects.count()


@pytest.mark.sqlite
def test_bots_play_a_whole_game_with_one_person(worker, smtp_sink):
    now = timezone.now()
    game = table("Ada", bots=2, now=now)
    assert game.solo
    me = game.seats.get(is_bot=False).number
    for _ in range(60):
        worker.wait_idle()
        if fresh(game).is_finished:
            break
        decision = view(game, me).decision
        assert decision is not None, "nobody moves"
        if decision.kind == "look":
            tables.answer(game, me, timezone.now(), key=decision.key, do="take")
        elif decision.kind == "showdown":
            tables.answer(game, me, timezone.now(), key=decision.key, do="go-on")
        else:
            bid(game, me, now=timezone.now())
    assert fresh(game).is_finished
    assert not Seat.objects.filter(game=game, is_away=True).exists()
    assert not Game.objects.filter(faults__gt=0).exists()


@pytest.mark.sqlite
@pytest.mark.django_db(transaction=True)
def test_many_senders_at_once_send_each_mail_once(smtp_sink, monkeypatch):
    monkeypatch.setattr("games.services.publishing._send", lambda *_args: None)
    game = table("Ada Bo Cy Dee Eve", now=timezone.now())
    smtp_sink.delay(0.05)
    seats = list(game.seats.values_list("pk", flat=True))
    barrier = Barrier(6)

    def run():
        barrier.wait()
        try:
            for seat in seats:
                tasks.deliver(seat)
        finally:
            connection.close()

    threads = [Thread(target=run) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(mail.recipients[0][:2] for mail in smtp_sink.messages) == ["ad", "bo", "cy", "de", "ev"]
    assert Mail.objects.filter(outcome="sent").count() == Mail.objects.count() == 5
