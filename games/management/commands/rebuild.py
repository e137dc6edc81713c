"""`manage.py rebuild [REF …]`: make what is derived from the logs afresh, and say where it was wrong."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.models import Game
from games.services.faults import where
from games.services.keeping import rebuild


class Command(BaseCommand):
    """Without references: all tables that have begun."""

    help = "Rebuilds what is derived from the logs: what is asked, status, result, number of moves."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the tables' references."""
        parser.add_argument("refs", nargs="*", metavar="REF")

    def handle(self, *_args: Any, refs: list[str], **_options: Any) -> None:
        """Rebuild each table by itself; one that fails holds up no other."""
        begun = Game.objects.filter(started_at__isnull=False).order_by("pk").values_list("ref", flat=True)
        count = 0
        for ref in refs or begun.iterator(chunk_size=500):
            try:
                wrong = rebuild(ref=ref, now=timezone.now())
            except Exception as error:  # a table that cannot be folded: say where, never what
                self.stderr.write(f"{ref}: {type(error).__name__} at {where(error)}")
                continue
            count += 1
            if wrong:
                self.stdout.write(f"{ref}: {', '.join(wrong)}")
        self.stdout.write(f"{count} tables are as their logs say.")
