"""The sweep's heartbeat: a long gap was our own downtime, for which nobody is timed out."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F

from games.models import Game, Pulse

ONLY = 1  # there is one row


def longest_gap() -> timedelta:
    """How long the sweep may stay away before it counts as an outage."""
    return timedelta(seconds=max(3 * settings.SWEEP_SECONDS, 60))


def is_down(now: datetime) -> bool:
    """Whether the sweep has been away for longer than it may, and has not come back yet."""
    return Pulse.objects.filter(pk=ONLY, at__lt=now - longest_gap()).exists()


def beat(*, now: datetime) -> None:
    """The sweep is here. After an outage every running table has as much more time as it lasted, once."""
    with transaction.atomic():
        if Pulse.objects.get_or_create(pk=ONLY, defaults={"at": now})[1]:
            return
        if Pulse.objects.filter(pk=ONLY, at__gte=now - longest_gap()).update(at=now):
            return
        last = Pulse.objects.get(pk=ONLY).at
        if Pulse.objects.filter(pk=ONLY, at=last, at__lt=now - longest_gap()).update(at=now):
            gap = now - last
            running = Game.objects.filter(status=Game.Status.RUNNING, deadline__isnull=False)
            running.update(deadline=F("deadline") + gap, remind_at=F("remind_at") + gap)
