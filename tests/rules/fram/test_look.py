"""fram.md, *The winner's look*: who is asked to take or banish, how long, and what the others see meanwhile."""

import pytest

from games.rules import fram
from games.rules.fram.model import Banish, Phase, Play, Take, Taken
from games.rules.kernel import IllegalAction, StaleDecision, Terms, Wait
from tests.rules.fram.notation import after, table

FOLDED = "text sign drug | r1 S7 M8 A22 | 4 9 5"  # seat 1 won; it leads the next round
APART = "text sign mead | r1 S7 M8 A22 | 4 9 mead"  # seat 1 won; the mead's seat leads the next round


# --- Who is asked -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "is_asked"),
    [
        ("text mead drug | 4 9 5", True),  # whatever it holds
        ("text sign drug | 4 9 5", True),
        ("text mead drug | 15 9 5", False),  # the winner's trump is known
        ("text trapezohedron drug | 4 trapezohedron 5", False),
        ("text mead sign | 4 9 sign", False),  # the sign, bid in this round, wins
        ("text sign drug | 15 sign 5 | 4 9 10", False),  # the sign has been seen
        ("text sign drug | 4 9 5 | banish | 10 11 12", False),
        ("text mead drug | 4 9 5! | drug:15", False),  # the drug used is known
    ],
)
def test_the_winner_is_asked_while_the_sign_and_its_own_trump_are_not_known(line, is_asked):
    assert (after(line).phase is Phase.LOOK) is is_asked


def test_otherwise_the_treasure_is_taken_at_once():
    assert len(table("text mead drug | 15 9 5").happened(Taken)) == 1


def test_a_seat_without_the_sign_can_only_take():
    game = table("text mead drug | 4 9 5")
    assert not game.view(1).decision.can_banish
    with pytest.raises(IllegalAction, match="can only be taken"):
        game.send(1, "r1.look banish")


def test_the_winner_sees_what_is_at_stake():
    assert table(FOLDED).view(1).decision.worth.value == 7


# --- In one wait with the lead ----------------------------------------------------------------------------------------


def test_it_is_one_wait_with_the_lead():
    [wait] = fram.asked(after(FOLDED))
    assert (wait.seat, wait.kind, wait.key, wait.wait) == (1, "lead", "r2.lead", Wait.PACE)


def test_answering_starts_no_new_wait():
    assert fram.asked(after(f"{FOLDED} | take")) == fram.asked(after(FOLDED))


def test_the_answer_is_sealed_and_logged_with_the_lead():
    game = table(FOLDED)
    game.send(1, "r1.look banish")
    assert len(game.steps) == 1
    game.send(1, "r2.lead play 10")
    assert game.steps[1] == (Banish(1), Play(1, "10"))


def test_the_lead_waits_for_the_answer():
    with pytest.raises(StaleDecision):
        table(FOLDED).send(1, "r2.lead play 10")


def test_the_answer_cannot_be_changed():
    game = table(FOLDED)
    game.send(1, "r1.look take")
    with pytest.raises(StaleDecision):
        game.send(1, "r1.look banish")


def test_the_winner_sees_the_next_round_once_it_has_answered():
    game = table(FOLDED)
    assert (game.view(1).round, game.view(1).row.next.value) == (1, None)
    game.send(1, "r1.look take")
    view = game.view(1)
    assert (view.round, view.ahead, view.dealer, view.row.this.value) == (2, True, 1, 8)
    assert view.decision.kind == "lead"
    assert view.asked == game.view(0).asked


@pytest.mark.parametrize("answer", ["take", "banish"])
def test_the_others_see_the_table_as_the_showdown_left_it(answer):
    game = table(FOLDED)
    before = [game.view(seat) for seat in (0, 2, None)]
    game.send(1, f"r1.look {answer}")
    assert [game.view(seat) for seat in (0, 2, None)] == before
    view = before[2]
    assert (view.round, view.phase, view.row.this.depth) == (1, "look", "S")
    assert [seat.insanity for seat in view.seats] == [1, 0, 1]
    assert [seat.hand_size for seat in view.seats] == [11, 12, 12]
    assert (view.seats[1].prizes, view.seats[1].card, view.showdowns[0].banished) == ((), "9", None)


def test_a_record_that_ends_with_the_answer_shows_the_same():
    left, answered = table(FOLDED), table(f"{FOLDED} | banish")
    assert [answered.view(seat) for seat in (0, 2, None)] == [left.view(seat) for seat in (0, 2, None)]
    assert answered.view(1).ahead


def test_the_others_learn_of_it_with_the_lead():
    view = table(f"{FOLDED} | banish | 10").view(None)
    assert (view.showdowns[0].banished, view.known_trumps, view.seats[1].hand_size) == (True, ("text", "sign"), 10)
    assert view.banished == ((1, 1, view.showdowns[0].treasure),)


@pytest.mark.parametrize("answer", [None, "take", "banish"])
def test_the_others_may_already_seal_for_the_next_round(answer):
    game = table(FOLDED)
    if answer:
        game.send(1, f"r1.look {answer}")
    assert game.view(2).decision.key == "r2.bid"
    assert [choice.net for choice in game.view(0).decision.choices] == [None] * 11
    game.send(2, "r2.bid play 15 hold below=4")
    assert game.view(2).decision.given == "15"


def test_the_winner_does_not_bid_for_the_next_round():
    with pytest.raises(StaleDecision):
        table(FOLDED).send(1, "r2.bid play 15")


def test_early_bids_show_the_next_treasure_where_it_is_known():
    [choice, *_] = table("text mead drug | r11 | 14 15 14").view(2).decision.choices
    assert choice.net == table("text mead drug | r11").view(2).row.last.value - 15


# --- A wait of its own ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", [APART, "text sign mead | r11 | 14 15 14 | take | 14 15 15"])
def test_after_mead_or_in_round_12_the_look_is_a_wait_of_its_own(line):
    [wait] = fram.asked(after(line))
    assert (wait.kind, wait.wait) == ("look", Wait.SHORT)


def test_its_answer_is_told_at_its_end():
    game = table(APART)
    before = [game.view(seat) for seat in (0, 2, None)]
    game.send(1, "r1.look banish")
    assert [game.view(seat) for seat in (0, 2, None)] == before
    assert not game.go_on(due=False)
    game.go_on(due=True)
    assert (game.log[-1], game.state.dealer) == (Banish(1), 2)


def test_its_answer_shows_to_its_seat():
    game = table(APART)
    game.send(1, "r1.look banish")
    view = game.view(1)
    assert (view.decision.given, view.decision.awaited, view.missing, view.ahead) == ("banish", False, (), False)


def test_its_answer_cannot_be_changed():
    game = table(APART)
    game.send(1, "r1.look banish")
    with pytest.raises(IllegalAction, match="cannot be changed"):
        game.send(1, "r1.look take")


def test_no_answer_is_take():
    for line in (FOLDED, APART):
        game = table(line)
        game.go_on(due=True)
        assert Take(1) in game.log


def test_nobody_seals_for_the_next_round_meanwhile():
    with pytest.raises(StaleDecision):
        table(APART).send(0, "r2.bid play 15")


def test_with_one_person_and_bots_it_ends_with_its_answer():
    game = table(APART, Terms(solo=True))
    assert not game.go_on(due=False)
    game.send(1, "r1.look take")
    assert game.go_on(due=False)


def test_the_clock_answers_and_leads_for_the_absent():
    game = table(FOLDED)
    game.go_on(due=True)
    assert game.steps[1] == (Take(1), Play(1, "4"))


def test_the_clock_leads_for_who_has_only_answered():
    game = table(FOLDED)
    game.send(1, "r1.look banish")
    game.go_on(due=True)
    assert game.steps[1] == (Banish(1), Play(1, "4"))


# --- Orders -----------------------------------------------------------------------------------------------------------


def ordered(line, orders):
    """The look of seat 1, which won with a 9 and these orders, seat 2 having sealed the card named."""
    game = table(f"{line} | 4")
    game.send(1, f"r1.bid play 9 {orders}")
    game.send(2, "r1.bid play mead" if "mead" in line else "r1.bid play 5")
    game.go_on(due=False)
    return game


@pytest.mark.parametrize(("below", "answer"), [(8, Banish(1)), (7, Take(1)), (1, Take(1))])
def test_an_order_banishes_below_so_many_vp(below, answer):
    game = ordered("text sign drug | r1 S7", f"below={below}")
    assert game.view(1).ahead
    game.send(1, "r2.lead play 10")
    assert game.log[-2] == answer


def test_an_order_of_the_dealer_answers_too():
    game = table("text sign drug | r1 S10 S7 | 4 9 5 | take")
    game.send(1, "r2.lead play 15 below=9")
    game.go_on(due=True)
    assert game.view(1).ahead
    game.go_on(due=True)
    assert Banish(1) in game.log


def test_an_orders_answer_to_a_look_of_its_own_is_told_at_its_end():
    game = ordered("text sign mead | r1 S7", "below=8")
    assert game.view(1).decision.given == "banish"
    assert game.view(None).phase == "look"
    game.go_on(due=True)
    assert game.log[-1] == Banish(1)


def test_without_the_sign_an_order_does_nothing():
    game = ordered("text trapezohedron drug | r1 S7", "below=8")
    assert game.view(1).decision.kind == "look"


def test_the_order_is_offered_while_sign_and_ones_own_trump_are_not_known():
    def offered(line, seat):
        return table(line).view(seat).decision.banish_order_offered

    assert offered("text mead drug | 12", 1)
    assert offered("text mead drug | r12 | 15", 1)
    assert not offered("text mead drug", 0)
    assert not offered("text sign drug | 15 sign 5 | 4", 2)


def test_the_dealer_may_give_it_after_its_lead_where_there_is_no_switch():
    game = table("text mead drug | r11 | 14 15 14 | take | 14")
    decision = game.view(1).decision
    assert (decision.kind, decision.switch_offered, decision.banish_order_offered) == ("switch", False, True)
    game.send(1, "r12.switch switch below=5")
    assert game.view(1).decision.orders.below == 5
    assert "switch" not in game.sealed[1]


def test_an_order_that_is_not_offered_is_refused():
    with pytest.raises(IllegalAction, match="cannot give an order to banish"):
        table("text mead drug").send(0, "r1.lead play 5 below=3")


def test_an_order_to_banish_is_1_to_99():
    with pytest.raises(IllegalAction, match="from 1 to 99"):
        table("text mead drug | 12").send(1, "r1.bid play 5 below=0")
