"""Random legal play, checked all along; `python -m tests.rules.long_run fram 1000000 7` is the full figure."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import GAMES
from tests.rules import long_run


@pytest.mark.parametrize("slug", GAMES)
def test_random_play_breaks_no_property(slug):
    figure = long_run.run(slug, 3000, seed=2)
    assert figure.moves >= 3000
    assert figure.accepted > 1000
    assert figure.refused > 1000


@pytest.mark.parametrize("slug", GAMES)
@settings(max_examples=10, deadline=None)
@given(chance=st.randoms(use_true_random=False))
def test_any_game_ends_and_is_its_log(slug, chance):
    trial = long_run.load(slug)
    table = long_run.play_a_game(trial, random.Random(chance.getrandbits(64)), long_run.Figure())
    assert table.rules.outcome(table.state) is not None
    assert table.rules.asked(table.state) == ()
