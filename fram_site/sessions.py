"""Sessions of which a copy of the database is of no use to whoever has it, not even while they are open.

Their cookie holds the key of the row and a signature, which the database does not; what the row holds, such as a code
that was just mailed, is sealed like all that is secret there.
"""

from typing import Any

from django.conf import settings
from django.contrib.sessions import middleware
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponse
from django.views.decorators.debug import sensitive_variables

from games import seals

ROW = "session"
SIZE = 1024  # bytes: whether a code is waited for does not show


class SealedSerializer:
    """How `SESSION_SERIALIZER` writes what a session holds."""

    @sensitive_variables()
    def dumps(self, obj: dict[str, Any]) -> bytes:
        """The session's values, which JSON can hold, as sealed text."""
        return seals.seal(obj, row=ROW, size=SIZE).encode()

    @sensitive_variables()
    def loads(self, data: bytes) -> dict[str, Any]:
        """What `dumps` was given; seals.SealBroken, upon which Django starts an empty session, if its key is gone."""
        return seals.unseal(data.decode(), row=ROW)


class SessionMiddleware(middleware.SessionMiddleware):
    """Django's, but for the cookie: `signed_key` of the session's key."""

    def process_request(self, request: HttpRequest) -> None:
        """Find the session of the request; a cookie that was not signed here is as none."""
        request.session = self.SessionStore(key_in(request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")))

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Sign the key where Django sets the cookie."""
        answer = super().process_response(request, response)
        cookie = answer.cookies.get(settings.SESSION_COOKIE_NAME)
        if cookie is not None and cookie.value:
            answer.cookies[settings.SESSION_COOKIE_NAME] = signed_key(cookie.value)
        return answer


def signed_key(key: str) -> str:
    """What the browser keeps of a session."""
    return _signer().sign(key)


def key_in(cookie: str) -> str | None:
    """The key of the session that the cookie was made for; None if it was not made by `signed_key`."""
    try:
        return _signer().unsign(cookie)
    except BadSignature:
        return None


def _signer() -> Signer:
    return Signer(salt="session cookie")
