"""From notices to a mail: claimed first, so that two senders at once make one mail of them."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet

from games.emails.addresses import address_of
from games.models import Game, Invitation, Mail, Notice, Seat, User
from games.services.notices import AWAY, PARKED, REMINDER

Wish = User.Mails
WHEN_LATE = {REMINDER, AWAY, PARKED}
DIGEST = "digest"


def seats_owed(*, now: datetime) -> QuerySet[Notice, int]:
    """The seats to which mails are owed by now."""
    owed = Notice.objects.filter(not_before__lte=now, mail=None, seat__isnull=False)
    return owed.order_by("seat_id").values_list("seat_id", flat=True).distinct()


def invitations_owed(*, now: datetime) -> QuerySet[Notice, int]:
    """The invitations that are to be sent by now."""
    owed = Notice.objects.filter(not_before__lte=now, mail=None, invitation__isnull=False)
    return owed.order_by("invitation_id").values_list("invitation_id", flat=True).distinct()


def unsent(*, now: datetime) -> QuerySet[Mail, int]:
    """The mails that are to be tried (again) by now."""
    return Mail.objects.filter(next_try__lte=now).order_by("next_try").values_list("pk", flat=True)


def claim_for_seat(*, seat: int, now: datetime) -> list[Mail]:
    """The mail that seat's person gets now: with all that is owed for the table, or a day's digest of all tables.

    Empty if nothing is owed, if it is not wanted (now), or if another sender was first.
    """
    with transaction.atomic():
        row = Seat.objects.select_related("user", "game").filter(pk=seat).first()
        if row is None:
            return []
        owed = Notice.objects.filter(seat=row, mail=None, not_before__lte=now)
        if not owed.exists():
            return []
        user = row.user
        if user is None or row.is_bot or not user.is_active or not address_of(user):
            owed.update(not_before=None)
            return []
        match row.mails or user.mails:
            case Wish.NONE:
                owed.update(not_before=None)
                return []
            case Wish.LATE:
                owed.exclude(kind__in=WHEN_LATE).update(not_before=None)
                return _claim(owed, user, row.game, now)
            case Wish.DIGEST:
                return _claim_digest(user, owed, now)
            case _:
                return _claim(owed, user, row.game, now)


def claim_for_invitation(*, invitation: int, now: datetime) -> list[Mail]:
    """The mail for somebody asked to a table that still gathers; empty as for a seat."""
    with transaction.atomic():
        row = Invitation.objects.select_related("user", "game").filter(pk=invitation).first()
        if row is None:
            return []
        owed = Notice.objects.filter(invitation=row, mail=None, not_before__lte=now)
        user = row.user
        is_wanted = user is None or (user.is_active and user.mails != Wish.NONE and bool(address_of(user)))
        if not is_wanted or row.declined or row.game.status != Game.Status.GATHERING:
            owed.update(not_before=None)
            return []
        return _claim(owed, user, row.game, now)


def _claim(owed: QuerySet[Notice], user: User | None, game: Game | None, now: datetime, kind: str = "") -> list[Mail]:
    kinds = list(owed.order_by("pk").values_list("kind", flat=True))
    if not kinds:
        return []
    mail = Mail.objects.create(user=user, game=game, kind=kind or kinds[-1], made_at=now, next_try=now)
    if owed.update(mail=mail, not_before=None):
        return [mail]
    mail.delete()
    return []


def _claim_digest(user: User, owed: QuerySet[Notice], now: datetime) -> list[Mail]:
    """Everything that waits for the person's hour, once it has come; what came after it waits for the next."""
    due = []
    for pk, since in owed.values_list("pk", "not_before"):
        moment = next_digest(user, since or now)
        if moment <= now:
            due.append(pk)
        else:
            owed.filter(pk=pk).update(not_before=moment)
    if not due:
        return []
    wish = Q(seat__mails=Wish.DIGEST) | (Q(seat__mails="") if user.mails == Wish.DIGEST else Q())
    all_tables = Notice.objects.filter(wish, seat__user=user, mail=None, not_before__lte=now)
    return _claim(all_tables, user, None, now, DIGEST)


def next_digest(user: User, since: datetime) -> datetime:
    """The first moment not before `since` at which it is the person's hour, where they live.

    An hour that summer time leaves out comes as much later, one that comes twice counts the first time.
    """
    local = since.astimezone(user.zone)
    for days in range(3):
        day = local.date() + timedelta(days=days)
        moment = datetime(day.year, day.month, day.day, user.digest_hour, tzinfo=user.zone)
        if moment.timestamp() >= since.timestamp():
            return datetime.fromtimestamp(moment.timestamp(), tz=since.tzinfo)
    raise AssertionError("every day has that hour")
