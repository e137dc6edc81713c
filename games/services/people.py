"""Accounts: guests who become members, names, and saying goodbye."""

import hashlib
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.signing import BadSignature, Signer
from django.db import IntegrityError, transaction
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from games import chance, names, seals
from games.models import Game, Mail, Note, OldName, Seat, User
from games.services import publishing, staffing
from games.services.desk import lock
from games.services.seating import vacate

_stop = Signer(salt="games.stop_mails")
FAILED = (Mail.Outcome.REFUSED, Mail.Outcome.GIVEN_UP)
PREFERENCES = {"time_zone", "language", "theme", "mails", "digest_hour", "cards_in_mails"}


def make_guest() -> User:
    """A person without an address, who can play against bots; nobody can log in as them."""
    while True:
        try:
            with transaction.atomic():
                return User.objects.create_user(None, name=f"Guest {chance.draw(900_000) + 100_000}", is_guest=True)
        except IntegrityError:
            continue


def enter(*, email: str) -> User | None:
    """The account of an address that was just proven, if there is one."""
    address = EmailAddress.objects.filter(email=email, verified=True).select_related("user").first()
    if address is not None:
        return address.user
    user = User.objects.filter(email=email).first()
    if user is not None:  # made on the server, say: nobody had to prove it
        address, _is_new = EmailAddress.objects.get_or_create(user=user, email=email)
        address.set_verified()
        address.set_as_primary(conditional=True)
    return user


def welcome(*, email: str, name: str, time_zone: str) -> User:
    """The account of an address that was proven, made under that name; ValidationError if it cannot be had.

    Whoever sends it twice has one account.
    """
    name = names.clean(name)
    try:
        with transaction.atomic():
            user = User.objects.create_user(email, name=name, time_zone=time_zone)
            EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
            if not is_free(name, user):
                raise _taken()
            return user
    except IntegrityError:
        known = enter(email=email)
        if known is None:
            raise _taken() from None
        return known


def is_free(name: str, user: User | None = None) -> bool:
    """Whether the person may take the name: nobody has, or had, one that looks like it."""
    key = names.skeleton(name)
    pk = user.pk if user else 0
    if User.objects.filter(name_key=key).exclude(pk=pk).exists():
        return False
    return not OldName.objects.filter(digest__in=_digests(key)).exclude(user__isnull=False, user_id=pk).exists()


def rename(*, user: User, name: str) -> None:
    """The person is called that from now on; the old name stays theirs. ValidationError if it cannot be had."""
    name = names.clean(name)
    try:
        with transaction.atomic():
            keep_old_name(user)
            user.name = name
            user.save(update_fields=["name"])
            if not is_free(name, user):  # looked up after the write: two who swap names wait for each other
                raise _taken()
    except IntegrityError:
        raise _taken() from None


def _taken() -> ValidationError:
    return ValidationError(_("Somebody has that name, or one that looks like it. Please choose another."))


def keep_old_name(user: User) -> None:
    """Reserve the person's present name for them."""
    if user.name_key and not user.is_guest:
        OldName.objects.get_or_create(digest=_digests(user.name_key)[0], defaults={"user": user})


def settle(*, guest: User, email: str, name: str) -> None:
    """The guest has proved an address and is a member from now on, with all tables kept."""
    with transaction.atomic():
        if name:
            rename(user=guest, name=name)
        guest.email, guest.is_guest = email, False
        guest.save(update_fields=["email", "is_guest"])


def merge(*, guest: User, user: User, now: datetime) -> None:
    """The guest turned out to be a member: the tables become the member's, except where both sit at one."""
    if not guest.is_guest or guest.pk == user.pk:
        return
    with transaction.atomic():
        for ref in Game.objects.filter(seats__user=guest).filter(seats__user=user).values_list("ref", flat=True):
            game = lock(ref)
            vacate(game, game.seats.get(user=guest), now)
        taken = list(Seat.objects.filter(user=user).values_list("game", flat=True))
        Seat.objects.filter(user=guest).exclude(game__in=taken).update(user=user)
        Game.objects.filter(host=guest).update(host=user, form="")  # the member may have used the same word
        _bring_notes(guest, user)
        staffing.hand_over_marks(guest=guest, user=user)
        guest.delete()


@sensitive_variables()
def _bring_notes(guest: User, user: User) -> None:
    """Seal the guest's notes anew as the member's, but at a table where the member has notes already."""
    for note in Note.objects.filter(user=guest).exclude(game__notes__user=user).select_related("game"):
        kept = seals.unseal(note.text, row=seals.note_row(note.game.ref, guest.ref))
        note.text = seals.seal(kept, row=seals.note_row(note.game.ref, user.ref), size=seals.NOTE)
        note.user = user
        note.save(update_fields=["text", "user"])


def change_preferences(*, user: User, changes: Mapping[str, Any]) -> None:
    """The person's own settings; ValidationError for what they cannot be."""
    for key in PREFERENCES & changes.keys():
        setattr(user, key, changes[key])
    user.full_clean(exclude=["password", "email", "name"])
    user.save(update_fields=sorted(PREFERENCES & changes.keys()))


def change_table_mails(*, user: User, ref: str, mails: str) -> None:
    """Which mails the person wants from that table; "" as from all others."""
    if mails and mails not in User.Mails.values:
        raise ValidationError(_("There is no such choice of mails."))
    Seat.objects.filter(user=user, game__ref=ref).update(mails=mails)


def stop_token(user: User, game: Game | None) -> str:
    """What the link that stops mails carries: of one table, or of all. It gives no other right."""
    return _stop.sign(f"{user.ref}.{game.ref if game else ''}")


def read_stop_token(token: str) -> tuple[str, str]:
    """Whose mails the link stops, and those of which table ("" is all): references; two "" for a link not of ours."""
    try:
        person, _dot, table = _stop.unsign(token).partition(".")
    except BadSignature:
        return "", ""
    return person, table


def stop_mails(*, token: str) -> bool:
    """No more mails of that table, or none at all, go to the person; returns whether the link is one of ours."""
    person, table = read_stop_token(token)
    if table:  # whose seat is another's by now has nothing left to stop
        seats = Seat.objects.filter(user__ref=person, game__ref=table).exclude(mails=User.Mails.NONE)
        if seats.exists():  # the link may be sent any number of times: written is once
            seats.update(mails=User.Mails.NONE)
    elif User.objects.filter(ref=person).exclude(mails=User.Mails.NONE).exists():
        User.objects.filter(ref=person).update(mails=User.Mails.NONE)
    return User.objects.filter(ref=person).exists()


def send_again(*, user: User, token: str, now: datetime) -> bool:
    """A mail of theirs that was refused or given up waits to be sent once more, under its Message-ID; whether one did.

    It is written anew from what its reader may know by then, so that nobody gets a seat's mail who has left it.
    """
    failed = Mail.objects.filter(user=user, message_token=token, outcome__in=FAILED)
    if not failed.update(outcome=Mail.Outcome.WAITING, next_try=now, tries=0, reply=""):
        return False
    publishing.publish("send", Mail.objects.values_list("pk", flat=True).get(message_token=token))
    return True


def say_goodbye(*, user: User, now: datetime) -> None:
    """The account is gone: bots have its seats in what is not over yet, and its name is nowhere."""
    with transaction.atomic():
        keep_old_name(user)
        for ref in Game.objects.filter(seats__user=user).order_by("pk").values_list("ref", flat=True):
            game = lock(ref)
            seat = game.seats.filter(user=user).first()
            if seat is not None:  # a moderator may have given it to a bot meanwhile
                vacate(game, seat, now)
        staffing.leave_traces(user=user)
        user.delete()


def _digests(key: str) -> list[str]:
    """The hashes under which a name's skeleton may be kept, that of the present SECRET_KEY first.

    Without the key a copy of the database does not tell whether somebody was called that.
    """
    value = hashlib.sha256(key.encode()).hexdigest()
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return [salted_hmac("games.old_name", value, secret=key, algorithm="sha256").hexdigest() for key in keys]
