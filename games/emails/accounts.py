"""Mails about an account: their codes are written in the request, lie sealed until the worker sends them, then go.

No request waits for the mail server, and a dead queue delays a code by one sweep.
"""

import logging
import smtplib
from datetime import datetime, timedelta
from email.utils import format_datetime

from django.core.mail import EmailMultiAlternatives
from django.db.models import F, QuerySet
from django.views.decorators.debug import sensitive_variables

from games import seals
from games.emails.addresses import message_id
from games.emails.letters import Letter
from games.emails.sending import mail_server
from games.models import AccountMail
from games.models.mails import fresh_message_token
from games.services.publishing import publish

log = logging.getLogger(__name__)
SIZE = 16384  # bytes: all of one length, whoever is written to
CLAIM = timedelta(minutes=1)
PAUSE = timedelta(seconds=20)
OF_USE = timedelta(minutes=15)  # codes are spent then


@sensitive_variables()
def keep(message: EmailMultiAlternatives) -> None:
    """The mail is going to be sent: sealed in a row, which the worker is told of once it is committed."""
    token = fresh_message_token()
    html = [str(content) for content, kind in message.alternatives if kind == "text/html"]
    payload = {"subject": message.subject, "text": message.body, "html": html, "to": message.to}
    row = AccountMail.objects.create(
        message_token=token, sealed=seals.seal(payload, row=f"account mail {token}", size=SIZE)
    )
    publish("deliver_account", row.pk)


def account_mails_unsent(*, now: datetime) -> "QuerySet[AccountMail, int]":
    """The mails about accounts that are to be tried by now."""
    return AccountMail.objects.filter(next_try__lte=now).order_by("next_try").values_list("pk", flat=True)


@sensitive_variables()
def send_account_mail(*, mail: int, now: datetime) -> None:
    """The mail has been tried, unless somebody else has it in hand; its row is gone if it was sent or is of no use."""
    waiting = AccountMail.objects.filter(pk=mail, next_try__lte=now)
    if not waiting.update(next_try=now + CLAIM, tries=F("tries") + 1):
        return
    row = AccountMail.objects.filter(pk=mail).first()
    if row is None:
        return
    if now - row.made_at > OF_USE:
        row.delete()
        return
    try:
        message = _letter(row)
    except seals.SealBroken:  # its key is gone
        log.error("account mail %s cannot be opened", row.message_token)
        row.delete()
        return
    try:
        message.connection = mail_server()
        message.send()
    except smtplib.SMTPRecipientsRefused as error:
        if all(code >= 500 for code, _ in error.recipients.values()):
            row.delete()
        else:
            _try_later(row, now)
    except (smtplib.SMTPException, OSError):
        _try_later(row, now)
    else:
        row.delete()


def _try_later(row: AccountMail, now: datetime) -> None:
    AccountMail.objects.filter(pk=row.pk).update(next_try=now + PAUSE)


@sensitive_variables()
def _letter(row: AccountMail) -> Letter:
    payload = seals.unseal(row.sealed, row=f"account mail {row.message_token}")
    message = Letter(
        subject=payload["subject"],
        body=payload["text"],
        to=payload["to"],
        headers={
            "Message-ID": message_id(row.message_token),
            "Date": format_datetime(row.made_at),
            "Auto-Submitted": "auto-generated",
            "X-Auto-Response-Suppress": "All",
        },
    )
    message.token = row.message_token
    for html in payload["html"]:
        message.attach_alternative(html, "text/html")
    return message
