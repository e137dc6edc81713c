"""S10: what a thief of the database, or of a dump of it, can read."""

import json
import re

import pytest
from cryptography.fernet import Fernet
from django.apps import apps
from django.core import serializers

from games import seals
from games.models import Game, Move, Sealed
from games.selectors.lists import awaiting, my_tables
from games.selectors.tables import NotFound, table_for
from tests import tables
from tests.tables import NOW, bid, own, person, state, table

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

TRUMPS = ("trapezohedron", "sign", "mead", "drug")


def dump():
    """Everything in the database, as text."""
    rows = [row for model in apps.get_app_config("games").get_models() for row in model._default_manager.all()]
    return serializers.serialize("json", rows)


def in_the_middle():
    """A table of five with a lead, all bids but one, orders and holds."""
    game = table("Ada Bo Cy Dee Eve")
    dealer = state(game).dealer
    bid(game, dealer, "12")
    for step in range(1, 4):
        seat = (dealer + step) % 5
        hold = {} if state(game).seats[seat].trump == "text" else {"hold": "on", "cap": "13", "below": "9"}
        bid(game, seat, "11", **hold)
    return game


def test_a_dump_in_the_middle_of_a_game_tells_no_secret():
    in_the_middle()
    text = re.sub(r"gAAAA[\w=-]+|date_joined\W+\S+", "", dump())
    for secret in (*TRUMPS, "hold", "below", '"11"', "S7", "S13", "treasures", "removed"):
        assert not re.search(rf"(?<![\w-]){secret}(?![\w-])", text), secret  # whole words: a random key may hold one
    assert '\\"card\\": \\"12\\"' in text or '"card": "12"' in text


def test_all_that_is_sealed_of_one_kind_has_one_length():
    game = in_the_middle()
    other = table("Ada Bo Cy Dee Eve")
    for field in ("answers", "since"):
        assert len({len(getattr(row, field)) for row in Sealed.objects.all()}) == 1
    bid(other, state(other).dealer, "4")
    tables.resolve(game)
    for field in ("private", "opened"):
        assert len({len(getattr(move, field)) for move in Move.objects.all() if getattr(move, field)}) == 1
    assert len({len(game.deal) for game in Game.objects.all()}) == 1


def test_the_fullest_answers_still_fit():
    """The largest orders of a seat, and a round of five of them, opened at once."""
    game = table("Ada Bo Cy Dee Eve")
    dealer = state(game).dealer
    for step in range(5):
        seat = (dealer + step) % 5
        more = (
            {}
            if state(game).seats[seat].trump == "text"
            else {"hold": "on", "cap": "15", "below": "99", "lowest": "on"}
        )
        bid(game, seat, "15", **more)
    tables.resolve(game)
    tables.resolve(game, game.deadline)
    for size, text in [(seals.ANSWERS, row.answers) for row in Sealed.objects.all()]:
        assert len(text) < 1.45 * size
    opened = {len(move.opened) for move in Move.objects.all() if move.opened}
    assert len(opened) == 1 and opened.pop() < 1.45 * seals.OPENED


def test_nothing_sealed_tells_a_time():
    in_the_middle()
    tokens = [text for row in Sealed.objects.all() for text in (row.answers, row.since)]
    tokens += [text for move in Move.objects.all() for text in (move.private, move.opened)]
    tokens += list(Game.objects.values_list("deal", flat=True))
    from django.conf import settings

    assert {Fernet(settings.SEAL_KEYS[0]).extract_timestamp(token.encode()) for token in tokens} == {0}


def test_sealed_rows_are_numbered_at_random_and_have_no_time():
    in_the_middle()
    assert {field.name for field in Sealed._meta.get_fields()} == {"id", "seat", "answers", "since"}
    assert all(row.pk.version == 4 for row in Sealed.objects.all())


def test_what_is_copied_into_another_row_cannot_be_read_there():
    game = in_the_middle()
    dealer = state(game).dealer
    victim, thief = (game.seats.get(number=(dealer + step) % 5).sealed for step in (1, 4))
    Sealed.objects.filter(pk=thief.pk).update(answers=victim.answers, since=victim.since)
    with pytest.raises(seals.SealBroken):
        own(game, (dealer + 4) % 5)


def test_what_is_copied_from_another_game_cannot_be_read_here():
    game, other = table("Ada Bo Cy"), table("Ada Bo Cy")
    Game.objects.filter(pk=other.pk).update(deal=game.deal)
    with pytest.raises(seals.SealBroken):
        state(other)


def test_a_changed_text_cannot_be_read():
    token = seals.seal({"a": 1}, row="x", size=64)
    assert seals.unseal(token, row="x") == {"a": 1}
    with pytest.raises(seals.SealBroken):
        seals.unseal(token[:-8] + "AAAAAAA=", row="x")
    assert json.dumps({"a": 1}) not in token


def test_what_does_not_fit_is_sealed_all_the_same():
    assert seals.unseal(seals.seal({"a": "x" * 999}, row="x", size=64), row="x") == {"a": "x" * 999}


def test_errors_of_seals_tell_nothing():
    try:
        seals.unseal("nonsense", row="r1.bid")
    except seals.SealBroken as error:
        assert str(error) == "" and error.__cause__ is None


def test_a_page_takes_few_statements_whatever_the_round(django_assert_max_num_queries):
    game = in_the_middle()
    user = game.seats.first().user
    with django_assert_max_num_queries(5):
        page = table_for(user=user, ref=game.ref, now=NOW)
    assert page.table.me == 0


def test_my_tables_take_few_statements_however_many(django_assert_max_num_queries):
    for _ in range(5):
        game = table("Ada Bo Cy")
    user = game.seats.first().user
    with django_assert_max_num_queries(5):
        mine = my_tables(user=user)
    assert len(mine.waiting) + len(mine.running) == 5
    assert awaiting(user=user) == len(mine.waiting)


def test_a_table_is_there_for_who_may_know_of_it():
    closed, public = table("Ada Bo Cy"), table("Ada Bo Cy", is_open=True)
    stranger = person("Zoe")
    for reader in (None, stranger):
        with pytest.raises(NotFound):
            table_for(user=reader, ref=closed.ref, now=NOW)
        assert table_for(user=reader, ref=public.ref, now=NOW).me is None
    with pytest.raises(NotFound):
        table_for(user=stranger, ref=closed.ref, now=NOW, token=closed.join_token)
