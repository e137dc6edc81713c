"""The sheet with what is asked, on a phone: under the thumb, and out of the way of what is looked at."""

from typing import Any

from games.models import Game
from tests.browser.watching import AT_ITS_MIDDLE, Open, others, play_round, tick
from tests.harness.pages import press, until


def test_a_thumb_hits_the_links_of_the_sheet_and_of_the_history(game: Game, sit: Open) -> None:
    play_round(game)
    page = sit(others(game)[0])
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.locator(".watch a").first.bounding_box()["height"] >= 44
    page.locator(".guide summary").click()
    link = page.locator("#ask .result a")
    line = link.locator("..").bounding_box()
    middle = line["y"] + line["height"] / 2
    for y in (middle - 21, middle + 21):
        assert page.evaluate("y => document.elementFromPoint(60, y).closest('.result a') !== null", y)


def test_the_sheet_can_be_lowered_and_does_not_hold_the_page(game: Game, sit: Open) -> None:
    page = sit(others(game)[0])
    page.set_viewport_size({"width": 360, "height": 740})
    sheet, button = page.locator("#decision"), page.locator("#decision .lower")
    tall = sheet.bounding_box()["height"]
    button.click()
    assert button.get_attribute("aria-expanded") == "false"
    assert sheet.bounding_box()["height"] < tall / 2 and not page.locator("#answer-box").is_visible()
    button.click()
    assert page.locator("#answer-box").is_visible()
    page.mouse.move(180, 600)
    page.mouse.wheel(0, 200)
    until(page, "scrollY > 0")


def test_what_opens_at_the_foot_of_the_sheet_comes_into_sight(game: Game, sit: Open) -> None:
    page = sit(others(game)[0])
    page.set_viewport_size({"width": 360, "height": 640})
    page.locator(".guide summary").click()
    before = page.evaluate("scrollY")
    page.locator("#orders").evaluate("summary => summary.click()")  # where it is: a real click scrolls by itself
    words = page.locator("details.orders > .help").first
    until(page, "document.getElementById('decision').scrollTop > 0")
    assert words.evaluate("part => document.elementFromPoint(180, part.getBoundingClientRect().top + 8) === part")
    assert page.evaluate("scrollY") == before


def test_the_values_stay_in_sight_above_a_tall_sheet(game: Game, sit: Open) -> None:
    page = sit(others(game)[0])
    page.locator(".guide summary").click()
    page.set_viewport_size({"width": 360, "height": 640})
    row, sheet = page.locator("#row"), page.locator("#decision")
    for turn in (160, 80):  # px: from the head of the page to the row, then along the seats
        page.mouse.move(180, 60)
        page.mouse.wheel(0, turn)
        until(page, "document.getElementById('row').getBoundingClientRect().top < 20")
        top, height = row.bounding_box()["y"], row.bounding_box()["height"]
        assert top >= 0 and top + height <= sheet.bounding_box()["y"]
    assert all(page.locator(part).is_visible() for part in ("#card-4", "#hold", "#answer .act button"))
    page.locator("#decision .lower").click()
    page.locator("#log-title").scroll_into_view_if_needed()
    assert row.bounding_box()["y"] < 0


def test_a_small_phone_begins_with_the_values(game: Game, sit: Open) -> None:
    for _round in range(2):
        play_round(game)
    page = sit(others(game)[0])
    row, sheet, time = page.locator("#row"), page.locator("#decision"), page.locator("#decision-title .time")
    page.set_viewport_size({"width": 360, "height": 640})
    assert not time.is_visible()
    assert row.bounding_box()["y"] + row.bounding_box()["height"] > sheet.bounding_box()["y"]
    page.goto(page.url)
    assert row.bounding_box()["y"] >= 0
    assert row.bounding_box()["y"] + row.bounding_box()["height"] <= sheet.bounding_box()["y"]
    assert time.is_visible()
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(page.url)
    assert page.evaluate("scrollY") == 0


def test_the_name_of_what_is_asked_lowers_the_sheet_as_well(game: Game, sit: Open) -> None:
    page = sit(others(game)[0])
    page.set_viewport_size({"width": 360, "height": 740})
    for shown in (False, True):
        page.locator("#decision-title").click()
        assert page.locator("#answer-box").is_visible() == shown
    page.set_viewport_size({"width": 1280, "height": 800})
    page.locator("#decision-title").click()
    assert page.locator("#answer-box").is_visible()


def test_a_bid_without_a_card_is_told_so_in_our_words(game: Game, sit: Open) -> None:
    page = sit(others(game)[0])
    button, card = page.locator("#answer .act button"), page.locator("#card-9")
    assert button.inner_text().split("\n") == ["Seal this bid", "Choose a card first"]
    plain = button.evaluate("part => getComputedStyle(part).backgroundColor")
    button.click()
    assert page.locator("#answer .pick input").first.evaluate("card => card.validationMessage") == "Choose a card first"
    card.check(force=True)
    assert button.inner_text() == "Seal this bid"
    assert button.evaluate("part => getComputedStyle(part).backgroundColor") != plain
    press(page, button)
    assert "Your bid for round 1 is sealed" in page.locator("#decision-title").inner_text()


def test_a_new_showdown_is_seen_before_the_sheet_asks_for_more(game: Game, sit: Open) -> None:
    page = sit(others(game)[0])
    page.set_viewport_size({"width": 360, "height": 740})
    page.emulate_media(reduced_motion="reduce")  # nothing glides while it is measured
    page.locator(".guide summary").click()
    box, cards, verdict = (page.locator(part) for part in ("#answer-box", ".reveal", "#showdown .verdict"))
    for _round in range(2):  # while it is looked at, then on a later visit
        play_round(game)
        if _round:
            page.goto(page.url)
        else:
            tick(page)
        until(page, "document.querySelector('#decision.is-low') !== null")
        assert page.locator("#decision .lower").get_attribute("aria-expanded") == "false"
        assert cards.evaluate(AT_ITS_MIDDLE) and verdict.evaluate(AT_ITS_MIDDLE)
        assert not box.is_visible() and page.locator("#decision-title").is_visible()
        page.locator("#decision-title").click()
        assert box.is_visible() and page.locator("#row").evaluate(AT_ITS_MIDDLE)
        assert page.locator("#reveal").get_attribute("open") is None  # its cards would read as this round's
    page.goto(page.url)
    assert box.is_visible()
    assert page.locator("#row").evaluate(AT_ITS_MIDDLE)


def test_a_new_showdown_moves_nothing_on_a_wide_page_nor_under_who_writes(game: Game, sit: Open) -> None:
    page = sit(others(game)[0])
    play_round(game)
    tick(page)
    page.wait_for_selector("#reveal[open]")
    assert page.locator("#decision.is-low").count() == 0 and page.evaluate("scrollY") == 0
    page.set_viewport_size({"width": 360, "height": 740})
    page.locator(".guide summary").click()
    page.locator("#talk-tab").click()
    page.locator("#talk textarea").focus()
    before = page.evaluate("scrollY")
    play_round(game)
    tick(page)
    page.wait_for_selector("text=Showdown of round 2")
    assert page.locator("#decision.is-low").count() == 0 and page.evaluate("scrollY") == before


def on_a_phone_after_a_round(game: Game, sit: Open) -> Any:
    """Whoever is asked sees the first round's showdown a second time, without the guide; nothing glides."""
    play_round(game)
    page = sit(others(game)[0])
    page.set_viewport_size({"width": 360, "height": 740})
    page.emulate_media(reduced_motion="reduce")
    page.locator(".guide summary").click()
    page.goto(page.url)
    return page


def test_the_result_leads_to_a_heading_that_nothing_covers(game: Game, sit: Open) -> None:
    page = on_a_phone_after_a_round(game, sit)
    page.locator("#ask .result a").click()
    assert page.locator("#reveal").get_attribute("open") is not None
    assert page.locator("#showdown h2").evaluate(AT_ITS_MIDDLE) and page.locator("#showdown .verdict").evaluate(
        AT_ITS_MIDDLE
    )
    assert not page.locator("#answer-box").is_visible()


def test_a_player_looks_as_if_they_could_be_opened(game: Game, sit: Open) -> None:
    page = sit(others(game)[0])
    mark = "summary => getComputedStyle(summary, '::after').content"
    assert page.locator(".seat summary").first.evaluate(mark) != "none"


def test_what_stands_under_a_card_keeps_to_it(game: Game, sit: Open) -> None:
    page = sit(others(game)[0])
    page.set_viewport_size({"width": 360, "height": 740})
    for price in page.locator(".pick .net").all():
        price.evaluate("net => net.innerHTML = '−12<span>…−10</span>'")
        assert price.bounding_box()["width"] <= price.locator("..").bounding_box()["width"] - 4


def test_the_way_back_from_a_showdown_watched_again_is_the_sheet(game: Game, sit: Open) -> None:
    page = on_a_phone_after_a_round(game, sit)
    page.get_by_role("link", name="Watch the showdown").click()
    page.wait_for_load_state("load")
    assert page.locator("#showdown .verdict").evaluate(AT_ITS_MIDDLE)
    assert page.locator("#decision-title").evaluate(AT_ITS_MIDDLE) and not page.locator("#answer-box").is_visible()
    page.locator("#decision-title").click()
    assert page.locator("#answer-box").is_visible() and page.locator("#row").evaluate(AT_ITS_MIDDLE)


def test_what_holding_the_showdown_risks_is_told_at_the_switch(game: Game, sit: Open) -> None:
    page = sit(others(game)[0])
    page.set_viewport_size({"width": 360, "height": 640})
    page.locator(".guide summary").click()
    why, words = page.locator(".why > summary"), page.locator("#hold-help")
    assert why.get_attribute("aria-label") == "What holding does" and not words.is_visible()
    box = why.bounding_box()
    assert min(box["width"], box["height"]) >= 44
    why.evaluate("summary => summary.click()")  # where it is: a real click scrolls by itself
    until(page, "document.getElementById('decision').scrollTop > 0")
    at_its_end = "part => document.elementFromPoint(60, part.getBoundingClientRect().bottom - 8) === part"
    assert words.evaluate(at_its_end) and "not who" in words.inner_text()
    assert "stays set for later rounds" in words.inner_text()
