"""`manage.py serve`, which `make play` runs: one process, nothing else needed."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from fram_site.version import VERSION
from tests.harness import run

ROOT = Path(__file__).resolve().parent.parent.parent


def command(port: int | str, database: Path) -> tuple[list[str], dict[str, str]]:
    """Return the command line and environment of a `make play` on a database of its own."""
    names = ("PATH", "HOME", "LANG")
    environment = {name: os.environ[name] for name in names if name in os.environ}
    environment |= {"RLYEH_PLAY": "1", "PORT": str(port), "DATABASE_URL": f"sqlite:///{database}"}
    return [sys.executable, "manage.py", "serve"], environment


@contextmanager
def served(port: int, database: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Have a server run, from its word of welcome on; kill it in the end."""
    words, environment = command(port, database)
    log = database.with_suffix(".log")
    with log.open("w") as said:
        process = subprocess.Popen(
            words, cwd=ROOT, env=environment, stdout=said, stderr=said, preexec_fn=run.ends_with_parent()
        )
    try:
        deadline = time.monotonic() + 30
        while f"http://localhost:{port}" not in log.read_text():
            assert process.poll() is None and time.monotonic() < deadline, log.read_text()
            time.sleep(0.05)
        yield process
    finally:
        process.kill()
        process.wait()


def get(port: int, path: str) -> tuple[int, dict[str, str], bytes]:
    """Return status, headers and body of an answer."""
    try:
        with urllib.request.urlopen(f"http://localhost:{port}{path}", timeout=10) as answer:
            return answer.status, dict(answer.headers), answer.read()
    except urllib.error.HTTPError as error:
        return error.code, dict(error.headers), error.read()


def test_serves_stops_and_goes_on(tmp_path):
    port, database = run.free_port(), tmp_path / "play.sqlite3"
    for _ in range(2):
        with served(port, database) as process:
            status, headers, body = get(port, "/health")
            assert (status, headers["X-Rlyeh"]) == (200, VERSION)
            assert json.loads(body)["database"] is True
            assert get(port, "/static/django_htmx/htmx-2.min.js")[0] == 200
            process.send_signal(signal.SIGINT)
            assert process.wait(10) == 0


def test_says_in_a_sentence_that_the_port_is_taken(tmp_path):
    port = run.free_port()
    with served(port, tmp_path / "one.sqlite3"):
        words, environment = command(port, tmp_path / "two.sqlite3")
        second = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert second.returncode == 1
    assert second.stderr.startswith(f"CommandError: Port {port} is taken")
    assert len(second.stderr.splitlines()) == 1


@pytest.mark.parametrize("port", ["http", "70000"])
def test_says_in_a_sentence_what_a_port_is(tmp_path, port):
    words, environment = command(port, tmp_path / "play.sqlite3")
    done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "PORT is a number" in done.stderr
