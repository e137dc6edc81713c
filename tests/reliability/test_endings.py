"""A game always ends, whoever is silent, leaves, is deleted or renamed, and whichever bot fails (N10)."""

import os
from datetime import timedelta

import pytest

from games.models import Game
from tests.reliability.endings import Trial

SHORT = 2
GAMES = int(os.environ.get("RLYEH_ENDINGS", SHORT))
SEED = int(os.environ.get("RLYEH_SEED", "7"))


@pytest.mark.sqlite
@pytest.mark.django_db
def test_games_end_within_their_waits_and_survive_all_that_people_do(monkeypatch):
    figure = Trial(SEED, monkeypatch, is_small=GAMES == SHORT).run(GAMES)
    print(f"endings: {figure.games} games, {figure.wakes} looks, {len(figure.faults)} faults")  # noqa: T201  # the figure of the soak
    for what, count in sorted(figure.done.items()):
        print(f"  {what}: {count}")  # noqa: T201  # the figure of the soak
    assert figure.faults == []
    assert figure.games == GAMES and figure.wakes > GAMES  # deals and bots are drawn by the system, so no more is sure


def later(game: Game) -> None:
    """Twice the time for all that is asked."""
    if game.deadline is not None and game.asked_at is not None:
        until = game.asked_at + timedelta(seconds=2 * game.span)
        Game.objects.filter(pk=game.pk).update(deadline=until, wake_at=until)


def asleep(game: Game) -> None:
    """A table at which nothing is due."""
    Game.objects.filter(pk=game.pk).update(wake_at=None)


@pytest.mark.django_db
@pytest.mark.parametrize(("plant", "words"), [(later, "its waits are"), (asleep, "nothing wakes it")])
def test_a_planted_fault_is_found_at_the_end(plant, words, monkeypatch):
    figure = Trial(SEED, monkeypatch, is_small=True, plant=plant).run(20)
    assert any(words in fault for fault in figure.faults), figure.faults
    print(f"planted: endings found {plant.__name__} after {figure.games} games")  # noqa: T201  # the figure of the soak
