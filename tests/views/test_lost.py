"""The pages of Lost in R'lyeh: who gets what, what each step of a turn asks, and that a whole game can be played."""

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from games.models import Game
from games.views.limits import ANSWERS
from tests.harness.client import Client
from tests.tables import table, tend

Enter = Callable[[str], Client]


@pytest.fixture
def game(db: None) -> Game:
    """A running table of Ada (seat 0), Bo (1) and Cy (2)."""
    return table("Ada Bo Cy", kind="lost", now=timezone.now())


def at(game: Game, name: str = "table") -> str:
    return reverse(name, args=[game.ref])


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
