"""Who may know what (lost.md, last section): `view` and `tell`, fact by fact."""

import re
from typing import Any

import pytest

from games.rules import lost
from games.rules.kernel import NOTHING_PENDING, Pending, Terms
from games.rules.lost import seen
from games.rules.lost.happenings import Drew, Gave, HandSwapped, Restricted, UltimateLaid
from games.rules.lost.model import LayUltimate, State
from games.rules.lost.telling import EFFECTS, cards_named, describe
from games.rules.lost.vocabulary import VERBS, Effect
from tests.rules.lost.positions import DECK, do, events_of, position

EVERYBODY: tuple[int | None, ...] = (0, 1, 2, None)


def see(state: State, seat: int | None) -> seen.Table:
    return lost.view(state, seat, NOTHING_PENDING)


def told(state: State, move: str, seat: int | None) -> list[str]:
    """The sentences that the seat reads of the move."""
    return [str(sentence) for event in events_of(state, move) if (sentence := lost.tell(event, seat)) is not None]


class TestHands:
    def test_a_hand_is_its_owners_its_size_everybodys(self) -> None:
        state = position("h1", "h4 h2", "h3", "door")
        for seat in EVERYBODY:
            table = see(state, seat)
            assert [their.hand for their in table.seats] == [
                ("h2", "h4") if seat == 0 else (),
                ("h3",) if seat == 1 else (),
                ("door",) if seat == 2 else (),
            ]
            assert [their.hand_size for their in table.seats] == [2, 1, 1]

    def test_what_is_drawn_is_told_to_its_owner_the_number_to_the_others(self) -> None:
        event = Drew(1, ("h4", "h4"))
        assert [str(lost.tell(event, seat)) for seat in EVERYBODY] == [
            "seat 1 drew 2 cards.",
            "seat 1 drew 2\N{NO-BREAK SPACE}× A Disturbing Artifact (4).",
            "seat 1 drew 2 cards.",
            "seat 1 drew 2 cards.",
        ]

    def test_a_card_given_giver_and_receiver_know_for_good(self) -> None:
        event = Gave(0, 2, ("h9",))
        assert [str(lost.tell(event, seat)) for seat in EVERYBODY] == [
            "seat 0 gave seat 2 Exploring the City (9).",
            "seat 0 gave seat 2 1 card.",
            "seat 0 gave you Exploring the City (9).",
            "seat 0 gave seat 2 1 card.",
        ]
        state = do(position("", "h4 h4 h9 h1", "h2 h8", "h3"), "h4 h4 give=h9 to=2", "h8")
        assert [len(see(state, seat).given) for seat in EVERYBODY] == [1, 0, 1, 0]


class TestUltimates:
    def test_is_laid_unseen(self) -> None:
        assert (
            str(lost.tell(UltimateLaid(1, "h4"), 1))
            == "seat 1 laid A Disturbing Artifact (4) as the Ultimate Escape card."
        )
        assert str(lost.tell(UltimateLaid(1, "h4"), 0)) == "seat 1 laid an Ultimate Escape card."
        assert str(lost.tell(UltimateLaid(1, "h4"), None)) == "seat 1 laid an Ultimate Escape card."

    def test_its_owner_knows_it_the_others_that_it_lies(self) -> None:
        state = position("h1", "h4 / h1 / h9", "h3 / / door", "door")
        assert [[their.ultimates for their in see(state, seat).seats] for seat in (0, 1, None)] == [
            [("h9",), (None,), ()],
            [(None,), ("door",), ()],
            [(None,), (None,), ()],
        ]

    def test_moved_the_old_and_the_new_owner_know_it(self) -> None:
        before = position("h10 h10 h10 h10", "h10 h1 / / door", "h1 / / fear", "h2")
        after = do(before, "h10 escape=door to=1")
        assert [see(after, seat).seats[1].ultimates for seat in EVERYBODY] == [
            (None, "door"),
            ("fear", "door"),
            (None, None),
            (None, None),
        ]
        assert [told(before, "h10 escape=door to=1", seat)[1] for seat in EVERYBODY] == [
            "seat 0 moved the Ultimate Escape card A Mighty Door to seat 1.",
            "seat 0 moved the Ultimate Escape card A Mighty Door to you.",
            "seat 0 moved an Ultimate Escape card to seat 1.",
            "seat 0 moved an Ultimate Escape card to seat 1.",
        ]

    def test_taken_up_former_owners_know_it_still(self) -> None:
        state = do(position("h10 h10 h10 h10", "h10 h1 / / door", " / / ", "h2"), "h10 escape=door to=1")
        assert [told(state, "take door", seat)[0] for seat in EVERYBODY] == [
            "seat 1 took up the Ultimate Escape card A Mighty Door.",
            "seat 1 took up the Ultimate Escape card A Mighty Door.",
            "seat 1 took up an Ultimate Escape card.",
            "seat 1 took up an Ultimate Escape card.",
        ]

    def test_swapped_both_owners_know_both(self) -> None:
        before = position("h3 h3 h3 h3", "h3 h9 / / h1", "h1 / / h5", "h2")
        move = "h3 option=1 to=1 escape=h1 their=0"
        assert [see(do(before, move), seat).seats[1].ultimates for seat in EVERYBODY] == [
            ("h1",),
            ("h1",),
            (None,),
            (None,),
        ]
        assert told(before, move, 1)[1] == (
            "seat 0 took the Ultimate Escape card Dark Cult's Voodoo Rite (5) from you,"
            " in exchange for the Ultimate Escape card Discover a Mystery (1)."
        )
        assert (
            told(before, move, 2)[1] == "seat 0 swapped an Ultimate Escape card for an Ultimate Escape card of seat 1."
        )

    def test_a_hand_card_swapped_for_it_is_its_owners_alone(self) -> None:
        event = HandSwapped(0, "h9", "h4", frozenset({0, 1}))
        assert [str(lost.tell(event, seat)) for seat in EVERYBODY] == [
            "seat 0 swapped Exploring the City (9) from the hand for"
            " the Ultimate Escape card A Disturbing Artifact (4).",
            "seat 0 swapped a hand card for the Ultimate Escape card A Disturbing Artifact (4).",
            "seat 0 swapped a hand card for an Ultimate Escape card.",
            "seat 0 swapped a hand card for an Ultimate Escape card.",
        ]
        state = do(position("h3 h3", "h3 h9 / / h4", "h1", "h2"), "h3 give=h9 escape=h4")
        assert [see(state, seat).seats[0].ultimates for seat in EVERYBODY] == [("h9",), (None,), (None,), (None,)]

    def test_of_face_up_cards_everybody_knows(self) -> None:
        moves = {
            "h3 give=h9 escape=h4": position("h3 h3", "h3 h9 / h4", "h1", "h2"),
            "h3 option=1 to=1 escape=h4 their=h5": position("h3 h3 h3 h3", "h3 h9 / h4", "h1 / h5", "h2"),
            "h10 escape=h4 to=1": position("h10 h10 h10 h10", "h10 h9 / h4", "h1", "h2"),
            "take h4": position("h1", " / h4 h5", "h1", "h2"),
        }
        for move, state in moves.items():
            assert len({tuple(told(state, move, seat)) for seat in (0, 2, None)}) == 1
            for seat in EVERYBODY:
                assert "Artifact" in " ".join(told(state, move, seat))


class TestThePile:
    def test_nobody_knows_it_all_know_its_size(self) -> None:
        state = position("h1", "h4", "h3", pile="door fear h9")
        for seat in (0, 1, None):
            assert (see(state, seat).pile, see(state, seat).pile_cards) == (3, ())


class TestAllElseIsPublic:
    def test_escape_cards_the_stack_in_order_banished_cards_direction_restrictions_who_must_act(self) -> None:
        state = position(
            "h5 angell door angell", "h4 / h1 h2", "h3 / h6", on=1, banished="h7", clockwise=False, skips=1, chosen=0
        )
        state = state._replace(
            bound=(Effect("the next player plays no Events"),),
            coming=(Effect("the next player plays only rating N or an Event", 10),),
            feared=frozenset({0}),
        )
        for seat in (0, 1, None):
            table = see(state, seat)
            assert [their.escapes for their in table.seats] == [("h1", "h2"), ("h6",)]
            assert [(layer.card, layer.acts) for layer in table.stack] == [
                ("h5", None),
                ("angell", "h5"),
                ("door", None),
                ("angell", "door"),
            ]
            assert (table.banished, table.clockwise, table.skips, table.chosen) == (("h7",), False, 1, 0)
            assert (table.bound, table.coming) == (state.bound, state.coming)
            assert [their.feared for their in table.seats] == [True, False]
            assert [their.is_on_turn for their in table.seats] == [False, True]
            assert (table.asked[0].seat, table.missing, table.turn, table.start) == (1, (1,), 1, 1)

    @pytest.mark.parametrize(
        ("stack", "limit", "least", "below"),
        [("", None, None, None), ("h4 door", None, 4, None), ("h4 angell", None, None, None), ("h5", 5, None, 5)],
    )
    def test_what_the_next_horror_must_be(
        self, stack: str, limit: int | None, least: int | None, below: int | None
    ) -> None:
        table = see(position(stack, "h1", "h1", limit=limit), None)
        assert (table.least, table.below) == (least, below)

    def test_whether_the_tide_is_in(self) -> None:
        tides = [(turn, tide) for tide in (True, False) for turn in (99, 100)]
        tables = [see(position("", "h1", "h1", turn=turn, tide=tide), None) for turn, tide in tides]
        assert [table.is_tide_in for table in tables] == [False, True, False, False]

    def test_cards_picked_up_with_the_stack_were_seen_the_history_shows_them(self) -> None:
        sentences = {tuple(told(position("h9 door", "h1", "h2", "h3"), "pickup", seat)) for seat in EVERYBODY}
        assert sentences == {("seat 0 picked up the stack: Exploring the City (9), A Mighty Door.",)}

    @pytest.mark.parametrize(
        ("state", "move", "sentences"),
        [
            (position("h6 h6", "h6 h9", "h1"), "h6", ["joining a set of 3", "anticlockwise", "may play again"]),
            (
                position("h6 h6", "h6 h9", "h1", clockwise=False),
                "h6",
                ["joining a set of 3", "goes clockwise", "play again"],
            ),
            (
                position("h6 h6", "angell h9", "h1"),
                "angell",
                ["acts as Lost in Visions (6), in a set of 3", "anticl", "again"],
            ),
            (
                position("door", "angell h9", "h1"),
                "angell",
                ["acts as A Mighty Door.", "{seat 1 was|You were} skipped"],
            ),
            (position("", "h5 h9", "h1"), "h5", ["played Dark", "lower than 5"]),
            (
                position("", "h8 h8 h9", "h1"),
                "h8 h8 to=1",
                ["played 2\N{NO-BREAK SPACE}×", "chose {seat 1|you} as the next"],
            ),
            (
                position("", "h1 h1 h1 h9", "h1"),
                "h1 h1 h1",
                ["played", "banished the stack: 3\N{NO-BREAK SPACE}× Discover", "seat 0 may play again."],
            ),
            (
                position("h1", "cthulhu h9", "h1"),
                "cthulhu to=1",
                ["", "was banished", "made {seat 1|you} pick up the stack"],
            ),
            (
                position("h1", "cthulhu h9", "h1", turn=100),
                "cthulhu to=1",
                ["", "was banished", "nothing left for seat 1", "The tide had taken Discover"],
            ),
            (position("h1", "legrasse h2 h3 h9", "h1"), "legrasse banish=h2,h3", ["", "banished from the hand"]),
            (
                position("", "h7 h7 h7 h7 h7 h9 / h2", "h1"),
                "h7 h7 h7 h7 h7 escape=h2",
                ["", "", "the Escape card The", "again"],
            ),
            (
                position("", "h7 h7 h7 h7 h7 h9 / / h2", "h1"),
                "h7 h7 h7 h7 h7 escape=h2",
                ["", "", "the Ultimate", "again"],
            ),
            (
                position("", "fear h9", "h1"),
                "fear to=1",
                ["", "makes {seat 1 play their|you play your} highest", "no Horror but the highest"],
            ),
            (position("", "h2 h2 h9", "h1"), "h2 h2", ["", "{seat 1 is|You are} restricted in this turn: no Events."]),
            (position("", "h10 h10 h10 h9", "h1"), "h10 h10 h10", ["", "in this turn: no Horror but 10s."]),
            (
                position("", "h10 h10 h10 h10 h9 h1", "h1"),
                "h10 h10 h10 h10 give=h9 to=1",
                ["", "laid Exploring the City (9) from the hand among {the Escape cards of seat 1|your Escape cards}."],
            ),
            (position("", "door", "h1", bound="the next player plays no Events"), "pass", ["had nothing that may"]),
            (position("", "h9", "h1", "h2", phase="again"), "stop", ["did not play again"]),
            (position("", "h9", "h1"), "h9", ["played", "seat 0 has escaped", "seat 1 is lost"]),
        ],
    )
    def test_what_is_done_is_told_to_all_alike(self, state: State, move: str, sentences: list[str]) -> None:
        """But for "you" to whom it is done: `{told of seat 1|told to seat 1}`."""
        for seat in (0, 1, None):
            read = told(state, move, seat)
            assert len(read) == len(sentences)
            for sentence, part in zip(read, sentences, strict=True):
                assert re.sub(r"{(.*?)\|(.*?)}", r"\2" if seat == 1 else r"\1", part) in sentence
        assert told(state, move, 0) == told(state, move, None)

    def test_the_deal(self) -> None:
        _, (event,) = lost.setup(lost.deal(DECK, list, 2, {"start": 1}), Terms())
        assert str(lost.tell(event, None)).endswith("seat 1 will start.")

    def test_restrictions_are_told_together(self) -> None:
        event = Restricted(0, (Effect("the next player plays no Events"),), True)
        assert "no Events, no Horror but the highest" in str(lost.tell(event, None))


class TestDecisions:
    def test_only_ones_own(self) -> None:
        state = position("h4", "h9 h2 door", "h1")
        assert see(state, 1).decision is see(state, None).decision is None
        decision = see(state, 0).decision
        assert decision is not None
        assert [(offer.cards, offer.run) for offer in decision.offers] == [(("h9",), 0), (("door",), 0)]
        assert (decision.can_pick_up, decision.can_pass, decision.can_stop) == (True, False, False)

    def test_passing_picking_up_and_stopping(self) -> None:
        passing = see(position("", "door", "h1", bound="the next player plays no Events"), 0).decision
        assert passing is not None and (passing.can_pick_up, passing.can_pass, passing.offers) == (False, True, ())
        again = see(do(position("", "h1 h1 h9", "h2"), "h1 h1"), 0).decision
        assert again is not None and (again.kind, again.can_stop, again.can_pick_up) == ("again", True, False)

    def test_taking_up(self) -> None:
        decision = see(position("h1", " / h3 h2 / door", "h1"), 0).decision
        assert decision is not None and (decision.kind, decision.cards) == ("escape", ("h3", "h2"))


class TestSealedUltimates:
    state: Any = lost.setup(lost.deal(DECK, list, 3, {"start": 1}), Terms())[0]

    def look(self, seat: int | None, sealed: Any, missing: frozenset[int] | None) -> seen.Table:
        return lost.view(self.state, seat, Pending(sealed, missing))

    def test_ones_own_state_is_live_that_of_others_as_it_is_said(self) -> None:
        sealed = {"ultimate": LayUltimate(0, self.state.hands[0][2])}
        table = self.look(0, sealed, frozenset({0, 2}))
        assert table.missing == (2,)
        assert [seat.laid for seat in table.seats] == [True, True, False]
        assert table.decision is not None and table.decision.given == self.state.hands[0][2]
        assert self.look(0, {}, frozenset({2})).missing == (0, 2)
        assert self.look(None, {}, None).missing == (0, 1, 2)
        assert self.look(1, {}, None).decision.given is None  # type: ignore[union-attr]  # it is asked


def test_at_the_end_everything_lies_open() -> None:
    state = do(position("", "h9", "h1 / h2 / h3", pile="h8"), "h9")
    for seat in (0, 1, None):
        table = see(state, seat)
        assert (table.seats[1].hand, table.seats[1].ultimates, table.pile_cards) == (("h1",), ("h3",), ("h8",))
        assert [(their.place, their.is_lost) for their in table.seats] == [(1, False), (None, True)]
        assert table.outcome is not None


def test_what_powers_do_is_said_in_the_readers_words() -> None:
    assert set(EFFECTS) == set(VERBS)
    option = (Effect("give N from the hand to a player", 2), Effect("banish the stack"))
    assert [str(sentence) for sentence in describe(option)] == [
        "give 2 cards of your hand to another player",
        "banish the stack and play again",
    ]
    assert [str(name) for name in cards_named(("door", "h2", "door"))] == [
        "The Horror in Clay (2)",
        "2\N{NO-BREAK SPACE}× A Mighty Door",
    ]
