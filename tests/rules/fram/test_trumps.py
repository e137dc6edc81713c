"""Rulebook 6: the five trumps, with the rulings of fram.md."""

import pytest

from games.rules import fram
from games.rules.fram.cards import POWER
from games.rules.fram.model import Banish, Banished, Began, Drug, Drugged, Phase, Taken
from games.rules.kernel import IllegalAction
from tests.rules.fram.notation import after, table, vp


def refused(line, action, reason):
    state = after(line)
    with pytest.raises(IllegalAction) as fault:
        fram.apply(state, action)
    assert reason in str(fault.value)


# --- Shining Trapezohedron --------------------------------------------------------------------------------------------


def test_the_trapezohedron_is_a_17():
    assert after("text trapezohedron drug | 15 trapezohedron 15").dealer == 1


def test_the_trapezohedron_costs_its_winner_17():
    assert vp("text trapezohedron drug | r1 S7 | 15 trapezohedron 14") == [-1, 7 - 17, -1]


def test_a_trump_bid_is_known_once_it_is_revealed():
    assert after("text trapezohedron drug | 15 4 5").known == {"text"}
    assert after("text trapezohedron drug | 15 trapezohedron 5").known == {"text", "trapezohedron"}


def test_a_trump_led_is_known_at_once():
    assert after("text trapezohedron drug | 4 9 5 | take | trapezohedron").known == {"text", "trapezohedron"}


# --- Elder Sign -------------------------------------------------------------------------------------------------------


def test_the_sign_bid_is_a_card_of_15_and_nothing_else():
    state = after("text sign drug | r1 S7 | 14 sign 4")
    assert (state.phase, state.dealer) == (Phase.LEAD, 1)  # not asked to banish: it has been played
    assert vp("text sign drug | r1 S7 | 14 sign 4") == [-1, 7 - 15, -1]


def test_as_a_talisman_treasure_and_card_leave_the_game():
    state = after("text sign drug | 4 9 5 | banish")
    assert (state.seats[1].prizes, state.gone) == ((), ("sign", "9"))
    assert vp("text sign drug | 4 9 5 | banish") == [-1, 0, -1]


def test_as_a_talisman_nothing_is_exorcised():
    assert after("text sign drug | r3 | 6 9 7 | banish").seats[1].insanity == ("4", "5")


def test_as_a_talisman_its_seat_is_still_the_next_dealer():
    assert after("text sign drug | 4 9 5 | banish").dealer == 1


def test_as_a_talisman_it_is_known_and_out_of_the_hand():
    state = after("text sign drug | 4 9 5 | banish")
    assert "sign" in state.known
    assert "sign" not in state.seats[1].hand


def test_as_a_talisman_it_is_used_once():
    refused("text sign drug | 4 9 5 | banish | 15 6 7", Banish(1), "nobody is asked")


def test_others_do_not_see_what_was_banished():
    game = table("text sign drug | r1 S7 S10 | 4 9 5 | banish | 15 6 7")
    assert [game.view(seat).banished[0][2].value for seat in (0, 1, 2, None)] == [7, 7, None, None]


def test_only_the_winner_banishes():
    refused("text sign drug | 4 5 9", Banish(1), "only the winner")


# --- Golden Mead ------------------------------------------------------------------------------------------------------


def test_the_mead_is_a_0_and_wins_nothing():
    assert POWER["mead"] == 0
    assert after("text mead drug | 4 mead 5").showdowns[0].winner == 2


def test_the_mead_makes_its_seat_the_next_dealer():
    assert after("text mead drug | 4 mead 5 | take").dealer == 1


def test_the_mead_led_keeps_its_seat_the_dealer():
    assert after("text mead drug | 4 9 5 | take | mead 9 8 | take").dealer == 1


def test_the_mead_shows_the_new_treasure_of_this_round_and_of_the_next():
    game = table("text mead drug | r1 S7 M8 A22 | 15 mead 5")
    assert [str(treasure) for treasure in game.happened(Began)[-1].peeked] == ["M8", "A22"]
    row = game.view(1).row
    assert (row.this.value, row.next.value, row.deck.value) == (8, 22, None)


def test_the_mead_beats_the_talisman():
    assert after("text mead sign | 4 mead 9 | banish").dealer == 1


def test_the_mead_in_round_9_shows_t11_early():
    game = table("text mead drug | r9 S7 M8 A22 | 15 mead 13")
    assert [str(treasure) for treasure in game.happened(Began)[-1].peeked] == ["M8", "A22"]


@pytest.mark.parametrize(("number", "peeked"), [(10, 2), (11, 1)])
def test_the_mead_in_rounds_10_and_11_shows_nothing_that_its_dealer_would_not_see(number, peeked):
    game = table(f"text mead drug | r{number} | 15 mead 15")
    [*_, began] = game.happened(Began)
    assert (began.dealer, len(began.peeked)) == (1, peeked)
    assert game.state.seats[1].seen == {number, 11}


def test_the_mead_in_round_12_has_no_effect():
    state = after("text mead drug | r12 | 15 mead 15")
    assert (state.phase, state.dealer) == (Phase.OVER, 0)


def test_the_mead_in_round_12_is_told_as_a_0_and_no_more():
    game = table("text mead drug | r12 | 15 mead 15")
    assert len(game.happened(Began)) == 12


# --- Time Drug --------------------------------------------------------------------------------------------------------


def test_the_drug_takes_the_card_back_and_plays_another():
    state = after("text mead drug | 12 9 5! | drug:14")
    assert "5" in state.seats[2].hand
    assert not {"14", "drug"} & state.seats[2].hand
    assert state.showdowns[0].played == ("12", "9", "14")
    assert state.showdowns[0].revealed == ("12", "9", "5")


def test_the_drug_finds_the_winner_anew():
    assert after("text mead drug | 12 9 5! | drug:14").dealer == 2


def test_the_drug_finds_the_winner_in_the_same_clockwise_order():
    assert after("text mead drug | 12 9 5! | drug:12").dealer == 0


def test_the_drug_may_give_the_win_away():
    assert after("text mead drug | 12 9 13! | drug:4").dealer == 0


def test_the_drug_may_be_used_by_the_dealer():
    state = after("text mead drug | 4 9 15 | take | 5! 9 10 | drug:14")
    assert (state.dealer, state.showdowns[-1].played) == (2, ("9", "10", "14"))


def test_the_drug_lies_before_its_seat_and_counts_2():
    assert after("text mead drug | 12 9 5! | drug:4").seats[2].drugged
    assert vp("text mead drug | r1 S7 | 12 9 5! | drug:4") == [7 - 12, -1, -1 - 2]


def test_the_drug_used_is_known():
    assert "drug" in after("text mead drug | 12 9 5! | drug:14").known


def test_the_card_taken_back_may_be_played_again():
    assert after("text mead drug | 12 9 5! | drug:14 | 5").played[2] == "5"


@pytest.mark.parametrize("card", ["5", "drug", "16"])
def test_the_drug_plays_another_card_with_a_power(card):
    refused("text mead drug | 12 9 5!", Drug(2, card), "another card 4 to 15")


def test_the_drug_is_used_by_its_holder():
    refused("text mead drug | 12 9! 5!", Drug(1, "14"), "does not have the Time Drug")


def test_who_did_not_hold_has_declined():
    refused("text mead drug | 12 9! 5", Drug(2, "14"), "declined")


def test_the_drug_is_not_used_in_round_12():
    assert "drug" in after("text mead drug | r12").seats[2].hand
    refused("text mead drug | r12 | 15 15", fram.model.Play(2, "15", hold=True), "cannot hold")


def test_using_the_drug_is_told():
    [drugged] = table("text mead drug | 12 9 5! | drug:14").happened(Drugged)
    assert (drugged.seat, drugged.back, drugged.card) == (2, "5", "14")


# --- Taking and banishing are told ------------------------------------------------------------------------------------


def test_who_had_seen_the_face_is_kept_with_the_event():
    assert table("text mead drug | 4 9 5 | take | 15 6 7").happened(Taken)[0].knowers == {0, 1}
    assert table("text sign drug | 4 9 5 | banish | 15 6 7").happened(Banished)[0].knowers == {0, 1}
