"""Appoint and dismiss moderators: `manage.py moderators add ada@example.org`, `… remove …`, `… list`."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import User
from games.services import staffing


class Command(BaseCommand):
    """Only whoever runs the server says who moderates."""

    help = "Appoint, dismiss or list moderators."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What to do, and with whom."""
        parser.add_argument("what", choices=["add", "remove", "list"])
        parser.add_argument("addresses", nargs="*")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it."""
        for address in options["addresses"]:
            user = User.objects.filter(email=address.lower()).first()
            if user is None:
                raise CommandError(f"Nobody has the address {address}.")
            (staffing.appoint if options["what"] == "add" else staffing.dismiss)(user=user)
        for user in User.objects.filter(groups__name=staffing.MODERATORS).order_by("name"):
            self.stdout.write(f"{user.email}  {user.name}")
