"""Every rule and example of the rulebook, heading by heading; each test quotes the sentence that it shows."""

import pytest

from games.rules import lost
from games.rules.kernel import Terms
from games.rules.lost.cards import CARDS, RATING, Deal
from games.rules.lost.happenings import Escaped, Lost
from games.rules.lost.model import LayUltimate
from tests.rules.lost.positions import DECK, do, events_of, hand, on_turn, position, refused, row, stack


def deal(seats: int, start: int | None = None) -> Deal:
    """The unshuffled deck, dealt."""
    return lost.deal(DECK, lambda cards: list(cards), seats, {"start": start})


class TestComponents:
    def test_the_deck_has_50_horror_cards_and_25_event_cards(self) -> None:
        cards = deal(2).cards
        assert (sum(card in RATING for card in cards), sum(card not in RATING for card in cards)) == (50, 25)


class TestSetup:
    @pytest.mark.parametrize(("seats", "size"), [(2, 7), (3, 6), (4, 5), (5, 5), (6, 5)])
    def test_deal_each_player_a_starting_hand_then_five_more_cards_face_up(self, seats: int, size: int) -> None:
        state, _ = lost.setup(deal(seats), Terms())
        assert [len(cards) for cards in state.hands] == [size] * seats
        assert [len(cards) for cards in state.escapes] == [5] * seats
        assert len(state.pile) == 75 - seats * (size + 5), "the remaining cards form the draw pile"

    def test_choose_a_card_from_your_hand_and_place_it_face_down(self) -> None:
        """Example: three players, a starting hand of six; each has put one down, so five remain in each hand."""
        state, _ = lost.setup(deal(3), Terms())
        for seat in range(3):
            (choice, *_) = lost.choices(state, lost.prompts(state)[0])
            assert choice.seat == seat
            state, _ = lost.apply(state, choice)
        assert [len(cards) for cards in state.hands] == [5, 5, 5]
        assert [len(cards) for cards in state.ultimates] == [1, 1, 1]


class TestTakingTurns:
    def test_starting_with_the_loser_from_the_last_game_and_proceeding_clockwise(self) -> None:
        state, _ = lost.setup(deal(3, start=1), Terms())
        for seat in range(3):
            state, _ = lost.apply(state, LayUltimate(seat, state.hands[seat][0]))
        assert on_turn(state) == (1, "play")
        state = do(position("", "h1 h9", "h2 h9", "h3 h9", on=1), "h2")
        assert on_turn(state) == (2, "play")

    def test_you_may_play_one_event_card_or_one_or_more_horror_cards(self) -> None:
        state = position("h1", "door door h6 h6 h9", "h1")
        assert stack(do(state, "door")) == "h1 door"
        assert stack(do(state, "h6")) == "h1 h6"
        assert stack(do(state, "h6 h6")) == "h1 h6 h6"
        assert refused(state, "door door")

    def test_several_horror_cards_must_all_have_the_same_rating(self) -> None:
        state = position("h1", "h2 h3 h3 h9", "h1")
        assert refused(state, "h2 h3")
        assert stack(do(state, "h3 h3")) == "h1 h3 h3"

    def test_event_cards_can_be_played_on_any_card_one_at_a_time(self) -> None:
        for top in CARDS:
            state = position(top, "door door h1", "h1")
            assert stack(do(state, "door")) == f"{top} door"
            assert refused(state, "door door")

    @pytest.mark.parametrize(("rating", "legal"), [("h5", False), ("h6", True), ("h7", True)])
    def test_the_new_rating_must_be_equal_to_or_higher_than_the_one_on_top(self, rating: str, legal: bool) -> None:
        assert refused(position("h9 h6", f"{rating} h10", "h1"), rating) != legal

    @pytest.mark.parametrize(("rating", "legal"), [("h5", False), ("h6", True), ("h7", True)])
    def test_on_an_event_it_is_the_most_recently_played_horror_card_that_counts(self, rating: str, legal: bool) -> None:
        assert refused(position("h9 h6 door fear", f"{rating} h10", "h1"), rating) != legal

    @pytest.mark.parametrize("stack_of", ["", "door", "fear door"])
    def test_without_a_horror_in_the_stack_any_rating(self, stack_of: str) -> None:
        assert stack(do(position(stack_of, "h1 h10", "h1"), "h1")) == f"{stack_of} h1".strip()

    def test_the_cards_you_play_are_resolved_and_then_placed_on_the_stack(self) -> None:
        """lost.md, Ruling: they lie on the stack before their power acts, so who banishes the stack banishes them."""
        state = do(position("h1", "h2 h2 h2 h2 h9", "h1"), "h2 h2 h2 h2")
        assert (stack(state), state.banished) == ("", ("h1", "h2", "h2", "h2", "h2"))

    def test_on_a_voodoo_rite_a_horror_must_be_lower_than_the_number_listed(self) -> None:
        state = do(position("h4", "h5 h9", "h4 h5 h9 door", "h1"), "h5")
        assert refused(state, "h5") and refused(state, "h9")
        assert stack(do(state, "h4")) == "h4 h5 h4"

    def test_event_cards_can_be_played_on_the_rite_as_normal(self) -> None:
        state = do(position("h4", "h5 h9", "h4 h5 h9 door", "h1"), "h5", "door")
        assert stack(state) == "h4 h5 door"

    @pytest.mark.parametrize(("left", "drawn"), [("h9", 6), ("h9 h9 h9 h9 h9 h9", 1), ("h9 h9 h9 h9 h9 h9 h9", 0)])
    def test_at_the_end_of_your_turn_draw_back_up_to_the_hand_size(self, left: str, drawn: int) -> None:
        state = do(position("", f"h1 {left}", "h2", pile="fear " * 8), "h1")
        assert hand(state, 0) == (left + " fear" * drawn)
        assert len(state.pile) == 8 - drawn

    def test_when_no_cards_remain_in_the_draw_pile_do_not_draw(self) -> None:
        state = do(position("", "h1 h9", "h2", pile="door"), "h1", "h2")
        assert [len(cards) for cards in state.hands] == [2, 0]


class TestResolving:
    def test_the_number_of_identical_cards_unlocks_the_power_of_that_number(self) -> None:
        """A set of three of Lost in Visions: play again and change the direction of play."""
        state = do(position("", "h6 h6 h6 h9", "h1", "h2"), "h6 h6 h6")
        assert on_turn(state) == (0, "again")
        assert not state.clockwise

    def test_some_cards_have_no_power_for_some_set_sizes_they_can_still_be_played(self) -> None:
        assert stack(do(position("", "h10 h10 h1", "h1"), "h10 h10")) == "h10 h10"

    def test_with_or_you_decide_which_one_to_use(self) -> None:
        state = position("", "h8 h8 h8 h9", "h1", "h2")
        assert refused(state, "h8 h8 h8") and refused(state, "h8 h8 h8 option=2")
        assert on_turn(do(state, "h8 h8 h8 option=0 to=2")) == (2, "play")
        assert on_turn(do(state, "h8 h8 h8 option=1")) == (0, "again")

    def test_event_cards_do_what_they_say(self) -> None:
        assert on_turn(do(position("", "door h1", "h1", "h2"), "door")) == (2, "play")


class TestAppending:
    def test_the_horror_in_clay_on_top_and_two_more_activate_the_third_power(self) -> None:
        """#3 skips the next player."""
        assert on_turn(do(position("h2", "h2 h2 h9", "h1", "h3"), "h2 h2")) == (2, "play")

    def test_also_where_an_event_lies_on_the_most_recently_played_horror(self) -> None:
        assert on_turn(do(position("h2 door", "h2 h2 h9", "h1", "h3"), "h2 h2")) == (2, "play")

    def test_you_can_count_them_or_not(self) -> None:
        state = do(position("h2", "h2 h2 h9", "h1", "h3"), "h2 h2 join=no")
        assert on_turn(state) == (1, "play"), "#2 restricts the next player, it skips nobody"

    def test_angell_helps_you_append(self) -> None:
        state = do(position("h2 angell", "h2 h9", "h1", "h3"), "h2")
        assert on_turn(state) == (2, "play"), "three of a kind: the Angell counts"

    def test_more_than_five_cards_activate_the_fifth_power(self) -> None:
        state = do(position("h10 h10 h10 h10 angell", "angell h1 / h3", "h1"), "angell escape=h3 to=1")
        assert row(state, 1) == "h3 /"


def test_the_example_of_card_play() -> None:
    """Dagon, Lavinia, Whately and Asenath stack the 10s: no power, #4, #5 by Angell, #5 by another Angell."""
    state = position(
        "", "h10 h10 h1 / h9 / h8", "h10 h10 h2 / h9 / h8", "angell h3 / h6 h9 / h8", "angell h4 / h7 / h8"
    )
    state = do(state, "h10 h10")
    assert on_turn(state) == (1, "play"), "a set of two has no power, so nothing further happens"
    assert refused(state, "h10 h10")
    state = do(state, "h10 h10 give=h2 to=0")
    assert row(state, 0) == "h9 h2 / h8", "she adds a card from her hand to Dagon's Escape cards"
    state = do(state, "angell escape=h6 to=3")
    assert row(state, 3) == "h7 h6 / h8", "he moves one of his Escape cards to be with Asenath's"
    assert not refused(state, "h4"), "she could play anything on it"
    state = do(state, "angell escape=h7 to=2")
    assert row(state, 2) == "h9 h7 / h8", "six cards in the set, but she also activates #5"


class TestPickingUp:
    def test_if_you_cannot_play_pick_up_the_stack_into_your_hand(self) -> None:
        state = do(position("h9 door", "h1 h2", "h1"), "pickup")
        assert (hand(state, 0), stack(state)) == ("h1 h2 h9 door", "")

    def test_or_just_because_you_wish_to_for_strategic_reasons(self) -> None:
        assert hand(do(position("h1 h1", "h1 h2", "h1"), "pickup"), 0) == "h1 h1 h1 h2"

    def test_when_you_pick_up_the_stack_play_moves_on_to_the_next_player(self) -> None:
        assert on_turn(do(position("h9", "h1", "h1", "h1"), "pickup")) == (1, "play")


class TestBanishing:
    def test_banished_cards_are_removed_from_the_game(self) -> None:
        state = do(position("h1", "h1 h1 h9", "h1"), "h1 h1")
        assert (stack(state), state.banished) == ("", ("h1", "h1", "h1"))

    def test_when_you_banish_the_stack_you_play_again_then_play_continues(self) -> None:
        state = do(position("h1", "h1 h1 h3 h9", "h1"), "h1 h1")
        assert on_turn(state) == (0, "again")
        assert refused(state, "pickup")
        assert on_turn(do(state, "h3")) == (1, "play")


class TestEscaping:
    def test_with_no_cards_in_your_hand_pick_up_one_of_your_escape_cards_your_choice(self) -> None:
        state = position("h4", " / h3 h9 / door", "h1")
        assert on_turn(state) == (0, "escape")
        assert refused(state, "pickup") and refused(state, "h9")
        state = do(state, "take h9")
        assert (hand(state, 0), row(state, 0), on_turn(state)) == ("h9", "h3 / door", (0, "play"))

    def test_then_play_your_turn_normally_playing_it_if_you_can_or_picking_up_the_stack(self) -> None:
        assert stack(do(position("h4", " / h3 h9 / door", "h1"), "take h9", "h9")) == "h4 h9"
        assert hand(do(position("h4", " / h3 h9 / door", "h1"), "take h3", "pickup"), 0) == "h3 h4"

    def test_only_at_the_beginning_of_your_turn(self) -> None:
        assert refused(position("h4", "h1 / h3 / door", "h1"), "take h3")
        assert refused(do(position("h4", " / h3 h9 / door", "h1"), "take h9"), "take h3")

    def test_the_ultimate_must_be_the_last_one_that_you_pick_up(self) -> None:
        assert refused(position("h4", " / h3 / door", "h1"), "take door")
        assert hand(do(position("h4", " / / door", "h1"), "take door"), 0) == "door"

    def test_it_cannot_be_banished_or_moved_until_all_your_other_escape_cards_are_gone(self) -> None:
        moving = position("h10 h10 h10 h10", "h10 h1 / h3 / door", "h1")
        assert refused(moving, "h10 escape=door to=1")
        banishing = position("", "h7 h7 h7 h7 h7 h1 / h3 / door", "h1")
        assert refused(banishing, "h7 h7 h7 h7 h7 escape=door")
        assert row(do(position("", "h7 h7 h7 h7 h7 h1 / / door", "h1"), "h7 h7 h7 h7 h7 escape=door"), 0) == "/"

    def test_who_banishes_the_stack_with_an_escape_card_does_not_play_again(self) -> None:
        """You may only pick up one Escape card a turn, so play simply passes to the next player."""
        state = do(position("h1 h1", " / h1 h9 / door", "h1"), "take h1", "h1")
        assert (stack(state), on_turn(state)) == ("", (1, "play"))

    def test_at_the_instant_nothing_is_left_you_have_escaped(self) -> None:
        state = position("h4", " / / door", "h1", "h2")
        assert Escaped(0) in events_of(do(state, "take door"), "door")
        after = do(state, "take door", "door")
        assert (after.escaped, on_turn(after)) == ((0,), (2, "play"))

    def test_the_others_play_on(self) -> None:
        state = do(position("", "door", "h1 h1", "h2 h2"), "door")
        assert on_turn(do(state, "h2")) == (1, "play")


def test_the_last_one_left_is_lost_the_loser_of_the_game() -> None:
    events = events_of(position("", "h9", "h1 h1"), "h9")
    assert events[-2:] == (Escaped(0), Lost(1))
    after = do(position("", "h9", "h1 h1"), "h9")
    assert lost.prompts(after) == () == lost.asked(after)
    outcome = lost.outcome(after)
    assert outcome is not None
    assert (outcome.places, outcome.winners) == ((1, 2), (0,))
    assert refused(after, "pickup")


class TestQuickReference:
    @pytest.mark.parametrize("play", ["h6", "h6 h6", "h5", "h5 h5", "door", "pickup"])
    def test_you_can_play(self, play: str) -> None:
        assert not refused(position("h5 door", "h6 h6 h5 h5 door h9", "h1"), play)

    def test_with_a_higher_number_the_power_of_the_cards_you_just_played(self) -> None:
        assert do(position("h2 h2", "h6 h6 h9", "h1"), "h6 h6").clockwise is False

    def test_with_the_same_number_the_power_of_all_on_top(self) -> None:
        assert on_turn(do(position("h6 h6", "h6 h6 h9", "h1"), "h6 h6")) == (0, "again"), "#4"
