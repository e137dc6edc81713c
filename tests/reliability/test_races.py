"""Everything that can open a round, at one moment; and the last bid sent by a hundred at once (N3, N4)."""

import os
import time
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from threading import Barrier, Thread
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.utils import timezone

from games import tasks
from games.models import Game, Mail, Move, Notice
from games.rules.kernel import IllegalAction
from games.services import desk, moderation, playing
from games.services.desk import NoSuchTable
from tests import tables
from tests.scenes.scene import cookies

RACES = int(os.environ.get("RLYEH_RACES", "3"))
STORMS = int(os.environ.get("RLYEH_STORMS", "1"))
SENDERS = 100
CSRF = "a" * 32
WITHIN = 90  # seconds


def begin(number: int) -> tuple[Game, int, dict[str, str]]:
    """A game of three in which the last bid is missing; whose it is, and the form."""
    game = tables.table(" ".join(f"{name}{number}" for name in ("Ada", "Bo", "Cy")), now=timezone.now())
    dealer = tables.state(game).dealer
    for seat in (dealer, (dealer + 1) % 3):
        tables.bid(game, seat, now=timezone.now())
    last = (dealer + 2) % 3
    decision = tables.view(game, last).decision
    return game, last, {"key": decision.key, "do": "play", "card": decision.choices[0].card}


def at_once(acts: list[Callable[[], object]]) -> None:
    """All of these begin at one moment, each in a thread of its own; what is refused in words is refused."""
    barrier, wrong = Barrier(len(acts)), list[str]()

    def run(act: Callable[[], object]) -> None:
        barrier.wait()
        try:
            act()
        except (IllegalAction, NoSuchTable):
            pass
        except Exception as error:
            wrong.append(f"{type(error).__name__}: {error}")
        finally:
            connection.close()

    threads = [Thread(target=run, args=[act]) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def settle(game: Game, worker) -> None:
    """The first showdown is closed or open, and its mails are out."""
    end, swept = time.monotonic() + WITHIN, 0.0
    while (
        Move.objects.filter(game=game, public__do="play").count() < 3
        or Notice.objects.filter(game=game, not_before__isnull=False).exists()
        or Mail.objects.filter(game=game, outcome=Mail.Outcome.WAITING).exists()
    ):
        assert time.monotonic() < end, "nobody opened the bids"
        if time.monotonic() - swept > 1:
            swept = time.monotonic()
            worker.sweep()
        time.sleep(0.02)


def judge(game: Game, smtp_sink, before: int) -> None:
    """One showdown, a log without a gap, no fault, each mail once."""
    game = tables.fresh(game)
    numbers = list(Move.objects.filter(game=game).order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, game.moves_logged + 1))
    plays = Counter(Move.objects.filter(game=game, public__do="play").values_list("seat", flat=True))
    assert plays == Counter(range(3))
    assert game.faults == 0
    sent = Counter(mail.message["Message-ID"] for mail in smtp_sink.messages[before:])
    assert set(sent.values()) == {1}
    assert sum(sent.values()) == Mail.objects.filter(game=game, outcome=Mail.Outcome.SENT).count()


@pytest.mark.sqlite
def test_what_may_open_a_round_survives_all_of_it_at_once(worker, smtp_sink):
    by_clock = race(RACES, worker, smtp_sink)
    print(f"kills: {RACES} races, 0 faults, {by_clock} of them won by the clock")  # noqa: T201  # the figure of the soak


def test_a_planted_lack_of_a_lock_is_found(worker, smtp_sink, monkeypatch):
    monkeypatch.setattr(desk, "_hold", lambda rows, column: rows.exists())
    with pytest.raises(AssertionError) as found:
        race(40, worker, smtp_sink)
    assert "nobody opened the bids" not in str(found.value)  # that would be slowness
    print("planted: races found that no lock is held")  # noqa: T201  # the figure of the soak


def race(times: int, worker, smtp_sink) -> int:
    """So many games are brought to that moment; returns in how many the clock moved for the last seat."""
    mo, by_clock = tables.person("Mo", is_staff=True, is_superuser=True), 0
    for number in range(times):
        before = len(smtp_sink.messages)
        game, last, form = begin(number)
        user, ref = game.seats.get(number=last).user, game.ref
        past = timezone.now() - timedelta(seconds=1)
        Game.objects.filter(pk=game.pk).update(deadline=past, wake_at=past)
        button = {"by": mo, "ref": ref, "reason": "a look at it"}
        at_once(
            [
                lambda user=user, ref=ref, form=form: playing.hand_in(
                    user=user, ref=ref, form=form, now=timezone.now()
                ),
                lambda ref=ref: tasks.resolve(ref),
                lambda ref=ref: tasks.tend(ref),
                tasks.sweep,
                tasks.sweep,
                lambda button=button: moderation.pause(**button, now=timezone.now()),
            ]
        )
        if tables.fresh(game).status == Game.Status.PAUSED:
            moderation.resume(**button, now=timezone.now())
        settle(game, worker)
        judge(game, smtp_sink, before)
        by_clock += Move.objects.filter(game=game, public__do="play", by_clock=True).count()
    return by_clock


def test_the_last_bid_survives_being_sent_by_a_hundred_at_once(site, worker, smtp_sink):
    for number in range(STORMS):
        before = len(smtp_sink.messages)
        game, last, form = begin(number)
        user = game.seats.get(number=last).user
        session = cookies(user, site)[0]["value"]
        answers: Counter[tuple[int, str]] = Counter()

        def send(game=game, form=form, session=session, answers=answers) -> None:
            answers[_post(f"{site}/t/{game.ref}/answer", form, session, site)] += 1

        at_once([send] * SENDERS)
        settle(game, worker)
        judge(game, smtp_sink, before)
        assert answers == {(302, f"/t/{game.ref}"): SENDERS}
    print(f"kills: {STORMS} bids sent by {SENDERS} at once, 0 faults, each answered alike")  # noqa: T201  # the figure of the soak


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        return None


def _post(url: str, form: dict[str, str], session: str, site: str) -> tuple[int, str]:
    """The status and where it leads."""
    data = urlencode(form | {"csrfmiddlewaretoken": CSRF}).encode()
    headers = {"Cookie": f"sessionid={session}; csrftoken={CSRF}", "Origin": site, "Referer": f"{site}/"}
    request = urllib.request.Request(url, data, headers)
    try:
        with urllib.request.build_opener(_NoRedirect).open(request, timeout=WITHIN) as answer:
            return answer.status, ""
    except urllib.error.HTTPError as answer:
        return answer.code, answer.headers.get("Location", "")
