"""Django's client for tests with the session's cookie as the site makes it (`fram_site.sessions`)."""

from django import test
from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest

from fram_site.sessions import key_in, signed_key


class Client(test.Client):
    """A browser without a window: `Client().force_login(user)`, `.get`, `.post`, `.session`."""

    @property
    def session(self) -> SessionBase:
        """What its session holds; a new one, which it keeps, if it has none."""
        cookie = self.cookies.get(settings.SESSION_COOKIE_NAME)
        if cookie:
            return SessionStore(key_in(cookie.value))
        session = SessionStore()
        session.save()
        self._hold(session)
        return session

    def _set_login_cookies(self, request: HttpRequest) -> None:
        super()._set_login_cookies(request)  # type: ignore[misc]  # not public: the stubs leave it out
        self._hold(request.session)

    def _hold(self, session: SessionBase) -> None:
        self.cookies[settings.SESSION_COOKIE_NAME] = signed_key(str(session.session_key))
