"""The link by which somebody was asked to a table: kept in their browser's session until they have a seat there.

Whoever has a table's link may try the game first, or sign up: the table is not lost by it. What the session holds is
sealed, and no right: each time it is asked anew whether the link still opens the table for this reader.
"""

import time
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse

from games.models import User
from games.selectors.tables import linked

LINK = "asked to"  # the reference and the word of the last table whose link was opened, and when it was
LASTS = 24 * 60 * 60  # seconds: whoever has the browser after that was not asked


@dataclass(frozen=True, slots=True)
class Kept:
    """A table that gathers and has a seat for the reader: what it is called, and its link's path."""

    name: str
    path: str


def keep(request: HttpRequest, link: list[str]) -> None:
    """Keep the link, a reference and a word, for a day; one that is kept already is not written again.

    Not for a member, who can sit down at once: the write would leave the time of the visit beside their session.
    """
    is_member = isinstance(request.user, User) and not request.user.is_guest
    if link and not is_member and link_in(request) != link:
        request.session[LINK] = [*link, time.time()]


def link_in(request: HttpRequest) -> list[str]:
    """The link as it is kept, empty if there is none: for a session that takes the place of this one."""
    *link, at = request.session.get(LINK, [0])
    is_timed = isinstance(at, float)  # links were kept without a time at first
    return link if is_timed and time.time() - at < LASTS else []


def forget(request: HttpRequest, ref: str = "") -> None:
    """Keep the link no more, or not that table's."""
    if LINK in request.session and ref in ("", request.session[LINK][0]):
        del request.session[LINK]


def kept(request: HttpRequest) -> Kept | None:
    """The table to which the reader was asked and where they can still sit down."""
    link = link_in(request)
    if not link:
        return None
    ref, token = link
    user = request.user if isinstance(request.user, User) else None
    game = linked(user=user, ref=ref, token=token)
    return Kept(game.name, reverse("join", args=link)) if game is not None else None
