"""What forms, mails and bots may say."""

from typing import Any

import pytest

from games.rules.kernel import IllegalAction
from games.rules.lost import read_answer
from games.rules.lost.model import LayUltimate, Pass, PickUp, Play, Stop, TakeUp


@pytest.mark.parametrize(
    ("form", "answer"),
    [
        ({"do": "pickup"}, PickUp(1)),
        ({"do": "stop"}, Stop(1)),
        ({"do": " pass "}, Pass(1)),
        ({"do": "escape", "cards": "h3"}, TakeUp(1, "h3")),
        ({"do": "ultimate", "cards": ["door"]}, LayUltimate(1, "door")),
        ({"do": "play", "cards": "h4"}, Play(1, ("h4",))),
        ({"do": "play", "cards": "h4, h4"}, Play(1, ("h4", "h4"))),
        ({"do": "play", "cards": ["h4", "h4"], "join": "no"}, Play(1, ("h4", "h4"), join=False)),
        ({"do": "play", "cards": "h4", "join": "", "option": "", "to": "", "give": "", "their": ""}, Play(1, ("h4",))),
        ({"do": "play", "cards": "h4", "option": "1", "to": "0"}, Play(1, ("h4",), option=1, to=0)),
        ({"do": "play", "cards": "h4", "give": "door h3"}, Play(1, ("h4",), give=("h3", "door"))),
        ({"do": "play", "cards": "h4", "banish": ("fear", "h1")}, Play(1, ("h4",), banish=("h1", "fear"))),
        ({"do": "play", "cards": "h4", "escape": "h3", "their": "h9"}, Play(1, ("h4",), escape="h3", their="h9")),
        ({"do": "play", "cards": "h4", "their": "0"}, Play(1, ("h4",), their=0)),
        ({"do": "play"}, Play(1, ())),
    ],
)
def test_a_form_is_read(form: dict[str, Any], answer: object) -> None:
    assert read_answer(1, {"key": "t3.play", **form}) == ("t3.play", answer)


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"do": "draw"},
        {"do": 3},
        {"do": "escape"},
        {"do": "escape", "cards": "h1 h2"},
        {"do": "ultimate", "cards": "h11"},
        {"do": "play", "cards": "h4 card"},
        {"do": "play", "cards": [3]},
        {"do": "play", "cards": "h4", "to": "-1"},
        {"do": "play", "cards": "h4", "to": "one"},
        {"do": "play", "cards": "h4", "to": "100"},
        {"do": "play", "cards": "h4", "to": "²"},
        {"do": "play", "cards": "h4", "their": "h11"},
        {"do": "play", "cards": "h4", "escape": "h1,h2"},
    ],
)
def test_what_cannot_be_read_gets_a_sentence(form: dict[str, Any]) -> None:
    with pytest.raises(IllegalAction, match=r"\.$"):
        read_answer(1, form)
