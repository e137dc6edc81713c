"""Whatever is in the registry is played through the house: nothing here knows a game."""

import pytest

from games.models import Game, Move, Sealed
from games.rules import GAMES
from games.selectors.replays import replay
from games.selectors.tables import mail_pages, table_for
from games.services.keeping import rebuild
from tests import tables
from tests.tables import NOW, table

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.mark.parametrize("kind", [*GAMES, "toy"])
def test_bots_and_the_clock_play_any_game_to_its_end(kind):
    title = GAMES[kind].TITLE
    game = table("Ada", bots=title.least - 1, kind=kind, pace=120)
    assert game.solo
    for _ in range(3000):
        if game.is_finished:
            break
        game = tables.tend(game, game.wake_at)
    assert game.is_finished and 1 in game.result["places"]
    assert not Game.objects.filter(faults__gt=0).exists()
    assert [step.number for step in replay(game).steps] == sorted(step.number for step in replay(game).steps)
    assert rebuild(ref=game.ref, now=NOW) == []
    page = table_for(user=game.seats.get(is_bot=False).user, ref=game.ref, now=NOW)
    assert page.history and page.places
    own, public = mail_pages(seat=game.seats.get(is_bot=False), now=NOW, with_cards=True)
    assert own.me is not None and public.me is None


@pytest.mark.parametrize("kind", [*GAMES, "toy"])
def test_sealed_texts_of_any_game_have_one_length(kind):
    title = GAMES[kind].TITLE
    lengths = {"answers": set(), "since": set(), "private": set(), "opened": set(), "deal": set()}
    for _ in range(2):
        game = table("Ada Bo", bots=title.most - 2, kind=kind, pace=120)
        for _ in range(80):
            if game.is_finished:
                break
            game = tables.tend(game, game.wake_at)
            for row in Sealed.objects.filter(seat__game=game):
                lengths["answers"].add(len(row.answers))
                lengths["since"].add(len(row.since))
        lengths["private"] |= {len(text) for text in Move.objects.values_list("private", flat=True)}
        lengths["opened"] |= {len(text) for text in Move.objects.exclude(opened="").values_list("opened", flat=True)}
        lengths["deal"].add(len(game.deal))
    assert {field: len(found) for field, found in lengths.items()} == dict.fromkeys(lengths, 1)
