"""What is sent twice, by a double click or a reload, happens once."""

import pytest

from games.models import Game
from games.services import gathering
from games.services.desk import NoSuchTable
from tests.tables import NOW, person

pytestmark = pytest.mark.django_db


def opened(host, form="aaaa", name="Friday"):
    return gathering.open_table(host=host, kind="fram", name=name, seats=4, pace=3600, now=NOW, form=form)


def test_the_form_of_a_new_table_opens_one():
    ada = person("Ada")
    assert opened(ada) == opened(ada, name="Friday, corrected")
    assert Game.objects.count() == 1
    assert Game.objects.get().seats.count() == 1


def test_another_form_or_another_person_opens_another():
    ada, bo = person("Ada"), person("Bo")
    tables = (opened(ada), opened(ada, "bbbb"), opened(bo), opened(ada, ""), opened(ada, ""))
    assert len({game.ref for game in tables}) == 5


def test_a_bot_asked_for_twice_sits_down_once():
    ada = person("Ada")
    game = opened(ada)
    for _ in range(2):
        gathering.add_bot(host=ada, ref=game.ref, now=NOW, free=3)
    assert game.seats.count() == 2
    gathering.add_bot(host=ada, ref=game.ref, now=NOW, free=2)
    assert game.seats.count() == 3
    gathering.add_bot(host=ada, ref=game.ref, now=NOW, free=1)
    with pytest.raises(NoSuchTable):  # it has begun
        gathering.add_bot(host=ada, ref=game.ref, now=NOW, free=1)
    game.refresh_from_db()
    assert game.is_running
