"""What the worker does. Each task may run twice, late or never: the truth is in the database, and the sweep finds it.

Arguments are references and row numbers only. A task does not raise: what failed is counted where it can be found, and
tried again by the sweep.
"""

import logging
from typing import Any

from celery import shared_task
from django.db import InterfaceError, OperationalError
from django.utils import timezone

from games import emails
from games.models import Mail
from games.selectors import waiting
from games.services import faults, keeping, moderation, playing, publishing, pulse, resolving, staffing

log = logging.getLogger(__name__)
MOST_AT_ONCE = 5000  # what one sweep hands out of each kind


@shared_task
def resolve(ref: str) -> None:
    """Let the game go on as far as it can: open the bids once the last is in, or when the time is up."""
    _try(resolving.resolve, ref)


@shared_task
def move_bots(ref: str) -> None:
    """Let the bots move whose time has come."""
    _try(playing.move_bots, ref)


@shared_task
def tend(ref: str) -> None:
    """Do at the table whatever is due."""
    _try(playing.move_bots, ref)
    _try(resolving.resolve, ref)


@shared_task
def deliver(seat: int) -> None:
    """Send that seat's person what is owed by now."""
    now = timezone.now()
    for mail in emails.claim_for_seat(seat=seat, now=now):
        emails.send(mail=mail, now=now)


@shared_task
def deliver_invitation(invitation: int) -> None:
    """Send the invitation."""
    now = timezone.now()
    for mail in emails.claim_for_invitation(invitation=invitation, now=now):
        emails.send(mail=mail, now=now)


@shared_task
def send(mail: int) -> None:
    """Try a mail again that did not go out."""
    row = Mail.objects.filter(pk=mail).first()
    if row is not None:
        emails.send(mail=row, now=timezone.now())


@shared_task
def deliver_account(mail: int) -> None:
    """Send a mail about an account, such as a code."""
    emails.send_account_mail(mail=mail, now=timezone.now())


@shared_task
def sweep() -> None:
    """Each minute: find what is due or was lost, and hand it out."""
    now = timezone.now()
    pulse.beat(now=now)
    moderation.end_suspensions(now=now)
    staffing.lapse(now=now)
    keeping.forget_sessions(now=now)
    keeping.forget_cached()
    for ref in waiting.due(now).values_list("ref", flat=True)[:MOST_AT_ONCE]:
        publishing.publish("tend", ref)
    for seat in emails.seats_owed(now=now)[:MOST_AT_ONCE]:
        publishing.publish("deliver", seat)
    for invitation in emails.invitations_owed(now=now)[:MOST_AT_ONCE]:
        publishing.publish("deliver_invitation", invitation)
    for mail in emails.account_mails_unsent(now=now)[:MOST_AT_ONCE]:
        publishing.publish("deliver_account", mail)
    for mail in emails.unsent(now=now)[:MOST_AT_ONCE]:
        publishing.publish("send", mail)


def _try(service: Any, ref: str) -> None:
    now = timezone.now()
    try:
        service(ref=ref, now=now)
    except (OperationalError, InterfaceError) as error:  # the database is away: the game is not to blame
        log.warning("table %s waits for the database: %s", ref, type(error).__name__)
    except Exception as error:  # whatever it is: one broken game harms no other
        faults.count_fault(ref=ref, error=error, now=now)
