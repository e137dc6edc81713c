"""Keys, derived columns, records and the demo."""

import json

import pytest
from cryptography.fernet import Fernet
from django.core.management import CommandError, call_command
from django.utils import timezone

from games import records, seals
from games.models import Game, Move, Sealed, User
from games.selectors.replays import replay
from games.selectors.tables import proof_of
from games.services.keeping import rebuild, rotate_seals
from tests.tables import NOW, bid, fresh, own, pick, play_rounds, resolve, state, table

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def finished_toy():
    """A finished game of Toy, and the receipts that were given."""
    game = table(kind="toy")
    receipts = []
    for _ in range(2):
        receipts += [pick(game, number, 1 + number) for number in range(3)]
        resolve(game)
    return fresh(game), receipts


def test_everything_sealed_goes_under_a_new_key_and_the_old_one_can_go(settings):
    game = table()
    bid(game, state(game).dealer)
    bid(game, (state(game).dealer + 1) % 3)
    before = (state(game), own(game, 1), own(game, 2))
    old, new = settings.SEAL_KEYS[0], Fernet.generate_key().decode()
    settings.SEAL_KEYS = [new, old]
    assert rotate_seals() == 1 + 3 * 2 + 2
    settings.SEAL_KEYS = [new]
    assert (state(game), own(game, 1), own(game, 2)) == before
    settings.SEAL_KEYS = [old]
    with pytest.raises(seals.SealBroken):
        state(game)


def test_a_turned_key_leaves_no_time_behind(settings):
    game = table()
    settings.SEAL_KEYS = [Fernet.generate_key().decode(), *settings.SEAL_KEYS]
    rotate_seals()
    for row in Sealed.objects.all():
        assert Fernet(settings.SEAL_KEYS[0]).extract_timestamp(row.answers.encode()) == 0
    assert state(game).round == 1


def test_what_is_derived_is_made_afresh():
    game = table()
    bid(game, state(game).dealer)
    right = fresh(game)
    assert rebuild(ref=game.ref, now=NOW) == []
    Game.objects.filter(pk=game.pk).update(asked=[], moves_logged=7)
    assert set(rebuild(ref=game.ref, now=NOW)) == {"asked", "moves_logged"}
    mended = fresh(game)
    assert (mended.asked, mended.moves_logged, mended.deadline) == (right.asked, right.moves_logged, right.deadline)


def test_a_finished_game_that_was_marked_running_is_finished_again():
    game, _ = finished_toy()
    Game.objects.filter(pk=game.pk).update(status="running", result=None)
    assert set(rebuild(ref=game.ref, now=NOW)) == {"status", "result"}
    assert fresh(game).is_finished and fresh(game).result == game.result


def test_receipts_and_the_deals_commitment_can_be_checked_after_the_end():
    game, receipts = finished_toy()
    proofs = [proof_of(user=seat.user, ref=game.ref) for seat in game.seats.all()]
    answers = [answer for proof in proofs for answer in proof["answers"]]
    assert {answer["receipt"] for answer in answers} == {receipt.code for receipt in receipts}
    proof = proofs[0]
    for answer in answers:
        assert seals.commitment(seals.nonce_of(answer["nonce"]), answer["answer"]) == answer["receipt"]
    assert seals.commitment(seals.nonce_of(proof["nonce"]), proof["setup"]) == proof["commitment"] == game.commitment


def test_a_finished_game_is_exported_and_its_record_is_right(capsys):
    game = play_rounds(table(), 12, NOW)
    call_command("export", game.ref)
    record = json.loads(capsys.readouterr().out)
    assert record["seats"] == ["Ada", "Bo", "Cy"]
    assert records.check(record) == record


def test_a_running_game_is_not_exported():
    game = table()
    for ref in (game.ref, "nowhere"):
        with pytest.raises(CommandError):
            call_command("export", ref)


def test_the_demo_is_loaded_once_and_for_play_only(settings):
    with pytest.raises(CommandError):
        call_command("demo", verbosity=0)
    settings.PLAY = True
    for _ in range(2):
        call_command("demo", verbosity=0)
    assert Game.objects.count() == 3 and User.objects.count() == 3
    finished = Game.objects.get(status="finished")
    assert replay(finished).state.round == 12
    assert Move.objects.filter(game=finished).count() == finished.moves_logged
    assert finished.ended_at < timezone.now()
