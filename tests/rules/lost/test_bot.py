"""The bot plays from its table alone."""

import random
from typing import Any

import pytest

from games.rules import lost
from games.rules.kernel import NOTHING_PENDING, Pending, Terms
from games.rules.lost.model import LayUltimate, State
from games.rules.offline import OfflineTable, bot_player, play_out, random_player
from tests.rules.lost.positions import DECK, deck_with, do, position

NO_EVENTS = "the next player plays no Events"


def form(state: State, seat: int = 0, chance: float = 0.0) -> dict[str, Any]:
    """What the bot hands in."""
    answer = lost.bot(lost.view(state, seat, NOTHING_PENDING), lambda: chance)
    assert answer is not None
    lost.submit(state, seat, {}, *lost.read_answer(seat, answer))
    return dict(answer)


class TestIt:
    def test_lays_a_card_that_is_easy_to_play(self) -> None:
        """Choose a card that's easy to play as your Ultimate Escape: an Event or a Horror with a high number."""
        state, _ = lost.setup(lost.deal(DECK, lambda items: list(items)[::-1], 2, {}), Terms())
        assert form(state)["cards"] in ("fear", "door", "cthulhu")
        given = Pending({"ultimate": LayUltimate(0, "fear")})
        assert lost.bot(lost.view(state, 0, given), lambda: 0.0) is None

    def test_has_nothing_to_do_in_anothers_turn_or_as_a_spectator(self) -> None:
        state = position("h1", "h2", "h3")
        assert lost.bot(lost.view(state, 1, NOTHING_PENDING), lambda: 0.0) is None
        assert lost.bot(lost.view(state, None, NOTHING_PENDING), lambda: 0.0) is None

    @pytest.mark.parametrize(
        ("stack", "row", "card"),
        [
            ("h4", "h3 h6 door", "h6"),
            ("h9", "h3 h6 door", "door"),
            ("h9", "h1 h6", "h6"),
            ("h9", "legrasse h3", "legrasse"),
            ("", "legrasse h3", "legrasse"),
            ("h9 angell", "h9 h2", "h2"),
        ],
    )
    def test_takes_up_what_it_can_play_at_once(self, stack: str, row: str, card: str) -> None:
        assert form(position(stack, f" / {row} / h9", "h1"))["cards"] == card

    def test_on_a_rite_takes_up_a_horror_below_its_number(self) -> None:
        assert form(position("h5", " / h6 h4 / h9", "h1", limit=5))["cards"] == "h4"

    def test_plays_many_cards_at_once(self) -> None:
        assert form(position("", "h2 h6 h6 h6", "h1"))["cards"] == ["h6", "h6", "h6"]

    def test_picks_up_passes_or_stops_where_nothing_fits(self) -> None:
        assert form(position("h9", "h2", "h1"))["do"] == "pickup"
        assert form(position("", "door", "h1", bound=NO_EVENTS))["do"] == "pass"
        assert form(do(position("", "h9 h9 h9 h1", "h1"), "h9 h9 h9"))["do"] == "stop"

    def test_stops_rather_than_pick_up_by_legrasse(self) -> None:
        assert form(position("h9 h9 h9", "legrasse h1", "h1", phase="again"))["do"] == "stop"
        assert form(position("h9", "legrasse h1", "h1"))["do"] == "play", "the stack comes either way, Legrasse goes"

    def test_declines_a_run_where_that_is_better(self) -> None:
        """Joining makes another pick up a small stack; alone the set of four lets it banish two cards."""
        deck = deck_with(h9_5="change direction")
        state = position("h9", "h9 h9 h9 h9 h1 h2 h3", "h1", deck=deck)
        answer = form(state)
        assert (answer["join"], answer["banish"]) == ("no", ["h1", "h2"])

    @pytest.mark.parametrize(
        ("state", "answer"),
        [
            (position("", "h4 h4 h9 h1", "h1", "h1 h2"), {"to": "2", "give": ["h1"]}),
            (position("h9 h9 h9", "h9 h1 h2 h3", "h1"), {"banish": ["h1", "h2"]}),
            (position("h7 h7 h7 h7", "h7 h1 / h2 h3", "h1"), {"escape": "h2"}),
            (position("h9", "legrasse h1 h2", "h1"), {"banish": ["h1", "h2"]}),
            (position("h9", "cthulhu h1", "h1"), {"to": "1"}),
            (position("h8 h8", "h8 h1", "h1"), {"option": "1"}),
            (position("h9", "h8 fear h1", "h1"), {"to": "1"}),
            (position("h10 h10 h10", "h10 h1", "h1"), {"give": ["h1"], "to": "1"}),
        ],
    )
    def test_answers_what_a_power_asks(self, state: State, answer: dict[str, Any]) -> None:
        assert answer.items() <= form(state).items()

    def test_swaps_for_the_easiest(self) -> None:
        """Of face-down cards, which nobody else knows, the first."""
        up = position("h3 h3 h3 h3", "h3 / h1 / h2", "h1 / h5 h9")
        down = position("h3 h3 h3 h3", "h3 / h1 / h2", "h1 / / h5 h9")
        answers = [form(state, chance=chance) for state in (up, down) for chance in (0.0, 0.3, 0.6, 0.9)]
        assert {answer.get("their") for answer in answers} == {None, "h9", "0"}


def test_against_three_random_seats_it_is_seldom_lost() -> None:
    """`manage.py arena lost` plays 1,000 games; fair is 25 %, the goal at most 6 %."""
    chance, losses, games = random.Random(3), 0, 40
    for number in range(games):
        deal = lost.deal(DECK, lambda items: chance.sample(list(items), len(items)), 4, {})
        table = OfflineTable(lost, deal, 4, chance.randrange, Terms())
        seats = [random_player(chance.randrange)] * 4
        seats[number % 4] = bot_player(chance.random)
        play_out(table, seats)
        result = lost.result(table.state)
        assert result is not None
        losses += result["lost"] == number % 4
    assert losses <= 1
