"""A process that is killed (SIGKILL) at a chosen point: around a statement, a commit, a hint to the queue, a mail."""

import json
import os
import signal
import smtplib
from collections import Counter
from collections.abc import Callable
from typing import Any

from django.db import connection, connections

from games.emails.sending import hang_up
from games.services import publishing

Point = tuple[str, int]  # "before commit", 2: before the second one
Tell = Callable[[str], None]


class Points:
    """Counts the points that are passed, and dies at the deadly one; `tell` has heard its name then."""

    def __init__(self, deadly: Point | None, tell: Tell) -> None:
        self.passed, self.deadly, self.tell = Counter[str](), deadly, tell

    def reach(self, name: str) -> None:
        """This point is reached."""
        self.passed[name] += 1
        if (name, self.passed[name]) == self.deadly:
            self.tell(f"died {name}")
            os.kill(os.getpid(), signal.SIGKILL)

    def around(self, name: str, act: Callable[..., Any]) -> Callable[..., Any]:
        """The act, with a point before it and one after it."""

        def acted(*args: Any, **options: Any) -> Any:
            self.reach(f"before {name}")
            result = act(*args, **options)
            self.reach(f"after {name}")
            return result

        return acted

    def watch(self) -> None:
        """From now on this process passes points."""
        connection.execute_wrappers.append(self._statement)
        wrapped: Any = connection
        wrapped._commit = self.around("commit", wrapped._commit)
        publishing._send = self.around("hint", publishing._send)
        smtplib.SMTP.sendmail = self.around("mail", smtplib.SMTP.sendmail)  # type: ignore[method-assign]

    def _statement(self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:
        return self.around(sql.split()[0].lower(), execute)(sql, params, many, context)


def run_and_die(deadly: Point | None, work: Callable[[Tell], None]) -> list[str]:
    """What the process told that did the work: words of its own, then `died …`, or `ended` and all points.

    It is a fork of this one, with connections of its own; none of this one's are open meanwhile.
    """
    connections.close_all()
    hang_up()
    source, sink = os.pipe()
    child = os.fork()
    if child == 0:
        _work(deadly, work, sink)
    os.close(sink)
    with os.fdopen(source) as told:
        words = told.read().splitlines()
    os.waitpid(child, 0)
    return words


def _work(deadly: Point | None, work: Callable[[Tell], None], sink: int) -> None:
    """Never returns: neither this process' fixtures nor its buffers are the child's to end."""
    try:
        tell = _writer(sink)
        points = Points(deadly, tell)
        points.watch()
        work(tell)
        tell(f"ended {json.dumps(points.passed)}")
    except BaseException as error:
        _writer(sink)(f"failed {type(error).__name__}: {error}".replace("\n", " "))
    finally:
        os._exit(0)


def _writer(sink: int) -> Tell:
    def tell(text: str) -> None:
        os.write(sink, f"{text}\n".encode())

    return tell
