"""A real SMTP server that keeps what it is given, and misbehaves when told to."""

import asyncio
import email
import email.policy
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from email.message import EmailMessage

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.harness import run


@dataclass(frozen=True)
class Received:
    """One delivery: who sent it to whom in the envelope, and the message itself."""

    sender: str
    recipients: tuple[str, ...]
    raw: bytes
    at: float  # time.time()

    @property
    def message(self) -> EmailMessage:
        """The parsed message."""
        parsed = email.message_from_bytes(self.raw, policy=email.policy.default)
        assert isinstance(parsed, EmailMessage)
        return parsed

    @property
    def subject(self) -> str:
        """The decoded subject."""
        return str(self.message["Subject"])

    def body(self, kind: str = "plain") -> str:
        """The decoded text of the part of this kind: `plain` or `html`."""
        part = self.message.get_body((kind,))
        assert part is not None, f"no {kind} part"
        return str(part.get_content())


@dataclass
class _Trouble:
    """What goes wrong with the next deliveries that fit."""

    act: str  # "answer", "delay", "cut", "cut unanswered", "cut answered"
    at: str = "data"
    answer: str = ""
    seconds: float = 0
    to: str = ""
    times: int | None = 1

    def fits(self, at: str, recipients: list[str]) -> bool:
        return self.at == at and self.times != 0 and (not self.to or self.to in recipients)


class SmtpSink:
    """The server. Everything it took is in `messages`; `attempts` counts deliveries begun, taken or not."""

    def __init__(self) -> None:
        self.port = run.free_port()
        self.messages: list[Received] = []
        self.attempts = 0
        self._troubles: list[_Trouble] = []
        self._changed = threading.Condition()
        self._controller: Controller | None = None

    # --- what a test asks -------------------------------------------------------------------------------------------

    def inbox(self, address: str) -> list[Received]:
        """Return what was delivered to `address`, in order."""
        return [received for received in list(self.messages) if address in received.recipients]

    def wait_for(self, count: int = 1, to: str = "", within: float = 20) -> list[Received]:
        """Return all deliveries (to `to`) once there are `count` of them; fail if that takes too long."""

        def found() -> list[Received]:
            return self.inbox(to) if to else list(self.messages)

        self._wait(
            lambda: len(found()) >= count, within, lambda: f"{len(found())} of {count} mails to {to or 'anyone'}"
        )
        return found()

    def _wait(self, ready: Callable[[], bool], within: float, state: Callable[[], str]) -> None:
        with self._changed:
            if not self._changed.wait_for(ready, within):
                raise AssertionError(f"within {within} s there were {state()}")

    # --- what a test orders (for the next `times` deliveries, None: until `reset`; only those to `to`, if given) ----

    def answer(self, answer: str, at: str = "data", times: int | None = 1, to: str = "") -> None:
        """Answer like this instead of taking the mail, such as `451 later` or `550 no such user`; `at` data or rcpt."""
        self._troubles.append(_Trouble("answer", at, answer, times=times, to=to))

    def delay(self, seconds: float, times: int | None = 1, to: str = "") -> None:
        """Wait before taking the mail."""
        self._troubles.append(_Trouble("delay", seconds=seconds, times=times, to=to))

    def cut(self, when: str = "before", times: int | None = 1, to: str = "") -> None:
        """Drop the connection: `before` the mail is taken, once it is taken but `unanswered`, or `after` the 250."""
        assert when in {"before", "unanswered", "after"}
        self._troubles.append(_Trouble("cut", at=when, times=times, to=to))

    def reset(self) -> None:
        """Forget all mails and orders, and listen again if it was gone."""
        self._troubles.clear()
        self.messages.clear()
        self.attempts = 0
        if self._controller is None:
            self.start()

    # --- the server -------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Listen."""
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port, data_size_limit=None)
        self._controller.start()

    def stop(self) -> None:
        """Stop listening: connections are refused."""
        if self._controller is not None:
            self._controller.stop()
            self._controller = None

    def _trouble(self, at: str, recipients: list[str]) -> _Trouble | None:
        for trouble in self._troubles:
            if trouble.fits(at, recipients):
                if trouble.times is not None:
                    trouble.times -= 1
                return trouble
        return None

    async def handle_RCPT(  # noqa: N802  # aiosmtpd's name
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if trouble := self._trouble("rcpt", [address]):
            self._attempted()
            return trouble.answer
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802  # aiosmtpd's name
        recipients = [str(address) for address in envelope.rcpt_tos]
        self._attempted()
        if trouble := self._trouble("data", recipients):
            if trouble.act == "answer":
                return trouble.answer
            await asyncio.sleep(trouble.seconds)
        if self._trouble("before", recipients):
            _hang_up(server)
            return "421 cut"
        unanswered = self._trouble("unanswered", recipients)
        content = envelope.original_content or b""
        with self._changed:
            self.messages.append(Received(str(envelope.mail_from), tuple(recipients), content, time.time()))
            self._changed.notify_all()
        if unanswered:
            _hang_up(server)
        elif self._trouble("after", recipients):
            asyncio.get_running_loop().call_later(0.02, _hang_up, server)
        return "250 taken"

    def _attempted(self) -> None:
        with self._changed:
            self.attempts += 1
            self._changed.notify_all()


def _hang_up(server: SMTP) -> None:
    if server.transport is not None:
        server.transport.abort()
