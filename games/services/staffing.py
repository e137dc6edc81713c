"""Who is a moderator, and the marks by which a person's other accounts are kept from what that person is kept from."""

import ipaddress
from datetime import datetime

from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.utils.crypto import salted_hmac

from games.models import Act, FormerSeat, Game, Mark, Trace, User
from games.selectors.staff import LIVE, OVER, part_of

MODERATORS = "Moderators"


def appoint(*, user: User) -> None:
    """The person is a moderator."""
    with transaction.atomic():
        group, _is_new = Group.objects.get_or_create(name=MODERATORS)
        kind = ContentType.objects.get_for_model(Act)
        group.permissions.set(Permission.objects.filter(content_type=kind, codename="moderate"))
        user.groups.add(group)
        user.is_staff = True
        user.save(update_fields=["is_staff"])


def dismiss(*, user: User) -> None:
    """The person is a moderator no more. What they have opened stays closed to them."""
    with transaction.atomic():
        user.groups.remove(*Group.objects.filter(name=MODERATORS))
        user.is_staff = user.is_superuser
        user.save(update_fields=["is_staff"])


def note_sign_in(*, user: User, machine: str, address: str, now: datetime) -> None:
    """Keep by what two accounts could be one person's: keyed hashes of browser and network, with the year alone."""
    marks = [(Mark.Kind.MACHINE, machine), (Mark.Kind.ADDRESS, network_of(address))]
    rows = [Mark(user=user, kind=kind, digest=digest(kind, value), year=now.year) for kind, value in marks if value]
    Mark.objects.bulk_create(rows, update_conflicts=True, unique_fields=["user", "digest"], update_fields=["year"])


def hand_over_marks(*, guest: User, user: User) -> None:
    """The guest's marks, and the tables at which they sat, are the member's."""
    known = Mark.objects.filter(user=user).values("digest")
    Mark.objects.filter(user=guest).exclude(digest__in=list(known.values_list("digest", flat=True))).update(user=user)
    FormerSeat.objects.filter(user=guest).update(user=user)


def leave_traces(*, user: User) -> None:
    """The account is about to go: who is linked with it is kept from its tables as before, until they are over."""
    digests = list(Mark.objects.filter(user=user).values_list("digest", flat=True))
    traces = [
        Trace(game=game, part=part, digest=digest)
        for part in Trace.Part
        for game in Game.objects.filter(part_of([user], part), status__in=LIVE)
        for digest in digests
    ]
    Trace.objects.bulk_create(traces, ignore_conflicts=True)


def lapse(*, now: datetime) -> None:
    """Marks end with the year after that of their last sign-in, traces with their table."""
    Mark.objects.filter(year__lt=now.year - 1).delete()
    Trace.objects.filter(game__status__in=OVER).delete()


def digest(kind: str, value: str) -> str:
    """The hash that is kept of a browser's word or a network address."""
    return salted_hmac(f"games.mark.{kind}", value, algorithm="sha256").hexdigest()


def network_of(address: str) -> str:
    """The address, or of IPv6 the network that one household has; "" for one that many machines have by nature."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return ""
    if not found.is_global:
        return ""
    return str(found) if found.version == 4 else str(ipaddress.ip_network((found, 64), strict=False))
