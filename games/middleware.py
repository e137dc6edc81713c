"""Every page in its reader's time zone and language."""

from collections.abc import Callable
from zoneinfo import ZoneInfo, available_timezones

from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from games.models import User

Responder = Callable[[HttpRequest], HttpResponse]


def read_in_own_zone(get_response: Responder) -> Responder:
    """Times are shown in the zone that the reader has set, else in the one that the browser has named."""

    def respond(request: HttpRequest) -> HttpResponse:
        user = getattr(request, "user", None)
        zone = user.zone if isinstance(user, User) and user.time_zone != "UTC" else zone_of(request)
        with timezone.override(zone):
            if isinstance(user, User) and user.language:
                translation.activate(user.language)
                request.LANGUAGE_CODE = translation.get_language()
            return get_response(request)

    return respond


def zone_of(request: HttpRequest) -> ZoneInfo:
    """The time zone in the cookie that the site's script sets; UTC without one."""
    name = request.COOKIES.get("tz", "")
    return ZoneInfo(name) if name in available_timezones() else ZoneInfo("UTC")
