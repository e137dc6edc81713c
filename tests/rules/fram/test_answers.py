"""What a form says, read as an answer."""

import pytest

from games.rules.fram import read_answer
from games.rules.fram.model import Banish, Drug, Orders, Play, Settle, Switch, Take
from games.rules.kernel import IllegalAction


@pytest.mark.parametrize(
    ("form", "answer"),
    [
        ({"do": "play", "card": "12"}, Play(1, "12")),
        ({"do": "play", "card": " mead ", "hold": "on"}, Play(1, "mead", hold=True)),
        (
            {"do": "play", "card": "12", "hold": "", "cap": "14", "lowest": "on", "below": "5"},
            Play(1, "12", orders=Orders(14, lowest=True, below=5)),
        ),
        ({"do": "switch", "hold": "on", "cap": "9"}, Switch(1, orders=Orders(9))),
        ({"do": "switch"}, Switch(1, on=False)),
        ({"do": "drug", "card": "4"}, Drug(1, "4")),
        ({"do": "go-on"}, Settle()),
        ({"do": "take"}, Take(1)),
        ({"do": "banish"}, Banish(1)),
    ],
)
def test_a_form_is_an_answer(form, answer):
    assert read_answer(1, {"key": "r1.bid", **form}) == ("r1.bid", answer)


@pytest.mark.parametrize(
    ("form", "reason"),
    [
        ({}, "Nothing was chosen"),
        ({"do": "resign"}, "Nothing was chosen"),
        ({"do": ["play"]}, "Nothing was chosen"),
        ({"do": "play"}, "No card was chosen"),
        ({"do": "play", "card": 12}, "No card was chosen"),
        ({"do": "play", "card": "3"}, "no such card"),
        ({"do": "drug", "card": "drug"}, "no such card"),
        ({"do": "play", "card": "12", "cap": "x"}, "whole number"),
        ({"do": "play", "card": "12", "cap": "-5"}, "whole number"),
        ({"do": "play", "card": "12", "below": "100"}, "whole number"),
        ({"do": "play", "card": "12", "below": "٣"}, "whole number"),
    ],
)
def test_what_cannot_be_read_gets_a_sentence(form, reason):
    with pytest.raises(IllegalAction, match=reason):
        read_answer(1, form)
