"""Properties of random play, in short; `python -m tests.rules.long_run lost 1000000 7` is the long form."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import lost
from games.rules.kernel import IllegalAction, Terms
from games.rules.offline import OfflineTable, bot_player, play_out
from tests.rules import long_run
from tests.rules.lost import trial
from tests.rules.lost.positions import DECK


@pytest.mark.parametrize("seed", range(3))
def test_long_run(seed: int) -> None:
    """Every choice offered is accepted, every other refused; 75 cards; folding; records; any legal play ends."""
    figure = long_run.run("lost", 300, seed)
    assert figure.accepted > 50 and figure.refused > 100


@settings(max_examples=15)
@given(st.integers(0, 2**32), st.integers(2, 6))
def test_games_of_bots_end(seed: int, seats: int) -> None:
    chance = random.Random(seed)
    deal = lost.deal(DECK, lambda items: chance.sample(list(items), len(items)), seats, {})
    table = OfflineTable(lost, deal, seats, chance.randrange, Terms())
    play_out(table, [bot_player(chance.random)] * seats)
    trial.check(table.state)
    assert table.state.turn < 1000


@settings(max_examples=200)
@given(st.data())
def test_anything_at_all_is_read_or_refused_with_a_sentence(data: st.DataObject) -> None:
    state, _ = lost.setup(lost.deal(DECK, list, 2, {"start": 0}), Terms())
    value = st.one_of(
        st.none(), st.booleans(), st.integers(-2, 3), st.sampled_from(["h1", "h2", "door", "x"]), st.just([])
    )
    names = ["seat", "do", "card", "cards", "join", "option", "to", "give", "banish", "escape", "their"]
    move = data.draw(st.dictionaries(st.sampled_from(names), value))
    move |= data.draw(st.sampled_from([{}, {"seat": 0}])) | {
        "do": data.draw(st.sampled_from(["play", "ultimate", "stop"]))
    }
    try:
        for action in lost.read_move(state, move):
            lost.apply(state, action)
    except IllegalAction as fault:
        assert str(fault)
