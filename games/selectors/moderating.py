"""The moderators' pages: a table without its cards, its reports and what was done, a person without their secrets."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils.safestring import SafeString
from django.views.decorators.debug import sensitive_variables

from games.models import Act, Game, Message, Report, Seat, User
from games.rules import GAMES
from games.rules.kernel import Wait
from games.selectors.replays import CannotReplay, replay, rules_of, since_of
from games.selectors.sentences import render
from games.selectors.staff import (
    LIVE,
    SHUT_OUT,
    Link,
    acts_for,
    in_force,
    links_of,
    names_are_hidden,
    people_for,
    reports_for,
    tables_for,
)
from games.selectors.tables import NotFound, is_watched, seat_name, told
from games.selectors.talk import Line, line, names_at, seat_label
from games.selectors.waiting import asked_of, said_missing

AROUND = 5  # messages before and after a reported one


@dataclass(frozen=True, slots=True)
class Place:
    """A seat as a moderator sees it. `person_ref` is "" where names are hidden or nobody may be acted upon."""

    number: int
    name: str
    person_ref: str
    is_bot: bool
    is_away: bool
    is_missing: bool
    misses: int


@dataclass(frozen=True, slots=True)
class Complaint:
    """A report that waits. `about` and `by` are names, or seats where names are hidden."""

    ref: str
    table_ref: str
    table_name: str
    at: datetime
    by: str
    about: str
    said: str
    text: str


@dataclass(frozen=True, slots=True)
class Done:
    """An act, as its log tells it. `whom` is a name, or a seat where names are hidden; `table` is "" for none."""

    ref: str
    what: str
    at: datetime
    by: str
    reason: str
    whom: str
    table: str
    table_ref: str
    until: datetime | None
    is_held: bool


@dataclass(frozen=True, slots=True)
class Heard:
    """A message near one that was reported. `follows`: the one before it is not shown."""

    line: Line
    is_reported: bool
    follows: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table as its moderators see it: what everybody knows, reports and the log of acts.

    Of a person alone with bots neither history nor deadline before the end: an open showdown would name its holder.
    """

    ref: str
    name: str
    game_name: str
    status: str
    status_name: str
    pace: int
    is_solo: bool
    started_at: datetime | None
    deadline: datetime | None
    may_extend: bool
    may_open: bool
    is_over: bool
    are_names_hidden: bool
    places: tuple[Place, ...]
    history: tuple[tuple[datetime, SafeString], ...]
    heard: tuple[Heard, ...]
    complaints: tuple[Complaint, ...]
    acts: tuple[Done, ...]


@dataclass(frozen=True, slots=True)
class Dossier:
    """A person as moderators see them. `links` are hints, never verdicts."""

    ref: str
    name: str
    is_guest: bool
    is_active: bool
    links: tuple[Link, ...]
    acts: tuple[Done, ...]


def complaints_for(moderator: User) -> tuple[Complaint, ...]:
    """The queue."""
    return tuple(complaint(report) for report in reports_for(moderator))


def complaint_for(moderator: User, ref: str) -> Complaint:
    """That report of the queue; NotFound if it is not the moderator's to see."""
    report = reports_for(moderator).filter(ref=ref).first()
    if report is None:
        raise NotFound
    return complaint(report)


def complaint(report: Report) -> Complaint:
    """The report with the names that everybody at the table knows."""
    game, message = report.game, report.message
    is_hidden = names_are_hidden(game)
    about = ""
    if message is not None:
        known = not is_hidden and message.user
        about = str(message.user) if known else seat_label(message.seat or 0)
    by = seat_label(report.by_seat) if is_hidden or report.by is None else str(report.by)
    said = message.text if message else ""
    return Complaint(report.ref, game.ref, game.name, report.at, by, about, said, report.text)


def done(act: Act, held: frozenset[int] = frozenset()) -> Done:
    """The act as the log tells it."""
    whom = ""
    if act.person is not None:
        whom = str(act.person)
    elif act.seat is not None:
        whom = seat_label(act.seat)
    return Done(
        ref=act.ref,
        what=str(Act.Kind(act.kind).label),
        at=act.at,
        by=str(act.by) if act.by else act.by_ref,
        reason=act.reason,
        whom=whom,
        table=act.game.name if act.game else "",
        table_ref=act.game.ref if act.game else "",
        until=act.until,
        is_held=act.pk in held,
    )


def log_for(moderator: User, now: datetime, acts: QuerySet[Act] | None = None, most: int = 200) -> tuple[Done, ...]:
    """The log of acts as the moderator may read it, the newest first; with `acts`, of these."""
    mine = acts_for(moderator)
    if acts is not None:
        mine = mine.filter(pk__in=acts.values("pk"))
    shown = list(mine[:most])
    liftable = Act.objects.filter(pk__in=[act.pk for act in shown], kind__in=(Act.Kind.MUTE, *SHUT_OUT))
    held = frozenset(in_force(liftable, now).values_list("pk", flat=True))
    return tuple(done(act, held) for act in shown)


def running_for(moderator: User, search: str = "", most: int = 50) -> QuerySet[Game]:
    """The tables that are not over, stopped ones first, then by what was opened last."""
    games = tables_for(moderator).filter(status__in=LIVE)
    if search:
        games = games.filter(Q(name__icontains=search) | Q(ref=search))
    return games.order_by("-faults", "-opened_at", "ref")[:most]


def stopped_for(moderator: User) -> QuerySet[Game]:
    """The tables that a fault has stopped."""
    return tables_for(moderator).filter(status=Game.Status.PARKED).order_by("opened_at", "ref")


def search_people(moderator: User, search: str, most: int = 50) -> QuerySet[User]:
    """The people of that name, or part of it, whom the moderator may act upon; without a search those shut out."""
    people = people_for(moderator)
    found = people.filter(Q(name__icontains=search) | Q(ref=search)) if search else people.filter(is_active=False)
    return found.order_by("name")[:most]


def dossier_of(moderator: User, ref: str, now: datetime) -> Dossier:
    """The person; NotFound for one who is not the moderator's to act upon."""
    person = people_for(moderator).filter(ref=ref).first()
    if person is None:
        raise NotFound
    acts = log_for(moderator, now, Act.objects.filter(person=person))
    return Dossier(person.ref, str(person), person.is_guest, person.is_active, links_of(moderator, person), acts)


@sensitive_variables()
def sheet_of(moderator: User, ref: str, now: datetime) -> Sheet:
    """The table; NotFound for one that is not the moderator's to touch."""
    game = tables_for(moderator).filter(ref=ref).first()
    if game is None:
        raise NotFound
    seats = list(game.seats.select_related("user", "sealed"))
    names = names_at(game, seats)
    asked = asked_of(game)
    return Sheet(
        ref=game.ref,
        name=game.name,
        game_name=GAMES[game.kind].TITLE.name if game.kind in GAMES else game.kind,
        status=game.status,
        status_name=str(Game.Status(game.status).label),
        pace=game.pace,
        is_solo=game.solo,
        started_at=game.started_at,
        deadline=game.deadline if is_watched(game) else None,
        may_extend=game.deadline is not None and any(wait.wait is not Wait.SHORT for wait in asked),
        may_open=game.started_at is not None and game.status in LIVE,
        is_over=game.status not in LIVE,
        are_names_hidden=names_are_hidden(game),
        places=_places(moderator, game, seats, now),
        history=history_of(game, names),
        heard=_heard(game, seats, names),
        complaints=tuple(complaint(report) for report in reports_for(moderator).filter(game=game)),
        acts=log_for(moderator, now, Act.objects.filter(game=game)),
    )


def _places(moderator: User, game: Game, seats: Sequence[Seat], now: datetime) -> tuple[Place, ...]:
    is_hidden = names_are_hidden(game)
    since = {seat.number: since_of(game, seat.number, seat.sealed) for seat in seats} if game.asked else {}
    missing = said_missing(game, since, now) if is_watched(game) else frozenset()
    refs: Mapping[int, str] = {}
    if not is_hidden:
        people = people_for(moderator).filter(pk__in=[seat.user_id for seat in seats if seat.user_id])
        refs = dict(people.values_list("pk", "ref"))
    return tuple(
        Place(
            number=seat.number,
            name=seat_label(seat.number) if is_hidden else seat_name(seat),
            person_ref=refs.get(seat.user_id or 0, ""),
            is_bot=seat.is_bot or seat.user_id is None,
            is_away=seat.is_away,
            is_missing=seat.number in missing,
            misses=seat.all_misses,
        )
        for seat in seats
    )


@sensitive_variables()
def history_of(game: Game, names: Sequence[str]) -> tuple[tuple[datetime, SafeString], ...]:
    """What everybody may read of the game, as a spectator would; nothing where the log cannot be read any more."""
    if game.started_at is None or not is_watched(game):
        return ()
    try:
        steps = told(rules_of(game), replay(game), None)
    except CannotReplay:
        return ()
    return tuple((step.at, render(sentence, names)) for step in steps for sentence in step.sentences)


def _heard(game: Game, seats: Sequence[Seat], names: Sequence[str]) -> tuple[Heard, ...]:
    """What was said around the reported messages; the rest of the talk is not a moderator's to read."""
    said = list(Message.objects.filter(game=game, act=None).select_related("user", "act"))
    reported = set(Report.objects.filter(game=game, message__isnull=False).values_list("message", flat=True))
    shown = {
        near
        for place, message in enumerate(said)
        if message.pk in reported
        for near in range(max(0, place - AROUND), min(len(said), place + AROUND + 1))
    }
    return tuple(
        Heard(
            line=replace(line(said[place], names, game, None), text=said[place].text),
            is_reported=said[place].pk in reported,
            follows=place > 0 and place - 1 not in shown,
        )
        for place in sorted(shown)
    )
