"""`manage.py rotate_seals`: put everything sealed under the newest key, so that old ones can be thrown away."""

from typing import Any

from django.core.management.base import BaseCommand

from games.services.keeping import rotate_seals


class Command(BaseCommand):
    """Put a new key first in SEAL_KEYS, restart, run this, then take the old key out and restart again."""

    help = "Encrypts everything sealed with the first of SEAL_KEYS. Games go on meanwhile."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Rotate, and say how much there was."""
        self.stdout.write(f"{rotate_seals()} sealed texts are under the newest key.")
