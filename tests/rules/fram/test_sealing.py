"""fram.md, *Three waits*: what lies sealed, who is said to be missing, and what the clock plays."""

import pytest

from games.rules import fram
from games.rules.fram.model import Play, Switch
from games.rules.fram.sealed import KEPT
from games.rules.kernel import IllegalAction, StaleDecision
from tests.rules.fram.notation import after, table


def offered(line, seat, terms=None):
    """Whether the seat is offered the switch with its lead or bid, and the drug's order with it."""
    decision = table(line, terms).view(seat).decision
    assert decision.switch_offered == decision.drug_order_offered
    return decision.switch_offered


# --- Sealed bids ------------------------------------------------------------------------------------------------------


def test_a_sealed_bid_may_be_replaced_and_shows_its_owner_the_last_one():
    game = table("text mead drug | 9")
    game.send(1, "r1.bid play 5")
    game.send(1, "r1.bid play 6")
    assert game.view(1).decision.given == "6"


def test_a_bid_may_be_sealed_before_the_lead_but_nobody_waits_for_it():
    game = table("text mead drug")
    assert not game.view(1).decision.awaited
    game.send(1, "r1.bid play 5")
    game.send(0, "r1.lead play 9")
    assert fram.handed_in(game.state, game.sealed) == {1}


def test_a_bid_is_a_card_of_the_hand():
    game = table("text mead drug | 9")
    with pytest.raises(IllegalAction, match="not in your hand"):
        game.send(1, "r1.bid play sign")


def test_an_answer_must_fit_its_decision():
    game = table("text mead drug | 9")
    with pytest.raises(IllegalAction, match="not an answer to what is asked"):
        game.send(1, "r1.bid take")


def test_a_stale_decision_is_refused():
    game = table("text mead drug | 9")
    for key in ("r1.lead", "r2.bid", "r0.bid", "switch", ""):
        with pytest.raises(StaleDecision):
            game.hand_in(1, {"key": key, "do": "play", "card": "5"})


def test_only_ones_own_state_of_missing_is_live():
    game = table("text mead drug | 9")
    game.send(1, "r1.bid play 5")
    assert game.view(1).missing == (2,)
    assert game.view(2).missing == game.view(None).missing == game.view(0).missing == (1, 2)
    assert game.view(2, frozenset({2})).missing == (2,)
    assert game.view(2, frozenset({1})).missing == (1, 2)


def test_who_is_not_said_to_be_missing_is_said_to_have_laid_a_card():
    game = table("text mead drug | 9")
    game.send(1, "r1.bid play 5")
    assert [seat.laid for seat in game.view(1).seats] == [True, True, False]
    assert [seat.laid for seat in game.view(2).seats] == [True, False, False]


def test_a_sealed_bid_counts_as_in_the_hand():
    game = table("text mead drug | 9")
    game.send(1, "r1.bid play 5")
    assert [seat.hand_size for seat in game.view(None).seats] == [11, 13, 13]


# --- The clock --------------------------------------------------------------------------------------------------------


def test_the_clock_leads_the_lowest_number():
    game = table("text mead drug | r3")
    game.go_on(due=True)
    assert game.log[-1] == Play(0, "6")


def test_the_clock_bids_the_lowest_number_not_held_and_keeps_the_position():
    game = table("text mead drug | 12")
    game.send(1, "r1.bid play 9 hold")
    game.send(2, "r1.bid play 15 hold")
    game.go_on(due=False)
    for _ in ("the showdown", "the look with its lead", "the bids"):
        game.go_on(due=True)
    assert game.state.showdowns[1].played == ("4", "4", "4")
    assert game.state.showdowns[1].held == frozenset()
    assert game.sealed[1][KEPT] == Switch(1)


def test_after_the_clocks_lead_the_dealer_does_not_hold_unless_it_says_so():
    game = table("text mead drug | 12 15 4")
    game.send(1, "r1.look take")
    game.sealed[1] = {**game.sealed[1], KEPT: Switch(1)}
    game.go_on(due=True)
    assert game.view(1).decision.hold is False
    game.send(1, "r2.switch switch hold")
    game.go_on(due=True)
    assert game.state.held == {1}


def test_who_is_not_away_is_not_timed_out():
    game = table("text mead drug | 12")
    game.send(2, "r1.bid play 15")
    game.go_on(due=True)
    assert game.log == (Play(0, "12"), Play(1, "4"), Play(2, "15"))


def test_what_a_bot_would_play_for_the_absent_has_no_orders_and_does_not_hold():
    state = after("text mead drug | 12")
    log = fram.advance(state, {}, True, lambda state, prompt: Play(prompt.seat, "9", hold=True))
    assert log == (Play(1, "9"), Play(2, "9"))


def test_nothing_goes_on_by_itself_before_its_time():
    for line in ("text mead drug", "text mead drug | 12", "text mead drug | 12 9! 5", "text mead drug | 4 9 5"):
        assert fram.advance(after(line), {}, False, fram.standing_in) == ()


def test_nothing_goes_on_after_the_end():
    assert fram.advance(after("text mead drug | r12 | 15 15 15"), {}, True, fram.standing_in) == ()


def test_what_is_sealed_is_kept_as_long_as_it_is_of_use():
    look, bid = after("text mead drug | 4 9 5"), after("text mead drug | 4 9 5 | take | 10")
    assert all(fram.keeps(look, 0, key) for key in (KEPT, "r1.bid", "r1.look", "r2.bid"))
    assert not any(fram.keeps(bid, 0, key) for key in ("r1.bid", "r1.look", "r1.switch"))
    assert fram.keeps(bid, 0, "r2.bid")
    assert not fram.keeps(after("text mead drug | r12 | 15 15 15"), 0, "r12.bid")


@pytest.mark.parametrize("words", ["cap=4", "cap=15", "below=1", "below=99"])
def test_the_ends_of_what_an_order_may_say(words):
    table("text mead drug | 9").send(1, f"r1.bid play 5 {words}")


def test_what_is_sealed_and_what_is_awaited():
    def prompts(line):
        return [(prompt.kind, prompt.sealed, prompt.awaited) for prompt in fram.prompts(after(line))]

    early = [("bid", True, False)] * 2
    assert prompts("text mead drug") == [("lead", False, True), *early]
    assert prompts("text mead drug | 12") == [("bid", True, True)] * 2
    assert prompts("text mead drug | 4 9 5 | take | 10")[0] == ("switch", True, False)
    assert prompts("text mead drug | 12 9! 5") == [("showdown", False, True)]
    assert prompts("text mead drug | 4 9 5") == [("look", True, True), *early]
    assert prompts("text sign mead | 4 9 mead") == [("look", True, True)]


def test_a_seat_is_shown_as_missing_as_it_is_said():
    game = table("text mead drug | 9")
    assert [seat.missing for seat in game.view(None, frozenset({2})).seats] == [False, False, True]
