"""What forms, mails and bots may say."""

from typing import Any

import pytest

from games.rules.kernel import IllegalAction
from games.rules.lost import read_answer
from games.rules.lost.model import LayUltimate, Pass, PickUp, Play, Stop, TakeUp
from games.rules.lost.offers import name, offers
from tests.rules.lost.positions import position


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
        ({"do": "play", "play": "h6x2"}, Play(1, ("h6", "h6"))),
        ({"do": "play", "play": "h10x1-alone"}, Play(1, ("h10",), join=False)),
        ({"do": "play", "play": "doorx1-1", "whose": "0:h5"}, Play(1, ("door",), option=1, to=0, their="h5")),
        (
            {"do": "play", "play": "h3x5-0", "whose": "2:0", "escape": "h3"},
            Play(1, ("h3",) * 5, True, 0, 2, escape="h3", their=0),
        ),
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
        {"do": "play"},
        {"do": "play", "play": "h4"},
        {"do": "play", "play": "h11x1"},
        {"do": "play", "play": "h4x1", "whose": "one:h4"},
    ],
)
def test_what_cannot_be_read_gets_a_sentence(form: dict[str, Any]) -> None:
    with pytest.raises(IllegalAction, match=r"\.$"):
        read_answer(1, form)


def test_every_offer_has_a_name_that_is_read_as_its_play() -> None:
    state = position("h6 angell h8 h8", "h8 h8 h8 h9 angell door legrasse fear / h1", "h2 / h3")
    made = [(offer, side) for offer in offers(state) for side in offer.sides]
    named = {name(offer, side): (offer.cards, offer.join, side.option) for offer, side in made}
    assert len(named) == len(made) > 10
    for said, (cards, join, option) in named.items():
        assert read_answer(0, {"key": "", "do": "play", "play": said})[1] == Play(0, cards, join, option)
