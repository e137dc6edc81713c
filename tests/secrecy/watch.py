"""All that a reader gets of the site: answers to every address, and mails, as bytes that can be compared.

Three things are masked, by name, since they differ by chance: the CSRF token, the CSP nonce, the deal's commitment.
`test_masks.py` shows of each that it tells nothing.
"""

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.core import mail
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from games.models import Game, User
from tests.harness.client import Client

CSRF = re.compile(rb'(name="csrfmiddlewaretoken" value=)"[^"]*"')
NONCE = re.compile(r"(nonce[-=]\"?)[A-Za-z0-9+/=_-]+")
POLL = re.compile(rb'hx-get="([^"]*/part\?[^"]*)"')


@dataclass(frozen=True)
class Entry:
    """One thing a reader got: from where, and all of it."""

    where: str
    what: bytes


@dataclass
class Watcher:
    """A reader: a seat, a spectator, somebody who sat there, staff, anybody."""

    name: str
    client: Client
    user: User | None = None
    is_first: bool = False  # the viewer, who looks at everything
    got: list[Entry] = field(default_factory=list)
    poll: str = ""
    mails_read: int = 0
    commitment: str = ""  # of the table it looks at

    def get(self, where: str, path: str, **more: Any) -> Any:
        """Ask for an address, and keep the answer."""
        response = self.client.get(path, **more)
        self._keep(where, response)
        return response

    def post(self, where: str, path: str, data: Mapping[str, str]) -> Any:
        """Send a form, and keep the answer."""
        response = self.client.post(path, data)
        self._keep(where, response)
        return response

    def _keep(self, where: str, response: Any) -> None:
        assert response.status_code < 500, f"{self.name} met a fault of the site: {where}"
        self.got.append(Entry(where, masked(response, self.commitment)))

    def look(self, ref: str, step: str) -> None:
        """Read the table: what polling brings first, then its page, then the lists."""
        if self.poll:
            self.get(f"{step}: table_part", self.poll, headers={"HX-Request": "true"})
        page = self.get(f"{step}: table", reverse("table", args=[ref]))
        found = POLL.search(page.content)
        self.poll = found[1].decode().replace("&amp;", "&") if found else ""
        if self.is_first:
            self.get(f"{step}: tables", reverse("tables"))

    def read_mails(self, step: str) -> None:
        """Take down the mails that have come."""
        if self.user is None or not self.user.email:
            return
        mine = [letter for letter in mail.outbox if self.user.email in letter.recipients()]
        for letter in mine[self.mails_read :]:
            random.seed(0)
            self.got.append(Entry(f"{step}: mail", letter.message().as_bytes()))
        self.mails_read = len(mine)


def masked(response: Any, commitment: str = "") -> bytes:
    """Status, headers and body of an answer, without what is there by chance alone."""
    lines = [f"{response.status_code}"]
    lines += sorted(f"{name}: " + NONCE.sub(r"\1-", value) for name, value in response.headers.items())
    for name, cookie in sorted(response.cookies.items()):
        lines.append("csrftoken" if name == "csrftoken" else cookie.OutputString())
    return "\n".join(lines).encode() + b"\n\n" + masked_body(response.content, commitment)


def masked_body(body: bytes, commitment: str) -> bytes:
    """A body without CSRF token, CSP nonce and the deal's commitment."""
    body = re.sub(rb' nonce="[^"]*"', b' nonce="-"', CSRF.sub(rb'\1"-"', body))
    return body.replace(commitment.encode(), b"-") if commitment else body


# --- Every address ----------------------------------------------------------------------------------------------------

Arguments = Callable[[Game, User | None], tuple[str, ...]]


def names_in(resolver: Any = None, prefix: str = "") -> list[str]:
    """The names of all addresses of the site, with their namespaces."""
    found = []
    for pattern in (resolver or get_resolver()).url_patterns:
        if isinstance(pattern, URLResolver):
            inner = f"{prefix}{pattern.namespace}:" if pattern.namespace else prefix
            found += names_in(pattern, inner)
        elif isinstance(pattern, URLPattern):
            found.append(f"{prefix}{pattern.name or pattern.pattern}")
    return found
