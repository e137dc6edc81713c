"""A table without a database, and those who play at it."""

import random

from games.rules import fram
from games.rules.fram.model import Phase, Play
from games.rules.offline import OfflineTable, play_out, random_player
from tests.rules.fram.notation import table


def test_a_table_keeps_its_log_in_steps():
    game = table("text mead drug")
    game.send(0, "r1.lead play 12")
    game.send(1, "r1.bid play 9")
    game.send(2, "r1.bid play 5")
    assert game.go_on(due=False)
    assert [len(step) for step in game.steps] == [1, 2]
    assert game.log[0] == Play(0, "12")


def test_what_is_sealed_goes_when_it_is_over():
    game = table("text mead drug | 12")
    game.send(1, "r1.bid play 9")
    assert set(game.sealed[1]) == {"r1.bid", "switch"}
    game.go_on(due=True)
    assert set(game.sealed[1]) == {"switch"}


def test_a_random_seat_answers_what_is_awaited_and_nothing_twice():
    game, move = table("text mead drug"), random_player(lambda n: 0)
    assert [move(game, seat) for seat in (1, 0, 0, 1, 1)] == [False, True, False, True, False]


def test_a_random_seat_lets_an_open_showdown_pass_every_other_time():
    game = table("text mead drug | 12 9 5!")
    assert not random_player(lambda n: 1)(game, 2)
    assert random_player(lambda n: 0)(game, 2)


def test_a_game_is_played_out():
    chance = random.Random(1)
    deal = fram.deal({"S": [7, 10, 11, 13, 14], "M": [3, 8, 11, 15, 18], "A": [0, 4, 11, 18, 22]}, sorted_like, 4, {})
    game = OfflineTable(fram, deal, 4, chance.randrange)
    play_out(game, [random_player(chance.randrange)] * 4)
    assert game.state.phase is Phase.OVER


def sorted_like(items):
    return list(items)
