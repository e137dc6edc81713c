"""Telling the worker that there is something to do. A hint, never the truth: what is lost here the sweep finds."""

import logging
from datetime import datetime
from functools import partial
from typing import Any

from celery import current_app
from django.db import transaction

log = logging.getLogger(__name__)
LONGEST_COUNTDOWN = 300  # seconds; what is further away is left to the sweep


def publish(task: str, *args: int | str, countdown: float = 0) -> None:
    """Queue a task of `games.tasks` once the transaction is committed; its arguments are references only."""
    transaction.on_commit(partial(_send, task, args, countdown), robust=True)


def publish_at(task: str, *args: int | str, at: datetime, now: datetime) -> None:
    """Queue a task for a moment close by; does nothing for one that is further away than a countdown may be."""
    wait = (at - now).total_seconds()
    if wait <= LONGEST_COUNTDOWN:
        publish(task, *args, countdown=max(wait, 0))


def _send(task: str, args: tuple[Any, ...], countdown: float) -> None:
    try:
        current_app.tasks[f"games.tasks.{task}"].apply_async(args, countdown=countdown, retry=False)
    except Exception as error:  # whatever a dead broker raises: the work is in the database
        log.warning("could not queue %s: %s", task, type(error).__name__)
