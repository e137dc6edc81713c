"""The guide of a first game points at things on the real table, and lies over none of them."""

import re

from django.utils import timezone

from games.models import Game
from tests.browser.watching import AT_ITS_MIDDLE, Open, others
from tests.harness.pages import press, until
from tests.tables import table


def test_the_guide_points_at_one_thing_after_the_other_and_can_be_called_back(game: Game, sit: Open) -> None:
    page = sit(others(game)[0])
    guide, pointed = page.locator(".guide"), page.locator(".is-pointed")
    assert guide.get_attribute("open") is not None  # it is their first game
    for number in range(1, 6):
        assert guide.locator("li.is-now").count() == 1
        assert pointed.get_attribute("data-guide") == str(number)
        assert page.locator("#decision").evaluate("part => getComputedStyle(part).position") != "static"
        guide.locator("button").first.click()
    assert guide.get_attribute("open") is None
    assert pointed.count() == 0
    guide.locator("summary").click()
    assert pointed.get_attribute("data-guide") == "1"


def test_the_guide_lowers_the_sheet_where_it_speaks_of_what_lies_behind(game: Game, sit: Open) -> None:
    page = sit(others(game)[0])
    page.set_viewport_size({"width": 360, "height": 740})
    guide, box = page.locator(".guide"), page.locator("#answer-box")
    shown = []
    for _step in range(5):
        shown.append(box.is_visible())
        guide.locator("button").first.click()
    assert shown == [True, False, False, True, False]
    assert box.is_visible()  # the guide is closed
    page.locator(".guide summary").click()
    guide.locator("button").first.click()
    assert not box.is_visible()
    page.locator(".guide summary").click()
    box.wait_for(state="visible")


def test_on_a_phone_the_table_comes_before_what_is_asked_but_not_before_what_is_to_be_confirmed(
    game: Game, sit: Open
) -> None:
    dealer = next(seat for seat in range(3) if seat not in others(game))
    page = sit(dealer)
    page.set_viewport_size({"width": 360, "height": 740})
    page.evaluate("localStorage.clear()")
    page.reload()
    box = page.locator("#answer-box")
    assert not box.is_visible() and page.locator("#row").evaluate(AT_ITS_MIDDLE)
    page.reload()  # it was shown the table once
    assert box.is_visible()
    page.evaluate("localStorage.clear()")
    page.locator("#answer .pick input").first.check(force=True)
    press(page, page.locator("#answer .act .button").first)
    assert page.locator(".guide").get_attribute("open") is not None
    assert page.get_by_role("button", name="Yes, lead it").is_visible()


def test_a_guide_that_was_left_open_lowers_no_sheet_at_the_next_visit(game: Game, sit: Open) -> None:
    page = sit(others(game)[0])
    page.set_viewport_size({"width": 360, "height": 740})
    page.locator(".guide summary").click()
    page.locator(".guide summary").click()  # the browser now remembers it as open
    for _ in range(3):
        page.reload()
        page.evaluate("new Promise(requestAnimationFrame)")
        assert page.locator(".guide").get_attribute("open") is not None
        assert page.locator("#answer-box").is_visible()


def test_a_guide_that_was_closed_in_one_game_opens_in_the_other(game: Game, sit: Open) -> None:
    page, other = sit(0), table("Dee Eve", now=timezone.now(), kind="lost")
    other.seats.filter(number=0).update(user=game.seats.get(number=0).user)
    page.locator(".guide").get_by_role("button", name="Close the guide").click()
    page.reload()
    assert page.locator(".guide").get_attribute("open") is None
    page.goto(page.url.replace(game.ref, other.ref))
    assert page.locator(".guide").get_attribute("open") is not None


def test_on_a_small_phone_nothing_lies_over_what_the_guide_points_at(game: Game, sit: Open) -> None:
    page = sit(others(game)[0])
    page.set_viewport_size({"width": 360, "height": 640})
    page.emulate_media(reduced_motion="reduce")  # nothing glides while it is measured
    page.reload()
    guide, pointed, box = page.locator(".guide"), page.locator(".is-pointed"), page.locator("#answer-box")
    guide.locator("summary").click()
    box.wait_for(state="visible")
    guide.locator("summary").click()  # opened again it pushes the table down
    until(page, "document.querySelector('#decision.is-low') !== null")
    for _step in range(3):
        assert pointed.evaluate(AT_ITS_MIDDLE)
        words, part = page.locator(".guide-box").bounding_box(), pointed.bounding_box()
        assert part["y"] >= words["y"] + words["height"]
        guide.locator("button").first.click()


def test_the_guide_says_its_sentence_before_its_buttons_and_keeps_them_in_reach(game: Game, sit: Open) -> None:
    page = sit(others(game)[0])
    page.set_viewport_size({"width": 360, "height": 640})
    page.emulate_media(reduced_motion="reduce")  # nothing glides while it is measured
    guide = page.locator(".guide")
    for _step in range(5):
        words = guide.locator("li.is-now").bounding_box()
        for button in guide.locator("button:visible").all():
            box = button.bounding_box()
            assert box["y"] >= words["y"] + words["height"] and 0 <= box["y"] <= 640 - box["height"]
            assert button.evaluate(AT_ITS_MIDDLE)
        guide.get_by_role("button", name=re.compile("Next|That is all")).click()
    guide.locator("summary").click()
    guide.get_by_role("button", name="Close the guide").click()
    assert guide.get_attribute("open") is None
