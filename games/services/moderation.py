"""What moderators do: every act has a reason, is logged for good, and is told to the table. None shows a card, but one.

An act upon a table or a person that is not the moderator's to touch is answered as if there were none: NoSuchTable,
NoSuchPerson. Who opens a table (the one act that shows cards) has no right over it any more.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.views.decorators.debug import sensitive_variables

from games.models import Act, Game, Message, Offer, Report, Seat, User
from games.rules.kernel import Due, Pending, Wait, gettext_noop, illegal
from games.selectors.replays import CannotReplay, actions, answers_of, replay, rules_of
from games.selectors.staff import (
    LIVE,
    SHUT_OUT,
    in_force,
    is_moderator,
    names_are_hidden,
    people_for,
    reports_for,
    served,
    shows_names,
    tables_for,
)
from games.selectors.tables import Told, told
from games.selectors.talk import names_at
from games.selectors.waiting import asked_of
from games.services import faults, notices, waits
from games.services.desk import NoSuchTable, lock, lock_person
from games.services.seating import IN_PLAY, vacate
from games.services.talk import clean, spoken

LEAST_REASON = 3  # letters
MOST_EIGHTHS, MOST_DAYS = 16, 366


class NoSuchPerson(Exception):
    """There is no such person for this moderator: as if the account did not exist."""


@dataclass(frozen=True, slots=True)
class Hand:
    """What a seat of an opened table sees of its own: the game's own view, and its history."""

    name: str
    table: Any
    history: tuple[Told, ...]


@dataclass(frozen=True, slots=True)
class Opened:
    """All cards of a table, seat by seat, at the moment of opening it."""

    table_name: str
    kind: str
    at: datetime
    names: tuple[str, ...]
    hands: tuple[Hand, ...]


# --- Tables -----------------------------------------------------------------------------------------------------------


def take(by: User, ref: str, reason: str, *statuses: str) -> Game:
    """The table under its lock, if the moderator has a right over it; NoSuchTable else, IllegalAction for no reason."""
    *_before, game = taking(by, ref, reason, *statuses)
    return game


def taking(by: User, ref: str, reason: str, *statuses: str) -> Iterator[Game]:
    """The table as it is, and then once more under its lock: an act checks both times what it refuses.

    So all that can be refused, or is done already, has not waited for the lock: whoever could make it wait without
    leaving a trace could feel that somebody seals. As with `take` NoSuchTable, and IllegalAction for no reason.
    """
    game = _theirs(by, ref, *statuses)  # first: what is not theirs is missing, whatever else is wrong
    reason_of(reason)
    yield game
    game = lock(ref, *statuses)
    _theirs(by, ref)
    yield game


def _theirs(by: User, ref: str, *statuses: str) -> Game:
    tables = tables_for(by).filter(ref=ref)
    game = (tables.filter(status__in=statuses) if statuses else tables).first()
    if game is None:
        raise NoSuchTable
    return game


def reason_of(text: str) -> str:
    """The reason as it is kept; IllegalAction for none."""
    text = clean(text or "")
    if len(text) < LEAST_REASON:
        raise illegal(gettext_noop("Give a reason: it is logged, and the players read it."))
    return text


def note(kind: str, by: User, reason: str, now: datetime, **about: Any) -> Act:
    """Log the act."""
    return Act.objects.create(kind=kind, by=by, by_ref=by.ref, reason=reason_of(reason), at=now, **about)


def is_done(kind: str, by: User, reason: str, now: datetime, **about: Any) -> bool:
    """Whether the moderator has done just that within a minute: sent twice, it is done once."""
    acts = Act.objects.filter(kind=kind, by=by, reason=reason_of(reason), at__gt=now - timedelta(minutes=1))
    return acts.filter(lifted_by=None, **about).exists()


def tell(game: Game, act: Act, now: datetime, seat: int | None = None) -> None:
    """Tell the table of the act, in its talk."""
    Message.objects.create(game=game, act=act, seat=seat, at=now)


def _act(kind: str, by: User, game: Game, reason: str, now: datetime, *, seat: int | None = None, **about: Any) -> Act:
    act = note(kind, by, reason, now, game=game, seat=seat, **about)
    tell(game, act, now, seat)
    return act


def _mail(game: Game, kind: str, act: Act, now: datetime) -> None:
    """Owe everybody a mail of what the table is doing now."""
    seats = list(game.seats.all())
    notices.owe(game, seats, [Due(seat.number, kind, act.ref) for seat in seats], now)


def pause(*, by: User, ref: str, reason: str, now: datetime) -> None:
    """The table's clock stands and nobody can move."""
    with transaction.atomic():
        game = take(by, ref, reason, Game.Status.RUNNING)
        act = _act(Act.Kind.PAUSE, by, game, reason, now)
        faults.pause(ref=ref, now=now)
        _mail(game, notices.PARKED, act, now)


def resume(*, by: User, ref: str, reason: str, now: datetime) -> None:
    """The table's clock goes on where it stood."""
    with transaction.atomic():
        game = take(by, ref, reason, Game.Status.PAUSED)
        _act(Act.Kind.RESUME, by, game, reason, now)
        faults.resume(ref=ref, now=now)


def unpark(*, by: User, ref: str, reason: str, now: datetime) -> None:
    """A table that a fault has stopped goes on."""
    with transaction.atomic():
        game = take(by, ref, reason, Game.Status.PARKED)
        _act(Act.Kind.UNPARK, by, game, reason, now)
        faults.unpark(ref=ref, now=now)


def extend(*, by: User, ref: str, reason: str, eighths: int, now: datetime) -> None:
    """What is asked now may take that many eighths of its time longer; never an open showdown or a look of its own."""
    with transaction.atomic():
        if not 1 <= eighths <= MOST_EIGHTHS:
            raise illegal(gettext_noop("Give one to sixteen eighths of the time."))
        for game in taking(by, ref, reason, Game.Status.RUNNING, Game.Status.PAUSED):
            if game.deadline is None or all(wait.wait is Wait.SHORT for wait in asked_of(game)):
                raise illegal(gettext_noop("Nothing that could take longer is asked at this table now."))
            if is_done(Act.Kind.EXTEND, by, reason, now, game=game, eighths=eighths):
                return
        _act(Act.Kind.EXTEND, by, game, reason, now, eighths=eighths)
        waits.shift(game, timedelta(seconds=eighths * game.span / 8))
        waits.save(game, wake_at=now)  # all may have answered: the next sweep looks


def call_off(*, by: User, ref: str, reason: str, now: datetime) -> None:
    """The table is over, has no result and shows no secret."""
    with transaction.atomic():
        game = take(by, ref, reason, *LIVE)
        act = _act(Act.Kind.CALL_OFF, by, game, reason, now)
        game.status, game.paused_at = Game.Status.CALLED_OFF, None
        waits.end(game, now)
        waits.save(game)
        Offer.objects.filter(game=game).delete()
        _mail(game, "over", act, now)


def hand_on(*, by: User, ref: str, seat: int, reason: str, now: datetime, is_offered: bool = False) -> None:
    """A bot has the seat, until somebody takes it if it is offered. What the seat knows stays with the seat."""
    with transaction.atomic():
        for game in taking(by, ref, reason, *IN_PLAY):
            place = _place(game, seat, is_offered=is_offered)
        person = None if names_are_hidden(game) else place.user
        kind = Act.Kind.OFFER if is_offered else Act.Kind.HAND_ON
        act = note(kind, by, reason, now, game=game, seat=seat, person=person)
        vacate(game, place, now)
        tell(game, act, now, seat)
        if is_offered:
            Offer.objects.get_or_create(game=game, number=seat, defaults={"at": now})


def _place(game: Game, number: int, *, is_offered: bool) -> Seat:
    """The seat that is to be handed on; IllegalAction if it cannot be."""
    place = game.seats.select_related("user").filter(number=number, user__isnull=False).first()
    if place is None:
        raise illegal(gettext_noop("Nobody sits there."))
    if is_offered and (game.solo or (place.user and place.user.is_guest)):
        raise illegal(gettext_noop("A table of one person with bots is never offered."))
    return place


def hide(*, by: User, ref: str, message: str, reason: str, now: datetime, is_hidden: bool = True) -> None:
    """Nobody reads the message any more; or everybody does again."""
    with transaction.atomic():
        for game in taking(by, ref, reason):
            said = spoken(game, message)
            if said.is_hidden == is_hidden:
                return
        said.is_hidden = is_hidden
        said.save(update_fields=["is_hidden"])
        kind = Act.Kind.HIDE if is_hidden else Act.Kind.SHOW
        _act(kind, by, game, reason, now, seat=said.seat, person=_author(game, said), message=said)


def mute_seat(*, by: User, ref: str, message: str, reason: str, days: int, now: datetime) -> None:
    """Who wrote the message cannot talk at that table for so many days; where names are hidden, that seat cannot."""
    until = _until(days, now)
    with transaction.atomic():
        for game in taking(by, ref, reason):
            said = spoken(game, message)
            person = _author(game, said)
            if person is None and not names_are_hidden(game):
                raise illegal(gettext_noop("Whoever wrote this has left."))
            if is_done(Act.Kind.MUTE, by, reason, now, message=said):
                return
        _act(Act.Kind.MUTE, by, game, reason, now, seat=said.seat, person=person, message=said, until=until)


def _author(game: Game, said: Message) -> User | None:
    return None if names_are_hidden(game) else said.user


def settle(*, by: User, report: str, reason: str, now: datetime) -> None:
    """The report is dealt with. Neither the table nor who was reported is told."""
    with transaction.atomic():
        asked = reports_for(by).filter(ref=report).first()
        if asked is None:
            raise NoSuchTable
        take(by, asked.game.ref, reason)
        act = note(Act.Kind.SETTLE, by, reason, now, game=asked.game)
        if not Report.objects.filter(pk=asked.pk, settled=None).update(settled=act):
            raise NoSuchTable


@sensitive_variables()
def open_table(*, by: User, ref: str, reason: str, now: datetime) -> Opened:
    """All cards of the table as they are now, once: its opener has no right over it ever after, nor may watch or sit.

    The players learn it at the end, not before. Sent twice within a minute it is one look.
    """
    with transaction.atomic():
        acts = Act.objects.filter(kind=Act.Kind.OPEN, game__ref=ref, by=by, at__gt=now - timedelta(minutes=1))
        if is_moderator(by) and acts.exists():
            game = lock(ref, *IN_PLAY)
            _check_log(game)
        else:
            for game in taking(by, ref, reason, *IN_PLAY):
                _check_log(game)
            note(Act.Kind.OPEN, by, reason, now, game=game, by_name=str(by))
        return _all_cards(game, now)


@sensitive_variables()
def _check_log(game: Game) -> None:
    try:
        replay(game)
    except CannotReplay:
        raise illegal(gettext_noop("The cards of this table cannot be shown: its log is broken.")) from None


@sensitive_variables()
def _all_cards(game: Game, now: datetime) -> Opened:
    rules, fold = rules_of(game), replay(game)
    seats = list(game.seats.select_related("sealed", "user"))
    names = names_at(game, seats)
    hands = []
    for seat in seats:
        pending = Pending(actions(answers_of(rules, game, seat.number, seat.sealed)))
        table = rules.view(fold.state, seat.number, pending)
        hands.append(Hand(names[seat.number], table, told(rules, fold, seat.number)))
    return Opened(game.name, game.kind, now, tuple(names), tuple(hands))


# --- People -----------------------------------------------------------------------------------------------------------


def person_for(by: User, ref: str, reason: str) -> User:
    """The person, locked, if the moderator may act upon them; NoSuchPerson else, IllegalAction for no reason."""
    *_before, person = _taking_person(by, ref, reason)
    return person


def _taking_person(by: User, ref: str, reason: str) -> Iterator[User]:
    """The person as they are, then once more locked, as with `taking`: the lock is felt while they keep notes."""
    person = _their_person(by, ref)
    reason_of(reason)
    yield person
    lock_person(person)
    yield _their_person(by, ref)


def _their_person(by: User, ref: str) -> User:
    person = people_for(by).filter(ref=ref).first()
    if person is None:
        raise NoSuchPerson
    return person


def mute_person(*, by: User, person: str, reason: str, days: int, now: datetime) -> None:
    """The person cannot talk anywhere for so many days."""
    until = _until(days, now)
    with transaction.atomic():
        for whom in _taking_person(by, person, reason):
            if is_done(Act.Kind.MUTE, by, reason, now, game=None, person=whom):
                return
        act = note(Act.Kind.MUTE, by, reason, now, person=whom, until=until)
        _tell_tables_of(whom, act, now)


def suspend(*, by: User, person: str, reason: str, days: int, now: datetime) -> None:
    """The account cannot be used for so many days; the clock, then a bot, plays its seats."""
    until = _until(days, now)
    with transaction.atomic():
        for whom in _taking_person(by, person, reason):
            if is_done(Act.Kind.SUSPEND, by, reason, now, person=whom):
                return
        act = note(Act.Kind.SUSPEND, by, reason, now, person=whom, until=until)
        _shut_out(whom)
        _tell_tables_of(whom, act, now)


def close_account(*, by: User, person: str, reason: str, now: datetime) -> None:
    """The account cannot be used any more, and bots have its seats.

    Where names are hidden its seats are left to the clock: a bot's coming at this moment would tell who sat there.
    """
    with transaction.atomic():
        whom = person_for(by, person, reason)
        act = note(Act.Kind.CLOSE, by, reason, now, person=whom)
        _shut_out(whom)
        _tell_tables_of(whom, act, now)
        for game in _tables_of(whom):
            vacate(game, game.seats.get(user=whom), now)


def lift(*, by: User, act: str, reason: str, now: datetime) -> None:
    """A mute, a suspension or a closing ends now. Seats that bots have by then stay theirs."""
    with transaction.atomic():
        held = in_force(Act.objects.filter(ref=act, kind__in=(Act.Kind.MUTE, *SHUT_OUT)), now).first()
        if held is None:
            raise NoSuchPerson
        game = take(by, held.game.ref, reason) if held.game else None
        whom = held.person
        if game is None:
            whom = person_for(by, held.person.ref if held.person else "", reason)
        lifting = note(Act.Kind.LIFT, by, reason, now, game=game, seat=held.seat, person=whom, lifts=held)
        if game is not None:
            tell(game, lifting, now, held.seat)
        elif whom is not None:
            if held.kind in SHUT_OUT:
                _let_in(whom, now)
            _tell_tables_of(whom, lifting, now)


def end_suspensions(*, now: datetime) -> None:
    """Who has been away for as long as it was said may come back."""
    for person in served(now):
        User.objects.filter(pk=person.pk, is_active=False).update(is_active=True)


def _until(days: int, now: datetime) -> datetime:
    if not 1 <= days <= MOST_DAYS:
        raise illegal(gettext_noop("Give one to {most} days."), most=MOST_DAYS)
    return now + timedelta(days=days)


def _shut_out(person: User) -> None:
    person.is_active = False
    person.save(update_fields=["is_active"])


def _let_in(person: User, now: datetime) -> None:
    held = in_force(Act.objects.filter(person=person, kind__in=SHUT_OUT), now)
    if not held.exists():
        person.is_active = True
        person.save(update_fields=["is_active"])


def _tables_of(person: User) -> list[Game]:
    """The person's tables that are not over and show names, under their locks."""
    mine = Game.objects.filter(shows_names(), seats__user=person, status__in=LIVE)
    games = []
    for ref in mine.order_by("pk").values_list("ref", flat=True):
        game = lock(ref)
        if game.status in LIVE and game.seats.filter(user=person).exists():
            games.append(game)
    return games


def _tell_tables_of(person: User, act: Act, now: datetime) -> None:
    for game in _tables_of(person):
        tell(game, act, now, game.seats.get(user=person).number)
