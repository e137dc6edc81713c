"""Table talk and private notes, as one reader may see them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from games import chance, seals
from games.models import Act, Game, Message, Mute, Note, Seat, User
from games.rules.kernel import SeatName, Sentence, gettext_noop, say
from games.selectors.sentences import render
from games.selectors.staff import OVER, names_are_hidden, silences
from games.selectors.tables import NotFound, seat_name, visible

MOST = 100  # lines that are shown at first
ALL = 10_000


@dataclass(frozen=True, slots=True)
class Line:
    """Something said. `told` is the site's sentence where nobody spoke."""

    ref: str
    seat: int | None
    name: str
    text: str
    at: datetime
    is_mine: bool
    is_hidden: bool
    told: SafeString | None


@dataclass(frozen=True, slots=True)
class Muted:
    """Somebody whom the reader does not want to read."""

    ref: str
    name: str


@dataclass(frozen=True, slots=True)
class Talk:
    """The talk at a table. `form` is the word of a fresh form. `why_not` says why the reader cannot write, if so.

    `has_earlier`: there is more than these last lines.
    """

    ref: str
    table_name: str
    lines: tuple[Line, ...]
    has_earlier: bool
    muted: tuple[Muted, ...]
    is_seated: bool
    why_not: str
    form: str


def seat_label(number: int) -> str:
    """What a seat is called where names are hidden."""
    return _("Seat {number}").format(number=number + 1)


def names_at(game: Game, seats: Sequence[Seat]) -> list[str]:
    """The names at the table by seat number, as everybody may know them."""
    if names_are_hidden(game):
        return [seat_label(seat.number) for seat in seats]
    return [seat_name(seat) for seat in seats]


def talk_for(*, user: User | None, ref: str, now: datetime, most: int = MOST) -> Talk:
    """The talk as that reader may see it: those seated always, others after the end. NotFound for all else."""
    game = readable(user, ref)
    seats = list(game.seats.select_related("user"))
    mine = next((seat for seat in seats if user is not None and seat.user_id == user.pk), None)
    lines = lines_of(game, seats, user, most + 1)
    return Talk(
        ref=game.ref,
        table_name=game.name,
        lines=lines[-most:],
        has_earlier=len(lines) > most,
        muted=muted_at(game, seats, user),
        is_seated=mine is not None,
        why_not=_why_not(game, mine, now),
        form=chance.token("talk form") if mine is not None else "",
    )


def readable(user: User | None, ref: str) -> Game:
    """The table, for who may read its talk; NotFound for all others."""
    may = Q(pk__in=visible(user).filter(ref=ref, status__in=OVER).values("pk"))
    if user is not None:
        may |= Q(pk__in=Seat.objects.filter(user=user, game__ref=ref).values("game"))
    game = Game.objects.filter(may, ref=ref).first()
    if game is None:
        raise NotFound
    return game


def lines_of(game: Game, seats: Sequence[Seat], user: User | None, most: int) -> tuple[Line, ...]:
    """What was said last, the newest at the end, without those whom the reader has muted."""
    names = names_at(game, seats)
    said = Message.objects.filter(game=game).select_related("user", "act", "act__person")
    said = said.exclude(_unwanted(game, user)).order_by("-at", "-pk")[:most]
    return tuple(line(message, names, game, user) for message in reversed(said))


def line(message: Message, names: Sequence[str], game: Game, user: User | None) -> Line:
    """The message as a line."""
    act = message.act
    told = render(told_of(act, len(names)), [*names, _whom(act, message.seat)]) if act else None
    return Line(
        ref=message.ref,
        seat=message.seat,
        name="" if act else author(message, game),
        text="" if message.is_hidden or act else message.text,
        at=message.at,
        is_mine=user is not None and message.user_id == user.pk,
        is_hidden=message.is_hidden,
        told=told,
    )


def author(message: Message, game: Game) -> str:
    """What whoever said it is called: their name, also when the seat is another's by now."""
    if names_are_hidden(game) and message.seat is not None:
        return seat_label(message.seat)
    return str(message.user) if message.user else _("somebody who has left")


def _whom(act: Act, seat: int | None) -> str:
    """Whom the act is about: by the name they have, though a bot may have the seat by now; else by the seat alone."""
    if act.person is not None:
        return str(act.person)
    return seat_label(seat) if seat is not None else _("somebody")


def _unwanted(game: Game, user: User | None) -> Q:
    mutes = Mute.objects.filter(by=user) if user is not None else Mute.objects.none()
    unwanted = Q(seat__in=mutes.filter(game=game).values("seat"), act=None)
    if not names_are_hidden(game):
        unwanted |= Q(user__in=mutes.filter(user__isnull=False).values("user"))
    return unwanted


def mutes_at(game: Game, user: User) -> QuerySet[Mute]:
    """The person's mutes that bear on that table. Where names are hidden, those of people do not: they would tell."""
    here = Q(game=game)
    if not names_are_hidden(game):
        spoken = Message.objects.filter(game=game, user__isnull=False).values("user")
        here |= Q(user__in=spoken) | Q(user__in=game.seats.filter(user__isnull=False).values("user"))
    return Mute.objects.filter(here, by=user).select_related("user")


def muted_at(game: Game, seats: Sequence[Seat], user: User | None) -> tuple[Muted, ...]:
    """Whom the reader has muted at that table."""
    mutes = mutes_at(game, user).order_by("seat", "user__name") if user is not None else Mute.objects.none()
    return tuple(Muted(mute.ref, str(mute.user) if mute.user else seat_label(mute.seat or 0)) for mute in mutes)


def _why_not(game: Game, mine: Seat | None, now: datetime) -> str:
    if mine is None or mine.user is None:
        return ""
    if is_too_early(game):
        return _("Names are hidden at this table, so its talk begins with the game.")
    silence = silences(mine.user, game, mine.number, now).first()
    return muted_words(silence) if silence else ""


def is_too_early(game: Game) -> bool:
    """Whether nobody may talk yet: where names are hidden seats are shuffled first, and who spoke would be known."""
    return names_are_hidden(game) and game.status == Game.Status.GATHERING


def muted_words(silence: Act) -> str:
    """The sentence for whom a moderator has muted."""
    words = _("A moderator has muted you until {until}. The reason: {reason}")
    return words.format(until=_moment(silence.until), reason=silence.reason)


def _moment(moment: datetime | None) -> str:
    return date_format(timezone.localtime(moment), "SHORT_DATETIME_FORMAT") if moment else _("further notice")


TOLD = {
    Act.Kind.HIDE: gettext_noop("A moderator hid a message of {seat}."),
    Act.Kind.SHOW: gettext_noop("A moderator showed a message of {seat} again."),
    Act.Kind.MUTE: gettext_noop("A moderator muted {seat} until {until}."),
    Act.Kind.SUSPEND: gettext_noop("A moderator suspended the account of {seat} until {until}."),
    Act.Kind.CLOSE: gettext_noop("A moderator closed the account of {seat}."),
    Act.Kind.LIFT: gettext_noop("A moderator lifted what had been decided about {seat}."),
    Act.Kind.PAUSE: gettext_noop("A moderator paused the table."),
    Act.Kind.RESUME: gettext_noop("A moderator let the table go on."),
    Act.Kind.EXTEND: gettext_noop("A moderator gave more time for this decision: {eighths}/8 of the time first given."),
    Act.Kind.CALL_OFF: gettext_noop("A moderator called the table off. It has no result."),
    Act.Kind.UNPARK: gettext_noop("A moderator let the table go on after the fault."),
    Act.Kind.HAND_ON: gettext_noop("A moderator gave the seat of {seat} to a bot."),
    Act.Kind.OFFER: gettext_noop("A moderator offered the seat of {seat} to others; a bot plays it until then."),
}


def told_of(act: Act, whom: int) -> Sentence:
    """What the table is told of an act; `whom` is the place, among the names it is filled with, of whom it is about."""
    what = say(
        TOLD[Act.Kind(act.kind)],
        seat=SeatName(whom),
        until=_moment(act.until),
        eighths=act.eighths or 0,
    )
    return say(gettext_noop("{what} The reason: {reason}"), what=what, reason=act.reason)


@sensitive_variables()
def note_for(*, user: User, ref: str) -> str:
    """The person's own notes at that table; "" for none. NotFound for who does not sit there."""
    if not Seat.objects.filter(user=user, game__ref=ref).exists():
        raise NotFound
    note = Note.objects.filter(user=user, game__ref=ref).first()
    return text_of(note, ref, user) if note else ""


@sensitive_variables()
def text_of(note: Note, ref: str, user: User) -> str:
    """What the notes say."""
    return seals.unseal(note.text, row=seals.note_row(ref, user.ref))["text"]


@sensitive_variables()
def notes_of(user: User) -> dict[str, str]:
    """All notes of the person by table, for the download of their data."""
    notes = Note.objects.filter(user=user).select_related("game")
    return {note.game.ref: text_of(note, note.game.ref, user) for note in notes}
