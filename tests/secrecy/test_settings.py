"""S9: the site as it is set up. `check --deploy` itself is in `tests/site/test_configuration.py`."""

import re
from pathlib import Path

import pytest
from django.conf import settings as site

from games.models import Game
from tests import tables
from tests.harness.client import Client
from tests.secrecy import addresses

ROOT = Path(__file__).parent.parent.parent
BACKEND = "django.contrib.auth.backends.ModelBackend"


def sources(*folders: str, ending: str = "*.py"):
    return [path for folder in folders for path in (ROOT / folder).rglob(ending) if "migrations" not in path.parts]


def test_nothing_is_pickled():
    """Sessions, tasks and the cache take JSON; unpickling what somebody could write would run it."""
    assert site.SESSION_SERIALIZER == "fram_site.sessions.SealedSerializer"  # JSON, sealed
    from fram_site.celery import app

    assert app.conf.task_serializer == "json" and set(app.conf.accept_content) == {"json"}
    found = [path for path in sources("games", "fram_site") if re.search(r"\bpickle\b|\bmarshal\b", path.read_text())]
    assert [path.name for path in found if "no pickle" not in path.read_text().lower()] == []


def test_chance_comes_from_one_place():
    """H34: no seed, no other source: only `games/chance.py` draws, from the system."""
    users = {
        path.relative_to(ROOT).as_posix()
        for path in sources("games", "fram_site")
        if re.search(r"^\s*(import|from) (random|secrets|uuid)\b", path.read_text(), re.MULTILINE)
    }
    # Keys of `make play`; rows numbered at random; a command that plays games offline, from a seed, for their figures.
    others = {"fram_site/keys.py", "games/models/tables.py", "games/management/commands/arena.py"}
    assert users <= {"games/chance.py", *others}
    assert not [path for path in sources("games") if "random.seed" in path.read_text()]
    assert "uuid.uuid4" in (ROOT / "games/models/tables.py").read_text()


def test_the_policy_allows_no_script_in_a_page():
    policy = site.CONTENT_SECURITY_POLICY["DIRECTIVES"]
    for words in policy.values():
        assert not any("unsafe" in str(word) or word == "*" for word in words)
    for path in sources("templates", ending="*.html"):
        text = path.read_text()
        assert not re.search(r"\son[a-z]+=\"", text), path
        inline = re.search(r"<script(?![^>]*(\bsrc=|type=\"application/json\"))[^>]*>", text)  # data is no script
        assert not inline or "nonce" in text, path
        assert "javascript:" not in text, path
        if "mail" not in path.parts and "mail" not in path.name:
            assert not re.search(r'\sstyle="', text), path


def test_templates_write_no_text_unescaped():
    """`safe` and `autoescape off` stand in plain-text mails only; and where a mail takes in a part it has rendered."""
    for path in sources("templates", ending="*.html"):
        if path.as_posix().endswith("mail/turn.html"):
            assert re.findall(r"\{\{([^}]*)\|safe", path.read_text()) == [" part.table_html"]
            continue
        assert not re.search(r"\|\s*safe\b|autoescape off", path.read_text()), path


@pytest.mark.django_db
def test_no_personal_page_is_kept_by_anybody():
    """H30: every answer to somebody signed in says no-store, whatever its status."""
    game = tables.table("Ada Bo Cy", is_open=True)
    client = Client(raise_request_exception=False)
    client.force_login(game.host, backend=BACKEND)
    for name, path in addresses.paths(addresses.parts_of(Game.objects.get(pk=game.pk), game.host)).items():
        response = client.get(path)
        said = response.headers.get("Cache-Control", "")
        assert "no-store" in said and "public" not in said, f"{name}: {said}"
        assert "ETag" not in response.headers and "Last-Modified" not in response.headers, name


def test_secrets_come_from_the_environment_only():
    text = (ROOT / "fram_site/settings.py").read_text()
    for name in ("SECRET_KEY", "SEAL_KEYS", "DATABASE_URL", "EMAIL_URL"):
        assert re.search(rf'env\.\w+\(\s*"{name}"', text), name


def test_reports_of_errors_hold_no_value():
    """H32: whoever is sent one: places in the code, and nothing that was in them."""
    assert site.DEFAULT_EXCEPTION_REPORTER_FILTER == "fram_site.reports.Places"
    assert site.DEBUG is False
    assert not any("AdminEmailHandler" in handler["class"] for handler in site.LOGGING["handlers"].values())


def test_results_of_tasks_are_kept_nowhere():
    assert site.CELERY_TASK_IGNORE_RESULT and not getattr(site, "CELERY_RESULT_BACKEND", None)
