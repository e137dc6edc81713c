"""Three people in three browsers play a game over real HTTP, with a worker, Redis, PostgreSQL and a mail server."""

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

from games.models import Game, Mail, Notice, Seat
from tests.browser.hands import AWAITED, OVER, choose, let_time_pass, no_errors, sign_up
from tests.harness.pages import press

NAMES = ("Ada", "Bo", "Cy")


def gather(site: str, pages: dict[str, Any]) -> Game:
    """Ada opens a table, the others come by its link."""
    host = pages["Ada"]
    host.goto(f"{site}/tables/new")
    host.fill("input[name=name]", "The Pharos")
    host.select_option("select[name=seats]", "3")
    host.select_option("select[name=pace]", str(2 * 24 * 60 * 60))
    press(host, host.get_by_role("button", name="Open the table"))
    link = host.get_by_label("Link for your friends").input_value()
    for name in NAMES[1:]:
        pages[name].goto(link)
        press(pages[name], pages[name].get_by_role("button", name="Sit down"))
    return Game.objects.get()


def play(game: Game, pages: dict[str, Any], worker: Any) -> None:
    """Everybody answers what they are asked, until the game is over."""
    for turn in range(400):
        moved = False
        for name in NAMES:
            page = pages[name]
            page.reload()
            if page.locator(OVER).count():
                return
            if page.locator(AWAITED).count() and page.locator("#answer .act button").count():
                choose(page, turn * 7 + NAMES.index(name))
                moved = True
        worker.wait_idle()
        if not moved:  # something is open for a short while, or was asked of nobody
            let_time_pass(game, worker)
    raise AssertionError("the game does not end")


def test_three_people_play_and_each_gets_each_mail_once(
    live_server: Any, worker: Any, smtp_sink: Any, people: Callable[..., Any], settings: Any
) -> None:
    pages = {name: people(width=width) for name, width in zip(NAMES, (1280, 360, 800), strict=True)}
    wrong = [no_errors(page) for page in pages.values()]
    addresses = {name: sign_up(page, live_server.url, name, smtp_sink) for name, page in pages.items()}
    game = gather(live_server.url, pages)
    worker.wait_idle()
    play(game, pages, worker)
    worker.wait_idle()

    game.refresh_from_db()
    assert game.is_finished
    assert wrong == [[], [], []]
    owed = Notice.objects.filter(game=game)
    assert not owed.filter(not_before__isnull=False).exists()
    assert set(Mail.objects.filter(game=game).values_list("outcome", flat=True)) <= {"sent", "dropped"}
    tokens = Counter(received.message["Message-ID"] for received in smtp_sink.messages)
    assert set(tokens.values()) == {1}
    for name, address in addresses.items():
        letters = [letter for letter in smtp_sink.inbox(address) if letter.subject == "The Pharos"]
        seat = Seat.objects.get(game=game, user__name=name)
        sent = Mail.objects.filter(game=game, notices__seat=seat, outcome="sent").distinct().count()
        assert len(letters) == sent > 12
        for letter in letters:
            assert letter.recipients == (address,)
            said = re.findall(r"/t/([a-z0-9]+)", letter.body())
            assert set(said) == {game.ref}
            assert len({letter.message["References"]}) == 1
        assert "game is over" in letters[-1].body() or "awakens" in letters[-1].body()
