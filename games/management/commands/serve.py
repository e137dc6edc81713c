"""The whole site in one process: web server, worker and beat as threads. `make play` runs it."""

import os
import signal
import threading
import time
from argparse import ArgumentParser
from typing import Any

from celery import current_app
from celery.beat import EmbeddedService
from celery.worker import state as worker_state
from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command, get_commands
from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler
from django.core.wsgi import get_wsgi_application

SECONDS_TO_FINISH = 10.0


class Server(ThreadedWSGIServer):
    """A thread for each connection."""

    request_queue_size = 128


class Command(BaseCommand):
    """Migrate, then serve on this machine only, until Ctrl-C or SIGTERM."""

    help = "Serve the site, its worker and beat in this one process, on loopback. For several see Procfile."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the port, from the environment's PORT if it is not given."""
        parser.add_argument("--port", default=os.environ.get("PORT", "8000"))

    def handle(self, *_args: Any, port: str, **_options: Any) -> None:
        """Serve until told to stop."""
        stop = threading.Event()
        for name in (signal.SIGINT, signal.SIGTERM):
            signal.signal(name, lambda *_: stop.set())

        server = _listen(port)
        call_command("migrate", interactive=False, verbosity=0)
        _load_demo()
        _start_worker()
        _start_beat()
        server.set_app(get_wsgi_application())
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.1}, name="web", daemon=True).start()
        self.stdout.write(_welcome(server.server_port))
        self.stdout.flush()

        stop.wait()
        self.stdout.write("\nStopping.")
        server.shutdown()
        _finish_tasks()
        self.stdout.flush()
        self.stderr.flush()
        os._exit(0)  # the threads left are idle, and what they may still hold is in the database


def _listen(port: str) -> Server:
    """Return a server that has its port, or say in a sentence why it cannot."""
    if not port.isdigit() or not 0 <= int(port) <= 65535:
        raise CommandError(f"PORT is a number from 1 to 65535, not {port!r}.")
    try:
        return Server(("127.0.0.1", int(port)), WSGIRequestHandler)
    except PermissionError as error:
        raise CommandError(f"Port {port} needs more rights than you have. Try: make play PORT=8000") from error
    except OSError as error:
        raise CommandError(
            f"Port {port} is taken, perhaps by another `make play`. Try: make play PORT={int(port) % 65535 + 1}"
        ) from error


def _load_demo() -> None:
    """Load the demo tables where there is a demo; it does nothing where they already are."""
    if settings.PLAY and "demo" in get_commands():
        call_command("demo", verbosity=0)


def _start_worker() -> None:
    """Run a solo Celery worker in a thread."""
    worker = current_app.WorkController(
        app=current_app,
        pool="solo",
        concurrency=1,
        hostname="serve@localhost",
        without_heartbeat=True,
        without_mingle=True,
        without_gossip=True,
    )
    threading.Thread(target=worker.start, name="worker", daemon=True).start()


def _start_beat() -> None:
    """Run beat in a thread, its first sweep at once: the queue of the last run is gone."""
    current_app.send_task("games.tasks.sweep")
    beat = EmbeddedService(current_app, thread=True, scheduler_cls="celery.beat:Scheduler")
    assert isinstance(beat, threading.Thread)
    beat.start()


def _finish_tasks() -> None:
    """Take no more tasks and wait for the one being done."""
    worker_state.should_stop = 0  # type: ignore[assignment]  # an exit code
    deadline = time.monotonic() + SECONDS_TO_FINISH
    while worker_state.active_requests and time.monotonic() < deadline:
        time.sleep(0.02)


def _welcome(port: int) -> str:
    address = f"http://localhost:{port}"
    lines = [f"R'lyeh by mail {settings.RELEASE} is open at {address}"]
    if settings.PLAY:
        lines += [
            "",
            f"  1. Open {address} and try a table against bots; no sign-up needed.",
            f"  2. Read beside it the mails that would have been sent: {address}/mailbox/",
            "",
            "Ctrl-C stops it. Your tables are kept in var/ and go on when you start it again.",
        ]
    return "\n".join(lines)
