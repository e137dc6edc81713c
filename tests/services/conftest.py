"""The toy game beside the real ones."""

import pytest

from games import decks
from games.rules import GAMES
from tests import toy


@pytest.fixture(autouse=True)
def toy_game(monkeypatch):
    """`toy` is a game of the site."""
    monkeypatch.setitem(GAMES, "toy", toy)
    monkeypatch.setattr("games.services.gathering.standard_deck", _deck)


def _deck(slug):
    return {"numbers": [1, 2, 3]} if slug == "toy" else decks.standard_deck(slug)
