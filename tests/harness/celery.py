"""A real Celery worker process on the test database, the run's Valkey and the SMTP sink."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import redis
from django.conf import settings
from django.db import connection

from tests.harness import run

ROOT = Path(__file__).resolve().parent.parent.parent


def database_url() -> str:
    """Return the DATABASE_URL of the database that this test process uses."""
    values = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{values['NAME']}"
    return f"postgres://{values['USER']}:{values['PASSWORD']}@{values['HOST']}:{values['PORT']}/{values['NAME']}"


def environment() -> dict[str, str]:
    """Return the environment in which a process of the site works on what this test process works on."""
    return {**os.environ, "DATABASE_URL": database_url(), "PYTHONPATH": str(ROOT)}


class CeleryWorker:
    """The worker's main process and its pool of children."""

    def __init__(self, folder: Path, concurrency: int = 1) -> None:
        self.log = folder / f"celery-{run.worker_number()}.log"
        self.concurrency = concurrency
        self.broker = redis.Redis.from_url(settings.CELERY_BROKER_URL)
        self.process: subprocess.Popen[bytes] | None = None

    # --- its life ---------------------------------------------------------------------------------------------------

    def start(self, within: float = 60) -> None:
        """Start it, if it is not running, and return once it takes tasks."""
        if self.is_running():
            return
        begin = self.log.stat().st_size if self.log.exists() else 0
        words = [sys.executable, "-m", "celery", "--app", "fram_site", "worker", "--loglevel", "INFO"]
        words += ["--concurrency", str(self.concurrency), "--without-gossip", "--without-mingle"]
        words += ["--hostname", f"test{run.worker_number()}@localhost"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                words,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=ROOT,
                env=environment(),
                preexec_fn=run.ends_with_parent(),
                start_new_session=True,
            )
        deadline = time.monotonic() + within
        while b" ready." not in self.log.read_bytes()[begin:]:
            if self.process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"The Celery worker did not start:\n{self.tail()}")
            time.sleep(0.05)

    def stop(self) -> None:
        """Let it finish what it has begun (Celery's warm shutdown), then end."""
        if self.process is not None:
            run.stop(self.process, within=30)

    def kill(self) -> None:
        """Kill it and its children as a power cut would; what they had begun stays undone."""
        if self.process is not None and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def is_running(self) -> bool:
        """Tell whether its main process lives."""
        return self.process is not None and self.process.poll() is None

    @property
    def children(self) -> list[int]:
        """The process ids of its pool."""
        assert self.process is not None
        listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True, check=False)
        return [int(word) for word in listed.stdout.split()]

    # --- its work ---------------------------------------------------------------------------------------------------

    def send(self, task: str, *args: object) -> None:
        """Queue a task by its name, as beat does."""
        from fram_site.celery import app

        app.send_task(task, args)

    def sweep(self) -> None:
        """Queue what beat queues every minute."""
        self.send("games.tasks.sweep")

    def is_idle(self) -> bool:
        """Tell whether nothing is queued and nothing being done. A task with a countdown counts as being done.

        A task is for a moment neither in the queue nor in `unacked`; the worker does not wait for the queue then.
        """
        with self.broker.pipeline(transaction=True) as pipeline:
            pipeline.llen("celery").hlen("unacked").client_list()
            queued, unacked, clients = pipeline.execute()
        ours = [client for client in clients if client["db"] == str(run.worker_number())]
        waits = any(client["cmd"] == "brpop" and "b" in client["flags"] for client in ours)
        return not queued and not unacked and (waits or not self.is_running())

    def wait_idle(self, within: float = 20) -> None:
        """Return once it has nothing to do; fail if that takes too long."""
        deadline = time.monotonic() + within
        while not self.is_idle():
            if time.monotonic() > deadline:
                raise AssertionError(f"The Celery worker was not done within {within} s:\n{self.tail()}")
            time.sleep(0.03)

    def forget(self) -> None:
        """Empty the queue and have nothing in hand, so that the next test begins clean; ends it if it must."""
        try:
            if self.is_running():
                self.wait_idle(within=2)
        except AssertionError:
            self.kill()  # a countdown far away, or a task that hangs
        if not self.is_running():
            self.broker.flushdb()

    def tail(self, lines: int = 60) -> str:
        """Return the end of its log."""
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:]) if self.log.exists() else ""
