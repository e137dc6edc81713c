"""Every ruling of lost.md that is more than a line of its deck table (test_powers.py); each test quotes it."""

import pytest

from games.rules import lost
from games.rules.kernel import IllegalAction, Terms
from games.rules.lost.happenings import Escaped, Lost, PickedUp, Skipped, TideTook
from games.rules.lost.model import LayUltimate, Pass, PickUp, Play, Stop, TakeUp
from tests.rules.lost.positions import DECK, deck_with, do, events_of, hand, on_turn, position, refused, row, stack

NO_EVENTS = "the next player plays no Events"
TEN = "the next player plays only rating 10 or an Event"


class TestSetup:
    def test_every_seat_sealed_and_at_the_same_time_chooses_its_ultimate(self) -> None:
        state, _ = lost.setup(lost.deal(DECK, list, 2, {"start": 1}), Terms())
        assert [(p.seat, p.key, p.sealed) for p in lost.prompts(state)] == [
            (0, "ultimate", True),
            (1, "ultimate", True),
        ]
        with pytest.raises(IllegalAction, match="order of the seats"):
            lost.apply(state, LayUltimate(1, state.hands[1][0]))
        with pytest.raises(IllegalAction, match="not in the hand"):
            lost.apply(state, LayUltimate(0, "fear"))
        with pytest.raises(IllegalAction, match="First every seat"):
            lost.apply(state, PickUp(1))

    def test_the_loser_of_the_last_game_starts_else_a_seat_drawn_with_the_deal(self) -> None:
        assert lost.deal(DECK, list, 4, {"start": 2}).start == 2
        assert lost.deal(DECK, lambda items: list(reversed(items)), 4, {}).start == 3

    def test_laying_the_ultimates_is_no_turn_and_a_turn_is_counted_when_it_begins(self) -> None:
        state, _ = lost.setup(lost.deal(DECK, list, 2, {"start": 1}), Terms())
        assert state.turn == 0
        for seat in (0, 1):
            state, _ = lost.apply(state, LayUltimate(seat, state.hands[seat][0]))
        assert (state.turn, on_turn(state), state.clockwise) == (1, (1, "play"), True)
        with pytest.raises(IllegalAction, match="lie already"):
            lost.apply(state, LayUltimate(0, state.hands[0][0]))


class TestEmptyHand:
    def test_takes_up_one_escape_card_of_several_ultimates_any(self) -> None:
        state = position("h4", " / / h5 h6", "h1")
        assert hand(do(state, "take h6"), 0) == "h6"
        assert hand(do(state, "take h5"), 0) == "h5"

    def test_of_equal_cards_the_first_is_meant(self) -> None:
        state = position("h4", " / h5 h6 h5 / door", "h1")
        assert row(do(state, "take h5"), 0) == "h6 h5 / door"

    def test_once_a_turn_only_then(self) -> None:
        for phase in ("play", "again"):
            assert refused(position("h4", "h9 / h5 / door", "h1", phase=phase), "take h5")


class TestWhatMayBePlayed:
    def test_on_a_rite_any_other_card_ends_that_limit(self) -> None:
        """Under an Event the newest printed Horror, the Rite itself, counts again."""
        state = do(position("", "h5 h9", "door h9", "h4 h5 h9"), "h5", "door")
        assert (state.limit, on_turn(state)) == (None, (0, "play"))
        under = position("h5 door", "h4 h5 h9", "h1")
        assert refused(under, "h4") and not refused(under, "h5")

    def test_a_rite_that_joined_a_run_over_an_event_names_a_lower_number(self) -> None:
        state = do(position("h5 door", "h5 h9", "h3 h4"), "h5")
        assert state.limit == 4
        assert refused(state, "h4") and not refused(state, "h3")

    def test_an_angell_is_never_the_newest_horror(self) -> None:
        assert not refused(position("h9 angell", "h1 h2", "h1"), "h1")
        assert refused(position("h9 angell door", "h1 h2", "h1"), "h1"), "under a later Event the printed one counts"

    def test_picking_up_never_an_empty_stack(self) -> None:
        assert refused(position("", "h1", "h1"), "pickup")

    def test_on_an_empty_stack_who_can_play_must(self) -> None:
        assert refused(position("", "h1", "h1"), "pass")

    def test_who_cannot_passes_by_their_own_move_and_the_turn_counts(self) -> None:
        state = do(position("", "door fear", "h1", bound=NO_EVENTS, pile="h2"), "pass")
        assert (state.turn, on_turn(state)) == (2, (1, "play"))
        assert refused(position("h1", "door", "h1", bound=NO_EVENTS), "pass"), "there is a stack to pick up"

    @pytest.mark.parametrize("move", ["h1 h2", "h1 door", "door fear", "h4", "h1 h1", "h1 h1 h1 h1 h1 h1"])
    def test_no_other_cards(self, move: str) -> None:
        assert refused(position("", "h1 h2 door fear", "h1"), move)

    def test_no_cards_are_no_play(self) -> None:
        with pytest.raises(IllegalAction):
            lost.apply(position("", "h1", "h1"), Play(0, ()))


class TestThePowerOfASet:
    def test_the_run_is_passed_over_events_and_angells_that_act_as_them(self) -> None:
        """h7 door angell (a door) h7: with one more three."""
        state = do(position("h7 door angell h7", "h7 h1", "h2", "h3"), "h7")
        assert on_turn(state) == (2, "play"), "#3 skips"

    def test_each_angell_that_acts_as_one_of_them_counts(self) -> None:
        state = do(position("h7 angell door", "h7 h1", "h2", "h3"), "h7")
        assert on_turn(state) == (2, "play")

    def test_a_horror_of_another_rating_ends_the_run(self) -> None:
        assert on_turn(do(position("h7 h7 h1 h7", "h7 h9", "h2", "h3"), "h7")) == (1, "play"), "#2"
        assert on_turn(do(position("h7 h7 h1 angell", "h7 h9", "h2", "h3"), "h7")) == (1, "play"), "#1"

    def test_there_must_be_a_run_to_decline(self) -> None:
        assert refused(position("h6", "h7 h9", "h2"), "h7 join=no")
        assert not refused(position("h7", "h7 h9", "h2"), "h7 join=no")
        assert refused(position("door", "angell h9", "h2"), "angell join=no")

    def test_giving_two_with_one_card_gives_one_and_with_none_nothing(self) -> None:
        state = position("", "h4 h4 h4 door", "h2", "h3")
        assert hand(do(state, "h4 h4 h4 give=door to=2"), 2) == "h3 door"
        empty = position("", "h4 h4 h4 / h1 / h2", "h2", "h3")
        assert refused(empty, "h4 h4 h4 to=2")
        assert hand(do(empty, "h4 h4 h4"), 2) == "h3"

    def test_both_go_to_one_player_and_as_many_as_possible(self) -> None:
        assert refused(position("", "h4 h4 h4 h1 h2", "h2", "h3"), "h4 h4 h4 give=h1 to=2")

    def test_either_side_of_an_or_may_be_chosen_even_one_with_nothing_to_act_on(self) -> None:
        state = do(position("", "h9 h9 h9 h9 h9 h1", "h2 / / h3"), "h9 h9 h9 h9 h9 option=1")
        assert (stack(state), on_turn(state)) == ("h9 h9 h9 h9 h9", (1, "play"))
        swapping = position("", "h3 h3 h3 h3 h3 h1 / / h2", "h2", "h4")
        assert refused(swapping, "h3 h3 h3 h3 h3 option=1 escape=h2"), "nobody else has an Escape card"
        assert not refused(swapping, "h3 h3 h3 h3 h3 option=1")

    def test_an_empty_hand_lays_and_swaps_nothing(self) -> None:
        assert not refused(position("", "h10 h10 h10 h10 / h1", "h2"), "h10 h10 h10 h10")
        assert not refused(position("", "h3 h3 h3 / h1", "h2"), "h3 h3 h3")
        assert not refused(position("", "h10 h10 h10 h10 h10 h1", "h2"), "h10 h10 h10 h10 h10")
        assert not refused(position("", "h7 h7 h7 h7 h7 h1", "h2"), "h7 h7 h7 h7 h7")
        assert not refused(position("", "h9 h9 h9 h9 / h1", "h2"), "h9 h9 h9 h9")


class TestPlayingAgain:
    def test_one_further_play_of_horrors_or_an_event_never_a_pick_up(self) -> None:
        state = do(position("", "h1 h1 h3 door", "h2"), "h1 h1")
        assert refused(state, "pickup") and refused(state, "pass")
        assert on_turn(do(state, "h3")) == (1, "play")
        assert on_turn(do(state, "door")) == (0, "play"), "the only other player is skipped: a new turn"

    def test_its_end_must_be_said_even_if_nothing_fits(self) -> None:
        state = do(position("", "h9 h9 h9 h1", "h2"), "h9 h9 h9")
        assert on_turn(state) == (0, "again")
        assert refused(state, "h1")
        assert on_turn(do(state, "stop")) == (1, "play")

    def test_with_an_empty_hand_it_is_nothing(self) -> None:
        assert on_turn(do(position("", "h1 h1 / h3", "h2"), "h1 h1")) == (1, "play")

    def test_the_key_of_each_further_play_is_its_own(self) -> None:
        state = do(position("", "h1 h1 h1 h9 h9 h9 h2", "h2"), "h1 h1 h1")
        keys = [lost.prompts(state)[0].key, lost.prompts(do(state, "h9 h9 h9"))[0].key]
        assert keys == ["t1.again.1", "t1.again.2"]

    def test_stop_is_for_playing_again_only(self) -> None:
        assert refused(position("h1", "h1", "h1"), "stop")
        assert refused(position("h1", " / h1", "h1"), "stop")


class TestEndOfTheTurn:
    def test_the_seat_whose_turn_it_is_draws_also_after_picking_up_or_passing(self) -> None:
        state = do(position("h9", "h1", "h2", pile="door " * 9), "pickup")
        assert hand(state, 0) == "h1 h9 door door door door door"
        state = do(position("", "door", "h2", pile="door " * 9, bound=NO_EVENTS), "pass")
        assert len(state.hands[0]) == 7

    def test_direction_as_it_is_then(self) -> None:
        assert on_turn(do(position("h6", "h6 h9", "h2", "h3"), "h6")) == (2, "play")

    def test_skips_add_up(self) -> None:
        deck = deck_with(h1_2="play again and skip the next player")
        state = do(position("", "h1 h1 door h9", "h1", "h2", "h3", deck=deck), "h1 h1", "door")
        assert on_turn(state) == (3, "play")

    def test_skips_count_from_a_chosen_seat(self) -> None:
        deck = deck_with(h8_2="choose the next player and skip the next player")
        state = position("", "h8 h8 h9", "h1", "h2", "h3", deck=deck)
        assert Skipped(2) in events_of(state, "h8 h8 to=2")
        assert on_turn(do(state, "h8 h8 to=2")) == (3, "play")

    def test_a_chosen_seat_plays_next_also_when_the_chooser_has_just_escaped_and_play_goes_on_from_it(self) -> None:
        state = do(position("h8", "h8", "h9 h1", "h2 h2", "h9 h1"), "h8 to=3")
        assert (state.escaped, on_turn(state)) == ((0,), (3, "play"))
        assert on_turn(do(state, "h9")) == (1, "play"), "seat 0 has escaped"

    def test_a_seat_reached_again_because_the_other_was_skipped_takes_a_new_turn(self) -> None:
        state = do(position("", "door h9", "h1"), "door")
        assert (on_turn(state), state.turn) == ((0, "play"), 2)

    def test_who_is_made_to_pick_up_neither_draws_nor_loses_a_turn(self) -> None:
        state = do(position("h4", "cthulhu h9 h9 h9 h9 h9 h9 h9", "h1", "h2", pile="door " * 9), "cthulhu to=1")
        assert (hand(state, 1), on_turn(state)) == ("h1 h4", (1, "play"))


class TestEscapeCards:
    def test_moved_an_ultimate_stays_face_down_and_is_its_new_owners_a_seat_may_have_several(self) -> None:
        state = do(position("h10 h10 h10 h10", "h10 h1 / / door", "h1 / / fear"), "h10 escape=door to=1")
        assert (row(state, 0), row(state, 1)) == ("/", "/ fear door"), "they lie in the order in which they came"
        assert [ultimate.knowers for ultimate in state.ultimates[1]] == [{1}, {0, 1}]

    def test_a_card_swapped_for_one_of_the_same_face_takes_its_place(self) -> None:
        up = position("h3 h3 h3 h3", "h3 h9 / h1 h2 h4 / h6", "h1 / h5 h7 h8 / h9")
        state = do(up, "h3 option=1 to=1 escape=h2 their=h7")
        assert (row(state, 0), row(state, 1)) == ("h1 h7 h4 / h6", "h5 h2 h8 / h9")
        down = position("h3 h3 h3 h3", "h3 h9 / / h1 h2", "h1 / / h5 h7 h8")
        state = do(down, "h3 option=1 to=1 escape=h1 their=1")
        assert (row(state, 0), row(state, 1)) == ("/ h7 h2", "/ h5 h1 h8")

    def test_else_it_goes_last_in_its_new_row(self) -> None:
        mixed = position("h3 h3 h3 h3", "h3 h9 / h1 h2 / h4", "h1 / / h5 h7")
        state = do(mixed, "h3 option=1 to=1 escape=h1 their=0")
        assert (row(state, 0), row(state, 1)) == ("h2 / h4 h5", "h1 / h7")
        other = position("h3 h3 h3 h3", "h3 h9 / / h4 h6", "h1 / h5 h7 / h8")
        state = do(other, "h3 option=1 to=1 escape=h6 their=h7")
        assert (row(state, 0), row(state, 1)) == ("h7 / h4", "h5 / h8 h6")

    def test_a_hand_card_laid_lies_face_up_and_protects_the_ultimate_again(self) -> None:
        state = do(position("h10 h10 h10", "h10 h1 h2", " / / fear", "h1"), "h10 give=h1 to=1")
        assert (row(state, 1), on_turn(state)) == ("h1 / fear", (1, "escape"))
        assert refused(state, "take fear")

    def test_one_swapped_for_an_ultimate_lies_face_down_in_its_place(self) -> None:
        state = do(position("h3 h3", "h3 h9 / / h4 h6", "h1"), "h3 give=h9 escape=h4")
        assert (hand(state, 0), row(state, 0)) == ("h4", "/ h9 h6")
        assert state.ultimates[0][0].knowers == {0}

    def test_of_anothers_several_ultimates_one_is_chosen_unseen_by_position(self) -> None:
        state = position("h3 h3 h3 h3", "h3 h9 / h1", "h1 / / h5 h7")
        assert refused(state, "h3 option=1 to=1 escape=h1 their=h5")
        assert refused(state, "h3 option=1 to=1 escape=h1 their=2")
        assert refused(state, "h3 option=1 to=1 escape=h1")

    def test_a_seat_chosen_for_a_swap_has_an_escape_or_ultimate_card(self) -> None:
        state = position("h3 h3 h3 h3", "h3 h9 / h1", "h1", "h1 / h5")
        assert refused(state, "h3 option=1 to=1 escape=h1")
        assert not refused(state, "h3 option=1 to=2 escape=h1 their=h5")

    def test_no_ultimate_may_be_swapped_while_its_owner_has_a_face_up_card(self) -> None:
        state = position("h3 h3 h3 h3", "h3 h9 / h1 / h2", "h1 / h5 / h7")
        assert refused(state, "h3 option=1 to=1 escape=h2 their=h5")
        assert refused(state, "h3 option=1 to=1 escape=h1 their=0")
        assert refused(position("h3 h3", "h3 h9 / h4 / h6", "h1"), "h3 give=h9 escape=h6")

    def test_a_banished_ultimate_is_face_up(self) -> None:
        state = do(position("h7 h7 h7 h7", "h7 h1 / / h4 h6", "h1"), "h7 escape=h6")
        assert (row(state, 0), state.banished[-1]) == ("/ h4", "h6")


class TestThisCard:
    def test_an_angell_acting_as_legrasse_leaves_itself(self) -> None:
        state = do(position("h4 legrasse", "angell h1", "h2"), "angell")
        assert (hand(state, 0), state.banished) == ("h1 h4 legrasse", ("angell",))

    def test_the_rest_may_be_nothing(self) -> None:
        state = position("", "cthulhu h1", "h2")
        assert refused(state, "cthulhu to=1")
        assert do(state, "cthulhu").banished == ("cthulhu",)
        assert do(position("", "legrasse h1", "h2"), "legrasse").banished == ("legrasse",)

    def test_it_leaves_first_then_the_tide_takes_the_oldest_of_the_rest(self) -> None:
        state = do(position("h4 h5", "cthulhu h1", "h2", turn=100), "cthulhu to=1")
        assert (hand(state, 1), state.banished) == ("h2 h5", ("cthulhu", "h4"))
        state = do(position("h4 h5", "legrasse h1", "h2", turn=100), "legrasse")
        assert (hand(state, 0), state.banished) == ("h1 h5", ("legrasse", "h4"))

    def test_cthulhu_asks_for_a_player_also_where_only_the_tide_empties_the_rest(self) -> None:
        state = position("h4", "cthulhu h1", "h2", turn=100)
        assert refused(state, "cthulhu")
        assert events_of(state, "cthulhu to=1")[-2:] == (PickedUp(1, (), 0), TideTook("h4"))


class TestTheTide:
    def test_from_the_100th_turn_whoever_picks_up_the_stack_banishes_its_oldest_card_first(self) -> None:
        for turn, banished in ((99, ()), (100, ("h4",)), (250, ("h4",))):
            state = do(position("h4 h5", "h1", "h2", turn=turn), "pickup")
            assert state.banished == banished

    def test_by_whatever_cause(self) -> None:
        state = do(position("h4", "h8 h8 h8 h8 h8 h9", "h2", turn=100), "h8 h8 h8 h8 h8 to=1")
        assert (hand(state, 1), state.banished) == ("h2 h8 h8 h8 h8 h8", ("h4",))

    def test_a_choice_of_the_table_on_unless_the_host_turns_it_off(self) -> None:
        assert do(position("h4 h5", "h1", "h2", turn=100, tide=False), "pickup").banished == ()
        assert lost.deal(DECK, list, 2, {}).tide
        assert not lost.deal(DECK, list, 2, {"tide": False}).tide


class TestEscaped:
    def test_looked_at_when_a_power_has_been_carried_out_to_its_end(self) -> None:
        """A last card Legrasse makes its player pick up the rest."""
        state = do(position("h4", "legrasse", "h2"), "legrasse")
        assert (state.escaped, hand(state, 0)) == ((), "h4")
        assert do(position("", "legrasse", "h2", "h3"), "legrasse").escaped == (0,)

    def test_a_last_card_that_swaps_or_gives_nothing_escapes(self) -> None:
        assert do(position("h4", "h4", "h2", "h3"), "h4").escaped == (0,)

    def test_it_does_not_play_again_and_draws_no_more(self) -> None:
        state = do(position("h1 h1", "h1", "h2", "h3", pile="door door"), "h1")
        assert (state.escaped, state.pile, on_turn(state)) == ((0,), ("door", "door"), (1, "play"))

    def test_also_in_anothers_turn_should_a_deck_allow_it(self) -> None:
        deck = deck_with(fear="none")
        state = position("", "fear h9", "", "h3", deck=deck)
        assert events_of(state, "fear")[1] == Escaped(1)

    def test_who_escape_at_the_same_moment_do_so_in_seat_order(self) -> None:
        deck = deck_with(fear="none")
        after = do(position("", "", "", "fear", on=2, deck=deck, phase="play"), "fear")
        assert (after.escaped, after.phase) == ((0, 1), "over"), "the last seat left is lost"
        assert events_of(position("", "", "", "fear", on=2, deck=deck, phase="play"), "fear")[-1] == Lost(2)

    def test_a_chosen_seat_that_has_escaped_passes_the_turn_on(self) -> None:
        state = do(position("", "h9 h1", "", "h3", chosen=1), "h9")
        assert (state.escaped, on_turn(state)) == ((1,), (2, "play"))

    def test_another_player_is_always_another_seat_still_in_the_game(self) -> None:
        state = position("", "fear h9", "", "h3", escaped=(1,))
        assert refused(state, "fear to=1") and refused(state, "fear to=0") and not refused(state, "fear to=2")


class TestTheClock:
    """At the deadline the clock picks up the stack; on an empty one it plays a card at random and never plays again."""

    @staticmethod
    def played(state: lost.model.State, *draws: int) -> object:
        numbers = iter(draws)
        return lost.standing_in(state, lost.prompts(state)[0], lambda count: next(numbers) % count)

    def test_it_picks_up_the_stack(self) -> None:
        assert self.played(position("h1", "h9", "h1")) == PickUp(0)

    def test_on_an_empty_one_it_plays_one_legal_single_card_drawn_at_random(self) -> None:
        state = position("", "h1 h1 h9 door", "h1", bound=NO_EVENTS)
        assert [self.played(state, draw, 0) for draw in (0, 1, 2)] == [
            Play(0, ("h1",)),
            Play(0, ("h1",)),
            Play(0, ("h9",)),
        ]

    def test_it_takes_every_choice_in_a_power_at_random(self) -> None:
        state = position("", "fear h1", "h1", "h2")
        assert [self.played(state, 0, draw) for draw in (0, 1)] == [Play(0, ("fear",), to=1), Play(0, ("fear",), to=2)]

    def test_it_passes_where_nothing_may_be_played(self) -> None:
        assert self.played(position("", "door", "h1", bound=NO_EVENTS)) == Pass(0)

    def test_it_never_plays_again(self) -> None:
        assert self.played(do(position("", "h1 h1 h3", "h2"), "h1 h1")) == Stop(0)

    def test_it_takes_up_an_escape_card_at_random(self) -> None:
        assert self.played(position("h1", " / h2 h3 / h4", "h1"), 1) == TakeUp(0, "h3")

    def test_an_ultimate_is_a_card_drawn_at_random(self) -> None:
        state, _ = lost.setup(lost.deal(DECK, list, 2, {}), Terms())
        assert self.played(state, 3) == LayUltimate(0, state.hands[0][3])
