"""The bot: what it makes of a table, and that it uses what it has."""

import random
from dataclasses import replace

import pytest

from games.rules import fram
from games.rules.fram.bot import HOLDS
from games.rules.fram.model import Banish, Drug, Phase, Switch, Take
from games.rules.fram.outlook import Hand, Race, outlook
from games.rules.fram.sealed import KEPT
from games.rules.kernel import Terms
from games.rules.offline import OfflineTable, bot_player, play_out, random_player
from tests.rules.fram.notation import deal, table


def draws(*numbers):
    """A source of chance that gives these numbers, and then one half."""
    left = list(numbers)
    return lambda: left.pop(0) if left else 0.5


def asks(line, seat, *numbers, terms=None):
    """What the bot hands in at that position."""
    return fram.bot(table(line, terms).view(seat), draws(*numbers))


# --- What it is asked -------------------------------------------------------------------------------------------------


def test_it_does_nothing_unasked():
    assert asks("text mead drug", 1) is None  # a bid may wait for the lead
    assert asks("text mead drug | 4 9 5 | take | 10", 1) is None  # its switch may stay
    assert asks("text mead drug | r12 | 15 15 15", 1) is None
    assert asks("text mead drug | 12 9! 5", 2) is None


def test_it_answers_once():
    game = table("text mead drug | 12")
    game.hand_in(1, fram.bot(game.view(1), draws()))
    assert fram.bot(game.view(1), draws()) is None


@pytest.mark.parametrize("line", ["text mead drug", "text mead drug | 12", "text mead drug | 4 9 5"])
def test_what_it_hands_in_is_accepted(line):
    game = table(line)
    for seat in range(3):
        form = fram.bot(game.view(seat), draws())
        if form is not None:
            game.hand_in(seat, form)


@pytest.mark.parametrize("line", ["text mead drug | 12", "text mead drug | 4 9 5 | take"])
@pytest.mark.parametrize("kept", [Switch(1), Switch(1, False)])
@pytest.mark.parametrize("draw", [0.0, 0.9])
def test_standing_in_for_somebody_it_leaves_their_switch_as_it_was(line, kept, draw):
    game = table(line)
    game.sealed[1] = {KEPT: kept}
    form = fram.bot(game.view(1), draws(draw))
    assert ("hold" in form) == (draw < HOLDS)
    game.hand_in(1, form)
    assert game.sealed[1][KEPT] == kept


def test_who_comes_back_sees_whether_its_bid_holds_and_what_the_switch_is_at_next():
    game = table("text mead drug | 12")
    game.send(2, "r1.bid play 5")
    game.hand_in(1, fram.bot(game.view(1), draws(0.0)))
    assert game.view(1).decision.hold
    game.go_on(due=False)
    assert game.state.held == {1}
    game.go_on(due=True)
    game.go_on(due=True)
    assert not game.view(1).decision.hold


# --- What it makes of a table -----------------------------------------------------------------------------------------


def odds(line, seat):
    view = outlook(table(line).view(seat))
    return {card: view.odds(card) for card in view.hand}


def test_a_lead_that_is_higher_cannot_be_beaten():
    view = outlook(table("text mead drug | r3 | 12").view(1))
    assert view.now["11"] == view.now["12"] == 0 < view.now["13"]


def test_ties_go_clockwise_from_the_dealer():
    one, two = (outlook(table("text mead drug | 4").view(seat)) for seat in (1, 2))
    assert one.now["9"] > two.now["9"]


def test_a_seat_cannot_play_what_it_has_played():
    """Seat 1 has no 15 any more, so that a 14 wins more often against it."""
    before, after = (
        outlook(table(line).view(2)) for line in ("text mead drug | r2", "text mead drug | 4 15 5 | take | 4")
    )
    assert after.then["14"] > before.then["14"]


def test_it_bids_more_for_a_richer_treasure_that_it_knows():
    rich, poor = (odds(f"text mead drug | r12 {card}", 0) for card in ("A22", "A0"))
    assert set(rich) == {"15"} == set(poor)
    rich, poor = (odds(f"text mead drug | r9 {card}", 0) for card in ("A22", "A0"))
    assert max(rich, key=rich.get) > max(poor, key=poor.get)
    assert max(poor, key=poor.get) == "12"


def test_insanity_makes_it_want_a_treasure():
    few = outlook(table("text mead drug | r2 | 12").view(1))
    many, rest = replace(few, insanity=8), few.rest(["4", "5"])
    assert few.odds_if_won("13", rest, 0) == many.odds_if_won("13", rest, 0)
    assert few.odds_if_lost(rest) > many.odds_if_lost(rest)


def test_a_race_is_won_as_the_best_at_0_or_more_or_as_the_lowest_of_all_below():
    race = Race(0, 0.1, ((-6, 1), (-9, 1)))
    assert race.odds(1) > 0.99
    assert race.odds(-4) < 0.05
    assert race.odds(-13) > 0.95


def test_nobody_awakens_anything_while_another_is_at_0():
    assert Race(0, 0.1, ((5, 1),)).odds(-13) < 0.01


def test_a_hand_with_one_card_left_is_known():
    hand = Hand((15,), (), 1.0, 0.0)
    assert (hand.beats(14, 0), hand.beats(15, 0), hand.beats(15, 1)) == (1, 0, 1)


def test_a_hand_that_is_empty_but_for_a_trump_is_no_fault():
    assert Hand((), (17,), 1.0, 0.0).beats(15, 0) > 0


# --- Trumps, holds, orders --------------------------------------------------------------------------------------------


def test_whether_it_holds_is_drawn_before_it_looks_at_its_trump():
    for trump in ("mead", "drug", "sign", "trapezohedron"):
        other = "drug" if trump != "drug" else "mead"
        assert asks(f"text {trump} {other} | 12", 1, 0.01)["hold"] == "on"
        assert "hold" not in asks(f"text {trump} {other} | 12", 1, 0.9)


def test_it_holds_nothing_that_it_is_not_offered():
    assert "hold" not in asks("text mead drug", 0, 0.01)


def test_with_one_person_only_that_persons_hold_opens_a_showdown():
    assert "hold" not in asks("text mead drug | 12", 1, 0.01, terms=Terms(solo=True))


def test_it_draws_among_choices_that_are_nearly_as_good():
    cards = {asks("text mead drug | 15", 1, 0.9, number / 20)["card"] for number in range(20)}
    assert len(cards) > 1


def test_it_orders_the_drug_to_win_what_is_worth_it():
    form = asks("text mead drug | r1 S7 A22 | 4 5 9 | take", 2, 0.9)
    assert int(form["cap"]) >= 13


def test_it_orders_nothing_without_the_trump():
    assert not {"cap", "lowest", "below"} & set(asks("text mead trapezohedron | r9 | 12", 1))


def test_it_orders_to_banish_poor_treasures():
    form = asks("text sign drug | r9 S7 | 12", 1)
    assert form["card"] == "sign" or 1 <= int(form["below"]) <= 15


def test_it_banishes_a_poor_treasure_and_takes_a_rich_one():
    assert asks("text sign drug | r9 A0 | 12 15 13", 1)["do"] == "banish"
    assert asks("text sign drug | r9 A22 | 12 15 13", 1)["do"] == "take"
    assert asks("text mead drug | r9 A0 | 12 15 13", 1)["do"] == "take"


def test_it_uses_the_drug_where_that_wins_a_rich_treasure():
    form = asks("text mead drug | r1 S7 A22 | 4 5 9 | take | 10! 13 14", 2)
    assert (form["do"], form["card"]) == ("drug", "14")  # the dealer wins ties
    assert asks("text mead drug | r1 S7 A22 | 4 5 9 | take | 15! 13 14", 2) is None  # it wins already


def test_it_leaves_the_drug_where_it_wins_nothing():
    assert asks("text mead drug | r2 S7 | 15 5 5!", 2) is None


def test_a_bluff_has_nothing_to_hand_in():
    assert asks("text mead drug | 12 9! 5", 1) is None


# --- Whole games ------------------------------------------------------------------------------------------------------


def play(seats, players, seed, terms=None):
    chance = random.Random(seed)
    trumps = ["text", *chance.sample(["drug", "sign", "mead", "trapezohedron"], seats - 1)]
    game = OfflineTable(fram, deal(chance.sample(trumps, seats)), seats, chance.randrange, terms or Terms())
    kinds = {"bot": bot_player(chance.random), "random": random_player(chance.randrange)}
    play_out(game, [kinds[player] for player in players])
    return game


def test_it_wins_more_than_its_share():
    wins = 0.0
    for seed in range(30):
        winners = fram.outcome(play(4, ["bot", "random", "random", "random"], seed).state).winners
        wins += (0 in winners) / len(winners)
    assert wins >= 12


def test_bots_among_themselves_play_to_the_end_and_use_all_they_have():
    logs = [play(5, ["bot"] * 5, seed) for seed in range(15)]
    assert all(game.state.phase is Phase.OVER for game in logs)
    used = {type(action) for game in logs for action in game.log}
    assert {Drug, Banish, Take} <= used
    winners = [set(fram.outcome(game.state).winners) for game in logs]
    assert all(any(seat in who for who in winners) for seat in range(5))
    best = [max(fram.outcome(game.state).scores) for game in logs]
    assert -10 < sum(best) / len(best) < 20


@pytest.mark.parametrize("terms", [Terms(solo=True), Terms(always_open=True)])
def test_bots_play_under_any_terms(terms):
    assert play(3, ["bot"] * 3, 1, terms).state.phase is Phase.OVER
