"""Where mails go, and the links and ids in them. A link gives no right to anything."""

import hashlib
import hmac

from allauth.account.models import EmailAddress
from django.conf import settings
from django.urls import NoReverseMatch, reverse

from games.models import Game, User
from games.services.people import stop_token


def address_of(user: User) -> str:
    """The person's proven mail address, "" if there is none; guests of `make play` have one in its mailbox."""
    proven = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary", "pk").first()
    if proven is not None:
        return proven.email
    return f"{user.ref}@guests.invalid" if settings.PLAY and user.is_guest else ""


def link(name: str, *args: str) -> str:
    """The full address of a page."""
    try:
        path = reverse(name, args=args)
    except NoReverseMatch:
        path = "/" + "/".join([name, *args])
    return settings.SITE_URL + path


def stop_link(user: User, game: Game | None) -> str:
    """The page, and the one-click POST of RFC 8058, that stops mails: of that table, or all."""
    return link("stop_mails", stop_token(user, game))


def message_id(token: str) -> str:
    """The Message-ID of a mail."""
    return f"<{token}@{settings.SITE_HOST}>"


def thread_id(user_ref: str, game_ref: str) -> str:
    """What all mails of a table to one person refer to, so that every mail program keeps them together."""
    digest = hmac.digest(settings.SECRET_KEY.encode(), f"thread:{user_ref}:{game_ref}".encode(), hashlib.sha256)
    return message_id(f"table.{digest.hex()[:32]}")
