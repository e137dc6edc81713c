"""`manage.py replay FILE|-`: check records and print them back with what follows from them."""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games import records


class Command(BaseCommand):
    """Exit 0 if every record is legal and states the right result; else one line a faulty record, and exit 1."""

    help = "Checks game records (JSON, or JSON lines) and prints them with rounds, and result or waiting, filled in."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="a file of records, or - for standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        is_faulty = False
        for label, value in records.read_all(self._text(options["file"])):
            try:
                if isinstance(value, records.Fault):
                    raise value
                self.stdout.write(json.dumps(records.check(value)))
            except records.Fault as fault:
                is_faulty = True
                self.stderr.write(_one_line(f"{label}, {fault}"))
        if is_faulty:
            sys.exit(1)

    def _text(self, name: str) -> str:
        try:
            data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
            return data.decode("utf-8-sig")
        except UnicodeDecodeError:
            reason = "this is no UTF-8 text"
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or "it cannot be read"
        self.stderr.write(_one_line(f"record 1, setup: {reason}"))
        sys.exit(1)


def _one_line(text: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in text)
