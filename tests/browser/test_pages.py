"""Every page in both themes, wide and narrow: it is there, fits, and axe finds nothing (WCAG 2.2 AA)."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import Game, User
from games.services import faults, gathering
from tests.tables import bid, person, resolve, state, table
from tests.views.test_endings import play_out

axe = Axe()
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RULES = {"runOnly": {"type": "tag", "values": TAGS}}
LEAST_RULES = 20
SIZES = ((360, 740), (1280, 860))


@pytest.fixture
def see(live_server: Any, people: Callable[..., Any], transactional_db: None) -> Callable[..., None]:
    """Look at a page as somebody, at both sizes and in both themes."""

    def look(path: str, who: User | None = None, heading: str = "", status: int = 200) -> None:
        for width, height in SIZES:
            page = people(width=width, height=height, reduced_motion="reduce")
            if who is not None:
                enter(page, live_server.url, who)
            for theme in ("light", "dark"):
                page.emulate_media(color_scheme=theme)
                answer = page.goto(live_server.url + path)
                assert answer.status == status
                if heading:
                    assert heading in page.locator("main").inner_text()
                check(page, f"{path} {width} {theme}")
            page.context.close()

    return look


def enter(page: Any, site: str, who: User) -> None:
    """The person is signed in, in that browser."""
    client = Client()
    client.force_login(who, backend="django.contrib.auth.backends.ModelBackend")
    value = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": value, "url": site}])


def check(page: Any, what: str) -> None:
    """Nothing sticks out, and axe finds nothing in it."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{what} is too wide"
    found = axe.run(page, options=RULES).response
    assert len(found["passes"]) >= LEAST_RULES, what
    faults = [(fault["id"], [node["html"][:120] for node in fault["nodes"][:3]]) for fault in found["violations"]]
    assert faults == [], what


@pytest.fixture
def cast(transactional_db: None) -> Iterator[Game]:
    """A running table of four."""
    yield table("Ada Bo Cy Wilhelmina", now=timezone.now())


def seat(game: Game, is_dealer: bool) -> User:
    """The dealer, or somebody who is not."""
    number = state(game).dealer
    user = next(seat.user for seat in game.seats.all() if (seat.number == number) is is_dealer)
    assert user is not None
    return user


@pytest.mark.parametrize(
    ("name", "heading"),
    [("front", "Treasure"), ("rules", "Rules"), ("account_login", "Sign in"), ("account_signup", "Sign up")],
)
def test_pages_for_all(see: Any, name: str, heading: str) -> None:
    see(reverse(name), heading=heading)


@pytest.mark.parametrize("slug", ["fram", "lost"])
def test_the_rules(see: Any, slug: str) -> None:
    see(reverse("rules_game", args=[slug]))


@pytest.mark.parametrize(
    ("name", "heading"),
    [
        ("tables", "My tables"),
        ("new_table", "New table"),
        ("me", "Display name"),
        ("settings", "Settings"),
        ("mails", "Mails to me"),
        ("goodbye", "Delete my account"),
        ("account_email", "address"),
        ("account_logout", "Sign out"),
        ("mfa_index", "Passkeys"),
        ("usersessions_list", "Sessions"),
    ],
)
def test_my_own_pages(see: Any, cast: Game, name: str, heading: str) -> None:
    see(reverse(name), seat(cast, is_dealer=True), heading)


def test_a_table_that_gathers(see: Any) -> None:
    ada = person("Ada")
    game = gathering.open_table(host=ada, kind="fram", name="Monday", seats=4, pace=86400, now=timezone.now())
    see(reverse("table", args=[game.ref]), ada, "Link for your friends")
    see(reverse("join", args=[game.ref, game.join_token]), None, "Sign up to sit down")
    see(reverse("join", args=[game.ref, game.join_token]), person("Bo"), "Sit down")


def test_a_lead(see: Any, cast: Game) -> None:
    see(reverse("table", args=[cast.ref]), seat(cast, is_dealer=True), "You lead")
    see(reverse("table", args=[cast.ref]), seat(cast, is_dealer=False), "in advance")


def test_a_bid_and_what_is_sealed(see: Any, cast: Game) -> None:
    bid(cast, state(cast).dealer, now=timezone.now())
    bidder = seat(cast, is_dealer=False)
    path = reverse("table", args=[cast.ref])
    see(path, bidder, "Your bid")
    bid(cast, cast.seats.get(user=bidder).number, now=timezone.now(), cap="12", lowest="1")
    see(path, bidder, "Your bid is sealed")
    see(path, seat(cast, is_dealer=True))


def test_an_open_showdown(see: Any, transactional_db: None) -> None:
    game = table("Ada Bo Cy", always_open=True, now=timezone.now())
    for number in [state(game).dealer, *(n for n in range(3) if n != state(game).dealer)]:
        bid(game, number, now=timezone.now())
    resolve(game, timezone.now())
    path = reverse("table", args=[game.ref])
    for current in game.seats.all():
        see(path, current.user, "showdown")


def test_a_table_that_stands_still(see: Any, cast: Game) -> None:
    faults.pause(ref=cast.ref, now=timezone.now())
    see(reverse("table", args=[cast.ref]), seat(cast, is_dealer=True), "stands still")


def test_a_finished_table_and_its_replay(see: Any, transactional_db: None) -> None:
    game = play_out(table("Ada Bo Cy", now=timezone.now()))
    ada = User.objects.get(name="Ada")
    see(reverse("table", args=[game.ref]), ada, "Replay the game")
    see(reverse("replay", args=[game.ref]) + "?step=12&as=all", ada, "step 12 of")
    see(reverse("replay", args=[game.ref]) + "?step=12&as=1", ada, "step 12 of")


def test_what_is_not_there(see: Any) -> None:
    see("/nowhere", heading="Off the chart", status=404)
