"""What people at a table say to each other, whom they would rather not hear, and what they note for themselves."""

from typing import TYPE_CHECKING

from django.db import models

from games import chance
from games.models.people import User
from games.models.tables import Game


def fresh_message_ref() -> str:
    """A message's public reference."""
    return chance.token("talk")


def fresh_mute_ref() -> str:
    """A mute's reference, for who muted."""
    return chance.token("mute")


class Message(models.Model):
    """Something said at a table: by whoever sat on that seat then, or (with an `act`) by the site of a moderator.

    `form` is the word of the form it came with: what is sent twice is said once.
    """

    ref = models.CharField(max_length=32, unique=True, editable=False, default=fresh_message_ref)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="messages")
    user = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="messages")
    seat = models.PositiveSmallIntegerField(null=True)
    text = models.TextField(blank=True)
    at = models.DateTimeField()
    form = models.CharField(max_length=40, blank=True)
    is_hidden = models.BooleanField(default=False)
    act = models.ForeignKey("games.Act", on_delete=models.PROTECT, null=True, related_name="told")

    if TYPE_CHECKING:
        user_id: int | None

    class Meta:
        ordering = ["at", "pk"]
        indexes = [models.Index(fields=["user", "-at"], name="said_by_a_person")]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "user", "form"], name="one_message_a_form", condition=~models.Q(form="")
            ),
        ]

    def __str__(self) -> str:
        return self.ref


class Mute(models.Model):
    """Whom a person does not want to read: somebody at all tables, or a seat where names are hidden."""

    ref = models.CharField(max_length=32, unique=True, editable=False, default=fresh_mute_ref)
    by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="mutes")
    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="+")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, null=True, related_name="+")
    seat = models.PositiveSmallIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["by", "user"], name="one_mute_a_person", condition=models.Q(user__isnull=False)
            ),
            models.UniqueConstraint(
                fields=["by", "game", "seat"], name="one_mute_a_seat", condition=models.Q(user__isnull=True)
            ),
        ]

    def __str__(self) -> str:
        return self.ref


class Note(models.Model):
    """A person's own notes at a table: sealed, of one length, and nobody else's, whoever has the seat later."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="notes")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="notes")
    text = models.TextField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "user"], name="one_note_a_person")]

    def __str__(self) -> str:
        return "note"
