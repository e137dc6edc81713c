"""Talking at a table, not wanting to hear somebody, reporting, and notes for oneself."""

import re
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.db import transaction
from django.views.decorators.debug import sensitive_variables

from games import seals
from games.models import Game, Message, Mute, Note, Report, Seat, User
from games.rules.kernel import gettext_noop, illegal
from games.selectors.staff import names_are_hidden, silences
from games.selectors.talk import is_too_early, muted_words, mutes_at
from games.services.desk import NoSuchTable, lock_person, seat_at

LONGEST = 1000  # letters of a message, of a report, of a reason
LONGEST_NOTE = seals.NOTE - 200  # bytes as sealed
MOST_A_MINUTE, MOST_AN_HOUR = 8, 80  # messages of a person, at all tables
MOST_REPORTS_A_DAY = 20
JOINERS = "\u200c\u200d"  # some scripts and pictures need them
_FORM = re.compile(r"[a-z0-9]{1,40}")
_ACCENT = "[\u0300-\u036f\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]"
_PILED = re.compile(f"({_ACCENT}{{2}}){_ACCENT}+")


def clean(text: str, longest: int = LONGEST) -> str:
    """The text as it is kept: nothing unseen that could turn or hide what stands around it; IllegalAction if empty."""
    lines = unicodedata.normalize("NFC", text).replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ")
    seen = "".join(sign for sign in lines if sign in JOINERS + "\n" or unicodedata.category(sign)[0] != "C")
    bare = _PILED.sub(r"\1", seen)
    text = re.sub(r"\n\s*\n\s*\n", "\n\n", bare).strip()
    if not any(unicodedata.category(sign)[0] in "LNPS" for sign in text):
        raise illegal(gettext_noop("Nothing was written."))
    if len(text) > longest:
        raise illegal(gettext_noop("That is too long: {longest} letters at most."), longest=longest)
    return text


def say(*, user: User, ref: str, text: str, form: str, now: datetime) -> Message:
    """The message stands in the table's talk. The same form sent twice says it once; IllegalAction says why not."""
    with _taking_part(user, ref) as (game, seat):
        text = clean(text)
        form = form if _FORM.fullmatch(form) else ""
        before = Message.objects.filter(game=game, user=user, form=form).first() if form else None
        if before is not None and before.text == text:
            return before
        _check_may_talk(game, seat, user, now)
        if before is not None:
            raise illegal(gettext_noop("This form was sent before, with another text. Send it again to say this too."))
        _check_rate(user, now)
        return Message.objects.create(game=game, user=user, seat=seat.number, text=text, form=form, at=now)


@contextmanager
def _taking_part(user: User, ref: str) -> Iterator[tuple[Game, Seat]]:
    """The table and the person's seat; NoSuchTable if there is none. What the same person sends at once waits in line.

    The table itself is not locked: whoever waited for it could feel that somebody just seals.
    """
    seat_at(ref, user)  # nobody else gets as far as a transaction
    with transaction.atomic():
        lock_person(user)
        seat = seat_at(ref, user)
        yield seat.game, seat


def _check_may_talk(game: Game, seat: Seat, user: User, now: datetime) -> None:
    if is_too_early(game):
        raise illegal(gettext_noop("Names are hidden at this table, so its talk begins with the game."))
    silence = silences(user, game, seat.number, now).first()
    if silence is not None:
        raise illegal(gettext_noop("{why}"), why=muted_words(silence))


def _check_rate(user: User, now: datetime) -> None:
    said = Message.objects.filter(user=user)
    if (
        said.filter(at__gt=now - timedelta(minutes=1)).count() >= MOST_A_MINUTE
        or said.filter(at__gt=now - timedelta(hours=1)).count() >= MOST_AN_HOUR
    ):
        raise illegal(gettext_noop("That was much in a short time. Your text is still here: send it a little later."))


def mute(*, user: User, ref: str, message: str) -> None:
    """The person does not see any more what the message's author says; where names are hidden, what that seat says."""
    with _taking_part(user, ref) as (game, _seat):
        said = spoken(game, message, user)
        if names_are_hidden(game):
            Mute.objects.get_or_create(by=user, game=game, seat=said.seat, user=None)
        elif said.user is not None:
            Mute.objects.get_or_create(by=user, user=said.user)


def spoken(game: Game, ref: str, user: User | None = None) -> Message:
    """The message that somebody (other than the person) wrote at the table; NoSuchTable if there is none."""
    said = Message.objects.filter(game=game, ref=ref, act=None).select_related("user").first()
    if said is None or (user is not None and said.user_id == user.pk):
        raise NoSuchTable
    return said


def unmute(*, user: User, ref: str, mute: str) -> None:
    """The person sees again what was said there; NoSuchTable if nothing of it bears on that table."""
    with _taking_part(user, ref) as (game, _seat):
        if not mutes_at(game, user).filter(ref=mute).exists():
            raise NoSuchTable
        Mute.objects.filter(by=user, ref=mute).delete()


def report(*, user: User, ref: str, message: str, text: str, now: datetime) -> None:
    """Moderators find it in their queue: a message, or without one what the text says of the table. Once each."""
    with _taking_part(user, ref) as (game, seat):
        said = spoken(game, message, user) if message else None
        text = clean(text) if text.strip() or said is None else ""
        mine = Report.objects.filter(by=user)
        if mine.filter(game=game, message=said).filter(**({} if said else {"text": text, "settled": None})).exists():
            return
        if mine.filter(at__gt=now - timedelta(days=1)).count() >= MOST_REPORTS_A_DAY:
            raise illegal(gettext_noop("You have reported much today. Moderators will look at it; go on tomorrow."))
        Report.objects.create(game=game, message=said, by=user, by_seat=seat.number, text=text, at=now)


@sensitive_variables()
def keep_note(*, user: User, ref: str, text: str) -> None:
    """The person's own notes at the table, nobody else's; IllegalAction if they are too long."""
    text = text.replace("\r\n", "\n").replace("\x00", "")
    if len(seals.canonical(text)) > LONGEST_NOTE:
        raise illegal(gettext_noop("These notes are too long to be kept. Your text is still here: make it shorter."))
    with _taking_part(user, ref) as (game, _seat):
        sealed = seals.seal({"text": text}, row=seals.note_row(game.ref, user.ref), size=seals.NOTE)
        Note.objects.update_or_create(game=game, user=user, defaults={"text": sealed})
