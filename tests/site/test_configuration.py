"""A real site is safe as it stands, and does not start where something would be lost or shown."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from fram_site.keys import local_keys
from fram_site.version import VERSION
from tests.harness import run

ROOT = Path(__file__).resolve().parent.parent.parent
REAL = {
    "SECRET_KEY": "q8Zr1VhXo2KpLw5Nc7Tb9Ym3Ue6Ga0Sd4Jf8Rk1Px5Hv7Bn2Qz",
    "SEAL_KEYS": run.SEAL_KEY,
    "ALLOWED_HOSTS": "play.example.org",
    "REDIS_URL": "redis://127.0.0.1:1/0",
    "DATABASE_URL": "sqlite:///:memory:",
}


def python(*words: str, **changes: str) -> subprocess.CompletedProcess[str]:
    """Run Python as a real site's operator would, with the environment `REAL` changed (an empty value unsets)."""
    wanted = {name: value for name, value in {**REAL, **changes}.items() if value}
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return subprocess.run(
        [sys.executable, *words], cwd=ROOT, env={**kept, **wanted}, capture_output=True, text=True, check=False
    )


def test_real_site_has_nothing_to_warn_of():
    done = python("manage.py", "check", "--deploy", "--fail-level", "WARNING")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"REDIS_URL": "", "WEB_CONCURRENCY": "2"}, "games.E002"),
        ({"SECRET_KEY": ""}, "games.E003"),
        ({"SEAL_KEYS": ""}, "games.E004"),
        ({"SEAL_KEYS": "abc"}, "games.E005"),
        ({"SITE_URL": "http://play.example.org"}, "games.E007"),
        ({"RLYEH_PLAY": "1"}, "games.E008"),
        ({"CONTACT": "https://example.org/contact"}, "games.E010"),
        ({"CONTACT": "Keeper <keeper@example.org>"}, "games.E010"),
    ],
)
def test_refuses_what_loses_or_shows(changes, fault):
    done = python("manage.py", "check", **changes)
    assert done.returncode != 0
    assert fault in done.stderr


def test_wsgi_starts_only_with_a_queue_others_can_see():
    assert python("-c", "import fram_site.wsgi").returncode == 0
    refused = python("-c", "import fram_site.wsgi", REDIS_URL="")
    assert refused.returncode != 0
    assert "games.E002" in refused.stderr


def test_web_process_knows_the_tasks_it_queues():
    done = python("-c", "import fram_site.wsgi, celery; assert 'games.tasks.resolve' in celery.current_app.tasks")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("command", ["worker", "beat"])
def test_worker_and_beat_start_only_with_a_queue_others_can_see(command, tmp_path):
    options = ["--schedule", str(tmp_path / "beat")] if command == "beat" else ["--concurrency", "1"]
    refused = python("-m", "celery", "--app", "fram_site", command, *options, REDIS_URL="")
    assert refused.returncode != 0
    assert "games.E001" in refused.stderr


def test_keys_of_play_are_made_once_and_for_their_owner_only(tmp_path):
    path = tmp_path / "var" / "keys.env"
    keys = local_keys(path)
    assert set(keys) == {"SECRET_KEY", "SEAL_KEYS"}
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert local_keys(path) == keys
    assert [entry.name for entry in path.parent.iterdir()] == ["keys.env"]


def test_keys_of_play_are_refused_elsewhere(settings, tmp_path):
    from games.checks import refusals

    settings.VAR = tmp_path
    settings.SEAL_KEYS = [local_keys(tmp_path / "keys.env")["SEAL_KEYS"]]
    assert "games.E006" in {fault.id for fault in refusals()}
    settings.PLAY = True
    assert "games.E006" not in {fault.id for fault in refusals()}


def test_every_answer_names_the_version_and_stays_out_of_caches(client, db):
    answer = client.get("/health")
    assert answer.json() == {"version": VERSION, "database": True}
    assert answer["X-Rlyeh"] == VERSION
    assert answer["Cache-Control"] == "no-store, private"
    assert "'unsafe" not in answer["Content-Security-Policy"]
    assert client.get("/no/such/page")["X-Rlyeh"] == VERSION


def test_no_migration_is_missing():
    done = python("manage.py", "makemigrations", "--check", "--dry-run")
    assert done.returncode == 0, done.stdout
