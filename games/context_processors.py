"""What the frame of every page needs."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.models import User
from games.selectors.lists import awaiting

SECTIONS = {"account": "me"}
THEMES = {"dark", "light"}


def frame(request: HttpRequest) -> dict[str, Any]:
    """The number of tables that wait, looked up once it is written; the colours; where we are; whom to write to.

    `section` is the first word of the address, "me" for the pages of an account too.
    """
    user = getattr(request, "user", None)
    return {
        "waiting_count": SimpleLazyObject(lambda: awaiting(user=user)) if isinstance(user, User) else 0,
        "section": SECTIONS.get(section := request.path.strip("/").partition("/")[0], section),
        "theme": _theme(request, user),
        "in_play": settings.PLAY,
        "contact": settings.CONTACT,
    }


def _theme(request: HttpRequest, user: Any) -> str:
    kept = request.COOKIES.get("theme", "")
    if kept in THEMES or not isinstance(user, User):
        return kept if kept in THEMES else ""
    return user.theme
