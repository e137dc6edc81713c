"""`manage.py demo`: something to look at in `make play`. It does nothing where it has been before."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from games import records
from games.models import Game, User
from games.services import gathering
from games.services.showing import show_finished

RECORD = Path(settings.BASE_DIR) / "seeds" / "demo.json"
PEOPLE = ("Ada", "Bo", "Cy")  # ada@example.org …; their sign-in codes are in the mailbox
DAY = 24 * 60 * 60


class Command(BaseCommand):
    """Three people, a finished game, a table that runs, and one that waits for somebody to join."""

    help = "Loads people and tables to look at. For `make play` only."

    def handle(self, *_args: Any, **options: Any) -> None:
        """Load it once."""
        if not settings.PLAY:
            raise CommandError("The demo is for `make play` only: anybody could sign in as its people.")
        with transaction.atomic():
            if User.objects.filter(email=_address(PEOPLE[0])).exists():
                return
            _load()
        if options["verbosity"]:
            self.stdout.write("The demo is loaded.")


def _load() -> None:
    now = timezone.now()
    ada, bo, cy = (_person(name) for name in PEOPLE)
    record = records.check(json.loads(RECORD.read_text(encoding="utf-8")))
    show_finished(
        record=record, name="The Alert comes home", began_at=now - timedelta(days=12), step=timedelta(hours=3)
    )
    running = _table(ada, "Friday at the museum")
    for friend in (bo, cy):
        gathering.join(user=friend, ref=running.ref, now=now)
    gathering.fill_with_bots(host=ada, ref=running.ref, now=now)
    waiting = _table(bo, "Below the 47th parallel")
    gathering.add_bot(host=bo, ref=waiting.ref, now=now, free=waiting.seats_wanted - waiting.seats.count())


def _person(name: str) -> User:
    user = User.objects.create_user(_address(name), name=name)
    EmailAddress.objects.create(user=user, email=_address(name), verified=True, primary=True)
    return user


def _address(name: str) -> str:
    return f"{name.lower()}@example.org"


def _table(host: User, name: str) -> Game:
    return gathering.open_table(host=host, kind="fram", name=name, seats=4, pace=DAY, is_open=True, now=timezone.now())
