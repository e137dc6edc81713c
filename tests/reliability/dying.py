"""A process that is killed (SIGKILL) at a chosen point: around a statement, a commit, a hint to the queue, a mail.

`python -m tests.reliability.dying` is the process from which the dying ones are forked: it has no thread and no
connection, whatever the tests before have left in theirs. It reads a job a line and answers with words, a line each,
then `done`.
"""

import json
import os
import signal
import smtplib
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from typing import Any

LONGEST_LIFE = 60  # seconds
Point = tuple[str, int]  # "before commit", 2: before the second one


class Queue:
    """The broker of one process: what it was told is done here, or lost with the process."""

    def __init__(self) -> None:
        self.hints: list[tuple[str, tuple[Any, ...]]] = []

    def take(self, task: str, args: tuple[Any, ...], countdown: float) -> None:
        """A hint has come."""
        self.hints.append((task, args))

    def work_off(self) -> None:
        """All that was queued, and what came of it, is done."""
        from games import tasks

        while self.hints:
            task, args = self.hints.pop(0)
            getattr(tasks, task)(*args)


class Points:
    """Counts the points that are passed, and dies at the deadly one, which is told first."""

    def __init__(self, deadly: Point | None) -> None:
        self.passed, self.deadly = Counter[str](), deadly

    def reach(self, name: str) -> None:
        """This point is reached."""
        self.passed[name] += 1
        if (name, self.passed[name]) == self.deadly:
            tell(f"died {name}")
            os.kill(os.getpid(), signal.SIGKILL)

    def around(self, name: str, act: Callable[..., Any]) -> Callable[..., Any]:
        """The act, with a point before it and one after it."""

        def acted(*args: Any, **options: Any) -> Any:
            self.reach(f"before {name}")
            result = act(*args, **options)
            self.reach(f"after {name}")
            return result

        return acted

    def watch(self, queue: Queue) -> None:
        """From now on this process passes points, and hints go to that queue."""
        from django.db import connection

        from games.services import publishing

        connection.execute_wrappers.append(self._statement)
        wrapped: Any = connection
        wrapped._commit = self.around("commit", wrapped._commit)
        publishing._send = self.around("hint", queue.take)
        smtplib.SMTP.sendmail = self.around("mail", smtplib.SMTP.sendmail)  # type: ignore[method-assign]  # to see it pass

    def _statement(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        return self.around(sql.split()[0].lower(), execute)(sql, params, many, context)


def tell(text: str) -> None:
    """Say it to the test, at once."""
    os.write(1, f"{text}\n".encode())


class Nursery:
    """The process from which the dying ones are forked, as a test has it."""

    def __init__(self) -> None:
        from tests.harness.celery import ROOT, environment

        words = [sys.executable, "-m", "tests.reliability.dying"]
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        self.process = subprocess.Popen(words, cwd=ROOT, env=environment(), **pipes)

    def run(self, **job: Any) -> list[str]:
        """What the process told that did the job: words of its own, then `died …`, or `ended` and all points."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(job) + "\n")
        self.process.stdin.flush()
        words: list[str] = []
        for line in self.process.stdout:
            if line == "done\n":
                return words
            words.append(line.rstrip("\n"))
        raise AssertionError(f"it is gone: {words}")

    def close(self) -> None:
        """It is not needed any more."""
        self.process.kill()
        self.process.wait()


def _work(job: dict[str, Any]) -> None:
    """The last answer, and all that the worker then does; or what it does when the time is up. Never returns."""
    signal.alarm(LONGEST_LIFE)
    try:
        from django.utils import timezone

        from games import tasks
        from games.models import User
        from games.services import playing
        from tests.reliability.plants import PLANTS

        if job["plant"]:
            PLANTS[job["plant"]](setattr)
        queue, points = Queue(), Points(job["deadly"] and tuple(job["deadly"]))
        points.watch(queue)
        if job["form"]:
            user = User.objects.get(pk=job["user"])
            playing.hand_in(user=user, ref=job["ref"], form=job["form"], now=timezone.now())
            tell("taken")
        else:
            tasks.tend(job["ref"])
        queue.work_off()
        tell(f"ended {json.dumps(points.passed)}")
    except BaseException as error:
        tell(f"failed {type(error).__name__}: {error}".replace("\n", " "))
    finally:
        os._exit(0)


def main() -> None:
    """Fork a process for each job, and wait for its end."""
    import django

    django.setup()
    from games import emails, tasks  # noqa: F401  # forked with it, rather than imported by each
    from games.services import playing, publishing  # noqa: F401  # likewise

    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            _work(json.loads(line))
        os.waitpid(child, 0)
        tell("done")


if __name__ == "__main__":
    main()
