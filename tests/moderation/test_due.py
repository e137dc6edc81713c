"""What was done at a table while all had answered, and the word to the worker was lost: the sweep still finds it."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from games.models import Game
from games.selectors.waiting import due
from games.services import gathering, moderation, offers
from tests import tables
from tests.moderation.cast import REASON, moderator, user
from tests.moderation.test_offers import offered
from tests.tables import NOW

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def is_extended(game: Game) -> None:
    """A moderator gives more time."""
    moderation.extend(by=moderator("Max"), ref=game.ref, reason=REASON, eighths=1, now=NOW)


def is_left(game: Game) -> None:
    """Somebody gets up."""
    gathering.leave(user=user("Bo"), ref=game.ref, now=NOW, for_good=True)


def is_taken_over(game: Game) -> None:
    """Somebody takes a seat that was offered."""
    offers.take(user=tables.person("Dot"), offer=offered(game), now=NOW)


@pytest.mark.parametrize("act", [is_extended, is_left, is_taken_over], ids=lambda act: act.__name__)
def test_a_round_that_is_complete_is_found(act: Callable[[Game], None]) -> None:
    game = tables.table()
    dealer = tables.state(game).dealer
    for step in range(3):
        tables.bid(game, (dealer + step) % 3)
    act(game)
    assert game in due(NOW + timedelta(minutes=1))
    assert tables.tend(game, NOW + timedelta(minutes=1)).moves_logged > 1
