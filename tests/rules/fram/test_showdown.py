"""fram.md, *Three waits*: the switch, the open showdown and the orders for the Time Drug."""

import pytest

from games.rules import fram
from games.rules.fram.model import Drug, Drugged, Lapsed, Phase, Play, Settle, Switch
from games.rules.fram.sealed import KEPT
from games.rules.kernel import IllegalAction, StaleDecision, Terms, Wait
from tests.rules.fram.notation import after, table


def offered(line, seat, terms=None):
    """Whether the seat is offered the switch with its lead or bid, and the drug's order with it."""
    decision = table(line, terms).view(seat).decision
    assert decision.switch_offered == decision.drug_order_offered
    return decision.switch_offered


# --- To whom it is offered --------------------------------------------------------------------------------------------


def test_the_switch_is_offered_whatever_the_trump():
    assert offered("text mead drug | 12", 1)
    assert offered("text mead drug | 12", 2)


def test_the_switch_is_not_offered_to_a_seat_whose_trump_is_known():
    assert not offered("text mead drug", 0)
    assert not offered("text mead drug | 12 mead 5 | 9", 0)


def test_the_switch_is_offered_with_a_lead():
    assert offered("text mead drug | 4 9 5 | take", 1)


def test_the_switch_is_not_offered_once_the_drug_was_seen_used():
    assert not offered("text mead drug | 12 9 5! | drug:4 | 11", 1)


@pytest.mark.parametrize(("number", "expected"), [(11, True), (12, False)])
def test_the_switch_is_not_offered_in_round_12(number, expected):
    assert offered(f"text mead drug | r{number} | 15", 1) is expected


def test_the_switch_is_not_offered_for_round_12_while_the_look_of_round_11_is_open():
    assert not offered("text mead drug | r11 | 14 15 14", 2)


def test_a_trump_led_drops_its_dealers_switch():
    game = table("text mead drug | 4 9 5 | take")
    game.send(1, "r2.lead play mead hold")
    assert game.sealed[1] == {}
    assert game.view(1).decision is None


@pytest.mark.parametrize("words", ["hold", "cap=9", "lowest"])
def test_what_is_not_offered_is_refused(words):
    game = table("text mead drug")
    with pytest.raises(IllegalAction, match="cannot hold this showdown"):
        game.send(0, f"r1.lead play 5 {words}")


# --- Its position -----------------------------------------------------------------------------------------------------


def test_the_switch_is_off_at_first():
    assert not table("text mead drug | 12").view(1).decision.hold


def test_the_switch_keeps_its_last_position():
    game = table("text mead drug | 12")
    game.send(1, "r1.bid play 9 hold")
    game.send(2, "r1.bid play 5")
    game.go_on(due=False)
    game.go_on(due=True)
    game.send(0, "r2.lead play 4")
    assert [game.view(seat).decision.hold for seat in (1, 2)] == [True, False]


def test_the_switch_may_be_changed_until_the_showdown():
    game = table("text mead drug | 12")
    game.send(1, "r1.bid play 9 hold")
    game.send(1, "r1.bid play 9")
    game.send(2, "r1.bid play 5")
    game.go_on(due=False)
    assert game.state.showdowns[0].held == frozenset()


def test_the_dealer_changes_its_switch_after_the_lead():
    game = table("text mead drug | 4 9 5 | take")
    game.send(1, "r2.lead play 10 hold cap=14")
    assert game.view(1).decision.hold
    game.send(1, "r2.switch switch lowest")
    decision = game.view(1).decision
    assert (decision.kind, decision.hold, decision.orders.cap, decision.orders.lowest) == ("switch", False, None, True)
    assert game.sealed[1][KEPT] == Switch(1, on=False)


def test_the_dealers_switch_acts_with_the_bids():
    game = table("text mead drug | 4 9 5 | take")
    game.send(1, "r2.lead play 10")
    game.send(1, "r2.switch switch hold")
    game.send(0, "r2.bid play 7")
    game.send(2, "r2.bid play 6")
    game.go_on(due=False)
    assert game.state.phase is Phase.SHOWDOWN
    assert game.log[-3:] == (Switch(1), Play(2, "6"), Play(0, "7"))


def test_the_log_has_a_dealers_switch_whatever_its_position():
    game = table("text mead drug | 4 9 5 | take | 10")
    game.go_on(due=True)
    assert game.log[-3:] == (Switch(1, on=False), Play(2, "4"), Play(0, "5"))
    assert fram.encode(Switch(1, on=False))[0] == fram.encode(Switch(1))[0]


def test_the_log_has_no_switch_of_a_dealer_who_is_offered_none():
    game = table("text mead drug | 12")
    game.go_on(due=True)
    assert [type(action) for action in game.log] == [Play, Play, Play]


# --- The open showdown ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bids", "is_open"),
    [
        ("12 9 5", False),
        ("12 9 5!", True),  # with the drug
        ("12 9! 5", True),  # a bluff
        ("12 mead! 5", False),  # its trump is known after the reveal
        ("12 mead! 5!", True),
    ],
)
def test_a_showdown_is_open_if_a_seat_held_whose_trump_is_still_not_known(bids, is_open):
    assert (after(f"text mead drug | {bids}").phase is Phase.SHOWDOWN) is is_open


def test_an_open_showdown_waits_for_time_alone():
    [wait] = fram.asked(after("text mead drug | 12 9! 5"))
    assert (wait.seat, wait.key, wait.wait) == (None, "r1.showdown", Wait.SHORT)


def test_an_open_showdown_shows_all_cards_and_who_stands_to_win():
    view = table("text mead drug | 12 9! 5").view(None)
    assert view.revealed == ((0, "12"), (1, "9"), (2, "5"))
    assert (view.phase, view.standing, view.showdowns) == ("showdown", 0, ())


def test_there_is_no_passing():
    game = table("text mead drug | 12 9! 5")
    with pytest.raises(IllegalAction, match="by the Time Drug or by its time alone"):
        game.send(1, "r1.showdown go-on")


def test_a_bluff_has_nothing_to_play():
    decision = table("text mead drug | 12 9! 5").view(1).decision
    assert (decision.kind, decision.awaited, decision.has_drug, decision.choices) == ("showdown", False, False, ())
    game = table("text mead drug | 12 9! 5")
    with pytest.raises(IllegalAction, match="cannot use the Time Drug"):
        game.send(1, "r1.showdown drug 14")


def test_who_did_not_hold_is_not_asked():
    game = table("text mead drug | 12 9! 5")
    assert game.view(2).decision is None
    with pytest.raises(StaleDecision):
        game.send(2, "r1.showdown drug 14")


def test_the_drug_ends_it():
    game = table("text mead drug | 12 9! 5!")
    assert " ".join(choice.card for choice in game.view(2).decision.choices) == "4 6 7 8 9 10 11 12 13 14 15"
    game.send(2, "r1.showdown drug 14")
    assert (game.state.phase, game.state.dealer) == (Phase.LEAD, 2)


def test_time_ends_it():
    game = table("text mead drug | 12 9! 5!")
    assert not game.go_on(due=False)
    game.go_on(due=True)
    assert game.log[-1] == Settle()
    assert len(game.happened(Lapsed)) == 1


def test_a_drug_after_it_is_refused():
    game = table("text mead drug | 12 9! 5! | settle")
    with pytest.raises(StaleDecision):
        game.send(2, "r1.showdown drug 14")


def test_mails_about_it_go_to_every_seat():
    before = after("text mead drug | 12")
    for bids in ("12 9! 5", "12 9 5!", "12 9! 5!"):
        due = fram.dues(before, after(f"text mead drug | {bids}"), [])
        assert [(mail.seat, mail.kind) for mail in due] == [(0, "showdown"), (1, "showdown"), (2, "showdown")]


def test_who_held_is_told_to_all_after_the_end():
    line = "text mead drug | r11 | 14 14! 14 | settle | 15 15 15"
    assert table(line).view(None).showdowns[10].held == (1,)
    assert table("text mead drug | r11 | 14 14! 14 | settle").view(1).showdowns[10].held == ()


# --- Always open, one person and bots ---------------------------------------------------------------------------------


def test_always_open_every_switch_offered_is_on_and_cannot_be_turned_off():
    game = table("text mead drug | 12", Terms(always_open=True))
    decision = game.view(1).decision
    assert (decision.hold, decision.hold_fixed) == (True, True)
    game.send(1, "r1.bid play 9")
    game.send(2, "r1.bid play 5")
    game.go_on(due=False)
    assert game.state.held == {1, 2}


def test_always_open_holds_for_the_clocks_cards_too():
    game = table("text mead drug | 4 9 5 | take", Terms(always_open=True))
    game.go_on(due=True)
    game.go_on(due=True)
    assert game.state.held == {1, 2}


def test_one_person_with_bots_may_go_on():
    game = table("text mead drug | 12 9! 5", Terms(solo=True))
    assert game.view(1).decision.can_go_on
    assert fram.asked(game.state)[0].wait is Wait.PACE
    game.send(1, "r1.showdown go-on")
    assert game.state.phase is Phase.LEAD


# --- Orders for the drug ----------------------------------------------------------------------------------------------


def resolved(lead, mine, orders, other="4"):
    """The showdown in which the drug's holder, seat 2, gave these orders."""
    game = table(f"text mead drug | {lead}")
    game.send(1, f"r1.bid play {other}")
    game.send(2, f"r1.bid play {mine} {orders}")
    game.go_on(due=False)
    return game


@pytest.mark.parametrize(
    ("lead", "mine", "orders", "played"),
    [
        ("9", "5", "cap=15", "10"),  # the cheapest that wins; the dealer wins ties
        ("9", "5", "cap=10", "10"),
        ("9", "5", "cap=9", "5"),  # nothing up to the cap wins
        ("9", "10", "cap=15", "10"),  # winning already
        ("9", "10", "lowest", "10"),
        ("12", "9", "lowest", "4"),
        ("12", "4", "lowest", "4"),  # the lowest would be above the card played
        ("14", "9", "cap=14 lowest", "4"),  # or else the lowest
        ("14", "9", "cap=15 lowest", "15"),
        ("12", "9", "", "9"),
    ],
)
def test_an_order_plays_the_cheapest_winner_up_to_a_cap_or_else_the_lowest(lead, mine, orders, played):
    assert resolved(lead, mine, orders).state.showdowns[0].played[2] == played


def test_a_drug_used_by_an_order_means_that_the_showdown_never_opened():
    game = table("text mead drug | 9")
    game.send(1, "r1.bid play 4 hold")
    game.send(2, "r1.bid play 5 cap=15")
    game.go_on(due=False)
    assert game.state.phase is Phase.LEAD
    assert len(game.happened(Drugged)) == 1
    assert game.happened(Lapsed) == []


def test_a_seat_whose_order_used_the_drug_held():
    assert resolved("9", "5", "cap=15").state.showdowns[0].held == {2}


@pytest.mark.parametrize(("switch", "phase"), [("", Phase.LEAD), ("hold", Phase.SHOWDOWN)])
def test_an_order_that_does_not_act_leaves_the_switch_as_it_is_set(switch, phase):
    assert resolved("15", "5", f"cap=15 {switch}").state.phase is phase


def test_without_the_trump_an_order_does_nothing():
    game = table("text mead drug | 9")
    game.send(1, "r1.bid play 5 cap=15 lowest")
    game.send(2, "r1.bid play 4")
    game.go_on(due=False)
    assert game.happened(Drugged) == []


def test_an_order_of_the_dealer_counts_from_its_lead():
    game = table("text drug mead | 4 9 5 | take")
    game.send(1, "r2.lead play 5 cap=15")
    game.send(0, "r2.bid play 11")
    game.send(2, "r2.bid play 4")
    game.go_on(due=False)
    assert game.log[-1] == Drug(1, "11")


def test_an_order_holds_for_its_round():
    game = table("text mead drug | 15")
    game.send(1, "r1.bid play 5")
    game.send(2, "r1.bid play 5 cap=9")
    game.go_on(due=False)
    game.send(0, "r2.lead play 4")
    game.send(1, "r2.bid play 7")
    game.send(2, "r2.bid play 6")
    game.go_on(due=False)
    assert game.happened(Drugged) == []


@pytest.mark.parametrize("cap", ["3", "16"])
def test_a_cap_is_a_power_from_4_to_15(cap):
    game = table("text mead drug | 9")
    with pytest.raises(IllegalAction, match="from 4 to 15"):
        game.send(2, f"r1.bid play 5 cap={cap}")
