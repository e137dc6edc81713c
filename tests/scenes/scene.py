"""A scene: an address, who reads it, what is done there, and what must be seen then."""

from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from allauth.account.internal.flows.login import record_authentication
from allauth.usersessions.models import UserSession
from django.core.cache import cache
from django.test import RequestFactory
from django.test.utils import override_settings
from playwright.sync_api import expect

from fram_site.sessions import signed_key
from games.models import User
from tests.harness.client import Client

Act = Callable[[Any], Any]


@dataclass(frozen=True)
class Scene:
    """`act` does something on the page; `status` is that of the last page then, `heading` a part of a heading on it.

    `play`: as under `make play`, where there is a mailbox. `as_found`: a sheet that makes way for a new showdown stays
    lowered; else it is raised, as on a later visit.
    """

    name: str
    path: str
    heading: str
    reader: User | None = None
    act: Act | None = None
    status: int = 200
    play: bool = False
    as_found: bool = False


def cookies(reader: User, url: str) -> list[dict[str, str]]:
    """What the reader's browser holds once they have signed in, just now, by a mailed code."""
    client = Client()
    client.force_login(reader, backend="django.contrib.auth.backends.ModelBackend")
    request = RequestFactory().get("/", headers={"user-agent": "Mozilla/5.0 (Linux; Android 16) Firefox/150.0"})
    request.user, request.session = reader, client.session
    record_authentication(request, reader, "code", email=reader.email, reauthenticated=True)
    request.session.save()
    UserSession.objects.create_from_request(request)
    session = request.session
    return [{"name": "sessionid", "value": signed_key(str(session.session_key)), "url": url}]


@contextmanager
def visit(browser: Any, url: str, scene: Scene, fetched: list[Any] | None = None, **options: Any) -> Any:
    """The page of the scene in a fresh browser profile, checked: its status, its heading, and that no script failed.

    `fetched` gathers all answers that the browser got.
    """
    context = browser.new_context(**options)
    if scene.reader is not None:
        context.add_cookies(cookies(scene.reader, url))
    page = context.new_page()
    page.set_default_timeout(15_000)
    faults: list[str] = []
    statuses: list[int] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("response", lambda response: _note(response, page, statuses))
    if fetched is not None:
        page.on("response", lambda response: fetched.append(response))
    cache.clear()  # rate limits
    try:
        with override_settings(PLAY=scene.play):
            page.goto(url + scene.path, wait_until="load")
            low = page.locator(".decision.is-low .lower[aria-expanded=false]:visible")
            if low.count() and not scene.as_found and page.locator(".guide[open]").count() == 0:
                low.click()
            if scene.act is not None:
                scene.act(page)
                page.wait_for_load_state("load")
            _settle(page)
        assert statuses[-1] == scene.status, f"{scene.name}: status {statuses[-1]} at {page.url}"
        headings = page.locator("h1, h2").all_inner_texts()
        seen = [" ".join(heading.split()) for heading in headings]
        assert any(scene.heading in heading for heading in seen), f"{scene.name}: {seen} at {page.url}"
        assert not faults, f"{scene.name}: {faults}"
        yield page
    finally:
        context.close()


def _note(response: Any, page: Any, statuses: list[int]) -> None:
    is_a_page = response.request.is_navigation_request() and response.frame == page.main_frame
    if is_a_page and not 300 <= response.status < 400:
        statuses.append(response.status)


def _settle(page: Any) -> None:
    """What is fetched beside the page (talk, notes) has come."""
    expect(page.locator(".htmx-request")).to_have_count(0)
