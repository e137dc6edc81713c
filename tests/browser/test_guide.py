"""The guide of a first game points at things on the real table, and lies over none of them."""

import re

from games.models import Game
from tests.browser.watching import AT_ITS_MIDDLE, Open, others
from tests.harness.pages import until


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
