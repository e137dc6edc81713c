"""What every test can ask for; tests/README.md tells how to use it.

Tests of the rules alone (`pytest tests/rules`) start no service and load no Django.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from tests.harness import chromium, run

RULES = Path(__file__).parent / "rules"
CI = os.environ.get("CI", "").lower() in {"1", "true", "yes"}

hypothesis.settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
hypothesis.settings.register_profile("here", deadline=None)
hypothesis.settings.load_profile("ci" if CI else "here")

services: list[Any] = []  # what the run's first process has started


def pytest_configure(config: pytest.Config) -> None:
    """Start the services, in the run's first process, and point the site at them, in every process."""
    if run.is_controller() and _asks_for_rules_only(config):
        os.environ["RLYEH_TEST_RULES_ONLY"] = "1"
    if os.environ.get("RLYEH_TEST_RULES_ONLY"):
        return
    folder = run.folder()
    if run.is_controller() and not config.option.collectonly:
        _start_services(folder)
    port = os.environ.setdefault("RLYEH_TEST_VALKEY_PORT", "1")
    os.environ.update(
        DJANGO_SETTINGS_MODULE="fram_site.settings",
        DJANGO_ALLOW_ASYNC_UNSAFE="true",  # Playwright's loop runs in the tests' thread
        SECRET_KEY="tests only " * 5,
        SEAL_KEYS=run.SEAL_KEY,
        SITE_URL="http://localhost",
        ALLOWED_HOSTS="localhost,127.0.0.1,testserver",
        HASHED_STATIC="0",
        DATABASE_URL=os.environ.get("RLYEH_TEST_DATABASE_URL", "sqlite:///" + str(folder / "main.sqlite3")),
        REDIS_URL=f"redis://127.0.0.1:{port}/{run.worker_number()}",
        EMAIL_URL=f"smtp://127.0.0.1:{_smtp_sink().port}",
    )
    for name in ("RLYEH_PLAY", "WEB_CONCURRENCY", "OPERATORS", "FROM_EMAIL", "TRUSTED_PROXIES"):
        os.environ.pop(name, None)

    from django.conf import settings

    assert settings.INSTALLED_APPS  # loads them; pytest-django then sets Django up


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Let the processes of pytest-xdist load their own settings, after their own `pytest_configure`."""
    if run.is_controller() and getattr(session.config.option, "dist", "no") != "no":
        os.environ.pop("DJANGO_SETTINGS_MODULE", None)


@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    """Stop in the run's first process what it started."""
    if run.is_controller():
        for service in reversed(services):
            service.stop()
        services.clear()
        if "RLYEH_TEST_RUN" in os.environ:
            shutil.rmtree(os.environ.pop("RLYEH_TEST_RUN"), ignore_errors=True)


def _asks_for_rules_only(config: pytest.Config) -> bool:
    paths = [Path(str(config.invocation_params.dir), word.split("::")[0]).resolve() for word in config.args]
    return bool(paths) and all(path.is_relative_to(RULES) for path in paths)


def _start_services(folder: Path) -> None:
    from tests.harness.postgres import Postgres
    from tests.harness.valkey import Valkey

    valkey = Valkey(folder, run.free_port())
    valkey.start()
    services.append(valkey)
    if os.environ.get("RLYEH_TEST_DB", "postgres") == "postgres":
        postgres = Postgres(folder, run.free_port())
        postgres.start()
        services.append(postgres)
        os.environ["RLYEH_TEST_DATABASE_URL"] = postgres.url
    for service in services:
        service.wait()
    os.environ["RLYEH_TEST_VALKEY_PORT"] = str(valkey.port)


# --- The database -----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def django_db_modify_db_settings() -> None:
    """Give each process a database of its own; on SQLite a file, as `make play` has."""
    from django.conf import settings

    database = settings.DATABASES["default"]
    name = f"rlyeh_test_{run.worker_number()}"
    if database["ENGINE"].endswith("sqlite3"):
        name = str(run.folder() / f"{name}.sqlite3")
    database.setdefault("TEST", {})["NAME"] = name


@pytest.fixture(autouse=True)
def _as_if_alone(request: pytest.FixtureRequest) -> Iterator[None]:
    """Where tests really commit, leave nothing to the next: no row of the cache, which is no model, and no task.

    A worker that still had one in hand would get in the way when the tables are emptied.
    What is counted in this process is forgotten before any test: its persons have the numbers of others before. So is
    a broker that did not answer.
    """
    from games.services.publishing import BROKER
    from games.views.limits import ANSWERS

    ANSWERS.forget()
    BROKER.end()
    marker = request.node.get_closest_marker("django_db")
    commits = marker is not None and marker.kwargs.get("transaction", False)
    if commits or {"transactional_db", "live_server"} & set(request.fixturenames):
        request.getfixturevalue("transactional_db")
        from django.core.cache import cache

        cache.clear()
        yield
        cache.clear()
        for worker in _workers:
            worker.forget()
    else:
        yield


@pytest.fixture
def client() -> Any:
    """Django's client, with the session's cookie as the site makes it; pytest-django's other ones likewise."""
    from tests.harness.client import Client

    return Client()


@pytest.fixture
def admin_client(admin_user: Any) -> Any:
    """The same, signed in as one who may do everything under /admin/."""
    from tests.harness.client import Client

    client = Client()
    client.force_login(admin_user)
    return client


# --- Mail -------------------------------------------------------------------------------------------------------------

_sink: list[Any] = []


def _smtp_sink() -> Any:
    """Return this process' SMTP sink; its port is known before it listens."""
    if not _sink:
        from tests.harness.smtp import SmtpSink

        _sink.append(SmtpSink())
    return _sink[0]


@pytest.fixture
def smtp_sink(settings: Any) -> Iterator[Any]:
    """A real SMTP server, empty and well-behaved; mails of this process and of the Celery worker arrive there."""
    sink = _smtp_sink()
    sink.reset()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    yield sink
    sink.reset()


# --- The worker -------------------------------------------------------------------------------------------------------


_workers: list[Any] = []


@pytest.fixture(scope="session")
def _celery_worker(django_db_setup: None) -> Iterator[Any]:
    from tests.harness.celery import CeleryWorker

    worker = CeleryWorker(run.folder())
    _workers.append(worker)
    yield worker
    _workers.remove(worker)
    worker.stop()


@pytest.fixture
def worker(transactional_db: None, smtp_sink: Any, _celery_worker: Any) -> Iterator[Any]:
    """A real Celery worker process on this test's database; it has nothing in hand when a test begins or ends."""
    _celery_worker.forget()
    _celery_worker.start()
    yield _celery_worker
    _celery_worker.forget()


@pytest.fixture
def site(worker: Any, tmp_path: Path) -> Iterator[str]:
    """The address of the site as it is run for many, with that worker."""
    from tests.harness.gunicorn import serving

    with serving(tmp_path) as address:
        yield address


@pytest.fixture
def eager_tasks() -> Iterator[None]:
    """Tasks run where they are queued, in this process: for tests that need no worker of their own."""
    from fram_site.celery import app

    app.conf.task_always_eager = True
    yield
    app.conf.task_always_eager = False


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    """Show the worker's log where a test that used it failed."""
    outcome = yield
    report = outcome.get_result()  # type: ignore[attr-defined]  # pluggy's
    worker = getattr(item, "funcargs", {}).get("worker")
    if report.failed and hasattr(worker, "tail"):
        report.sections.append(("Celery worker", worker.tail()))


# --- The browser ------------------------------------------------------------------------------------------------------


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the browser tests; without a browser skip them, in CI fail."""
    tests = [item for item in items if {"page", "browser", "context"} & set(getattr(item, "fixturenames", []))]
    for item in tests:
        item.add_marker("browser")
    if tests and not chromium.path():
        if CI:
            raise pytest.UsageError(chromium.HOW_TO_GET_IT)
        for item in tests:
            item.add_marker(pytest.mark.skip(reason=chromium.HOW_TO_GET_IT))


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Use the system's Chromium, quietly."""
    return {**browser_type_launch_args, "executable_path": chromium.path(), "args": chromium.FLAGS}


@pytest.fixture
def people(new_context: Callable[..., Any]) -> Callable[..., Any]:
    """Return a maker of persons: each call gives a page in a browser profile of its own (`width`, `height`)."""

    def person(width: int = 1280, height: int = 900, **options: Any) -> Any:
        page = new_context(viewport={"width": width, "height": height}, **options).new_page()
        page.set_default_timeout(15_000)
        return page

    return person
