"""What a person does with a table's page, in a browser."""

import re
from datetime import timedelta
from typing import Any

from django.utils import timezone

from games.models import Game
from tests.harness.pages import press

AWAITED, OVER = ".status.is-mine", ".over"


def sign_up(page: Any, site: str, name: str, sink: Any) -> str:
    """The person has an account under that name, chosen after the code from the mail; returns the address."""
    address = f"{name.lower()}@example.org"
    page.goto(f"{site}/account/signup/")
    page.fill("input[name=email]", address)
    press(page, page.locator("main form button").first)
    enter_code(page, address, sink, to="/sign-up/name")
    page.fill("input[name=name]", name)
    page.locator("main form button").first.click()
    page.wait_for_url(re.compile("/tables"))
    return address


def enter_code(page: Any, address: str, sink: Any, to: str = "/tables") -> None:
    """The code that was mailed to that address is typed, and leads on."""
    mail = sink.wait_for(1, to=address)[-1]
    found = re.search(r"^\s*([A-Z0-9]{3,6}-?[A-Z0-9]{3,6})\s*$", mail.body(), re.MULTILINE)
    assert found, mail.body()
    page.fill("input[name=code]", found[1])
    page.locator("main form button").first.click()
    page.wait_for_url(re.compile(to))


def choose(page: Any, nth: int) -> None:
    """Answer what is asked: the nth card, taking what was won, or going on. A sheet that makes way is raised."""
    raise_it = page.locator("#decision.is-low .lower")
    if raise_it.count():
        raise_it.click()
    cards = page.locator("#answer .pick input")
    if count := cards.count():
        cards.nth(nth % count).check(force=True)
    press(page, page.locator("#answer .act button, .go-on button").first)
    if page.locator("form.sure").count():
        press(page, page.locator("form.sure button.button").first)


def choose_in_lost(page: Any, nth: int) -> None:
    """Answer what is asked at a table of Lost in R'lyeh: the nth card that may be played, or what else there is."""
    faces = page.locator("#answer .way:not(.is-idle) label.pick, #answer :not(.is-idle) > label.pick")
    if count := faces.count():
        faces.nth(nth % count).click()
    press(page, page.locator("#answer .act button").first)
    if page.locator("form.sure").count():
        for name in ("to", "whose", "escape"):
            if page.locator(f"#answer [name={name}]").count():
                page.locator(f"#answer label:has([name={name}])").first.click()
        _give(page)
        press(page, page.locator("form.sure .act button").first)


def _give(page: Any) -> None:
    """As many cards of the hand as are asked for."""
    cards = page.locator("#answer label:has([name=give])")
    many = page.locator("#answer input[type=checkbox][name=give]").count() > 0
    for place in range(min(cards.count(), 2 if many else 1)):
        cards.nth(place).click()


def let_time_pass(game: Game, worker: Any) -> None:
    """Whatever is open for a short while ends."""
    late = timezone.now() - timedelta(seconds=1)
    if Game.objects.filter(pk=game.pk, status=Game.Status.RUNNING).update(deadline=late, wake_at=late):
        worker.sweep()
        worker.wait_idle()


def no_errors(page: Any) -> list[str]:
    """Gather what goes wrong in the page from now on; it must stay empty."""
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda line: wrong.append(line.text) if line.type == "error" else None)
    return wrong
