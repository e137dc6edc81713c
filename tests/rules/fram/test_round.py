"""Rulebook 4 and 5: a round, card by card, and the score; with the rulings of fram.md, *A round* and *End*."""

from dataclasses import replace

import pytest

from games.rules import fram
from games.rules.fram.model import Banish, Began, Drug, Ended, Phase, Play, Prize, Settle, Switch, Take, Won, winner
from games.rules.kernel import IllegalAction
from tests.rules.fram.notation import after, awaited, table, vp

# --- 4.1, 4.2 ---------------------------------------------------------------------------------------------------------


def refused(line, action, reason):
    state = after(line)
    with pytest.raises(IllegalAction) as fault:
        fram.apply(state, action)
    assert reason in str(fault.value)


def test_4_1_the_dealer_leads_face_up():
    view = table("text mead drug | 12").view(None)
    assert view.seats[0].card == "12"
    assert view.phase == "bid"


def test_4_1_only_the_dealer_leads():
    refused("text mead drug", Play(1, "12"), "the dealer leads first")


def test_4_1_a_trump_with_a_power_may_be_led():
    assert after("text mead drug | 4 9 5 | take | mead").played == (None, "mead", None)


def test_4_2_a_bid_lies_face_down():
    game = table("text mead drug | 12")
    game.send(1, "r1.bid play 9")
    assert game.view(None).seats[1].card is game.view(2).seats[1].card is None
    assert game.view(1).decision.given == "9"


def test_4_2_a_card_is_played_once():
    refused("text mead drug | 12 4 5", Play(0, "12"), "not in the hand")


@pytest.mark.parametrize("card", ["3", "16", "text", "drug", ""])
def test_4_2_only_cards_with_a_power_are_played(card):
    refused("text mead drug", Play(0, card), "no such card")


def test_4_2_the_trump_of_another_seat_is_not_in_the_hand():
    refused("text mead drug", Play(0, "mead"), "not in the hand")


def test_bids_are_opened_clockwise_from_the_dealer():
    refused("text mead drug | 12", Play(2, "9"), "clockwise from the dealer")


def test_every_seat_is_asked_even_with_one_card_left():
    assert [prompt.seat for prompt in fram.prompts(after("text mead drug | r12")) if prompt.awaited] == [0]
    assert [prompt.seat for prompt in fram.prompts(after("text mead drug | r12 | 15")) if prompt.awaited] == [1, 2]


@pytest.mark.parametrize(
    ("line", "action", "reason"),
    [
        ("text mead drug", Settle(), "cannot be done now"),
        ("text mead drug", Drug(2, "5"), "cannot be done now"),
        ("text mead drug", Take(0), "nobody is asked"),
        ("text mead drug | 12 9! 5", Play(0, "4"), "showdown is open"),
        ("text mead drug | 4 9 5", Settle(), "take or banish"),
        ("text mead drug | 4 9 5", Play(1, "4"), "take or banish"),
        ("text mead drug | 4 9 5", Take(0), "only the winner"),
        ("text mead drug | r12 | 15 15 15", Play(0, "4"), "over"),
    ],
)
def test_nothing_is_done_out_of_turn(line, action, reason):
    refused(line, action, reason)


# --- 4.3 --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "dealer", "first"),
    [
        ("14 8 15 11", 0, 2),  # the rulebook's first example
        ("14 15 15 11", 0, 1),  # and its second
        ("15 15 15 15", 2, 2),  # the dealer has the advantage
        ("15 14 14 15", 3, 3),
        ("15 14 14 15", 2, 3),  # nearest clockwise, over the end of the table
        ("15 4 sign 5", 1, 2),  # the Elder Sign ties with a 15
        ("mead 4 4 4", 0, 1),
        ("15 trapezohedron sign 4", 0, 1),
    ],
)
def test_4_3_the_highest_wins_and_among_equals_the_nearest_clockwise_from_the_dealer(cards, dealer, first):
    assert winner(tuple(cards.split()), dealer) == first


def test_4_3_all_bids_are_revealed_together():
    game = table("text mead drug | 12 9 5")
    assert game.view(None).showdowns[0].cards == ((0, "12", "12"), (1, "9", "9"), (2, "5", "5"))


def test_4_3_who_tied_is_told():
    [won] = table("text mead drug | 12 12 5").happened(Won)
    assert (won.seat, won.tied) == (0, (1,))


# --- 4.4, 4.5 ---------------------------------------------------------------------------------------------------------


def test_4_4_a_losing_card_becomes_insanity():
    assert [seat.insanity for seat in after("text mead drug | 12 9 5").seats] == [(), ("9",), ("5",)]


def test_4_4_each_insanity_counts_1_against_its_seat():
    assert vp("text mead drug | r4")[1:] == [-3, -3]


def test_4_4_a_trump_that_was_bid_becomes_insanity_too():
    assert after("text mead drug | 12 mead 5").seats[1].insanity == ("mead",)


def test_4_5_the_winner_gets_the_treasure_and_the_card_that_won_it():
    [prize] = after("text mead drug | r1 S7 | 12 9 5").seats[0].prizes
    assert (prize.place, prize.card) == (0, "12")


def test_4_5_the_treasure_covers_all_insanity_of_its_winner():
    before, taken = after("text mead drug | r4 | 7 9 8"), after("text mead drug | r4 | 7 9 8 | take")
    assert (before.seats[1].insanity, before.seats[1].exorcised) == (("4", "5", "6"), ())
    assert (taken.seats[1].insanity, taken.seats[1].exorcised) == ((), ("4", "5", "6"))


def test_4_5_insanity_after_it_counts_again():
    assert after("text mead drug | r4 | 7 9 8 | take | 10 15 11 | take").seats[1].insanity == ("10",)


def test_4_5_the_winner_may_look_at_its_treasure_for_good():
    game = table("text mead drug | r1 S7 | 4 9 5 | take | 4 15 10 | take")
    assert [game.view(seat).seats[1].prizes[0].treasure.value for seat in (0, 1, 2, None)] == [7, 7, None, None]


def test_4_5_treasures_lie_face_down_and_powers_face_up():
    view = table("text mead drug | r1 S7 | 4 9 5 | take | 4 15 10 | take").view(None)
    [prize] = view.seats[1].prizes
    assert (prize.treasure.depth, prize.treasure.value, prize.power, prize.net) == ("S", None, 9, None)
    assert view.seats[1].powers == 9


# --- 4.6 --------------------------------------------------------------------------------------------------------------


def test_4_6_the_row_moves_up():
    first, second = (table(f"text mead drug | r1 S7 M8 A22 M3 {rest}").view(None).row for rest in ("", "| 15 4 5"))
    assert (first.this.depth, first.next.depth, first.deck.depth) == ("S", "M", "A")
    assert (second.this.depth, second.next.depth, second.deck.depth) == ("M", "A", "M")


@pytest.mark.parametrize(
    ("number", "has_next", "has_deck"), [(8, True, True), (9, True, True), (10, True, False), (11, True, False)]
)
def test_through_round_9_the_decks_top_shows_and_in_round_10_it_is_empty(number, has_next, has_deck):
    row = table(f"text mead drug | r{number}").view(None).row
    assert (row.next is not None, row.deck is not None) == (has_next, has_deck)


def test_in_round_11_next_is_the_last_and_lies_open():
    row = table("text mead drug | r11").view(None).row
    assert row.next == row.last


def test_in_round_12_there_is_no_next_and_the_treasure_lies_open():
    row = table("text mead drug | r12").view(None).row
    assert (row.this, row.next, row.deck) == (row.last, None, None)


def test_4_6_the_winner_is_the_next_dealer():
    assert after("text mead drug | 4 9 5 | take").dealer == 1


def test_the_new_dealer_sees_the_treasure_as_the_round_begins():
    began = table("text mead drug | r1 S7 M8 | 15 4 5").happened(Began)[-1]
    assert (began.dealer, [str(treasure) for treasure in began.peeked]) == (0, ["M8"])


def test_any_game_ends_after_twelve_rounds():
    state = after("text mead drug | r12 | 15 15 15")
    assert state.phase is Phase.OVER
    assert len(state.showdowns) == 12


# --- 5 ----------------------------------------------------------------------------------------------------------------


def test_5_treasures_less_powers_less_insanity():
    assert vp("text mead drug | r1 S7 M18 | 4 9 5 | take | 15 8 10 | take") == [-2, 7 + 18 - 9 - 15, -2]


def test_5_the_drug_used_counts_2():
    assert vp("text mead drug | r1 S7 | 12 9 11! | drug:4") == [7 - 12, -1, -3]


def test_5_exorcised_insanity_counts_nothing():
    assert vp("text mead drug | r1 S7 S10 | 5 4 4 | 7 9 8 | take") == [7 - 5 - 1, 10 - 9, -2]


def end_with(*scores):
    """The outcome of a game that ended with these scores: 7 for the first treasure alone, or so much insanity."""
    state = after("text mead drug | r1 S7")
    seats = tuple(
        replace(seat, prizes=(Prize(0, "mead"),)) if score > 0 else replace(seat, insanity=("4",) * -score)
        for seat, score in zip(state.seats, scores, strict=True)
    )
    end = fram.outcome(replace(state, phase=Phase.OVER, seats=seats))
    assert end.scores == scores
    return end


def test_5_the_most_vp_win():
    assert (end_with(-5, 7, -3).places, end_with(-5, 7, -3).winners) == ((3, 1, 2), (1,))


def test_5_equal_scores_share_the_win():
    assert (end_with(7, 7, -3).places, end_with(7, 7, -3).winners) == ((1, 1, 3), (0, 1))


def test_5_when_all_are_below_0_the_old_one_awakens_and_the_lowest_wins():
    end = end_with(-2, -9, -4)
    assert (end.places, end.winners) == ((3, 1, 2), (1,))
    assert "awakens" in str(end.reason)


def test_5_the_lowest_share_an_awakening_likewise():
    assert end_with(-9, -9, -4).winners == (0, 1)


def test_5_0_is_not_below_0():
    assert end_with(-2, 0, -4).winners == (1,)


def test_5_a_game_is_scored_as_it_ends():
    [ended] = table("text mead drug | r12 | 15 15 15").happened(Ended)
    assert (ended.vp, ended.awakened, ended.winners) == ((165 - 13 - 114, -12, -12), False, (0,))


def test_the_outcome_is_none_while_the_game_runs():
    assert fram.outcome(after("text mead drug | r12 | 15")) is None


# --- The log ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "action", "reason"),
    [
        ("text mead drug | 4 9 5 | take", Switch(1), "cannot be done now"),  # no lead yet
        ("mead text drug | 12", Switch(1), "cannot hold"),  # its trump is known
        ("text mead drug | 12", Switch(1), "the dealer's switch"),  # no dealer
        ("text mead drug | 4 9 5 | take | 10!", Switch(1), "once"),
        ("text mead drug | 4 9 5 | take | 10 9", Switch(1), "right before the bids"),
        ("text mead drug | 4 9 5 | take | mead", Switch(1), "cannot hold"),  # a trump led drops it
    ],
)
def test_the_dealers_switch_is_logged_once_right_before_the_bids(line, action, reason):
    refused(line, action, reason)


def test_a_lead_is_logged_without_its_switch():
    refused("text mead drug", Play(0, "4", hold=True), "without its switch")


def test_a_dealers_switch_that_is_off_is_logged_too():
    state = after("text mead drug | 4 9 5 | take | 10")
    assert fram.apply(state, Switch(1, on=False))[0] == state


def test_the_clock_would_play_the_lowest_number():
    state = after("text mead drug | r3")
    assert fram.standing_in(state, awaited(state), lambda n: 0) == Play(0, "6")


def test_the_clock_would_take():
    state = after("text mead drug | 4 9 5")
    assert fram.standing_in(state, awaited(state), lambda n: 0) == Take(1)


def test_banishing_needs_the_sign():
    refused("text mead drug | 4 9 5", Banish(1), "without the Elder Sign")


def test_the_dealers_switch_may_go_either_way_before_the_bids():
    state = after("text mead drug | 4 9 5 | take | 10")
    [switch, *_] = fram.prompts(state)
    assert list(fram.choices(state, switch)) == [Switch(1, on=False), Switch(1)]


def test_where_only_the_order_to_banish_is_offered_the_switch_is_off():
    state = after("text mead drug | r11 | 14 15 14 | take | 14")
    [switch, *_] = fram.prompts(state)
    assert list(fram.choices(state, switch)) == [Switch(1, on=False)]


def test_who_tied_stays_in_the_history():
    assert table("text mead drug | 12 12 12").view(None).showdowns[0].tied == (1, 2)
