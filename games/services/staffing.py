"""Who is a moderator, and the traces by which a moderator's other accounts are kept from that work too."""

import ipaddress

from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.utils.crypto import salted_hmac

from games.models import Act, Mark, User

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


def note_sign_in(*, user: User, machine: str, address: str) -> None:
    """Keep by what two accounts could be one person's: keyed hashes of browser and network, without a time."""
    marks = [(Mark.Kind.MACHINE, machine), (Mark.Kind.ADDRESS, network_of(address))]
    rows = [Mark(user=user, kind=kind, digest=digest(kind, value)) for kind, value in marks if value]
    Mark.objects.bulk_create(rows, ignore_conflicts=True)


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
