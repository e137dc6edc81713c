"""What the clock lays face down is told to nobody to be the clock's: leads, bids and turns alone are (product.md)."""

import pytest

from games.models import Game, Seat
from games.selectors.tables import table_for
from tests import tables

pytestmark = pytest.mark.django_db


@pytest.fixture
def laid() -> Game:
    """Ada, Bo and Cy have chosen their Ultimate Escape cards; for Di the time ran out."""
    game = tables.table("Ada Bo Cy Di", kind="lost")
    for number in range(3):
        card = tables.view(game, number).decision.cards[0]
        tables.answer(game, number, game.asked_at, key="ultimate", do="ultimate", cards=card)
    assert game.deadline is not None
    return tables.resolve(game, game.deadline)


def test_nobody_is_told_which_ultimates_the_clock_has_drawn(laid: Game) -> None:
    for seat in Seat.objects.filter(game=laid).select_related("user"):
        page = table_for(user=seat.user, ref=laid.ref, now=tables.NOW)
        assert page.table.phase == "play" and [told.by_clock for told in page.history] == [()] * len(page.history)


def test_no_ultimate_counts_as_a_miss(laid: Game) -> None:
    assert set(Seat.objects.filter(game=laid).values_list("all_misses", flat=True)) == {0}


def test_a_turn_that_the_clock_played_is_told(laid: Game) -> None:
    seat = tables.state(laid).seat
    assert laid.deadline is not None
    game = tables.resolve(laid, laid.deadline)
    page = table_for(user=game.seats.get(number=seat).user, ref=game.ref, now=tables.NOW)
    assert page.history[-1].by_clock == (seat,)
