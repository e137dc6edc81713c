"""Headers that every answer carries, what is not read at all, and addresses that were nearly right."""

from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.urls import is_valid_path

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


def read_with_care(get_response: Responder) -> Responder:
    """Refuse what is not written in UTF-8, and ask PostgreSQL for nothing with a NUL in it."""

    def respond(request: HttpRequest) -> HttpResponse:
        if (request.content_params or {}).get("charset", "utf-8").lower() not in {"utf-8", "utf8"}:
            raise BadRequest("not in UTF-8")
        if "%00" in request.META.get("QUERY_STRING", ""):
            raise BadRequest("a NUL in the address")
        return get_response(request)

    return respond


def drop_slash(get_response: Responder) -> Responder:
    """Lead from an address with a slash too many to the one without, where only that one is of this site."""

    def respond(request: HttpRequest) -> HttpResponse:
        path = request.path_info
        is_one = path.endswith("/") and not path.startswith("//") and request.method in {"GET", "HEAD"}
        if is_one and not is_valid_path(path) and is_valid_path(path.rstrip("/")):
            query = request.META.get("QUERY_STRING", "")
            return HttpResponsePermanentRedirect(request.path.rstrip("/") + (f"?{query}" if query else ""))
        return get_response(request)

    return respond


def frame_refusal(get_response: Responder) -> Responder:
    """Show a page in the site's frame where an address only takes what a form sends: people come there by mistake.

    One of a table leads back to it; whether there is such a table is not told.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code != HTTPStatus.METHOD_NOT_ALLOWED or request.method not in {"GET", "HEAD"}:
            return response
        match = request.resolver_match
        ref = match.kwargs.get("ref") if match is not None and match.route.startswith("t/") else None
        page = render(request, "405.html", {"table_ref": ref}, status=response.status_code)
        page.headers["Allow"] = response.headers.get("Allow", "")
        return page

    return respond
