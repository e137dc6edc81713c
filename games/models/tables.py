"""Tables: the game, its seats, its log, and what lies sealed."""

import uuid
from datetime import datetime
from typing import TYPE_CHECKING

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games import chance, names
from games.models.people import User

if TYPE_CHECKING:
    from django_stubs_ext.db.models.manager import RelatedManager


def fresh_ref() -> str:
    """A table's public reference."""
    return chance.token("game")


def fresh_join_token() -> str:
    """The word in a table's common link."""
    return chance.token("join")


class Game(models.Model):
    """A table. What is not set when it is opened or dealt is derived from log, deal and clock, and is public.

    `asked` is what everybody knows is waited for, as lists of seat, kind, key and wait. `asked_clock` is when that
    came up on the table's own clock (`clock(moment)`), which stands while the table pauses; `span` is the time that was
    given first. `wake_at` is the next moment at which the sweep has something to do here.
    """

    class Status(models.TextChoices):
        """What the table is doing."""

        GATHERING = "gathering", _("gathering")
        RUNNING = "running", _("running")
        PAUSED = "paused", _("paused")
        PARKED = "parked", _("stopped by a fault")
        FINISHED = "finished", _("finished")
        CALLED_OFF = "called off", _("called off")

    ref = models.CharField(max_length=32, unique=True, editable=False, default=fresh_ref)
    join_token = models.CharField(max_length=32, editable=False, default=fresh_join_token)
    kind = models.CharField(max_length=20)
    rules_version = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=names.LONGEST_TABLE)
    host = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="hosted")
    form = models.CharField(max_length=40, blank=True, help_text="the form that opened it: sent twice, it opens one")
    seats_wanted = models.PositiveSmallIntegerField()
    pace = models.PositiveIntegerField(help_text="seconds per decision")
    is_open = models.BooleanField(default=False, help_text="anybody may join and watch")
    always_open = models.BooleanField(default=False)
    solo = models.BooleanField(default=False, help_text="one person with bots from the start")
    options = models.JSONField(default=dict)
    before = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, related_name="+", help_text="the table that is played again here"
    )
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.GATHERING)
    opened_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    deck = models.JSONField(default=dict)
    deal = models.TextField(blank=True, editable=False)
    commitment = models.CharField(max_length=64, blank=True)

    moves_logged = models.PositiveIntegerField(default=0)
    asked = models.JSONField(default=list)
    asked_at = models.DateTimeField(null=True)
    asked_clock = models.FloatField(default=0)
    span = models.FloatField(default=0, help_text="seconds first given for what is asked")
    deadline = models.DateTimeField(null=True)
    remind_at = models.DateTimeField(null=True)
    bots_at = models.JSONField(default=dict, help_text="when each bot's seat acts next")
    wake_at = models.DateTimeField(null=True)
    paused_at = models.DateTimeField(null=True)
    stood_still = models.FloatField(default=0, help_text="seconds the table has paused")
    result = models.JSONField(null=True)
    faults = models.PositiveSmallIntegerField(default=0)
    fault_ref = models.CharField(max_length=32, blank=True)

    if TYPE_CHECKING:
        seats: RelatedManager["Seat"]
        moves: RelatedManager["Move"]
        notices: RelatedManager[models.Model]

    class Meta:
        indexes = [
            models.Index(fields=["wake_at"], name="wake", condition=models.Q(wake_at__isnull=False)),
            models.Index(fields=["status", "-opened_at"], name="lobby", condition=models.Q(status="gathering")),
        ]
        constraints = [
            models.UniqueConstraint(fields=["host", "form"], name="one_table_a_form", condition=~models.Q(form="")),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_running(self) -> bool:
        """Whether moves can be made."""
        return self.status == self.Status.RUNNING

    @property
    def is_finished(self) -> bool:
        """Whether the game came to its end, so that everything is shown."""
        return self.status == self.Status.FINISHED

    def clock(self, moment: datetime) -> float:
        """The table's own clock at that moment, in seconds: it stands while the table pauses."""
        if self.paused_at is not None:
            moment = min(moment, self.paused_at)
        return moment.timestamp() - self.stood_still


class Seat(models.Model):
    """A place at a table. Without a person, or with its person away, a bot plays it."""

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="seats")
    is_bot = models.BooleanField(default=False)
    bot_name = models.CharField(max_length=names.LONGEST, blank=True)
    is_away = models.BooleanField(default=False, help_text="a bot plays until its person comes back")
    misses = models.PositiveSmallIntegerField(default=0, help_text="decisions missed in a row")
    all_misses = models.PositiveSmallIntegerField(default=0)
    mails = models.CharField(max_length=8, choices=User.Mails.choices, blank=True)

    if TYPE_CHECKING:
        sealed: "Sealed"
        user_id: int | None
        game_id: int

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="one_seat_a_number"),
            models.UniqueConstraint(fields=["game", "user"], name="one_seat_a_person"),
        ]

    def __str__(self) -> str:
        return f"{self.number}"

    @property
    def is_played_by_bot(self) -> bool:
        """Whether a bot makes this seat's moves now."""
        return self.is_bot or self.is_away or self.user_id is None


class Sealed(models.Model):
    """What a seat has handed in that is not open yet: one row a seat from the deal on, all rewritten together.

    So neither a row's being there, nor its length, time or order tells who has sealed what. `answers` maps prompt keys
    to an answer and its nonce, `since` to the table's clock when the seat first answered.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="sealed")
    answers = models.TextField()
    since = models.TextField()

    def __str__(self) -> str:
        return "sealed"


class Move(models.Model):
    """A logged move, never changed. `private` is what not everybody may know yet; moves opened together share `at`.

    `opened` is filled on the last move of each step, sealed too: the answers that were of no more use after it, with
    the random bits of their receipts, so that these can be checked after the end. Nothing else needs it.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="moves")
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True)
    public = models.JSONField()
    private = models.TextField()
    opened = models.TextField(blank=True)
    at = models.DateTimeField()
    by_clock = models.BooleanField(default=False)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="one_move_a_number")]

    def __str__(self) -> str:
        return f"{self.number}"


class Invitation(models.Model):
    """Somebody asked to a table: a person of this site, or an address outside of it.

    `name` is what the person was called then: what they are called by now is not for their host to learn.
    """

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="invitations")
    user = models.ForeignKey(User, on_delete=models.CASCADE, null=True, related_name="invitations")
    name = models.CharField(max_length=names.LONGEST, blank=True, default="", help_text="by which a person was asked")
    address = models.EmailField(blank=True)
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    declined = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["game", "user", "name"], name="one_invitation_a_name", condition=models.Q(user__isnull=False)
            ),
            models.UniqueConstraint(
                fields=["game", "address"], name="one_invitation_an_address", condition=~models.Q(address="")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}"


class Pulse(models.Model):
    """One row: when the sweep last ran. A long gap was an outage, and nobody is timed out for it."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.at:%F %T}"
