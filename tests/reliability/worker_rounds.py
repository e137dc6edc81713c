"""Games whose worker is killed, its main process or a child of its pool, with a real broker between (N2)."""

import os
import signal
import time
from typing import Any

from django.db.models import Q
from django.utils import timezone

from games.models import Game, Mail, Notice
from games.services import publishing
from tests.reliability.rounds import Trial

WITHIN = 90  # seconds from the restart
LONGEST_LIFE = 0.08  # seconds after the last answer: about as long as its work takes


class WorkerTrial(Trial):
    """One round in so many has a death in it; in the others the worker goes on. No queue is emptied."""

    def __init__(self, seed: int, sink: Any, monkeypatch: Any, worker: Any, one_in: int) -> None:
        send = publishing._send
        super().__init__(seed, sink, monkeypatch)
        monkeypatch.setattr(publishing, "_send", send)
        self.worker, self.one_in, self.longest = worker, one_in, 0.0

    def deaths(self) -> int:
        """How often it was killed."""
        return self.figure.kills["main process"] + self.figure.kills["child"]

    def _start_mails(self, game: Game) -> None:
        self._wait(game, set())

    def _round(self, game: Game) -> None:
        asked, before = self._asked(game), len(self.sink.messages)
        forms = self._forms_or_time(game)
        for answer in forms:
            self._hand_in(game, answer)
        self.figure.rounds += 1
        is_deadly = self.figure.rounds % self.one_in == 0
        end = self._kill() if is_deadly else "went on"
        self.figure.kills[end] += 1
        self._wait(game, set() if forms else asked)
        self._judge(game, end)
        self._judge_mails(game, "died after mail" if is_deadly else end, self.sink.messages[before:])

    def _kill(self) -> str:
        time.sleep(self.chance.random() * LONGEST_LIFE)
        children = self.worker.children
        if children and self.chance.random() < 0.5:
            os.kill(children[0], signal.SIGKILL)
            return "child"
        self.worker.kill()
        self.worker.start()
        return "main process"

    def _wait(self, game: Game, over: set[str]) -> None:
        """Until the round is resolved and its mails are out; a beat sweeps meanwhile, more often than each minute.

        `over`: what was asked when its time ran out.
        """
        start, swept = time.monotonic(), 0.0
        while not self._is_done(game, over):
            passed = time.monotonic() - start
            if passed > WITHIN:
                self._say(f"not done within {WITHIN} s")
                return
            if passed - swept > 1:
                swept = passed
                # as if the five minutes had passed in which a sender that died may have had a mail in hand
                Mail.objects.filter(outcome=Mail.Outcome.WAITING).update(next_try=timezone.now())
                self.worker.sweep()
            time.sleep(0.02)
        self.longest = max(self.longest, time.monotonic() - start)

    def _is_done(self, game: Game, over: set[str]) -> bool:
        owed = Notice.objects.filter(game=game, not_before__isnull=False)
        unsent = Mail.objects.filter(Q(game=game) & ~Q(outcome=Mail.Outcome.SENT))
        is_due = self._is_held_up(game) or (over and self._asked(game) == over)
        return not is_due and not owed.exists() and not unsent.exists()
