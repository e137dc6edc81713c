"""The proof of a finished game can be checked by anyone, without this site's code."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from games.models import Game
from tests import tables

pytestmark = [pytest.mark.django_db]
SCRIPT = Path(__file__).parent.parent.parent / "scripts" / "check_proof.py"


@pytest.fixture
def finished(db):
    """A game of three, who sat on one of the seats, and the receipts it was shown; for all others the clock plays."""
    game = tables.table("Ada Bo Cy")
    seat = (tables.state(game).dealer + 1) % 3
    kept: dict[tuple[int, str], str] = {}
    for _ in range(120):
        game = tables.fresh(game)
        if game.is_finished:
            break
        decision = tables.view(game, seat).decision
        if decision is not None and decision.kind == "bid" and decision.awaited and len(kept) < 3:
            kept[seat, decision.key] = tables.bid(game, seat, now=game.asked_at).code
        game = tables.resolve(game, game.deadline)
    assert game.is_finished
    return game, game.seats.get(number=seat).user, kept


def check(tmp_path, proof: dict) -> subprocess.CompletedProcess:
    (tmp_path / "proof.json").write_text(json.dumps(proof))
    words = [sys.executable, "-I", str(SCRIPT), str(tmp_path / "proof.json")]
    return subprocess.run(words, capture_output=True, text=True, check=False)


def test_the_proof_holds_and_its_receipts_are_those_that_were_shown(finished, client, tmp_path):
    game, user, kept = finished
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    proof = client.get(f"/t/{game.ref}/proof").json()
    done = check(tmp_path, proof)
    assert done.returncode == 0, done.stderr
    assert proof["commitment"] == Game.objects.get(pk=game.pk).commitment
    shown = {(answer["seat"], answer["key"]): answer["receipt"] for answer in proof["answers"]}
    assert len(kept) == 3 and shown == kept


def test_nobody_gets_the_sealed_answers_of_another(finished, client):
    """Orders stand in them, and a look that is missing among them was the clock's or an order's."""
    game, user, _ = finished
    Game.objects.filter(pk=game.pk).update(is_open=True)
    assert client.get(f"/t/{game.ref}/proof").json()["answers"] == []
    for seat in game.seats.exclude(user=user):
        client.force_login(seat.user, backend="django.contrib.auth.backends.ModelBackend")
        proof = client.get(f"/t/{game.ref}/proof").json()
        assert proof["answers"] == [] and proof["commitment"] == game.commitment
        assert b"What you have handed in" not in client.get(f"/t/{game.ref}/proof/check").content


@pytest.mark.parametrize("change", ["setup", "answer", "nonce", "receipt", "commitment", "short"])
def test_what_was_changed_is_found(finished, tmp_path, change):
    from games.selectors.tables import proof_of

    game, user, _ = finished
    proof = json.loads(json.dumps(proof_of(user=user, ref=game.ref)))
    first = proof["answers"][0]
    match change:
        case "setup":
            proof["setup"]["trumps"] = proof["setup"]["trumps"][::-1]
        case "answer":
            first["answer"]["card"] = "4" if first["answer"].get("card") != "4" else "5"
        case "nonce":
            first["nonce"] = proof["nonce"]
        case "receipt" | "commitment":
            (first if change == "receipt" else proof)[change] = "0" * 64
        case "short":
            first["nonce"] = first["nonce"][:20]
    assert check(tmp_path, proof).returncode == 1


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", '{"nonce": 1}'])
def test_what_is_no_proof_is_told_in_one_sentence(tmp_path, text):
    (tmp_path / "proof.json").write_text(text)
    words = [sys.executable, "-I", str(SCRIPT), str(tmp_path / "proof.json")]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and len(done.stderr.splitlines()) == 1
    assert subprocess.run(words[:-1], capture_output=True, check=False).returncode == 1


def test_nobody_gets_the_proof_of_a_running_game(db, client):
    game = tables.table("Ada Bo Cy")
    client.force_login(game.host, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(f"/t/{game.ref}/proof").status_code == 404
