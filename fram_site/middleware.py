"""Headers that every answer carries."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

Responder = Callable[[HttpRequest], HttpResponse]


def say_version(get_response: Responder) -> Responder:
    """Name the site's version on every answer, static files and errors included."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers["X-Rlyeh"] = settings.RELEASE
        return response

    return respond


def keep_out_of_caches(get_response: Responder) -> Responder:
    """Forbid browsers and proxies to keep any page, unless its view said otherwise: nearly all of them are personal."""

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if not response.has_header("Cache-Control"):
            response.headers["Cache-Control"] = "no-store, private"
        return response

    return respond
