"""Mails: what is owed to whom, and what was sent. Never a text: a mail is written when it is sent."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games import chance
from games.models.people import User
from games.models.tables import Game, Invitation, Seat


def fresh_message_token() -> str:
    """The unique part of a mail's Message-ID."""
    return chance.token("message", 15)


class Mail(models.Model):
    """A mail, from the moment it is claimed: when it fails on the way it is sent again under the same Message-ID."""

    class Outcome(models.TextChoices):
        """What became of it."""

        WAITING = "waiting", _("waiting")
        SENT = "sent", _("sent")
        REFUSED = "refused", _("refused by the mail server")
        GIVEN_UP = "given up", _("given up")
        DROPPED = "dropped", _("not needed any more")

    message_token = models.CharField(max_length=40, unique=True, default=fresh_message_token)
    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="mails_sent")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, related_name="mails")
    kind = models.CharField(max_length=20)
    outcome = models.CharField(max_length=10, choices=Outcome.choices, default=Outcome.WAITING)
    made_at = models.DateTimeField(default=timezone.now)
    next_try = models.DateTimeField(null=True, default=timezone.now, help_text="none once it is settled")
    tries = models.PositiveSmallIntegerField(default=0)
    sent_at = models.DateTimeField(null=True)
    reply = models.CharField(max_length=60, blank=True, help_text="the mail server's code and kind of refusal")

    class Meta:
        indexes = [
            models.Index(fields=["next_try"], name="mail_due", condition=models.Q(next_try__isnull=False)),
            models.Index(fields=["user", "-made_at"], name="mails_of_a_person"),
        ]

    def __str__(self) -> str:
        return f"{self.kind}, {self.outcome}"


class Notice(models.Model):
    """A mail owed to a seat (or to somebody invited): what about, never a text. Written with the move that caused it.

    `moves` is the length of the log then. `mail` is the mail it went out with.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="notices")
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, null=True, related_name="notices")
    invitation = models.ForeignKey(Invitation, on_delete=models.CASCADE, null=True, related_name="notices")
    kind = models.CharField(max_length=20)
    key = models.CharField(max_length=40)
    moves = models.PositiveIntegerField(default=0)
    not_before = models.DateTimeField(null=True, default=timezone.now, help_text="none once it is in a mail")
    mail = models.ForeignKey(Mail, on_delete=models.SET_NULL, null=True, related_name="notices")

    class Meta:
        indexes = [
            models.Index(fields=["not_before"], name="notice_due", condition=models.Q(not_before__isnull=False)),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "seat", "kind", "key"], name="one_notice", condition=models.Q(seat__isnull=False)
            ),
            models.UniqueConstraint(
                fields=["invitation", "kind"], name="one_notice_an_invitation", condition=models.Q(seat__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return self.kind


class AccountMail(models.Model):
    """A mail about an account, such as a code: written in the request, kept sealed, and gone once it is sent."""

    message_token = models.CharField(max_length=40, unique=True, default=fresh_message_token)
    sealed = models.TextField()
    made_at = models.DateTimeField(default=timezone.now)
    next_try = models.DateTimeField(default=timezone.now, db_index=True)
    tries = models.PositiveSmallIntegerField(default=0)

    def __str__(self) -> str:
        return self.message_token
