"""The restrictions on others (lost.md, *Restrictions*), sentence by sentence."""

from games.rules.lost.vocabulary import Effect
from tests.rules.lost.positions import deck_with, do, on_turn, position, refused

NO_EVENTS = "the next player plays no Events"
TEN = "the next player plays only rating 10 or an Event"


class TestRestrictions:
    def test_fear_binds_the_chosen_seat_on_its_next_turn_whenever_that_is(self) -> None:
        state = do(position("", "fear h9", "door h1", "h2 h9", "h3 h4 h3"), "fear to=2", "door")
        assert on_turn(state) == (3, "play")
        state = do(state, "h3")
        assert state.feared == frozenset({2})
        state = do(state, "h9", "pickup")
        assert on_turn(state) == (2, "play")
        assert refused(state, "h2") and not refused(state, "h9")
        assert do(state, "h9").feared == frozenset()

    def test_fear_the_highest_horror_that_may_be_played_in_any_number_and_no_event(self) -> None:
        state = position("h3", "h4 h9 h9 door", "h1", feared=frozenset({0}))
        assert refused(state, "h4") and refused(state, "door")
        assert not refused(state, "h9") and not refused(state, "h9 h9") and not refused(state, "pickup")

    def test_fear_on_a_rite_the_highest_below_its_number(self) -> None:
        state = position("h5", "h2 h4 h9", "h1", limit=5, feared=frozenset({0}))
        assert refused(state, "h2") and refused(state, "h9") and not refused(state, "h4")

    def test_the_others_bind_the_seat_that_in_fact_takes_the_next_turn(self) -> None:
        deck = deck_with(h2_2="the next player plays no Events and skip the next player")
        state = do(position("", "h2 h2 h9", "h1", "door h2", deck=deck), "h2 h2")
        assert on_turn(state) == (2, "play")
        assert refused(state, "door")

    def test_each_holds_for_every_play_of_that_turn(self) -> None:
        state = do(position("", "h1 h1 door h9", "h1", bound=NO_EVENTS), "h1 h1")
        assert refused(state, "door") and not refused(state, "h9")
        feared = do(position("", "h9 h9 h9 h1 door", "h1", feared=frozenset({0})), "h9 h9 h9")
        assert refused(feared, "door") and refused(feared, "h1") and not refused(feared, "stop")

    def test_also_on_an_angell_which_lifts_only_what_the_stack_demands(self) -> None:
        assert refused(position("h9 angell", "h4 h10 door", "h1", bound=TEN), "h4")
        assert not refused(position("h9 angell", "h4 h10 door", "h1", bound=TEN), "h10")
        assert refused(position("h9 angell", "h4 h8 door", "h1", feared=frozenset({0})), "h4")

    def test_and_is_gone_after_it(self) -> None:
        state = do(position("", "h1 door", "h1 h1", bound=NO_EVENTS), "h1")
        assert (state.bound, state.coming) == ((), ())

    def test_they_add_up(self) -> None:
        """Under Fear the highest Horror the others allow; of two numbers none fits."""
        both = position("h3", "h9 h10 h10 door", "h1", bound=f"{TEN} and {NO_EVENTS}")
        assert refused(both, "h9") and refused(both, "door") and not refused(both, "h10")
        state = position("h3", "h9 door", "h1", bound=TEN, feared=frozenset({0}))
        assert refused(state, "h9") and refused(state, "door") and not refused(state, "pickup")
        assert not refused(position("", "h9 door", "h1", bound=TEN, feared=frozenset({0})), "pass")

    def test_a_ten_or_an_event_or_the_stack(self) -> None:
        state = position("h3", "h9 h10 door", "h1", bound=TEN)
        assert refused(state, "h9")
        assert [refused(state, move) for move in ("h10", "door", "pickup")] == [False, False, False]

    def test_the_same_restriction_twice_is_one(self) -> None:
        state = position("", "h2 h2 h9", "h1", coming=NO_EVENTS)
        assert do(state, "h2 h2").bound == (Effect("the next player plays no Events"),)
