"""Making moves."""

import pytest

from games.models import Game, Move
from tests import tables
from tests.tables import bid, fresh, resolve, state, table, view

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def test_a_whole_game_can_be_played():
    game = table()
    for _ in range(200):
        game = fresh(game)
        if game.is_finished:
            break
        for number in range(3):
            decision = view(game, number).decision
            if decision is not None and decision.awaited:
                if decision.kind == "look":
                    tables.answer(game, number, key=decision.key, do="take")
                else:
                    bid(game, number)
        game = resolve(game, game.deadline if any(a[3] == "short" for a in game.asked) else tables.NOW)
    assert game.is_finished
    assert sum(place == 1 for place in game.result["places"]) >= 1
