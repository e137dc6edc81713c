"""Going wherever the pages lead."""

import html
import re
from collections.abc import Iterable
from typing import Any
from urllib.parse import parse_qsl, urljoin, urlsplit

from tests.harness.client import Client

LINK = re.compile(rb'\s(?:href|hx-get|action|src)="([^"]*)"')
IN_MAIL = re.compile(r"http://localhost(/[^\s<>\"]*)")
CHANGING = {"seen", "form"}  # words for polling, another one on every page


def links(content: bytes, base: str) -> list[str]:
    """The addresses of this site in a page."""
    found = []
    for raw in LINK.findall(content):
        there = urlsplit(urljoin(base, html.unescape(raw.decode(errors="replace"))))
        if there.scheme in ("", "http", "https") and there.netloc in ("", "localhost", "testserver"):
            found.append(there.path + (f"?{there.query}" if there.query else ""))
    return [path for path in found if not path.startswith("/static/")]


def likeness(path: str) -> tuple[object, ...]:
    """The same for addresses that differ in a polling word only."""
    parts = urlsplit(path)
    return parts.path, tuple(sorted(pair for pair in parse_qsl(parts.query) if pair[0] not in CHANGING))


def crawl(client: Client, start: Iterable[str], most: int = 250) -> dict[str, Any]:
    """The answers to all addresses that can be reached from these, fragments included, up to so many."""
    waiting, known, got = list(start), set(), {}
    while waiting and len(got) < most:
        path = waiting.pop(0)
        if likeness(path) in known:
            continue
        known.add(likeness(path))
        response = client.get(path, headers={"HX-Request": "true"}) if "part" in path else client.get(path)
        got[path] = response
        if response.headers.get("Location"):
            waiting.append(response.headers["Location"])
        if response.headers.get("Content-Type", "").startswith("text/html"):
            waiting += links(response.content, path)
    return got


def links_in(letters: Iterable[Any]) -> set[str]:
    """The addresses in mails, those of their headers included."""
    found: set[str] = set()
    for letter in letters:
        found |= {html.unescape(path) for path in IN_MAIL.findall(letter.message().as_string())}
        found |= {html.unescape(path) for path in IN_MAIL.findall(letter.body)}
        found |= set(IN_MAIL.findall(letter.extra_headers.get("List-Unsubscribe", "")))
    return {path.rstrip(".,)>") for path in found}
