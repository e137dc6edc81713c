"""While others move: what they do appears without a reload, and nothing chosen or typed is lost by it."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone

from games.models import Game, User
from games.services import gathering, talk
from tests.harness.client import Client
from tests.harness.pages import press, until
from tests.scenes.scene import cookies
from tests.tables import bid, resolve, state, table
from tests.views.test_endings import play_out

Open = Callable[[int], Any]
AT_ITS_MIDDLE = """part => { const box = part.getBoundingClientRect();
    return part.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)) }"""


@pytest.fixture
def game(transactional_db: None) -> Game:
    """A running table of three people."""
    return table("Ada Bo Cy", now=timezone.now())


@pytest.fixture
def sit(game: Game, live_server: Any, people: Callable[..., Any]) -> Open:
    """Return a maker of browsers in which the person on that seat looks at the table."""

    def look(number: int) -> Any:
        user = User.objects.get(seats__game=game, seats__number=number)
        client = Client()
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        page = people()
        session = {"name": settings.SESSION_COOKIE_NAME, "value": client.cookies[settings.SESSION_COOKIE_NAME].value}
        page.context.add_cookies([{**session, "url": live_server.url}])
        page.goto(f"{live_server.url}/t/{game.ref}")
        return page

    return look


def others(game: Game) -> list[int]:
    return [number for number in range(3) if number != state(game).dealer]


def tick(page: Any) -> None:
    """The page asks for news."""
    page.evaluate("document.body.dispatchEvent(new CustomEvent('tick'))")


def play_round(game: Game) -> None:
    """The dealer leads, everybody bids, the cards are turned."""
    dealer = state(game).dealer
    for number in [dealer, *(n for n in range(3) if n != dealer)]:
        bid(game, number, now=timezone.now())
    resolve(game, timezone.now())


def test_what_is_chosen_stays_chosen_when_the_lead_comes(game: Game, sit: Open) -> None:
    page = sit(others(game)[0])
    page.locator("#card-9").check(force=True)
    page.locator("details.orders summary").click()
    page.locator("#cap").select_option("12")
    bid(game, state(game).dealer, "10", timezone.now())
    tick(page)
    page.wait_for_selector("text=only a higher card can win")
    assert page.locator("#card-9").is_checked()
    assert page.locator("#cap").input_value() == "12"
    assert page.locator("details.orders").get_attribute("open") is not None
    assert page.title().startswith("(1) ")
    assert "Cannot beat the lead" in page.locator(".pick:has(#card-9) .cost").inner_text()


def test_what_others_do_leaves_the_form_alone(game: Game, sit: Open) -> None:
    first, second = others(game)
    bid(game, state(game).dealer, "10", timezone.now())
    page = sit(first)
    page.locator("#card-12").check(force=True)
    page.evaluate("document.getElementById('answer').dataset.mine = 'yes'")
    Game.objects.filter(pk=game.pk).update(asked_clock=0)  # an eighth of the time is over, so who has bid is told
    bid(game, second, now=timezone.now())
    tick(page)
    page.wait_for_timeout(500)
    assert page.locator("#answer").get_attribute("data-mine") == "yes"
    assert page.locator("#card-12").is_checked()


def test_what_reads_the_same_but_is_marked_otherwise_is_renewed(game: Game, sit: Open) -> None:
    """Who has sealed is said to be waited for; asked for something else in the same second, the words are the same."""
    page = sit(state(game).dealer)
    page.evaluate("document.getElementById('status').className = 'status'")
    game.seats.filter(number=others(game)[0]).update(is_away=True)  # something to tell
    tick(page)
    page.wait_for_selector(".status.is-mine")


def test_a_showdown_is_turned_over_once_and_can_be_watched_again(game: Game, sit: Open) -> None:
    page = sit(others(game)[0])
    play_round(game)
    tick(page)
    page.wait_for_selector("#reveal[open]")
    assert "won the" in page.locator("#showdown .verdict").inner_text()
    page.reload()
    assert page.locator("#reveal").get_attribute("open") is None
    page.get_by_role("link", name="Watch the showdown").click()
    page.wait_for_selector("#reveal[open]")


def test_what_is_new_is_marked_until_it_was_seen(game: Game, sit: Open) -> None:
    page = sit(others(game)[0])
    assert page.locator(".is-new").count() == 0
    play_round(game)
    page.reload()
    assert page.locator(".is-new").count() > 2
    page.goto(page.url + "?")
    page.reload()
    assert page.locator(".is-new").count() == 0


def test_talk_that_was_not_read_is_counted_on_its_tab(game: Game, sit: Open) -> None:
    page = sit(1)
    tab, lines = page.locator("#talk-tab"), page.locator(".talk .is-new")
    say(game, 0, "Who leads?")
    say(game, 1, "Not I.")
    page.reload()
    page.wait_for_selector("#talk-tab .count")
    assert tab.inner_text().split() == ["Talk", "1", "new"]
    tab.click()
    assert tab.inner_text() == "Talk"
    assert lines.locator("p").all_inner_texts() == ["Who leads?"]
    say(game, 2, "He does.", minutes=1)
    tick(page)
    page.wait_for_selector("text=He does.")
    assert lines.count() == 2 and tab.inner_text() == "Talk"
    page.reload()
    page.wait_for_selector("text=He does.")
    assert lines.count() == 0


def say(game: Game, number: int, text: str, minutes: int = 0) -> None:
    """The person on that seat says it."""
    now = timezone.now() + timedelta(minutes=minutes)
    talk.say(user=User.objects.get(seats__game=game, seats__number=number), ref=game.ref, text=text, form="", now=now)


def test_a_double_tap_sends_once(game: Game, sit: Open) -> None:
    page = sit(0)
    page.goto(page.url.replace(f"/t/{game.ref}", "/tables/new"))
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    with page.expect_navigation(url="**/t/*"):
        page.locator("main form button").dblclick()
    assert len(sent) == 1
    assert Game.objects.filter(host__name="Ada", status="gathering").count() == 1


def test_the_link_of_a_table_is_copied(live_server: Any, sit: Open, game: Game) -> None:
    ada = User.objects.get(seats__game=game, seats__number=0)
    fresh = gathering.open_table(host=ada, kind="fram", name="Friday", seats=3, pace=86400, now=timezone.now())
    page = sit(0)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{live_server.url}/t/{fresh.ref}")
    page.get_by_role("button", name="Copy", exact=True).click()
    page.wait_for_selector("text=Copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.get_by_label("Link for your friends").input_value()


def test_a_session_that_has_ended_leads_to_the_sign_in(game: Game, sit: Open) -> None:
    page = sit(others(game)[0])
    page.context.clear_cookies()
    tick(page)
    page.wait_for_url("**/account/login/?next=/t/*")


def test_reduced_motion_shows_the_cards_at_once(game: Game, sit: Open) -> None:
    play_round(game)
    page = sit(others(game)[0])
    page.emulate_media(reduced_motion="reduce")
    page.reload()
    names = page.evaluate("document.getAnimations().map(a => a.animationName).filter(Boolean)")
    assert names == []


def test_the_browser_checks_the_proof(live_server: Any, people: Callable[..., Any], transactional_db: None) -> None:
    ended = play_out(table("Ada Bo Cy", is_open=True, now=timezone.now()))
    page = people()
    page.context.add_cookies(cookies(ended.host, live_server.url))
    page.goto(f"{live_server.url}/t/{ended.ref}/proof/check")
    page.wait_for_selector("text=they fit")
    assert page.locator("[data-fits].good").count() > 10
    assert page.locator("[data-fits].bad").count() == 0


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


def test_what_was_said_of_a_bid_goes_with_its_round(game: Game, sit: Open) -> None:
    dealer = state(game).dealer
    bid(game, dealer, now=timezone.now())
    page = sit(others(game)[0])
    page.locator("#card-9").check(force=True)
    press(page, page.locator("#answer .act button"))
    said = page.locator(".flash")
    assert said.count() == 1
    tick(page)
    bid(game, others(game)[1], now=timezone.now())
    resolve(game, timezone.now())
    tick(page)
    said.wait_for(state="detached")


def test_going_back_chooses_no_card(game: Game, sit: Open) -> None:
    page = sit(others(game)[0])
    page.locator("#card-9").check(force=True)
    press(page, page.locator("#answer .act button"))
    page.go_back()
    page.wait_for_load_state("load")
    checked = page.locator("#answer .pick :checked")
    assert [field.get_attribute("value") for field in checked.all()] in ([], ["9"])
    play_round(game)
    page.goto(page.url)
    page.go_back()
    page.wait_for_load_state("load")
    assert page.locator("#answer .pick :checked").count() == 0


def test_who_has_a_long_name_says_it_above_the_time(game: Game, sit: Open) -> None:
    User.objects.filter(seats__game=game, seats__number=0).update(name="Bartholomew Featherstonehaugh-Marchbanks")
    say(game, 0, "Who leads?")
    say(game, 1, "Not I.", minutes=1)
    page = sit(1)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{page.url}#talk")
    page.reload()
    page.wait_for_selector("text=Not I.")
    name, time = (page.locator(f".talk li:first-child .{part}").bounding_box() for part in ("name", "when"))
    assert time["y"] >= name["y"] + name["height"] - 1 and time["x"] < 60
    name, time = (page.locator(f".talk li:last-child .{part}").bounding_box() for part in ("name", "when"))
    assert abs(time["y"] - name["y"]) < 12 and time["x"] > 200


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
        assert box.is_visible() and page.locator("#decision-title .time").is_visible()
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


def test_the_result_leads_to_a_heading_that_nothing_covers(game: Game, sit: Open) -> None:
    play_round(game)
    page = sit(others(game)[0])
    page.set_viewport_size({"width": 360, "height": 740})
    page.emulate_media(reduced_motion="reduce")
    page.locator(".guide summary").click()
    page.goto(page.url)
    page.locator("#ask .result a").click()
    row, heading = page.locator("#row"), page.locator("#showdown h2")
    assert row.evaluate("row => getComputedStyle(row).position") == "sticky"
    assert heading.evaluate(AT_ITS_MIDDLE)
    assert heading.bounding_box()["y"] >= row.bounding_box()["y"] + row.bounding_box()["height"]


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
