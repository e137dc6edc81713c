"""The mailbox of `make play`: every mail that would have been sent, on this machine only."""

import email
import email.policy
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

MOST = 200
BETWEEN = b"\n" + b"-" * 79 + b"\n"


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail in its file."""

    name: str
    to: str
    subject: str
    first_line: str
    at: datetime | None
    text: str
    html: str
    headers: tuple[tuple[str, str], ...]

    @property
    def order(self) -> tuple[float, str]:
        """By date, then as they lie in their file."""
        return (self.at.timestamp() if self.at else 0.0, self.name)


@require_safe
def mailbox(request: HttpRequest) -> HttpResponse:
    """All mails, the newest first."""
    return render(request, "mailbox/mailbox.html", {"letters": _letters()[:MOST]})


@require_safe
def letter(request: HttpRequest, name: str) -> HttpResponse:
    """One mail as text, with its headers, and its HTML in a frame."""
    return render(request, "mailbox/letter.html", {"letter": _find(name)})


@require_safe
@xframe_options_sameorigin
def letter_html(request: HttpRequest, name: str) -> HttpResponse:
    """The mail's HTML part, as a mail program would show it: without scripts, its links open beside it.

    It keeps its origin, so that the page around it can measure how long it is."""
    response = HttpResponse(_find(name).html.replace("<head>", '<head><base target="_blank">', 1))
    response.headers["Content-Security-Policy"] = (
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; "
        "sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox"
    )
    return response


def _letters() -> list[Letter]:
    """All mails, the newest first. Django's file backend writes those of one connection under each other."""
    folder = Path(settings.MAILBOX)
    files = sorted(path for path in folder.glob("*.log") if path.is_file()) if folder.is_dir() else []
    letters = [
        _read(f"{path.stem}-{number}", content)
        for path in files
        for number, content in enumerate(path.read_bytes().split(BETWEEN))
        if content.strip()
    ]
    return sorted(letters, key=lambda letter: letter.order, reverse=True)


def _find(name: str) -> Letter:
    for letter in _letters():
        if letter.name == name:
            return letter
    raise Http404


def _read(name: str, content: bytes) -> Letter:
    message = email.message_from_bytes(content, policy=email.policy.default)
    assert isinstance(message, EmailMessage)
    text = _body(message, "plain")
    return Letter(
        name=name,
        to=str(message["To"] or ""),
        subject=str(message["Subject"] or ""),
        first_line=next((line for line in text.splitlines() if line.strip()), ""),
        at=_sent(message),
        text=text,
        html=_body(message, "html"),
        headers=tuple((name, str(value)) for name, value in message.items()),
    )


def _sent(message: EmailMessage) -> datetime | None:
    """When it was sent. A zone of -0000, as Django dates its own mails, is UTC from an unknown place."""
    at = message["Date"] and message["Date"].datetime
    return at and (at if at.tzinfo else at.replace(tzinfo=UTC))


def _body(message: EmailMessage, kind: str) -> str:
    part = message.get_body((kind,))
    return str(part.get_content()) if part is not None else ""
