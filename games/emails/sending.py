"""Handing a mail to the mail server: claimed before, noted after, under one Message-ID however often it is tried."""

import logging
import smtplib
import threading
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.mail import get_connection
from django.db.models import F

from games.emails.letters import NotNeeded, letter
from games.models import Mail
from games.services.faults import where

log = logging.getLogger(__name__)
CLAIM = timedelta(minutes=5)  # a sender that has died is given up after this
GIVE_UP = timedelta(days=3)
FAULTS = 5  # a mail that cannot be written is not tried more often
LONGEST_PAUSE = 6 * 60 * 60
_open = threading.local()


def send(*, mail: Mail, now: datetime) -> None:
    """The mail has been tried, unless somebody else has it in hand or it is settled; the outcome is noted.

    The one way in which it can go out twice is our end between the server's 250 and the note: then under the same
    Message-ID.
    """
    waiting = Mail.objects.filter(pk=mail.pk, outcome=Mail.Outcome.WAITING, next_try__lte=now)
    if not waiting.update(next_try=now + CLAIM, tries=F("tries") + 1):
        return
    mail.refresh_from_db()
    try:
        message = letter(mail, now)
    except NotNeeded:
        _note(mail, Mail.Outcome.DROPPED)
        return
    except Exception as error:  # whatever it is
        _fail(mail, now, error)
        return
    try:
        message.connection = mail_server()
        message.send()
    except (smtplib.SMTPException, OSError) as error:
        code = _code(error)
        if 500 <= code < 600 and isinstance(error, smtplib.SMTPRecipientsRefused | smtplib.SMTPDataError):
            _note(mail, Mail.Outcome.REFUSED, reply=str(code))
        else:
            _try_later(mail, now, str(code or type(error).__name__), gives_up=now - mail.made_at > GIVE_UP)
    except Exception as error:  # such as an address that cannot be written in a header
        _fail(mail, now, error)
    else:
        _note(mail, Mail.Outcome.SENT, sent_at=now)


def _fail(mail: Mail, now: datetime, error: Exception) -> None:
    """Note a fault of ours, in the log by its place alone: one mail that cannot be sent holds up no other."""
    log.error("mail %s cannot be sent: %s at %s", mail.message_token, type(error).__name__, where(error))
    _try_later(mail, now, "fault", gives_up=mail.tries >= FAULTS)


def _note(mail: Mail, outcome: Mail.Outcome, **facts: Any) -> None:
    Mail.objects.filter(pk=mail.pk).update(outcome=outcome, next_try=None, **facts)


def _try_later(mail: Mail, now: datetime, reply: str, *, gives_up: bool) -> None:
    if gives_up:
        _note(mail, Mail.Outcome.GIVEN_UP, reply=reply)
        return
    pause = min(60 * 2 ** (mail.tries - 1), LONGEST_PAUSE)
    Mail.objects.filter(pk=mail.pk).update(next_try=now + timedelta(seconds=pause), reply=reply)


def _code(error: Exception) -> int:
    """The mail server's answer, 0 if it gave none."""
    match error:
        case smtplib.SMTPRecipientsRefused():
            codes = [code for code, _ in error.recipients.values()]
            return min(codes, default=0)
        case smtplib.SMTPResponseException():
            return error.smtp_code
        case _:
            return 0


def mail_server() -> Any:
    """This thread's connection to the mail server: kept open between mails while the server keeps it."""
    key = (settings.EMAIL_BACKEND, settings.EMAIL_HOST, settings.EMAIL_PORT)
    if getattr(_open, "key", None) == key:
        if _is_alive(_open.connection):
            return _open.connection
        _open.connection.close()
    _open.key, _open.connection = key, get_connection()
    _open.connection.open()
    return _open.connection


def _is_alive(connection: Any) -> bool:
    inner = getattr(connection, "connection", None)
    if inner is None:
        return False
    try:
        return inner.noop()[0] == 250
    except (smtplib.SMTPException, OSError):
        return False
