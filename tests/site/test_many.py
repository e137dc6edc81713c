"""The site as it is run for many: gunicorn with several processes, a worker, hashed static files."""

import re
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.cookiejar import CookieJar
from urllib.parse import urlencode

import pytest

from tests.harness import run
from tests.harness.celery import ROOT, environment


@pytest.fixture
def site(worker, tmp_path) -> Iterator[str]:
    """Return the address of the site, served by two gunicorn processes on the test's database."""
    port = run.free_port()
    env = environment() | {"HASHED_STATIC": "1", "STATIC_ROOT": str(tmp_path / "static"), "WEB_CONCURRENCY": "2"}
    collected = subprocess.run(
        [sys.executable, "manage.py", "collectstatic", "--noinput"],
        cwd=ROOT, env=env, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert collected.returncode == 0, collected.stderr
    log = tmp_path / "gunicorn.log"
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
    yield f"http://localhost:{port}"
    run.stop(process)


def test_serves_pages_with_hashed_files_and_mails_codes(site, smtp_sink):
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    with browser.open(f"{site}/") as answer:
        page = answer.read().decode()
    sheet = re.search(r'href="(/static/css/[\w-]+\.[0-9a-f]{12}\.css)"', page)
    assert sheet, page[:2000]
    with browser.open(site + sheet[1]) as answer:
        assert "immutable" in answer.headers["Cache-Control"]

    with browser.open(f"{site}/account/signup/") as answer:
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', answer.read().decode())
    assert token
    form = {"csrfmiddlewaretoken": token[1], "email": "ada@example.org"}
    request = urllib.request.Request(f"{site}/account/signup/", urlencode(form).encode(), {"Origin": site})
    with browser.open(request) as answer:
        assert answer.status == 200
    (mail,) = smtp_sink.wait_for(1, to="ada@example.org")
    assert "code" in mail.body()
