"""The talk beside a table: what is new is counted, and who said what is told."""

from games.models import Game, User
from tests.browser.watching import Open, say, tick


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
