"""What moderators are told, what they do, and what they must know to keep their hands off their own tables."""

from typing import TYPE_CHECKING, Any, NoReturn

from django.db import models
from django.utils.translation import gettext_lazy as _

from games import chance, names
from games.models.people import User
from games.models.tables import Game
from games.models.talk import Message


class CannotChange(Exception):
    """The log of acts only grows."""


def fresh_report_ref() -> str:
    """A report's reference."""
    return chance.token("report")


def fresh_act_ref() -> str:
    """An act's reference."""
    return chance.token("act")


def fresh_offer_ref() -> str:
    """An offered seat's public reference."""
    return chance.token("offer")


class Acts(models.QuerySet["Act"]):
    """Acts can be read and added."""

    def update(self, **kwargs: Any) -> NoReturn:
        """Refuse."""
        raise CannotChange

    def delete(self) -> NoReturn:
        """Refuse."""
        raise CannotChange


class Act(models.Model):
    """What a moderator did, why, and when: written once, never changed.

    `by_ref` names who did it even when the account is gone. `person` is empty where names are hidden: there an act is
    about a seat. `until` is when a mute or a suspension ends, `eighths` how much time was given, `lifts` the act that
    this one ends.
    """

    class Kind(models.TextChoices):
        """What was done."""

        HIDE = "hide", _("hid a message")
        SHOW = "show", _("showed a message again")
        MUTE = "mute", _("muted")
        SUSPEND = "suspend", _("suspended an account")
        CLOSE = "close", _("closed an account")
        LIFT = "lift", _("lifted")
        PAUSE = "pause", _("paused the table")
        RESUME = "resume", _("let the table go on")
        EXTEND = "extend", _("gave more time")
        CALL_OFF = "call off", _("called the table off")
        UNPARK = "unpark", _("let a stopped table go on")
        HAND_ON = "hand on", _("gave a seat to a bot")
        OFFER = "offer", _("offered a seat")
        OPEN = "open", _("opened the table")
        SETTLE = "settle", _("settled a report")

    ref = models.CharField(max_length=32, unique=True, editable=False, default=fresh_act_ref)
    kind = models.CharField(max_length=10, choices=Kind.choices)
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="acts")
    by_ref = models.CharField(max_length=32)
    by_name = models.CharField(max_length=names.LONGEST, blank=True, help_text="of who opened a table: told at its end")
    at = models.DateTimeField()
    reason = models.TextField()
    game = models.ForeignKey(Game, on_delete=models.SET_NULL, null=True, related_name="acts")
    seat = models.PositiveSmallIntegerField(null=True)
    person = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="acts_about")
    message = models.ForeignKey(Message, on_delete=models.SET_NULL, null=True, related_name="acts")
    until = models.DateTimeField(null=True)
    eighths = models.PositiveSmallIntegerField(null=True)
    lifts = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="lifted_by")

    objects = Acts.as_manager()

    if TYPE_CHECKING:
        by_id: int | None
        person_id: int | None
        get_kind_display: Any

    class Meta:
        ordering = ["-at", "-pk"]
        permissions = [("moderate", "Can moderate")]
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.get_kind_display()}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Add the act; refuse to change one."""
        if not self._state.adding:
            raise CannotChange
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Refuse."""
        raise CannotChange


class Report(models.Model):
    """Something a person wants moderators to see: a message, or a table at which they sit. Both sides by their seats.

    It names no person: who sat on a seat is asked of the message, and where names are hidden it is not asked.
    """

    ref = models.CharField(max_length=32, unique=True, editable=False, default=fresh_report_ref)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="reports")
    message = models.ForeignKey(Message, on_delete=models.SET_NULL, null=True, related_name="reports")
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="reports")
    by_seat = models.PositiveSmallIntegerField()
    text = models.TextField(blank=True)
    at = models.DateTimeField()
    settled = models.OneToOneField(Act, on_delete=models.PROTECT, null=True, related_name="report")

    class Meta:
        ordering = ["at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["message", "by"],
                name="one_report_a_message",
                condition=models.Q(message__isnull=False, by__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.ref


class FormerSeat(models.Model):
    """Somebody sat at a table and does no more: they may not moderate it, nor sit there again."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="former_seats")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="former_seats")
    number = models.PositiveSmallIntegerField()
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.number}"


class Offer(models.Model):
    """A seat that a bot plays until somebody takes it; nothing of its table is shown before."""

    ref = models.CharField(max_length=32, unique=True, editable=False, default=fresh_offer_ref)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="offers")
    number = models.PositiveSmallIntegerField()
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="one_offer_a_seat")]

    def __str__(self) -> str:
        return self.ref


class Mark(models.Model):
    """A trace by which two accounts may be one person's: a keyed hash of a browser or of a network address.

    A hint, never a verdict. It holds no time but the `year` of the last such sign-in, by which it lapses: nobody needs
    to know when somebody was here.
    """

    class Kind(models.TextChoices):
        """What two accounts share."""

        MACHINE = "machine", _("the same browser")
        ADDRESS = "address", _("the same network address")

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="marks")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    digest = models.CharField(max_length=64, db_index=True)
    year = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "digest"], name="one_mark_a_person")]

    def __str__(self) -> str:
        return self.kind


class Trace(models.Model):
    """A mark of an account that is gone, at a table in which it had a part: who has that mark is kept away as before.

    It names nobody, and goes with the end of the table.
    """

    class Part(models.TextChoices):
        """What the account had to do with the table: a seat (or it was the host), an act as a moderator, all cards."""

        SAT = "sat"
        ACTED = "acted"
        LOOKED = "looked"

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="traces")
    part = models.CharField(max_length=6, choices=Part.choices)
    digest = models.CharField(max_length=64, db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "part", "digest"], name="one_trace_a_part")]

    def __str__(self) -> str:
        return self.part
