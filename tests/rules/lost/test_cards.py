"""The deck as data: what `seeds/lost.toml` may say, and how a faulty one, or a faulty setup, is refused."""

import copy
from typing import Any

import pytest

from games.rules import lost
from games.rules.kernel import IllegalAction, Json
from games.rules.lost.cards import CARDS, EVENTS, card_name, in_order, read_deck
from games.rules.lost.vocabulary import NUMBERS, VERBS, Effect, read_options
from tests.rules.lost.positions import DECK


def faulty(change: Any) -> str:
    """What is said of the standard deck after the change."""
    deck = copy.deepcopy(DECK)
    deck = change(deck) or deck
    with pytest.raises(IllegalAction) as fault:
        lost.read_seed(deck)
    return str(fault.value)


def test_the_standard_deck_has_fifteen_cards_and_says_what_is_known() -> None:
    known = [(card, size) for card in DECK for size, power in _powers(card) if power["known"]]
    assert set(DECK) == set(CARDS)
    assert {card for card, _ in known} == {"h5", "h6", "h8", "h10", "angell", "legrasse"}
    assert len(known) == 9


def _powers(card: str) -> list[tuple[str, Json]]:
    return [("", DECK[card])] if card in EVENTS else list(DECK[card].items())


def test_every_verb_of_the_vocabulary_is_explained_in_the_seed_file_and_used_by_it() -> None:
    used = {effect.verb for powers in read_deck(DECK).powers for power in powers for o in power.options for effect in o}
    assert used == set(VERBS)


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_can_be_written(verb: Any) -> None:
    number = NUMBERS[verb][-1] if verb in NUMBERS else 0
    assert read_options(
        verb.replace(" N ", f" {number} ").removesuffix(" N") + (f" {number}" if verb.endswith(" N") else "")
    ) == ((Effect(verb, number),),)


def test_options_and_effects_in_their_order() -> None:
    assert read_options("none") == ()
    assert read_options("play again OR banish the stack and skip the next player") == (
        (Effect("play again"),),
        (Effect("banish the stack"), Effect("skip the next player")),
    )


class TestAFaultyDeckIsRefusedWithTheEntryAndWhatIsWrong:
    def test_no_table(self) -> None:
        assert faulty(lambda deck: [1]) == "a deck is a table of fifteen cards"

    def test_a_card_too_many(self) -> None:
        assert faulty(lambda deck: deck.update(h11={})) == "h11: no such card"

    def test_a_card_too_few(self) -> None:
        assert faulty(lambda deck: deck.pop("door") and None) == "door: this card is missing"

    @pytest.mark.parametrize("entry", [[], {"6": {"power": "none", "known": True}}, {"power": "none", "known": True}])
    def test_a_horror_with_other_sizes(self, entry: Any) -> None:
        said = "h2: a Horror has powers for sets of 1 to 5, and nothing else"
        assert faulty(lambda deck: deck.update(h2=entry)) == said

    @pytest.mark.parametrize("entry", [3, {"power": "none"}, {"known": True}, {"power": "none", "known": True, "x": 1}])
    def test_a_power_with_other_members(self, entry: Any) -> None:
        said = "h2.3: a power has `power`, `known` and perhaps a `note`"
        assert faulty(lambda deck: deck["h2"].update({"3": entry})) == said

    @pytest.mark.parametrize("member", [{"power": 3}, {"known": 1}, {"note": None}])
    def test_members_of_another_kind(self, member: Any) -> None:
        said = "door: `power` and `note` are texts, `known` is true or false"
        assert faulty(lambda deck: deck["door"].update(member)) == said

    @pytest.mark.parametrize(
        ("power", "said"),
        [
            ("", "“” is not in the vocabulary"),
            ("draw a card", "“draw a card” is not in the vocabulary"),
            ("give N from the hand to a player", "“give N from the hand to a player” is not in the vocabulary"),
            ("give 123 from the hand to a player", "“give 123 from the hand to a player” is not in the vocabulary"),
            (
                "give 6 from the hand to a player",
                "“give 6 from the hand to a player” needs a number from 1 to 5",
            ),
            ("play again OR play again OR play again", "a power has at most two sides, one OR"),
            ("play again and play again", "one option asks twice for “play again”"),
            ("give 1 from the hand to a player and choose the next player", "one option asks twice for “a player”"),
            ("banish the stack and a player picks up the stack", "one option asks twice for “the stack”"),
            ("a player picks up the rest", "“a player picks up the rest” is not for this kind of card"),
            ("act as the card beneath", "“act as the card beneath” is not for this kind of card"),
        ],
    )
    def test_a_power_that_cannot_be_read(self, power: str, said: str) -> None:
        assert faulty(lambda deck: deck["h2"]["2"].update(power=power)) == f"h2.2: {said}"

    def test_a_limit_on_an_event(self) -> None:
        said = "door: “the next Horror is lower than N” is not for this kind of card"
        assert faulty(lambda deck: deck["door"].update(power="the next Horror is lower than 3")) == said

    @pytest.mark.parametrize(("card", "power"), [("angell", "play again"), ("door", "act as the card beneath")])
    def test_angell_and_no_other_event_acts_as_the_card_beneath(self, card: str, power: str) -> None:
        said = f"{card}: “act as the card beneath” is Angell's, and all it does"
        assert faulty(lambda deck: deck[card].update(power=power)) == said

    def test_angell_does_nothing_else(self) -> None:
        said = "angell: “act as the card beneath” is Angell's, and all it does"
        assert faulty(lambda deck: deck["angell"].update(power="act as the card beneath OR play again")) == said


SETUP: Json = {"deck": list(CARDS) * 5, "start": 1, "tide": True}


class TestSetup:
    def test_is_written_as_it_is_read(self) -> None:
        assert lost.write_setup(lost.read_setup(2, SETUP, DECK)) == SETUP

    @pytest.mark.parametrize("seats", [0, 1, 7])
    def test_two_to_six_seats(self, seats: int) -> None:
        with pytest.raises(IllegalAction, match="two to six seats"):
            lost.read_setup(seats, SETUP | {"start": 0}, DECK)

    @pytest.mark.parametrize(
        "change",
        [
            {"deck": None},
            {"deck": [1] * 75},
            {"deck": list(CARDS) * 4},
            {"deck": [*list(CARDS) * 5, "h1"]},
            {"deck": ["h11", *(list(CARDS) * 5)[1:]]},
            {"deck": ["h2", *(list(CARDS) * 5)[1:]]},
            {"start": 2},
            {"start": -1},
            {"start": True},
            {"start": 1.0},
            {"tide": 1},
            {"tide": None},
            {"more": 1},
        ],
    )
    def test_a_faulty_one_is_refused(self, change: Json) -> None:
        with pytest.raises(IllegalAction):
            lost.read_setup(2, SETUP | change, DECK)

    @pytest.mark.parametrize("setup", [None, [], "deck", {}, {"deck": list(CARDS) * 5, "start": 0}])
    def test_no_setup_is_refused(self, setup: object) -> None:
        with pytest.raises(IllegalAction, match="the setup needs"):
            lost.read_setup(2, setup, DECK)


def test_cards_in_order_and_by_name() -> None:
    assert in_order(["fear", "h10", "angell", "h2"]) == ("h2", "h10", "angell", "fear")
    assert [str(card_name(card)) for card in ("h10", "door")] == [
        "R'lyeh Slips Beneath the Waves (10)",
        "A Mighty Door",
    ]
