"""Mails: what is owed becomes one message a table and person, written when it is sent, each sent once."""

from games.emails.accounts import account_mails_unsent, send_account_mail
from games.emails.owed import (
    claim_for_invitation,
    claim_for_seat,
    invitations_owed,
    seats_owed,
    unsent,
)
from games.emails.sending import send

__all__ = [
    "account_mails_unsent",
    "claim_for_invitation",
    "claim_for_seat",
    "invitations_owed",
    "seats_owed",
    "send",
    "send_account_mail",
    "unsent",
]
