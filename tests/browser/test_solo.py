"""A whole game of three seats against bots, through the pages: by mouse, by keyboard alone, and without scripts."""

from collections.abc import Callable
from typing import Any

from games.models import Game
from tests.browser.hands import AWAITED, OVER, choose, no_errors
from tests.harness.pages import press

ROUNDS = 12


def sit_down(page: Any, site: str) -> None:
    """A guest at a table of three, from the front page on."""
    page.goto(site)
    press(page, page.get_by_role("button", name="Try Fram R'lyeh"))
    press(page, page.get_by_role("link", name="New table"))
    page.select_option("select[name=seats]", "3")
    press(page, page.get_by_role("button", name="Open the table"))


def test_a_whole_game_by_mouse(live_server: Any, worker: Any, people: Callable[..., Any]) -> None:
    ada = people()
    wrong = no_errors(ada)
    sit_down(ada, live_server.url)
    for turn in range(6 * ROUNDS):
        ada.wait_for_selector(f"{AWAITED}, {OVER}")
        if ada.locator(OVER).count():
            break
        choose(ada, turn * 5)
        worker.wait_idle()
    assert ada.locator(OVER).count()
    assert ada.locator(".scores tbody tr").count() == 3
    assert Game.objects.filter(status=Game.Status.FINISHED, seats_wanted=3).count() == 1
    assert wrong == []


def test_a_whole_game_by_keyboard_alone(live_server: Any, worker: Any, people: Callable[..., Any]) -> None:
    ada = people()
    sit_down(ada, live_server.url)

    def tab_to(selector: str) -> None:
        for _ in range(60):
            ada.keyboard.press("Tab")
            if ada.evaluate("s => document.activeElement.matches(s)", selector):
                return
        raise AssertionError(f"no way to {selector} by keyboard")

    def press_enter() -> None:
        with ada.expect_navigation():
            ada.keyboard.press("Enter")

    for turn in range(6 * ROUNDS):
        ada.wait_for_selector(f"{AWAITED}, {OVER}")
        if ada.locator(OVER).count():
            break
        ada.evaluate("document.activeElement.blur(); window.getSelection().collapse(document.body, 0)")
        if ada.locator("#answer .pick").count():
            tab_to("#answer .pick input")
            ada.keyboard.press("Space")
            for _ in range(turn % 3):
                ada.keyboard.press("ArrowRight")
            assert ada.locator("#answer .pick :checked").count() == 1
        tab_to("#answer .act button")
        press_enter()
        if ada.locator("form.sure").count():
            press_enter()  # the focus is on it
        worker.wait_idle()
    assert ada.locator(OVER).count()


def test_a_whole_game_without_scripts(live_server: Any, worker: Any, people: Callable[..., Any]) -> None:
    ada = people(width=360, height=740, java_script_enabled=False)
    sit_down(ada, live_server.url)
    for turn in range(8 * ROUNDS):
        if ada.locator(OVER).count():
            break
        if ada.locator(AWAITED).count():
            choose(ada, turn * 3)
        else:
            press(ada, ada.get_by_role("link", name="Look whether it has gone on"))
        worker.wait_idle()
    else:
        raise AssertionError("the game does not end")
    press(ada, ada.get_by_role("link", name="Replay the game"))
    for _ in range(5):
        press(ada, ada.locator("[data-step=next]"))
    assert "step 6 of" in ada.locator(".replay").inner_text()
    ada.locator(".replay summary").click()
    ada.get_by_label("Go to step").fill("3")
    press(ada, ada.get_by_role("button", name="Go", exact=True))
    assert "step 3 of" in ada.locator(".replay").inner_text()
