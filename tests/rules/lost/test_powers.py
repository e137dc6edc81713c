"""Every power of the deck table of lost.md, both sides of every OR, and what it asks; a test a row."""

import pytest

from games.rules.kernel import IllegalAction
from games.rules.lost.vocabulary import Effect
from tests.rules.lost.positions import do, hand, on_turn, position, refused, row, stack

NO_EVENTS = Effect("the next player plays no Events")
TEN = Effect("the next player plays only rating N or an Event", 10)


def test_1_discover_a_mystery() -> None:
    two = do(position("", "h1 h1 h9", "h2"), "h1 h1")
    assert (stack(two), on_turn(two)) == ("h1 h1", (0, "again"))
    three = do(position("door", "h1 h1 h1 h9", "h2"), "h1 h1 h1")
    assert (stack(three), on_turn(three)) == ("", (0, "again"))
    four = position("", "h1 h1 h1 h1 h9 / h3 h4 / h5", "h2")
    assert on_turn(do(four, "h1 h1 h1 h1 option=0")) == (0, "again")
    banished = do(four, "h1 h1 h1 h1 option=1 escape=h4")
    assert (row(banished, 0), banished.banished, on_turn(banished)) == ("h3 / h5", ("h4",), (1, "play"))
    five = do(position("", "h1 h1 h1 h1 h1 h9 / h3 / h5", "h2"), "h1 h1 h1 h1 h1 escape=h3")
    assert (row(five, 0), stack(five), on_turn(five)) == ("/ h5", "", (0, "again"))


def test_2_the_horror_in_clay() -> None:
    assert do(position("", "h2 h2 h9", "h2"), "h2 h2").bound == (NO_EVENTS,)
    assert on_turn(do(position("", "h2 h2 h2 h9", "h2", "h3"), "h2 h2 h2")) == (2, "play")
    four = do(position("", "h2 h2 h2 h2 h9", "h2"), "h2 h2 h2 h2")
    assert (stack(four), on_turn(four), four.coming) == ("", (0, "again"), ())
    five = do(position("", "h2 h2 h2 h2 h2 h9", "h2"), "h2 h2 h2 h2 h2")
    assert (stack(five), on_turn(five), five.coming) == ("", (0, "again"), (NO_EVENTS,))
    assert do(five, "stop").bound == (NO_EVENTS,)


def test_3_a_dream_of_strange_cities() -> None:
    three = do(position("", "h3 h3 h3 h9 / h4 h5 h6 / h7", "h2"), "h3 h3 h3 give=h9 escape=h5")
    assert (hand(three, 0), row(three, 0)) == ("h5", "h4 h9 h6 / h7")
    assert stack(do(position("", "h3 h3 h3 h3 h9", "h2"), "h3 h3 h3 h3")) == ""
    five = position("", "h3 h3 h3 h3 h3 h9 / h4 h5 / h6", "h2 / h7 h8 / h9")
    assert stack(do(five, "h3 h3 h3 h3 h3 option=0")) == ""
    swapped = do(five, "h3 h3 h3 h3 h3 option=1 to=1 escape=h4 their=h8")
    assert (row(swapped, 0), row(swapped, 1)) == ("h8 h5 / h6", "h7 h4 / h9")


def test_4_a_disturbing_artifact() -> None:
    two = do(position("", "h4 h4 h9 h1", "h2", "h3"), "h4 h4 give=h9 to=2")
    assert (hand(two, 0), hand(two, 2)) == ("h1", "h3 h9")
    three = do(position("", "h4 h4 h4 h9 h1 door", "h2", "h3"), "h4 h4 h4 give=h9,door to=1")
    assert (hand(three, 0), hand(three, 1), on_turn(three)) == ("h1", "h2 h9 door", (1, "play"))
    assert stack(do(position("", "h4 h4 h4 h4 h9", "h2"), "h4 h4 h4 h4")) == ""
    five = do(position("", "h4 h4 h4 h4 h4 h9 h1 h2", "h2"), "h4 h4 h4 h4 h4 give=h1,h2 to=1")
    assert (hand(five, 0), stack(five), on_turn(five)) == ("h9", "", (0, "again"))


@pytest.mark.parametrize(("size", "limit"), [(1, 5), (2, 4), (3, 3), (4, 2), (5, 2)])
def test_5_dark_cults_voodoo_rite(size: int, limit: int) -> None:
    option = " option=0" if size > 3 else ""
    state = do(position("", "h5 h5 h5 h5 h5 h9", "h1 h2 h3 h4 h5"), " ".join(["h5"] * size) + option)
    legal = [rating for rating in range(1, 6) if not refused(state, f"h{rating}")]
    assert legal == list(range(1, limit))


@pytest.mark.parametrize("size", [4, 5])
def test_5_dark_cults_voodoo_rite_or_banish_the_stack(size: int) -> None:
    state = do(position("", "h5 h5 h5 h5 h5 h9", "h1"), " ".join(["h5"] * size) + " option=1")
    assert (stack(state), on_turn(state), state.limit) == ("", (0, "again"), None)


def test_6_lost_in_visions() -> None:
    assert on_turn(do(position("", "h6 h6 h9", "h2", "h3"), "h6 h6")) == (2, "play")
    three = do(position("", "h6 h6 h6 h9", "h2", "h3"), "h6 h6 h6")
    assert (on_turn(three), on_turn(do(three, "stop"))) == ((0, "again"), (2, "play"))
    assert stack(do(position("", "h6 h6 h6 h6 h9", "h2"), "h6 h6 h6 h6")) == ""
    five = do(position("", "h6 h6 h6 h6 h6 h9", "h2", "h3"), "h6 h6 h6 h6 h6")
    assert (stack(five), on_turn(do(five, "stop"))) == ("", (2, "play"))


def test_7_the_testimony_of_old_castro() -> None:
    assert on_turn(do(position("", "h7 h7 h7 h9", "h2", "h3"), "h7 h7 h7")) == (2, "play")
    assert stack(do(position("", "h7 h7 h7 h7 h9", "h2"), "h7 h7 h7 h7")) == ""
    five = do(position("", "h7 h7 h7 h7 h7 h9 / h3 / h5", "h2"), "h7 h7 h7 h7 h7 escape=h3")
    assert (stack(five), row(five, 0)) == ("", "/ h5")


def test_8_the_raising_of_rlyeh() -> None:
    assert on_turn(do(position("", "h8 h8 h9", "h2", "h3", "h4"), "h8 h8 to=3")) == (3, "play")
    three = position("", "h8 h8 h8 h9", "h2", "h3", "h4")
    assert on_turn(do(three, "h8 h8 h8 option=0 to=2")) == (2, "play")
    assert on_turn(do(three, "h8 h8 h8 option=1")) == (0, "again")
    four = position("", "h8 h8 h8 h8 h9", "h2", "h3", "h4")
    assert on_turn(do(four, "h8 h8 h8 h8 option=0")) == (0, "again")
    chosen = do(four, "h8 h8 h8 h8 option=1 to=3")
    assert (on_turn(chosen), chosen.bound) == ((3, "play"), (NO_EVENTS,))
    five = do(position("door", "h8 h8 h8 h8 h8 h9", "h2", "h3"), "h8 h8 h8 h8 h8 to=2")
    assert (hand(five, 2), stack(five), on_turn(five)) == ("h3 h8 h8 h8 h8 h8 door", "", (1, "play"))


def test_9_exploring_the_city() -> None:
    assert on_turn(do(position("", "h9 h9 h9 h1", "h2"), "h9 h9 h9")) == (0, "again")
    four = position("", "h9 h9 h9 h9 h1 h2 h3", "h2")
    assert hand(do(four, "h9 h9 h9 h9 banish=h1,h3"), 0) == "h2"
    assert hand(do(four, "h9 h9 h9 h9 banish=h2"), 0) == "h1 h3"
    assert hand(do(four, "h9 h9 h9 h9"), 0) == "h1 h2 h3"
    assert refused(four, "h9 h9 h9 h9 banish=h1,h2,h3")
    five = position("", "h9 h9 h9 h9 h9 h1 / h3 / h5", "h2")
    assert stack(do(five, "h9 h9 h9 h9 h9 option=0")) == ""
    assert row(do(five, "h9 h9 h9 h9 h9 option=1 escape=h3"), 0) == "/ h5"


def test_10_rlyeh_slips_beneath_the_waves() -> None:
    assert do(position("", "h10 h10 h9", "h2"), "h10 h10").bound == ()
    assert do(position("", "h10 h10 h10 h9", "h2"), "h10 h10 h10").bound == (TEN,)
    four = do(position("", "h10 h10 h10 h10 h9", "h2 / h3 / h4"), "h10 h10 h10 h10 give=h9 to=1")
    assert row(four, 1) == "h3 h9 / h4"
    five = do(position("", "h10 h10 h10 h10 h10 h9 / h1 h2 / h3", "h2 / h3 / h4"), "h10 h10 h10 h10 h10 escape=h2 to=1")
    assert (row(five, 0), row(five, 1)) == ("h1 / h3", "h3 h2 / h4")


class TestEvents:
    def test_a_mighty_door_skips_the_next_player(self) -> None:
        assert on_turn(do(position("h4", "door h1", "h2", "h3"), "door")) == (2, "play")

    def test_cthulhu_is_banished_and_another_picks_up_the_rest_then_the_next_players_turn(self) -> None:
        state = do(position("h4 h5", "cthulhu h1", "h2", "h3"), "cthulhu to=2")
        assert (hand(state, 2), state.banished, on_turn(state)) == ("h3 h4 h5", ("cthulhu",), (1, "play"))

    def test_legrasse_banishes_two_cards_of_the_hand(self) -> None:
        state = do(position("h4", "legrasse h1 h2 h3", "h2"), "legrasse banish=h1,h3")
        assert (hand(state, 0), state.banished, stack(state)) == ("h2", ("h1", "h3"), "h4 legrasse")
        assert refused(position("h4", "legrasse h1 h2 h3", "h2"), "legrasse banish=h1")

    def test_legrasse_who_will_not_picks_up_the_rest(self) -> None:
        state = do(position("h4", "legrasse h1 h2 h3", "h2"), "legrasse")
        assert (hand(state, 0), state.banished, stack(state)) == ("h1 h2 h3 h4", ("legrasse",), "")
        assert on_turn(state) == (1, "play")

    def test_legrasse_who_has_not_two_picks_up_the_rest(self) -> None:
        assert refused(position("h4", "legrasse h1", "h2"), "legrasse banish=h1")
        assert hand(do(position("h4", "legrasse h1", "h2"), "legrasse"), 0) == "h1 h4"

    def test_face_your_darkest_fear_names_another_player(self) -> None:
        state = do(position("h4", "fear h1", "h2", "h3"), "fear to=2")
        assert (state.feared, on_turn(state)) == (frozenset({2}), (1, "play"))
        assert refused(position("h4", "fear h1", "h2"), "fear")
        assert refused(position("h4", "fear h1", "h2"), "fear to=0")


class TestAngell:
    def test_acts_as_the_event_beneath(self) -> None:
        assert on_turn(do(position("door", "angell h1", "h2", "h3"), "angell")) == (2, "play")
        state = do(position("h4 legrasse", "angell h1 h2 h3", "h2"), "angell banish=h1,h2")
        assert (hand(state, 0), stack(state)) == ("h3", "h4 legrasse angell")

    def test_acts_as_the_horror_beneath_a_set_of_one_that_may_join_the_run(self) -> None:
        joined = do(position("h6", "angell h1", "h2", "h3"), "angell")
        assert on_turn(joined) == (2, "play"), "#2 changes the direction"
        declined = do(position("h6", "angell h1", "h2", "h3"), "angell join=no")
        assert on_turn(declined) == (1, "play"), "#1 does nothing"

    def test_through_other_angells_as_the_last_card_before_the_first_of_them(self) -> None:
        assert on_turn(do(position("door angell angell", "angell h1", "h2", "h3"), "angell")) == (2, "play")
        state = do(position("h2 angell angell", "angell h1", "h2", "h3"), "angell")
        assert (stack(state), on_turn(state)) == ("", (0, "again")), "four of h2"

    def test_any_card_may_be_played_on_it(self) -> None:
        assert stack(do(position("h9 angell", "h1 h2", "h2"), "h1")) == "h9 angell h1"

    def test_also_where_it_acts_as_a_voodoo_rite(self) -> None:
        state = do(position("h5", "angell h1", "h9 h1"), "angell")
        assert (state.limit, stack(do(state, "h9"))) == (None, "h5 angell h9")

    def test_on_an_empty_stack_it_does_nothing(self) -> None:
        state = do(position("", "angell h1", "h2"), "angell")
        assert (stack(state), on_turn(state)) == ("angell", (1, "play"))
        assert stack(do(position("angell", "angell h1", "h2"), "angell")) == "angell angell"
        assert refused(position("angell", "angell h1", "h2"), "angell join=no")

    def test_with_four_rites_it_has_both_sides_of_the_or(self) -> None:
        state = position("h5 h5 h5", "angell h1", "h2 h9")
        assert stack(do(state, "angell option=1")) == ""
        assert not refused(do(state, "angell option=0"), "h9")


@pytest.mark.parametrize(
    ("state", "move", "said"),
    [
        (position("", "h9 h9 h9 h9 h1 h2 h3", "h2"), "h9 h9 h9 h9 banish=h1,h2,h3", "You chose 3 cards; at most 2"),
        (position("h6", "legrasse h1 h2", "h2"), "legrasse banish=h1", "You chose 1 of the 2 cards to banish"),
        (position("", "h1 h2", "h2"), "h1 banish=h2", "This power banishes no cards"),
        (position("h6", "legrasse h1 h2", "h2"), "legrasse banish=h1,h9", "You cannot banish those cards"),
    ],
)
def test_who_banishes_too_many_is_told_how_many_it_may_be(state, move: str, said: str) -> None:
    with pytest.raises(IllegalAction, match=said):
        do(state, move)
