"""`manage.py export REF`: the record of a finished game."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games import records
from games.selectors.endings import whole
from games.selectors.tables import NotFound


class Command(BaseCommand):
    """A running game is refused: its record holds every secret."""

    help = "Writes the record of a finished game, as JSON, to standard output."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the table's reference."""
        parser.add_argument("ref", metavar="GAME")

    def handle(self, *_args: Any, ref: str, **_options: Any) -> None:
        """Write the record."""
        try:
            game = whole(ref=ref)
        except NotFound:
            raise CommandError("There is no finished game of that reference.") from None
        record = records.write(game.kind, game.names, game.deal, dict(game.deck), game.actions)
        self.stdout.write(json.dumps(record, ensure_ascii=False))
