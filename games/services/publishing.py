"""Telling the worker that there is something to do. A hint, never the truth: what is lost here the sweep finds."""

import logging
import time
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from celery import current_app
from django.db import transaction

log = logging.getLogger(__name__)
LONGEST_COUNTDOWN = 300  # seconds; what is further away is left to the sweep
PAUSE = 5  # seconds
SLOW = 0.2  # seconds: a broker that refuses at once may as well be asked again


@dataclass
class Silence:
    """A broker that did not answer is left alone for a while, in this process: else each hint would cost its time-out.

    A lead is told to every seat's mail: with five of them a broker that swallows everything would hold it up for long.
    """

    until: float = 0.0  # time.monotonic()

    def is_kept(self) -> bool:
        """Whether it is left alone now."""
        return time.monotonic() < self.until

    def begin(self) -> None:
        """It did not answer."""
        self.until = time.monotonic() + PAUSE

    def end(self) -> None:
        """It is tried again at once."""
        self.until = 0.0


BROKER = Silence()


def publish(task: str, *args: int | str, countdown: float = 0) -> None:
    """Queue a task of `games.tasks` once the transaction is committed; its arguments are references only."""
    transaction.on_commit(partial(_send, task, args, countdown), robust=True)


def publish_at(task: str, *args: int | str, at: datetime, now: datetime) -> None:
    """Queue a task for a moment close by; does nothing for one that is further away than a countdown may be."""
    wait = (at - now).total_seconds()
    if wait <= LONGEST_COUNTDOWN:
        publish(task, *args, countdown=max(wait, 0))


def _send(task: str, args: tuple[Any, ...], countdown: float) -> None:
    if BROKER.is_kept():
        return
    begun = time.monotonic()
    try:
        current_app.tasks[f"games.tasks.{task}"].apply_async(args, countdown=countdown, retry=False)
    except Exception as error:  # whatever a dead broker raises: the work is in the database
        log.warning("could not queue %s: %s", task, type(error).__name__)
        if time.monotonic() - begun > SLOW:
            BROKER.begin()
            log.warning("for %s seconds nothing is queued: the sweep does it", PAUSE)
