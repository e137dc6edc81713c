"""While others move: what they do appears without a reload, and nothing chosen or typed is lost by it."""

from collections.abc import Callable
from typing import Any

from django.utils import timezone
from playwright.sync_api import expect

from games.models import Game, User
from games.services import gathering
from tests.browser.watching import Open, others, play_round, tick
from tests.harness.pages import press
from tests.scenes.scene import cookies
from tests.tables import bid, play_rounds, resolve, state, table


def test_what_is_chosen_stays_chosen_when_the_lead_comes(game: Game, sit: Open) -> None:
    page = sit(others(game)[0])
    page.locator("#card-9").check(force=True)
    page.locator("details.orders summary").click()
    page.locator("#cap").select_option("12")
    bid(game, state(game).dealer, "10", timezone.now())
    tick(page)
    page.wait_for_selector("text=only a higher card beats it")
    assert page.locator("#card-9").is_checked()
    assert page.locator("#cap").input_value() == "12"
    assert page.locator("details.orders").get_attribute("open") is not None
    assert page.title().startswith("(1) ")
    assert "Cannot beat the lead" in page.locator(".pick:has(#card-9) .cost").inner_text()


def test_the_count_of_waiting_tables_follows_the_table(game: Game, sit: Open) -> None:
    page = sit(others(game)[0])
    assert page.locator("#waiting").inner_text().strip() == ""
    bid(game, state(game).dealer, "10", timezone.now())
    tick(page)
    expect(page.locator("#waiting")).to_have_text("1 wait for you")


def test_what_others_do_leaves_the_form_alone(game: Game, sit: Open) -> None:
    first, second = others(game)
    bid(game, state(game).dealer, "10", timezone.now())
    page = sit(first)
    page.locator("#card-12").check(force=True)
    page.evaluate("document.getElementById('answer').dataset.mine = 'yes'")
    game.seats.filter(number=second).update(is_away=True)  # something to tell
    asked = str(page.locator("#poll").get_attribute("hx-get"))
    tick(page)
    expect(page.locator("#poll")).not_to_have_attribute("hx-get", asked)  # the page has been renewed
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
    ended = play_rounds(table("Ada Bo Cy", is_open=True, now=timezone.now()), 12)
    page = people()
    page.context.add_cookies(cookies(ended.host, live_server.url))
    page.goto(f"{live_server.url}/t/{ended.ref}/proof/check")
    page.wait_for_selector("text=they fit")
    assert page.locator("[data-fits].good").count() > 10
    assert page.locator("[data-fits].bad").count() == 0


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
