"""Lost in R'lyeh in a browser: begun by a guest without scripts on a phone, and ended by keyboard alone.

A whole game, by its forms, is played in `tests/views/test_lost.py`: it takes some eighty pages.
"""

from collections.abc import Callable
from typing import Any

import pytest

from games.models import Game
from games.services import publishing
from tests import tables
from tests.browser.hands import AWAITED, OVER, choose_in_lost, no_errors
from tests.harness.pages import press
from tests.scenes import lost
from tests.scenes.scene import cookies, visit

MOST = 40
LOOK = "a:text('Look whether it has gone on')"
NOT_CHOSEN = """() => [...new Set([...document.querySelectorAll("#answer [required]")].map(e => e.name))]
    .filter(name => !document.querySelector(`#answer [name=${name}]:checked`))"""
CARD = "#answer [type=radio]:not([name=peek])"
GIVEN = "#answer [type=checkbox][name=give]"


def test_a_guest_begins_without_scripts(live_server: Any, worker: Any, people: Callable[..., Any]) -> None:
    ada = people(width=360, height=740, java_script_enabled=False)
    ada.goto(live_server.url)
    press(ada, ada.get_by_role("button", name="Try Lost in R'lyeh"))
    worker.wait_idle()
    answered = 0
    for turn in range(MOST):
        if ada.locator(AWAITED).count() and ada.locator("#answer .act button").count():
            choose_in_lost(ada, turn)
            answered += 1
            if answered > 3:
                break
        elif ada.locator(LOOK).count():
            press(ada, ada.locator(LOOK))
        else:  # written while the others' Ultimates were being opened
            ada.reload()
        worker.wait_idle()
    game = Game.objects.get()
    assert game.kind == "lost" and tables.state(game).turn > 4


def nearly_over() -> Game:
    """A table of one person and a bot, played almost to its end; it is the person's turn."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(publishing, "_send", lambda *_: None)
        match = lost.begin([tables.person("Ada")], "Low water", bots=1)

        def is_late(state: Any) -> bool:
            left = len(state.hands[0]) + len(state.escapes[0])
            return state.seat == 0 and state.phase == "play" and not state.pile and left < 6

        return match.go_on(is_late).game


def test_a_game_is_ended_by_keyboard_alone(live_server: Any, worker: Any, people: Callable[..., Any]) -> None:
    game = nearly_over()
    ada = people()
    wrong = no_errors(ada)
    user = game.seats.get(number=0).user
    assert user is not None
    ada.context.add_cookies(cookies(user, live_server.url))
    ada.goto(f"{live_server.url}/t/{game.ref}")
    for turn in range(MOST):
        ada.wait_for_selector(f"{AWAITED}, {OVER}")
        if ada.locator(OVER).count():
            break
        by_keyboard(ada, turn)
        worker.wait_idle()
    assert ada.locator(OVER).count()
    assert wrong == []
    press(ada, ada.get_by_role("link", name="Replay the game"))
    assert "step 1 of" in ada.locator(".replay").inner_text()
    tab_to(ada, ".replay summary")
    ada.keyboard.press("Enter")
    tab_to(ada, "[name=step]")
    ada.keyboard.type("2")  # what stands in the field is marked
    press_enter(ada)
    assert "step 2 of" in ada.locator(".replay").inner_text()
    ada.keyboard.press("ArrowRight")
    ada.wait_for_url("**step=3**")


def by_keyboard(page: Any, turn: int) -> None:
    """Choose a card, or what else there is, and whatever is asked then."""
    from_the_top(page)
    if page.locator(CARD).count():
        tab_to(page, CARD)
        page.keyboard.press("Space")
        for _ in range(turn % 3):
            page.keyboard.press("ArrowRight")
    tab_to(page, "#answer .act button")
    press_enter(page)
    if not page.locator("form.sure").count():
        return
    if page.evaluate("document.activeElement.matches('#answer .act button')"):
        press_enter(page)  # nothing more is asked, and the focus is on it
        return
    from_the_top(page)
    for name in page.evaluate(NOT_CHOSEN):
        tab_to(page, f"#answer [name={name}]")
        page.keyboard.press("Space")
    for _ in range(min(page.locator(GIVEN).count(), 2)):
        tab_to(page, f"{GIVEN}:not(:checked)")
        page.keyboard.press("Space")
    tab_to(page, "#answer .act button:not([form])")
    press_enter(page)


def from_the_top(page: Any) -> None:
    """The next tab leads to the first thing on the page."""
    page.evaluate("document.activeElement.blur(); window.getSelection().collapse(document.body, 0)")


def tab_to(page: Any, selector: str) -> None:
    """Go there by the tab key."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
    raise AssertionError(f"no way to {selector} by keyboard")


def press_enter(page: Any) -> None:
    """Send the form."""
    with page.expect_navigation():
        page.keyboard.press("Enter")


def test_on_a_small_phone_the_sheet_ends_with_the_page_and_nothing_lies_over_it(
    transactional_db: None, browser: Any, live_server: Any
) -> None:
    names = {"lost-give-two", "lost-whose-escape", "lost-turn-to-whom"}
    size = {"width": 360, "height": 640}
    for scene in lost.scenes("turn", "powers"):
        if scene.name in names:
            names.remove(scene.name)
            with visit(browser, live_server.url, scene, viewport=size, reduced_motion="reduce") as page:
                sheet = page.locator("#decision").bounding_box()
                button = page.locator("#answer .act button").first.bounding_box()
                assert sheet["y"] + sheet["height"] <= 640
                assert button["y"] + button["height"] <= 640
                over = "y => document.elementFromPoint(40, y).closest('#decision') !== null"
                assert page.evaluate(over, sheet["y"] + 20)
    assert not names


def test_a_card_that_may_not_be_played_says_what_it_would_do_and_is_not_chosen(
    transactional_db: None, browser: Any, live_server: Any
) -> None:
    (scene,) = (scene for scene in lost.scenes("powers") if scene.name == "lost-under-a-rite")
    with visit(browser, live_server.url, scene, viewport={"width": 360, "height": 740}) as page:
        said = page.get_by_text("A Disturbing Artifact (4) may not be played now.")
        page.locator("label:has(#play-legrassex1), label[for=play-legrassex1]").first.click()
        assert page.locator("#play-legrassex1").is_checked()
        page.locator("label:has(#peek-h4)").click()
        assert said.is_visible() and not page.locator("#play-legrassex1").is_checked()
        assert page.get_by_text("give 2 cards of your hand to another player", exact=True).is_visible()
        page.get_by_role("button", name="Play it").click()  # the browser says that none is chosen
        assert page.locator("#peek-h4").is_checked() and not page.locator("form.sure").count()
        page.locator("label[for=play-legrassex1]").click()
        assert not said.is_visible() and page.locator("#play-legrassex1").is_checked()


def test_who_sent_nothing_first_can_still_choose_in_any_players_row(
    transactional_db: None, browser: Any, live_server: Any
) -> None:
    (scene,) = (scene for scene in lost.scenes("powers") if scene.name == "lost-whose-escape")
    with visit(browser, live_server.url, scene, viewport={"width": 360, "height": 740}) as page:
        send = page.get_by_role("button", name="Yes, play it")
        send.click()
        assert page.locator("#answer [name=whose]").evaluate_all("them => them.every(it => it.validationMessage)")
        page.locator("#answer [name=whose]").first.check(force=True)
        page.locator("#answer [name=escape]").first.check(force=True)
        assert page.evaluate("document.getElementById('answer').checkValidity()")
        press(page, send)
        assert page.locator(".status.is-mine").count() == 0  # it was sent: another's turn


@pytest.mark.parametrize(
    ("name", "field", "words", "fits"),
    [
        ("lost-give-two-of-many", "give", "Choose 2 cards of your hand", {2}),
        ("lost-banish-or-pick-up", "banish", "Choose 2 cards, or none", {0, 2}),
    ],
)
def test_the_button_says_how_many_cards_it_wants_until_as_many_are_chosen(
    transactional_db: None, browser: Any, live_server: Any, name: str, field: str, words: str, fits: set[int]
) -> None:
    (scene,) = (scene for scene in lost.scenes("powers") if scene.name == name)
    with visit(browser, live_server.url, scene, viewport={"width": 360, "height": 740}) as page:
        boxes, hint = page.locator(f"#answer [name={field}]"), page.locator("#answer .first")
        for number in range(4):
            assert hint.is_visible() == (number not in fits), number
            assert number in fits or hint.inner_text() == words
            assert page.evaluate("document.getElementById('answer').checkValidity()") == (number in fits)
            boxes.nth(number).evaluate("box => box.click()")
