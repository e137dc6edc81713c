"""A game played through the forms of its pages alone, filled in at random: every answer that is offered is taken."""

import random
from collections.abc import Callable
from datetime import timedelta
from html.parser import HTMLParser
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from games.models import Game
from tests.harness.client import Client
from tests.tables import fresh, resolve, table

Enter = Callable[[str], Client]


class Forms(HTMLParser):
    """The forms of a page that lead to an address: for each its fields, with the values that may be sent."""

    def __init__(self, action: str) -> None:
        super().__init__()
        self.action, self.forms, self.inside, self.select = action, [], False, ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = dict(attributes)
        if tag == "form":
            self.inside = found.get("action") == self.action
            if self.inside:
                self.forms.append({})
        elif self.inside and tag == "input" and "disabled" not in found:
            self._field(found)
        elif self.inside and tag == "select":
            self.select = found["name"] or ""
        elif self.inside and tag == "option":
            self.forms[-1].setdefault(self.select, []).append(found.get("value") or "")

    def _field(self, found: dict[str, str | None]) -> None:
        values = self.forms[-1].setdefault(found["name"], [])
        match found.get("type"):
            case "checkbox":
                values += [None, found["value"]]
            case "number":
                values += ["", "4", "12"]
            case _:
                values.append(found.get("value") or "")

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag != "form"


def forms(page: Any, action: str) -> list[dict[str, list[Any]]]:
    parser = Forms(action)
    parser.feed(page.content.decode())
    return parser.forms


def fill(form: dict[str, list[Any]], dice: random.Random) -> dict[str, str]:
    chosen = {name: dice.choice(values) for name, values in form.items()}
    return {name: value for name, value in chosen.items() if value is not None}


def answer(client: Client, game: Game, dice: random.Random) -> None:
    """Answer what the page asks, if it does."""
    page = client.get(reverse("table", args=[game.ref]))
    asked, action = page.context["decision"], reverse("answer", args=[game.ref])
    if asked is None or (asked.given and dice.random() < 0.7):
        return
    offered = forms(page, action)
    if not offered:
        return
    result = client.post(action, fill(dice.choice(offered), dice))
    if result.status_code == 200:  # asked once more
        result = client.post(action, fill(forms(result, action)[0], dice))
    assert result.status_code == 302, result.context["fault"]


@pytest.mark.parametrize("seed", [0, 3])
def test_a_game_through_its_forms(db: None, enter: Enter, seed: int) -> None:
    dice = random.Random(seed)
    game = table("Ada Bo Cy Dee", always_open=bool(seed), now=timezone.now())
    clients = [enter(name) for name in ("Ada", "Bo", "Cy", "Dee")]
    for _ in range(400):
        for client in dice.choices(clients, k=4):
            answer(client, game, dice)
        resolve(game, timezone.now())
        if fresh(game).is_finished:
            break
        if dice.random() < 0.3 and any(wait[1] in {"showdown", "look"} for wait in fresh(game).asked):
            Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - timedelta(seconds=1))
            resolve(game, timezone.now())
    assert fresh(game).is_finished
    for client in clients:
        assert client.get(reverse("table", args=[game.ref])).status_code == 200
