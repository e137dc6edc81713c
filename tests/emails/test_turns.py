"""What is mailed, to whom, and what is in it."""

import pytest

from games import emails
from games.models import Mail, Notice, Seat
from tests.tables import NOW, bid, resolve, table

pytestmark = [pytest.mark.django_db]


def deliver_all(now=NOW):
    for seat in list(emails.seats_owed(now=now)):
        for mail in emails.claim_for_seat(seat=seat, now=now):
            emails.send(mail=mail, now=now)


def test_each_seat_is_told_that_the_table_began(smtp_sink):
    game = table()
    deliver_all()
    assert len(smtp_sink.messages) == 3
    for name in ("ada", "bo", "cy"):
        (mail,) = smtp_sink.inbox(f"{name}@example.org")
        print(mail.message)
