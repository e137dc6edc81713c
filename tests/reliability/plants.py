"""Faults that are planted to show that they would be found. `put(thing, name, value)` is setattr, or a test's."""

import os
from collections.abc import Callable
from typing import Any

from django.utils import timezone

from games.emails import letters, sending
from games.models import Mail
from games.selectors import waiting

Put = Callable[[Any, str, Any], None]


def nothing_is_due(put: Put) -> None:
    """The sweep finds no table."""
    put(waiting, "due", lambda now: waiting.Game.objects.none())


def noted_before_it_is_sent(put: Put) -> None:
    """A mail counts as sent before the server has taken it."""
    server = sending.mail_server

    def early() -> Any:
        Mail.objects.filter(outcome=Mail.Outcome.WAITING).update(outcome=Mail.Outcome.SENT, sent_at=timezone.now())
        return server()

    put(sending, "mail_server", early)


def another_id_each_time(put: Put) -> None:
    """A mail has another Message-ID each time that it is tried."""
    tries = iter(range(1000))
    put(letters, "message_id", lambda token: f"<{token}@{next(tries)}.{os.getpid()}>")


PLANTS = {plant.__name__: plant for plant in (nothing_is_due, noted_before_it_is_sent, another_id_each_time)}
