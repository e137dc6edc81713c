"""fram.md, *Who knows what*, a test a row: what a view shows, and to whom."""

import pytest

from games.rules.fram.cards import NUMBERS
from games.rules.kernel import Terms
from tests.rules.fram.notation import table

EVERYBODY = (0, 1, 2, None)
START = "text mead drug | r1 S7 M8 A22 M3"


def knowers(game, find):
    """The viewers to whom that treasure's value is shown; all are shown its depth."""
    treasures = {viewer: find(game.view(viewer)) for viewer in EVERYBODY}
    assert len({treasure.depth for treasure in treasures.values()}) == 1
    return [viewer for viewer in EVERYBODY if treasures[viewer].value is not None]


def test_own_hand_is_known_to_its_seat():
    game = table(f"{START} | 12")
    assert [game.view(viewer).seats[1].hand for viewer in (0, 2, None)] == [(), (), ()]
    assert game.view(1).seats[1].hand == (*NUMBERS, "mead")
    assert game.view(2).seats[2].hand == (*NUMBERS, "drug")
    assert [choice.card for choice in game.view(2).hand] == list(NUMBERS)


def test_own_sealed_bid_and_orders_are_known_to_their_seat():
    game = table(f"{START} | 12")
    others = [game.view(viewer) for viewer in (0, 2, None)]
    game.send(1, "r1.bid play 9 hold cap=14 below=3")
    assert [game.view(viewer) for viewer in (0, 2, None)] == others
    decision = game.view(1).decision
    assert (decision.given, decision.hold, decision.orders.cap, decision.orders.below) == ("9", True, 14, 3)


def test_who_held_is_known_to_that_seat_alone():
    one, two = table(f"{START} | 12 9! 5"), table(f"{START} | 12 9 5!")
    assert one.view(0) == two.view(0)
    assert one.view(None) == two.view(None)
    assert one.view(1).decision.kind == "showdown"
    assert two.view(1).decision is None


def test_the_winners_answer_and_whether_it_is_given_are_known_to_the_seat():
    views = []
    for answer in (None, "take", "banish"):
        game = table("text sign drug | r1 S7 M8 A22 M3 | 4 9 5")
        if answer:
            game.send(1, f"r1.look {answer}")
        views.append([game.view(viewer) for viewer in (0, 2, None)])
    assert views[0] == views[1] == views[2]


def test_this_rounds_treasure_is_known_to_its_dealer():
    assert knowers(table(START), lambda view: view.row.this) == [0]
    assert knowers(table(f"{START} | 4 9 5 | take | 10"), lambda view: view.row.this) == [1]


def test_this_rounds_treasure_is_known_to_who_saw_it_as_the_next():
    game = table(f"{START} | 15 mead 5 | 4 15 6 | take | 10")
    assert (game.state.round, game.state.dealer) == (3, 2)
    assert knowers(game, lambda view: view.row.this) == [1, 2]


def test_this_rounds_treasure_is_known_to_all_in_round_12():
    assert knowers(table("text mead drug | r12"), lambda view: view.row.this) == [*EVERYBODY]


def test_the_next_rounds_treasure_is_known_to_the_seat_that_mead_made_dealer():
    assert knowers(table(f"{START} | 15 mead 5"), lambda view: view.row.next) == [1]
    assert knowers(table(f"{START} | 4 9 5 | take | 10"), lambda view: view.row.next) == []


def test_the_next_rounds_treasure_is_known_to_all_in_round_11():
    assert knowers(table("text mead drug | r11"), lambda view: view.row.next) == [*EVERYBODY]


def test_a_won_treasure_is_known_to_its_winner_from_the_look_on_and_to_who_saw_it_before():
    assert knowers(table(f"{START} | 4 9 5"), lambda view: view.showdowns[0].treasure) == [0, 1]
    game = table(f"{START} | 4 9 5 | take | 10 11 12")
    assert knowers(game, lambda view: view.seats[1].prizes[0].treasure) == [0, 1]
    assert [game.view(viewer).seats[1].prizes[0].net for viewer in EVERYBODY] == [-2, -2, None, None]


def test_a_banished_treasure_is_known_to_the_seat_that_banished_it_and_to_who_saw_it_before():
    game = table("text mead sign | r1 S7 M8 | 4 5 9 | banish | 10 11 12")
    assert knowers(game, lambda view: view.banished[0][2]) == [0, 2]


def test_the_removed_treasures_are_known_to_the_text_seat():
    for index in range(3):
        assert knowers(table(START), lambda view, index=index: view.removed[index]) == [0]


def test_a_trump_in_a_hand_is_known_to_its_seat_and_known_trumps_to_all():
    game = table(f"{START} | 4 mead 5 | take")
    assert [game.view(viewer).seats[2].trump for viewer in EVERYBODY] == [None, None, "drug", None]
    assert [game.view(viewer).seats[1].trump for viewer in EVERYBODY] == ["mead"] * 4
    assert [game.view(viewer).my_trump for viewer in EVERYBODY] == ["text", "mead", "drug", None]
    assert game.view(None).known_trumps == ("text", "mead")


def test_the_depth_of_no_card_deeper_than_the_decks_top_is_shown():
    """The row shows four places, of which the last lies open."""
    row = table(START).view(None).row
    assert (row.this.depth, row.next.depth, row.deck.depth) == ("S", "M", "A")
    assert table(START).view(0).row.deck.value is None


def test_seen_faces_are_struck_out_of_the_depths_values():
    view = table("text mead drug | r1 S7 M8 | 15 4 5").view(0)
    struck = {depth.letter: [value for value, is_seen in depth.values if is_seen] for depth in view.depths}
    removed = {treasure.depth: treasure.value for treasure in view.removed}
    assert struck["S"] == sorted([7, removed["S"]])
    assert set(struck["M"]) == {8, removed["M"]}
    last = view.row.last
    assert set(struck["A"]) == {removed["A"], last.value}


def test_of_equal_values_as_many_are_struck_out_as_were_seen():
    game = table("text mead drug | r1 S7")
    deck = type(game.deal.deck)(((7, 7, 11, 13, 14), *game.deal.deck.values[1:]))
    deal = type(game.deal)(deck, game.deal.trumps, game.deal.treasures, game.deal.removed)
    again = type(game)(game.rules, deal, 3, game.draw)
    assert again.view(1).depths[0].values.count((7, True)) == 0
    removed = again.deal.removed[0].value
    assert [seen for value, seen in again.view(0).depths[0].values if value == 7] == [True, False], removed


def test_powers_insanity_exorcised_bids_and_hand_sizes_are_known_to_all():
    game = table(f"{START} | 4 9 5 | take | 10 15 11 | take | 12")
    seats = game.view(None).seats
    assert [(s.powers, s.insanity, s.exorcised, s.hand_size) for s in seats] == [
        (0, 2, 0, 10),
        (9, 1, 0, 11),
        (15, 0, 1, 10),
    ]
    for viewer in EVERYBODY:
        mine = game.view(viewer).seats
        assert [(s.powers, s.insanity, s.exorcised, s.hand_size) for s in mine] == [
            (s.powers, s.insanity, s.exorcised, s.hand_size) for s in seats
        ]
        assert [showdown.cards for showdown in game.view(viewer).showdowns] == [
            showdown.cards for showdown in game.view(None).showdowns
        ]


def test_that_a_showdown_is_open_is_known_to_all():
    game = table(f"{START} | 12 9! 5")
    assert {game.view(viewer).phase for viewer in EVERYBODY} == {"showdown"}
    assert len({game.view(viewer).asked for viewer in EVERYBODY}) == 1


def test_after_the_end_everything_is_shown():
    view = table("text mead sign | r11 | 14 14! 15 | settle | banish | 14 15 15").view(None)
    assert view.phase == "over"
    assert all(seat.trump is not None and seat.score is not None for seat in view.seats)
    assert all(treasure.value is not None for treasure in view.removed)
    assert view.banished[0][2].value is not None
    assert view.undealt == ("trapezohedron", "drug")
    assert view.showdowns[10].held == (1,)
    assert view.seats[1].hand == ("mead",)
    assert view.outcome.scores == tuple(seat.score.total for seat in view.seats)
    assert all(is_seen for depth in view.depths for _, is_seen in depth.values)


def test_a_score_is_taken_apart():
    score = table("text mead drug | r11 | 14 14 15! | drug:14 | 15 15 15").view(None).seats[2].score
    assert score.total == score.treasures - score.powers - score.insanity - score.drug
    assert (score.drug, score.insanity) == (2, 12)


def test_before_the_end_no_score_and_no_undealt_trump_is_shown():
    for viewer in EVERYBODY:
        view = table("text mead drug | r12").view(viewer)
        assert (view.undealt, view.outcome, view.awakened) == ((), None, False)
        assert all(seat.score is None for seat in view.seats)


def test_an_awakening_is_shown():
    assert not table("text mead drug | r12 | 15 15 15").view(None).awakened


@pytest.mark.parametrize("solo", [True, False])
def test_a_table_of_one_person_and_bots_is_told_apart(solo):
    assert table(START, Terms(solo=solo)).view(None).solo is solo


def test_a_row_half_opened_shows_no_bid():
    """While bids are being logged, one after the other, nothing of them is shown."""
    view = table(f"{START} | 12 9").view(None)
    assert [seat.card for seat in view.seats] == ["12", None, None]
    assert [seat.hand_size for seat in view.seats] == [11, 13, 13]
