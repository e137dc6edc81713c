"""Rulebook 3: preparation; fram.md, *Setup*."""

import random
from collections import Counter

import pytest

from games.rules import fram
from games.rules.fram.cards import NUMBERS, TRUMPS, read_deck, read_seed
from games.rules.fram.model import Began, Phase
from games.rules.kernel import IllegalAction, Terms
from tests.rules.fram.notation import after, table
from tests.rules.fram.trial import DECK

SETUP = {
    "trumps": ["text", "mead", "drug"],
    "treasures": ["S7", "M3", "A22", "S10", "S13", "M8", "M11", "M15", "A4", "A11", "A18", "S14"],
    "removed": ["S11", "M18", "A0"],
}


def deals(seats: int, count: int = 300):
    chance = random.Random(seats)
    return [fram.deal(DECK, lambda items: chance.sample(items, len(items)), seats, {}) for _ in range(count)]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_3_1_one_trump_a_seat_the_text_among_them(seats):
    for deal in deals(seats):
        assert len(set(deal.trumps)) == len(deal.trumps) == seats
        assert "text" in deal.trumps


def test_3_1_five_seats_have_all_five_trumps():
    assert set(deals(5, 1)[0].trumps) == set(TRUMPS)


def test_3_1_with_three_seats_every_other_trump_may_be_in():
    counts = Counter(trump for deal in deals(3) for trump in deal.trumps)
    assert counts["text"] == 300
    assert all(100 < counts[trump] < 200 for trump in TRUMPS[1:])


def test_3_1_the_text_may_be_dealt_to_any_seat():
    assert {deal.trumps.index("text") for deal in deals(4)} == {0, 1, 2, 3}


def test_3_1_hands_are_twelve_powers_and_a_trump_but_the_text_lies_open():
    state = after("mead text drug")
    assert [len(seat.hand) for seat in state.seats] == [13, 12, 13]
    assert state.seats[1].hand == set(NUMBERS)


def test_3_2_one_treasure_of_each_depth_is_removed():
    for deal in deals(3):
        assert [treasure.depth for treasure in deal.removed] == ["S", "M", "A"]
        assert sorted(map(str, deal.treasures + deal.removed)) == sorted(map(str, read_deck(DECK).treasures()))


def test_3_2_any_treasure_may_be_removed():
    assert len({str(treasure) for deal in deals(3) for treasure in deal.removed}) == 15


def test_3_2_the_first_treasure_is_shallow():
    assert {deal.treasures[0].depth for deal in deals(5)} == {"S"}


def test_3_2_cards_go_from_the_top_to_the_bottom_until_a_shallow_one_is_on_top():
    deal = fram.deal(DECK, lambda items: list(reversed(items)), 3, {})
    assert " ".join(map(str, deal.treasures)) == "S7 S10 S11 S13 A0 A4 A11 A18 M3 M8 M11 M15"


def test_3_2_the_last_treasure_lies_face_up():
    view = table("text mead drug | r1 S7").view(None)
    assert view.row.last.value is not None
    assert view.row.this.value is view.row.next.value is view.row.deck.value is None


def test_3_3_the_text_is_known_and_its_seat_the_first_dealer():
    state = after("mead text drug")
    assert (state.dealer, state.phase, state.round) == (1, Phase.LEAD, 1)
    assert state.known == {"text"}


def test_3_3_the_text_seat_may_look_at_the_removed_treasures():
    game = table("mead text drug")
    assert all(treasure.value is not None for treasure in game.view(1).removed)
    assert all(treasure.value is None for seat in (None, 0, 2) for treasure in game.view(seat).removed)


def test_the_first_dealer_sees_the_first_treasure():
    began = table("text mead drug | r1 S7").events[0]
    assert isinstance(began, Began)
    assert [str(treasure) for treasure in began.peeked] == ["S7"]


def test_a_setup_goes_round():
    deal = fram.read_setup(3, SETUP, DECK)
    assert fram.write_setup(deal) == SETUP
    assert fram.setup(deal, Terms())[0].deal == deal


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"trumps": ["text", "mead"]}, "trumps"),
        ({"trumps": ["text", "mead", "mead"]}, "trumps"),
        ({"trumps": ["sign", "mead", "drug"]}, "trumps"),
        ({"trumps": ["text", "mead", "door"]}, "trumps"),
        ({"trumps": "text"}, "a list of texts"),
        ({"trumps": [1, 2, 3]}, "a list of texts"),
        ({"removed": ["M18", "S11", "A0"]}, "in this order"),
        ({"removed": ["S11", "M18"]}, "in this order"),
        ({"removed": ["S11", "M3", "A0"]}, "once each"),
        ({"treasures": SETUP["treasures"][:11]}, "once each"),
        ({"treasures": ["M3", "S7", *SETUP["treasures"][2:]]}, "shallow"),
        ({"treasures": ["S07", *SETUP["treasures"][1:]]}, "no such treasure"),
        ({"treasures": ["S7\n", *SETUP["treasures"][1:]]}, r"no such treasure: 'S7\n'"),
        ({"more": []}, "nothing else"),
    ],
)
def test_a_faulty_setup_is_refused(change, reason):
    with pytest.raises(IllegalAction) as fault:
        fram.read_setup(3, {**SETUP, **change}, DECK)
    assert reason in str(fault.value)


@pytest.mark.parametrize("seats", [2, 6])
def test_three_to_five_seats(seats):
    with pytest.raises(IllegalAction, match="three to five"):
        fram.read_setup(seats, SETUP, DECK)


def test_a_setup_is_an_object():
    with pytest.raises(IllegalAction, match="the setup needs"):
        fram.read_setup(3, None, DECK)


@pytest.mark.parametrize(
    "deck", [None, {"S": []}, {**DECK, "M": "12345"}, {**DECK, "M": [1, 2, 3, 4]}, {**DECK, "A": [1, 2, 3, 4, True]}]
)
def test_a_deck_is_five_whole_numbers_a_depth(deck):
    with pytest.raises(IllegalAction):
        read_deck(deck)


@pytest.mark.parametrize("value", [-1, 100, 1.0])
def test_a_value_is_0_to_99(value):
    with pytest.raises(IllegalAction, match="0 to 99"):
        read_deck({**DECK, "S": [value, 1, 2, 3, 4]})


def test_the_seed_file_gives_the_deck():
    seed = {depth: {"name": depth, "values": [{"vp": vp, "known": False} for vp in DECK[depth]]} for depth in "SMA"}
    assert read_seed(seed) == DECK


@pytest.mark.parametrize("section", [None, {}, {"values": [7]}, {"values": [{"known": True}]}])
def test_a_faulty_seed_file_is_refused(section):
    with pytest.raises(IllegalAction, match="depth S"):
        read_seed({"S": section})
