"""The words all games share."""

import pytest

from games.rules import GAMES
from games.rules.kernel import IllegalAction, SeatName, illegal, say


def test_a_sentence_reads_by_itself():
    assert str(say("{seat} won.", seat=SeatName(2))) == "seat 2 won."


def test_a_sentence_holds_lists_and_sentences():
    parts = (say("{n} VP", n=3), SeatName(1))
    assert str(say("{parts}: {n}", parts=parts, n=-1)) == "3 VP, seat 1: -1"


def test_what_is_not_allowed_says_why():
    with pytest.raises(IllegalAction, match="no card 7") as fault:
        raise illegal("no card {n}", n=7)
    assert fault.value.sentence == say("no card {n}", n=7)


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_is_listed_under_its_slug(slug):
    title = GAMES[slug].TITLE
    assert title.slug == slug
    assert 2 <= title.least <= title.most
