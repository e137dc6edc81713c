"""The site as it is run for many: gunicorn with several processes, on the test's database and queue."""

import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.harness import run
from tests.harness.celery import ROOT, environment


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The address of the site, served by two processes of four threads each, with hashed static files."""
    port = run.free_port()
    env = environment() | {"HASHED_STATIC": "1", "STATIC_ROOT": str(folder / "static"), "WEB_CONCURRENCY": "2"}
    collected = subprocess.run(
        [sys.executable, "manage.py", "collectstatic", "--noinput"],
        cwd=ROOT, env=env, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert collected.returncode == 0, collected.stderr
    log = folder / "gunicorn.log"
    words = ["-m", "gunicorn", "fram_site.wsgi", "--worker-class", "gthread", "--threads", "4"]
    with log.open("w") as said:
        process = subprocess.Popen(
            [sys.executable, *words, "--bind", f"127.0.0.1:{port}"],
            cwd=ROOT, env=env, stdout=said, stderr=said, preexec_fn=run.ends_with_parent(),
        )  # fmt: skip
    deadline = time.monotonic() + 60
    while True:
        try:
            urllib.request.urlopen(f"http://localhost:{port}/health", timeout=5).close()
            break
        except OSError:
            assert process.poll() is None and time.monotonic() < deadline, log.read_text()
            time.sleep(0.1)
    try:
        yield f"http://localhost:{port}"
    finally:
        run.stop(process)
