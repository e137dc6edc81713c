"""The site as it is run for many: gunicorn with several processes, a worker, hashed static files."""

import re
import urllib.error
import urllib.request
from http.cookiejar import CookieJar
from urllib.parse import urlencode


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
