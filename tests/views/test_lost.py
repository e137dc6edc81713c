"""The pages of Lost in R'lyeh: who gets what, what each step of a turn asks, and that a whole game can be played."""

import json
import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from games import records
from games.models import Game, Move
from games.services import publishing
from games.views.limits import ANSWERS
from tests import tables
from tests.harness.client import Client
from tests.harness.pages import poll
from tests.scenes import lost
from tests.tables import at, person, table, tend, view

Enter = Callable[[str], Client]
NO_EVENTS = "the next player plays no Events"


@pytest.fixture
def game(db: None) -> Game:
    """A running table of Ada (seat 0), Bo (1) and Cy (2)."""
    return table("Ada Bo Cy", kind="lost", now=timezone.now())


class Form:
    """The form on a page: what its fields offer, as a browser would show them."""

    def __init__(self, text: str) -> None:
        self.text = text.split('id="answer"')[1].split("</form>")[0]

    def hidden(self) -> dict[str, str]:
        found = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', self.text)
        return {name: value for name, value in found if name != "csrfmiddlewaretoken"}

    def choices(self, name: str) -> list[str]:
        return re.findall(rf'<input type="(?:radio|checkbox)" name="{name}"[^>]* value="([^"]*)"', self.text)

    def acts(self) -> list[str]:
        return re.findall(r'<button[^>]* name="do" value="(\w+)"', self.text)


def answer(client: Client, game: Game, chance: random.Random) -> None:
    """Answer what the page asks for, as its form offers it, until the decision is given."""
    page = client.get(at(game))
    for _ in range(3):
        form = Form(page.content.decode())
        sent: dict[str, Any] = form.hidden()
        for name in ("cards", "play", "to", "whose", "escape"):
            if form.choices(name):
                sent[name] = form.choices(name)[-1] if name == "play" else chance.choice(form.choices(name))
        if form.acts():
            sent["do"] = form.acts()[0]
        more = page.context["table"].decision.offers
        for name in ("give", "banish"):
            if form.choices(name):
                sent[name] = _as_many(more, sent, name, form.choices(name), chance)
        page = client.post(at(game, "answer"), sent)
        assert page.status_code in (200, 302), page.content.decode()
        if page.status_code == 302:
            return
    raise AssertionError("the turn does not end")


def _as_many(offers: Any, sent: dict[str, Any], name: str, cards: list[str], chance: random.Random) -> list[str]:
    from games.rules.lost import offers as named

    sides = {named.name(offer, side): side for offer in offers for side in offer.sides}
    asks = sides[sent["play"]].asks
    return chance.sample(cards, asks.give if name == "give" else chance.choice(asks.banish))


def test_a_whole_game_by_its_forms_alone(db: None, enter: Enter) -> None:
    chance, client = random.Random(3), enter("Ada")
    game = table("Ada", bots=1, kind="lost", now=timezone.now())
    for _ in range(600):
        game = tend(game, timezone.now())
        if game.is_finished:
            break
        if any(wait[0] == 0 for wait in game.asked):
            ANSWERS.forget()
            answer(client, game, chance)
    assert game.is_finished
    text = client.get(at(game)).content.decode()
    for said in ("What was hidden", "Replay the game", "Download the record", "lost in R"):
        assert said in text


# --- A turn, step by step -----------------------------------------------------------------------------------------


def sent(page: Any, **more: str) -> dict[str, str]:
    return Form(page.content.decode()).hidden() | more


def test_a_play_is_chosen_then_asked_for_the_rest_then_made(match: lost.Match, enter: Enter) -> None:
    client, logged = enter("Ada"), Move.objects.count()
    page = client.get(at(match.game))
    page = client.post(at(match.game, "answer"), sent(page, do="play", play="h8x3-0"))
    text = page.content.decode()
    assert page.status_code == 200 and "Which player?" in text and "choose the next player" in text
    assert Move.objects.count() == logged
    page = client.post(at(match.game, "answer"), sent(page))
    text = page.content.decode()
    assert page.status_code == 422 and 'role="alert"' in text and "Which player?" in text
    page = client.post(at(match.game, "answer"), sent(page, to="2"), follow=True)
    assert Move.objects.count() == logged + 1
    assert "chose <bdi>Cy</bdi> as the next player" in page.content.decode()


def test_picking_up_is_asked_about_once_more(match: lost.Match, enter: Enter) -> None:
    client, logged = enter("Ada"), Move.objects.count()
    page = client.post(at(match.game, "answer"), sent(client.get(at(match.game)), do="pickup"))
    assert "You take the stack into your hand, 2 cards" in page.content.decode()
    assert Move.objects.count() == logged
    client.post(at(match.game, "answer"), sent(page))
    assert Move.objects.count() == logged + 1


@pytest.mark.parametrize(
    "form", [{"do": "play"}, {"do": "play", "play": "h1x1"}, {"do": "play", "play": "x"}, {"do": "stop"}]
)
def test_what_is_not_offered_is_refused_with_a_sentence(match: lost.Match, enter: Enter, form: dict[str, str]) -> None:
    client, logged = enter("Ada"), Move.objects.count()
    page = client.post(at(match.game, "answer"), sent(client.get(at(match.game))) | form)
    assert page.status_code == 422 and 'role="alert"' in page.content.decode()
    assert Move.objects.count() == logged


def test_a_refused_gift_keeps_what_was_chosen(db: None, enter: Enter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publishing, "_send", lambda *_: None)
    match = lost.begin([person("Ada"), person("Bo")], "Friday").go_on(lambda state: bool(lost.giving_two(state)))
    state = tables.state(match.game)
    client, play = enter(("Ada", "Bo")[state.seat]), lost.giving_two(state)[0]
    page = client.post(at(match.game, "answer"), sent(client.get(at(match.game)), do="play", play=play))
    one = re.findall(r'name="give" value="(\w+)"', page.content.decode())[0]
    page = client.post(at(match.game, "answer"), sent(page, to=str(1 - state.seat), give=one))
    text = page.content.decode()
    assert page.status_code == 422
    assert re.search(rf'name="to" value="{1 - state.seat}" required checked', text)
    assert re.search(rf'name="give" value="{one}" checked', text)


def test_what_is_left_of_a_hand_is_given_without_being_chosen(
    db: None, enter: Enter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publishing, "_send", lambda *_: None)
    match = lost.begin([person("Ada"), person("Bo"), person("Cy")], "Friday", *lost.POWERS).lay("door", "h1", "cthulhu")
    client = enter("Ada")
    page = client.post(at(match.game, "answer"), sent(client.get(at(match.game)), do="play", play="h4x3"))
    text = page.content.decode()
    assert "You give all that is left of your hand:" in text and 'type="checkbox" name="give"' not in text
    given = re.findall(r'type="hidden" name="give" value="(\w+)"', text)
    answer = client.post(at(match.game, "answer"), sent(page, to="1") | {"give": given})
    assert answer.status_code == 302
    assert "gave <bdi>Bo</bdi> Exploring the City (9) and Legrasse" in client.get(at(match.game)).content.decode()
    assert "gave <bdi>Bo</bdi> 2 cards." in enter("Cy").get(at(match.game)).content.decode()


def test_an_ultimate_gets_a_receipt_and_can_be_changed(game: Game, enter: Enter) -> None:
    client = enter("Ada")
    cards = Form(client.get(at(game)).content.decode()).choices("cards")
    for card in cards[:2]:
        page = client.post(at(game, "answer"), {"key": "ultimate", "do": "ultimate", "cards": card}, follow=True)
        assert page.context["decision"].given == card
        assert page.context["code"] in page.content.decode()
    assert not Move.objects.exists()


def test_what_one_seals_changes_nothing_that_another_is_shown(game: Game, enter: Enter) -> None:
    client, card = enter("Bo"), view(game, 0).decision.cards[0]
    page = client.get(at(game))
    enter("Ada").post(at(game, "answer"), {"key": "ultimate", "do": "ultimate", "cards": card})
    assert poll(client, page).status_code == 204


def test_polling_brings_the_next_decision(match: lost.Match, enter: Enter) -> None:
    client = enter("Bo")
    page = client.get(at(match.game))
    match.do(0, 100, "pickup")
    news = poll(client, page).content.decode()
    assert 'id="answer-box"' in news and "Your turn" in news


# --- Who gets what, and what it costs -----------------------------------------------------------------------------


def test_an_opponents_hand_is_a_number(match: lost.Match, enter: Enter) -> None:
    page = enter("Bo").get(at(match.game))
    assert [bool(seat.hand) for seat in page.context["table"].seats] == [False, True, False]
    assert 'name="play"' not in page.content.decode()


@pytest.mark.parametrize("turns", [1, 40])
def test_the_page_takes_eight_statements(
    match: lost.Match, enter: Enter, django_assert_max_num_queries: Any, turns: int
) -> None:
    match.go_on(lambda state: state.turn > turns)
    client = enter("Bo")
    for name in ("table", "table_part"):
        with django_assert_max_num_queries(8):
            assert client.get(at(match.game, name)).status_code in {200, 204}


def test_a_finished_game_can_be_replayed_from_every_seat_and_kept(match: lost.Match, enter: Enter) -> None:
    match.go_on(lambda state: state.phase == "over")
    client = enter("Ada")
    for eyes in ("0", "1", "2", "all"):
        page = client.get(at(match.game, "replay"), {"step": "9", "as": eyes})
        assert page.status_code == 200
        text = page.content.decode()
        hands = text.partition('id="hands-title"')[2].partition("</section>")[0]
        assert ("Hand of" in hands, hands.count("<h3>")) == ((False, 3) if eyes == "all" else (True, 0))
        assert text.count("(known to you)") == (0 if eyes == "all" else 1)
    written = json.loads(client.get(at(match.game, "record")).content)
    assert records.check(written) == written
    assert client.get(at(match.game, "proof")).json()["commitment"] == match.game.commitment


def test_a_replay_begins_with_the_start_as_the_table_does(match: lost.Match, enter: Enter) -> None:
    match.go_on(lambda state: state.phase == "over")
    page = enter("Ada").get(at(match.game, "replay"))
    assert page.context["table"].turn == 0 and page.context["label"] == "Start"


def test_a_guest_tries_it_from_the_front_page_on(db: None) -> None:
    client = Client()
    assert b'name="kind" value="lost"' in client.get(reverse("front")).content
    page = client.post(reverse("try_now"), {"kind": "lost"}, follow=True)
    assert page.context["game"].kind == "lost" and "Your Ultimate Escape card" in page.content.decode()
    assert client.post(reverse("try_now"), {"kind": "no game"}, follow=True).context["game"].kind == "fram"


@pytest.mark.parametrize(("tide", "kept"), [("on", True), ("", False)])
def test_the_tide_is_the_hosts_choice(db: None, enter: Enter, tide: str, kept: bool) -> None:
    terms = {"kind": "lost", "name": "Friday", "seats": "2", "pace": "86400", "with_bots": "on", "tide": tide}
    page = enter("Ada").post(reverse("new_table"), terms, follow=True)
    assert page.context["table"].tide is kept


def test_my_tables_say_who_escaped_and_who_was_lost(match: lost.Match, enter: Enter) -> None:
    match.go_on(lambda state: state.phase == "over")
    places = tables.fresh(match.game).result["places"]
    for name, place in zip(("Ada", "Bo", "Cy"), places, strict=True):
        row = enter(name).get(reverse("tables")).content.decode().split('id="finished-title"')[1]
        fate = "you escaped" if place == 1 else "you lost"
        assert f"Lost in R&#x27;lyeh&nbsp;· <b>{fate}</b>" in re.sub(r"\s+", " ", row)
