"""Every page in its reader's time zone and language; and the word by which a browser is known again."""

from collections.abc import Callable

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.core.exceptions import PermissionDenied
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from games import chance
from games.forms import zone_of
from games.models import User
from games.services.staffing import note_sign_in

Responder = Callable[[HttpRequest], HttpResponse]
MACHINE = "machine"  # the cookie that says that two accounts were used in one browser; a hint for moderators
YEAR = 365 * 24 * 60 * 60


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


def remember_machine(get_response: Responder) -> Responder:
    """A browser in which somebody has signed in keeps a word of its own."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        fresh = getattr(request, "fresh_machine", "")
        if fresh:
            response.set_cookie(MACHINE, fresh, max_age=YEAR, secure=settings.HTTPS, httponly=True, samesite="Lax")
        return response

    return respond


@receiver(user_logged_in)
def note_machine(sender: object, request: HttpRequest | None, user: User, **_kwargs: object) -> None:
    """Keep by which browser and network somebody has signed in."""
    if request is None:
        return
    word = request.COOKIES.get(MACHINE, "")[:64]
    if not word:
        word = chance.token(MACHINE, 15)
        request.fresh_machine = word  # type: ignore[attr-defined]  # Django's way to pass it on
    note_sign_in(user=user, machine=word, address=_address(request), now=timezone.now())


def _address(request: HttpRequest) -> str:
    """The network address of whoever asks, "" where it cannot be told."""
    try:
        return str(get_adapter(request).get_client_ip(request))
    except PermissionDenied:
        return ""
