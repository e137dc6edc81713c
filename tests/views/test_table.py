"""The table's page: who gets it, what it says, what it costs."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.models import Game, Move, Seat
from games.services import faults
from tests.harness.client import Client
from tests.harness.pages import poll
from tests.tables import answer, at, bid, fresh, play_rounds, resolve, state, table

Enter = Callable[[str], Client]
NO_SUCH = "nosuchtable"


def dealer(game: Game) -> str:
    return str(game.seats.get(number=state(game).dealer).user)


def others(game: Game) -> list[str]:
    return [str(seat.user) for seat in game.seats.all() if seat.number != state(game).dealer]


def lead(game: Game, card: str = "") -> None:
    bid(game, state(game).dealer, card, timezone.now())


# --- Who gets it --------------------------------------------------------------------------------------------------


def test_a_seat_sees_its_hand(game: Game, enter: Enter) -> None:
    page = enter(dealer(game)).get(at(game))
    assert page.status_code == 200
    assert page["Cache-Control"] == "no-store, private"
    assert len(re.findall(r'name="card"', page.content.decode())) == 12


@pytest.mark.parametrize("name", ["table", "table_part", "replay", "record", "proof"])
def test_a_stranger_is_told_what_is_told_of_no_table(game: Game, enter: Enter, name: str) -> None:
    client = enter("Dee")
    theirs, nothing = client.get(at(game, name)), client.get(reverse(name, args=[NO_SUCH]))
    assert theirs.status_code == nothing.status_code == 404
    assert theirs.content.replace(game.ref.encode(), b"") == nothing.content.replace(NO_SUCH.encode(), b"")


@pytest.mark.parametrize("name", ["answer", "come_back", "sit_down", "add_bot", "start", "leave", "call_off"])
def test_nor_can_a_stranger_do_anything(game: Game, enter: Enter, name: str) -> None:
    client = enter("Dee")
    form = {"key": "r1.lead", "do": "play", "card": "4"}
    assert client.post(at(game, name), form).status_code == 404
    assert client.post(reverse(name, args=[NO_SUCH]), form).status_code == 404
    assert client.get(at(game, name)).status_code == 405


def test_nobody_is_asked_to_sign_in_whether_there_is_a_table_or_not(game: Game, enter: Enter) -> None:
    client = enter("")
    for ref in (game.ref, NO_SUCH):
        answer = client.get(reverse("table", args=[ref]))
        assert answer.status_code == 302
        assert answer["Location"] == f"/account/login/?next=/t/{ref}"


def test_an_open_table_can_be_watched(db: None, enter: Enter) -> None:
    game = table("Ada Bo Cy", is_open=True, now=timezone.now())
    for name in ("", "Dee"):
        page = enter(name).get(at(game))
        assert page.status_code == 200
        assert page.context["table"].me is None
        assert b'name="card"' not in page.content


# --- What it says -------------------------------------------------------------------------------------------------


def test_the_dealer_is_told_what_a_lead_would_come_to(game: Game, enter: Enter) -> None:
    page = enter(dealer(game)).get(at(game))
    value = page.context["table"].row.this.value
    assert f"If it wins: {value} − 4 =" in page.content.decode()


def test_a_card_that_cannot_beat_the_lead_says_so(game: Game, enter: Enter) -> None:
    lead(game, "15")
    text = enter(others(game)[0]).get(at(game)).content.decode()
    assert "Cannot beat the lead." in text


def test_every_treasure_that_is_still_to_come_is_shown(game: Game, enter: Enter) -> None:
    """Of the deck only the top; that of round 12 lies open from the start, and is there in round 10 as well."""
    client, shown = enter("Ada"), []
    for number in range(1, 13):
        play_rounds(game, number - 1)
        page = client.get(at(game))
        row = page.content.decode().split('id="row"')[1].split("</section>")[0]
        last = page.context["table"].row.last
        shown.append((row.count('<div class="place'), row.count("Round 12"), f">{last.value}<" in row))
    assert shown == [(4, 1, True)] * 9 + [(3, 1, True), (2, 0, True), (1, 0, True)]


@pytest.mark.parametrize("form", [{"confirm": "card", "card": "no card"}, {"confirm": "do"}, {"confirm": "__class__"}])
def test_only_a_card_of_the_hand_is_asked_about_once_more(game: Game, enter: Enter, form: dict[str, str]) -> None:
    client = enter(dealer(game))
    sent = {"key": "r1.lead", "do": "play", "__class__": "x"} | form
    page = client.post(at(game, "answer"), sent)
    assert page.status_code == 422
    assert fresh(game).moves_logged == 0


def test_a_lead_is_confirmed_before_it_goes_down(game: Game, enter: Enter) -> None:
    client = enter(dealer(game))
    form = {"key": "r1.lead", "do": "play", "card": "7", "confirm": "card"}
    page = client.post(at(game, "answer"), form)
    assert page.status_code == 200
    assert "It cannot be taken back" in page.content.decode()
    assert Move.objects.count() == 0
    assert client.post(at(game, "answer"), {**form, "sure": "1"}).status_code == 302
    assert Move.objects.count() == 1


def test_what_could_only_be_taken_is_said_to_be_taken(game: Game, enter: Enter) -> None:
    first = state(game).dealer
    for step, card in enumerate(("4", "9", "5")):
        bid(game, (first + step) % 3, card, timezone.now())
    resolve(game, timezone.now())
    winner = enter(str(game.seats.get(number=(first + 1) % 3).user))
    page = winner.post(at(game, "answer"), {"key": "r1.look", "do": "take"}, follow=True)
    assert "Taken." in page.content.decode() and "Sealed." not in page.content.decode()


def test_a_bid_gets_a_receipt_and_can_be_changed(game: Game, enter: Enter) -> None:
    lead(game)
    client = enter(others(game)[0])
    for card in ("9", "12"):
        answer = client.post(at(game, "answer"), {"key": "r1.bid", "do": "play", "card": card}, follow=True)
        assert answer.context["decision"].given == card
        text = answer.content.decode()
        assert "You may change it until the showdown" in text
        assert answer.context["code"] in text
        assert re.search(rf'value="{card}"[^>]* checked', text)


def test_what_lies_sealed_is_said_to(game: Game, enter: Enter) -> None:
    first = state(game).dealer
    winner = next(seat for seat in (1, 2, 0) if seat != first and state(game).seats[seat].trump != "text")
    for step in range(3):
        seat = (first + step) % 3
        bid(game, seat, "9" if seat == winner else str(4 + step), timezone.now())
    resolve(game, timezone.now())
    answer(game, winner, timezone.now(), key="r1.look", do="take")
    bid(game, winner, "7", timezone.now())
    for giver, form in (
        (dealer(game), {"key": "r2.switch", "do": "switch", "hold": "1"}),
        (others(game)[0], {"key": "r2.bid", "do": "play", "card": "10"}),
    ):
        page = enter(giver).post(at(game, "answer"), form, follow=True)
        assert "Sealed. Only you see what." in page.content.decode(), form


def test_what_opened_before_the_page_came_is_not_said_to_be_sealed(game: Game, enter: Enter) -> None:
    lead(game)
    giver = others(game)[0]
    client = enter(giver)
    assert client.post(at(game, "answer"), {"key": "r1.bid", "do": "play", "card": "9"}).status_code == 302
    last = game.seats.exclude(number=state(game).dealer).exclude(user__name=giver).get()
    bid(game, last.number, now=timezone.now())
    resolve(game, timezone.now())
    page = client.get(at(game)).content.decode()
    assert "Showdown of round 1" in page and "Only you see what." not in page


def test_a_stale_answer_gets_the_page_and_loses_nothing(game: Game, enter: Enter) -> None:
    lead(game)
    client = enter(dealer(game))
    page = client.post(at(game, "answer"), {"key": "r1.lead", "do": "play", "card": "9", "sure": "1"})
    assert page.status_code == 409
    assert "That decision is closed. Nothing was changed." in page.content.decode()


def test_what_cannot_be_taken_keeps_the_choice(game: Game, enter: Enter) -> None:
    lead(game)
    client = enter(others(game)[0])
    page = client.post(at(game, "answer"), {"key": "r1.bid", "do": "play", "card": "9", "cap": "99"})
    assert page.status_code == 422
    text = page.content.decode()
    assert 'role="alert"' in text
    assert re.search(r'value="9"[^>]* checked', text)


def test_after_a_move_the_way_to_the_next_table_is_shown(game: Game, enter: Enter) -> None:
    second = table("Ada Bo Cy", now=timezone.now())
    lead(game)
    lead(second)
    name = next(name for name in others(game) if name in others(second))
    client = enter(name)
    page = client.post(at(game, "answer"), {"key": "r1.bid", "do": "play", "card": "9"}, follow=True)
    assert page.context["next_ref"] == second.ref
    assert at(second) in page.content.decode()


def test_the_title_counts_what_waits(game: Game, enter: Enter) -> None:
    assert "<title>(1) " in enter(dealer(game)).get(at(game)).content.decode()
    assert "<title>(" not in enter(others(game)[0]).get(at(game)).content.decode()


def test_whoever_was_away_comes_back_with_one_click(game: Game, enter: Enter) -> None:
    name = others(game)[0]
    Seat.objects.filter(game=game, user__name=name).update(is_away=True)
    client = enter(name)
    assert client.get(at(game)).content.decode().count("I am back") == 1
    assert client.post(at(game, "come_back")).status_code == 302
    assert not Seat.objects.get(game=game, user__name=name).is_away


def test_a_table_that_was_called_off_says_so_where_it_would_say_who_is_awaited(game: Game, enter: Enter) -> None:
    now = timezone.now()
    Game.objects.update(status=Game.Status.CALLED_OFF, asked=[], deadline=None, ended_at=now)
    text = enter("Ada").get(at(game)).content.decode()
    assert "The table was called off" in text.split('id="status"')[1].split("</div>")[0]


def test_a_paused_table_asks_nothing(game: Game, enter: Enter) -> None:
    faults.pause(ref=game.ref, now=timezone.now())
    page = enter(dealer(game)).get(at(game))
    assert page.context["decision"] is None
    assert "clock stands still" in page.content.decode()


# --- Polling ------------------------------------------------------------------------------------------------------


def test_polling_says_nothing_while_nothing_is_new(game: Game, enter: Enter) -> None:
    client = enter(others(game)[0])
    page = client.get(at(game))
    with CaptureQueriesContext(
        connection,
    ) as queries:
        assert poll(client, page).status_code == 204
    assert all(query["sql"].startswith("SELECT") for query in queries)


def test_polling_brings_what_is_new_and_leaves_the_form_that_still_stands(game: Game, enter: Enter) -> None:
    lead(game)
    first, second = others(game)
    client = enter(first)
    page = client.get(at(game))
    client.post(at(game, "answer"), {"key": "r1.bid", "do": "play", "card": "9"})
    news = poll(client, page).content.decode()
    assert "You may change it until the showdown" in news
    assert 'id="answer-box"' not in news


def test_polling_brings_a_new_form_with_a_new_decision(game: Game, enter: Enter) -> None:
    client = enter(others(game)[0])
    page = client.get(at(game))
    lead(game)
    news = poll(client, page).content.decode()
    assert 'id="answer-box"' in news
    assert "Seal this bid" in news


def test_polling_after_the_session_has_ended_leads_to_the_sign_in(game: Game, enter: Enter) -> None:
    client = enter(others(game)[0])
    page = client.get(at(game))
    client.logout()
    assert poll(client, page)["HX-Redirect"] == f"/account/login/?next=/t/{game.ref}"


def test_two_viewers_never_share_a_digest(game: Game, enter: Enter) -> None:
    digests = {enter(name).get(at(game)).context["digest"] for name in ("Ada", "Bo", "Cy")}
    assert len(digests) == 3


def test_what_one_seals_changes_nothing_that_another_is_shown(game: Game, enter: Enter) -> None:
    lead(game)
    first, second = others(game)
    client = enter(second)
    page = client.get(at(game))
    enter(first).post(at(game, "answer"), {"key": "r1.bid", "do": "play", "card": "9"})
    assert poll(client, page).status_code == 204


# --- What it costs ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("names", "rounds"), [("Ada Bo Cy", 0), ("Ada Bo Cy Dee Eve", 0), ("Ada Bo Cy", 4)])
def test_the_page_takes_eight_statements(
    db: None, enter: Enter, django_assert_max_num_queries: Any, names: str, rounds: int
) -> None:
    game = table(names, now=timezone.now())
    for _ in range(3):
        table(names, now=timezone.now())
    play_rounds(game, rounds)
    client = enter("Bo")
    for name in ("table", "table_part"):
        with django_assert_max_num_queries(8):
            assert client.get(at(game, name)).status_code in {200, 204}


def test_getting_pages_changes_nothing(game: Game, enter: Enter) -> None:
    client = enter("Ada")
    client.get(at(game))
    with CaptureQueriesContext(connection) as queries:
        for name in ("table", "table_part", "tables", "new_table", "me", "settings", "mails", "goodbye", "rules"):
            args = [game.ref] if name.startswith("table_") or name == "table" else []
            client.get(reverse(name, args=args))
    assert [query["sql"] for query in queries if not query["sql"].startswith("SELECT")] == []


def test_who_reads_not_yet_is_told_what_it_may_mean(game: Game, enter: Enter) -> None:
    said, client = "may mean sealed", enter(dealer(game))
    assert said not in client.get(at(game)).content.decode()
    lead(game)
    assert said in client.get(at(game)).content.decode()


def test_the_rules_open_beside_the_table_and_say_so(game: Game, enter: Enter) -> None:
    page = enter("Ada").get(reverse("table", args=[game.ref])).content.decode()
    beside = re.findall(r'<a href="/rules/fram" target="_blank">(.*?)</a>', page, re.DOTALL)
    assert len(beside) == page.count('href="/rules/fram"') == 2
    assert all("(opens in a new tab)" in link and "i-beside" in link for link in beside)
