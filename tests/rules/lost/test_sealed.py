"""What lies sealed, and what the game does by itself (lost.md, *Setup* and *The clock*)."""

import pytest

from games.rules import lost
from games.rules.kernel import IllegalAction, Prompt, StaleDecision, Terms
from games.rules.lost.model import Action, LayUltimate, Pass, PickUp, Play, State, Stop, TakeUp
from tests.rules.lost.positions import DECK, do, position


def fresh(seats: int = 3) -> State:
    return lost.setup(lost.deal(DECK, list, seats, {"start": 1}), Terms())[0]


def clock(state: State, prompt: Prompt) -> Action:
    return lost.standing_in(state, prompt, lambda count: 0)


def nobody(state: State, prompt: Prompt) -> Action:
    raise AssertionError("nobody stands in")


class TestUltimates:
    def test_are_sealed_may_be_changed_and_are_not_logged_until_the_last_is_in(self) -> None:
        state, sealed = fresh(), {seat: {} for seat in range(3)}  # type: dict[str, Any]
        for seat in (2, 0):
            for card in state.hands[seat][:2]:
                submission = lost.submit(state, seat, sealed[seat], "ultimate", LayUltimate(seat, card))
                assert submission.log == ()
                sealed[seat] = submission.sealed
        assert lost.handed_in(state, sealed) == {0, 2}
        assert lost.advance(state, sealed, False, nobody) == ()

    def test_are_logged_by_seat_once_the_last_is_in(self) -> None:
        state = fresh()
        cards = [hand[-1] for hand in state.hands]
        sealed = {seat: {"ultimate": LayUltimate(seat, cards[seat])} for seat in range(3)}
        assert lost.advance(state, sealed, False, nobody) == tuple(LayUltimate(seat, cards[seat]) for seat in range(3))

    def test_missing_ones_are_drawn_when_the_time_is_up(self) -> None:
        state = fresh()
        given = LayUltimate(1, state.hands[1][2])
        log = lost.advance(state, {1: {"ultimate": given}}, True, clock)
        assert log == (LayUltimate(0, state.hands[0][0]), given, LayUltimate(2, state.hands[2][0]))

    def test_only_a_card_of_the_hand(self) -> None:
        state = fresh()
        for answer in (LayUltimate(0, "fear"), PickUp(0)):
            with pytest.raises(IllegalAction, match="Choose a card of your hand"):
                lost.submit(state, 0, {}, "ultimate", answer)

    def test_are_of_use_until_they_are_laid(self) -> None:
        state = fresh()
        assert lost.keeps(state, 0, "ultimate")
        state, _ = lost.apply(state, LayUltimate(0, state.hands[0][0]))
        assert not lost.keeps(state, 0, "ultimate")
        assert not lost.keeps(position("", "h1", "h1"), 0, "ultimate")

    def test_change_nothing_for_their_seat(self) -> None:
        state = fresh()
        assert lost.as_known_to(state, 0, {"ultimate": LayUltimate(0, state.hands[0][0])}) is state


class TestTurns:
    def test_are_logged_at_once(self) -> None:
        state = position("h1", "h4", "h2")
        submission = lost.submit(state, 0, {}, "t1.play", Play(0, ("h4",)))
        assert (submission.sealed, submission.log) == ({}, (Play(0, ("h4",)),))
        assert lost.handed_in(state, {}) == frozenset()

    @pytest.mark.parametrize(
        ("seat", "key"), [(0, "t2.play"), (0, "t1.again.1"), (0, "ultimate"), (1, "t1.play"), (0, "")]
    )
    def test_a_decision_that_is_not_open_is_stale(self, seat: int, key: str) -> None:
        with pytest.raises(StaleDecision):
            lost.submit(position("h1", "h4", "h2"), seat, {}, key, PickUp(seat))

    def test_anothers_move_is_refused(self) -> None:
        with pytest.raises(IllegalAction, match="It is seat 0's turn"):
            lost.submit(position("h1", "h4", "h2"), 0, {}, "t1.play", PickUp(1))

    def test_nothing_happens_before_the_time_is_up(self) -> None:
        assert lost.advance(position("h1", "h4", "h2"), {}, False, nobody) == ()

    def test_the_clock_plays_the_turn_to_its_end(self) -> None:
        assert lost.advance(position("h1", "h4", "h2"), {}, True, clock) == (PickUp(0),)
        assert lost.advance(position("h1", " / h9 h4 / h3", "h2"), {}, True, clock) == (TakeUp(0, "h9"), PickUp(0))
        again = do(position("", "h1 h1 h9", "h2"), "h1 h1")
        assert lost.advance(again, {}, True, clock) == (Stop(0),)
        bound = position("", "door", "h2", bound="the next player plays no Events")
        assert lost.advance(bound, {}, True, clock) == (Pass(0),)

    def test_or_to_the_end_of_the_game(self) -> None:
        assert lost.advance(position("", "h9", "h2"), {}, True, clock) == (Play(0, ("h9",)),)
        assert lost.advance(do(position("", "h9", "h2"), "h9"), {}, True, nobody) == ()


class TestAsked:
    def test_what_everybody_knows_is_waited_for(self) -> None:
        assert [(a.seat, a.kind, a.key) for a in lost.asked(fresh(2))] == [
            (0, "ultimate", "ultimate"),
            (1, "ultimate", "ultimate"),
        ]
        assert [(a.seat, a.key) for a in lost.asked(position("", "h1", "h2", on=1))] == [(1, "t1.play")]
        assert [(a.seat, a.key) for a in lost.asked(position("", " / h1", "h2"))] == [(0, "t1.escape")]

    def test_mails_for_the_start_each_turn_and_the_end(self) -> None:
        state = fresh(2)
        started = lost.dues(None, state, ())
        assert [(due.seat, due.kind) for due in started] == [
            (0, "started"),
            (1, "started"),
            (0, "ultimate"),
            (1, "ultimate"),
        ]
        before = position("", "h1 h1 h9", " / h2 / h3")
        again = do(before, "h1 h1")
        assert lost.dues(before, again, ()) == ()
        after = do(again, "stop")
        assert [(due.seat, due.kind, due.key) for due in lost.dues(again, after, ())] == [(1, "escape", "t2.escape")]
        assert lost.dues(after, do(after, "take h2"), ()) == ()
        last = position("", "h9", "h2")
        assert [(due.seat, due.kind) for due in lost.dues(last, do(last, "h9"), ())] == [(0, "over"), (1, "over")]
