"""What would lose data or show secrets is refused before the site starts."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from cryptography.fernet import Fernet
from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from django.core.exceptions import ValidationError
from django.urls import NoReverseMatch, reverse

from games.forms import check_address

LOOPBACK = {"localhost", "127.0.0.1", "::1"}


def refusals() -> list[CheckMessage]:
    """Return the reasons why this configuration must not serve anyone, none if it may."""
    return [*_queue(), *_keys(), *_address(), *_mailbox(), *_contact()]


@register()
def refuse_what_loses_data(**_kwargs: object) -> list[CheckMessage]:
    """Report `refusals` wherever Django runs its checks."""
    return refusals()


def _queue() -> Iterator[CheckMessage]:
    if not settings.CELERY_BROKER_URL.startswith("memory"):
        return
    if Path(sys.argv[0]).name == "celery" or sys.argv[0].endswith("celery/__main__.py"):
        yield Error(
            "A worker or beat of its own cannot see the in-memory queue.",
            hint="Set REDIS_URL, or run `manage.py serve`, which has both inside.",
            id="games.E001",
        )
    elif "fram_site.wsgi" in sys.modules or os.environ.get("WEB_CONCURRENCY", "1") not in {"", "1"}:
        yield Error(
            "The in-memory queue is for one process that has web server, worker and beat inside.",
            hint="Set REDIS_URL for gunicorn and several processes, or run `manage.py serve`.",
            id="games.E002",
        )


def _keys() -> Iterator[CheckMessage]:
    if settings.SECRET_KEY == settings.NO_KEY:
        yield Error("SECRET_KEY is not set.", hint="Set it to 50 or more random characters.", id="games.E003")
    if not settings.SEAL_KEYS:
        yield Error(
            "SEAL_KEYS is not set: nothing could be sealed.",
            hint="Set it to one or more Fernet keys, comma separated; the first encrypts, all decrypt.",
            id="games.E004",
        )
    for number, key in enumerate(settings.SEAL_KEYS, start=1):
        try:
            Fernet(key)
        except ValueError:
            yield Error(f"Key {number} of SEAL_KEYS is not a Fernet key.", id="games.E005")
    if not settings.PLAY and _is_generated():
        yield Error(
            "These are the keys that `make play` made for itself.",
            hint="Give a real site keys of its own, kept outside the database and its backups.",
            id="games.E006",
        )


def _is_generated() -> bool:
    """Tell whether a key in use is one that `make play` keeps in its file."""
    kept = settings.VAR / "keys.env"
    if not kept.is_file():
        return False
    values = {line.partition("=")[2] for line in kept.read_text().splitlines()}
    return bool(values & {settings.SECRET_KEY, *settings.SEAL_KEYS})


def _address() -> Iterator[CheckMessage]:
    if not settings.HTTPS and settings.SITE_HOST not in LOOPBACK:
        yield Error(
            f"SITE_URL is {urlsplit(settings.SITE_URL).scheme}://, so cookies would cross the net in clear.",
            hint="Only localhost may be served without https.",
            id="games.E007",
        )


def _mailbox() -> Iterator[CheckMessage]:
    if settings.PLAY:
        if not set(settings.ALLOWED_HOSTS) <= LOOPBACK | {"[::1]", "testserver"}:
            yield Error(
                "RLYEH_PLAY shows everyone's mail under /mailbox/, so ALLOWED_HOSTS may name this machine only.",
                hint="Unset RLYEH_PLAY on a real site.",
                id="games.E008",
            )
        return
    try:
        reverse("mailbox")
    except NoReverseMatch:
        return
    yield Error("/mailbox/ shows everyone's mail and may exist only in `make play`.", id="games.E009")


def _contact() -> Iterator[CheckMessage]:
    try:
        check_address(settings.CONTACT or "nobody@example.org")
    except ValidationError:
        yield Error("CONTACT is no mail address.", hint="Write one such as keeper@example.org.", id="games.E010")
