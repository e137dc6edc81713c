"""Before the first move: tables are opened, joined, filled and dealt."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.views.decorators.debug import sensitive_variables

from games import chance, names, seals
from games.decks import standard_deck
from games.models import Game, Invitation, Notice, Sealed, Seat, User
from games.rules import GAMES
from games.rules.kernel import IllegalAction, Terms, gettext_noop, illegal
from games.selectors.staff import may_sit
from games.services import publishing
from games.services.desk import Desk, NoSuchTable, lock, lock_person, seal_row, seat_at
from games.services.seating import take_seat, vacate

LEAST_PACE, MOST_PACE = 60, 7 * 24 * 60 * 60
LEAVABLE = (Game.Status.GATHERING, Game.Status.RUNNING, Game.Status.PAUSED, Game.Status.PARKED)
SOLO_PACE = 3 * 24 * 60 * 60
MOST_INVITATIONS_A_DAY = 50  # of one person, to all tables: they are mails to whoever was named


def open_table(
    *,
    host: User,
    kind: str,
    name: str,
    seats: int,
    pace: int,
    now: datetime,
    is_open: bool = False,
    always_open: bool = False,
    options: Mapping[str, Any] | None = None,
    with_bots: bool = False,
    form: str = "",
    again: str = "",
) -> Game:
    """A fresh table at which its host sits. `pace` is in seconds per decision; IllegalAction with what is wrong.

    `with_bots`: they take all other seats, and it begins. The same `form` of a host, sent twice, opens one table.
    `again`: the table of the host's, over by now, that is played again here.
    """
    with transaction.atomic():
        if form:
            lock_person(host)
            before = Game.objects.filter(host=host, form=form).first()
            if before is not None:
                return before
        terms = (kind, name, seats, pace, now, is_open, always_open, options or {}, form)
        game = _open_table(host, *terms, before=_played_before(host, again))
        Seat.objects.create(game=game, number=0, user=host)
        if with_bots:
            _fill(game, now)
        return game


def _open_table(
    host: User | None,
    kind: str,
    name: str,
    seats: int,
    pace: int,
    now: datetime,
    is_open: bool,
    always_open: bool,
    options: Mapping[str, Any],
    form: str = "",
    before: Game | None = None,
) -> Game:
    if kind not in GAMES:
        raise illegal(gettext_noop("There is no such game."))
    title = GAMES[kind].TITLE
    if not title.least <= seats <= title.most:
        text = gettext_noop("This game seats {least} to {most}.")
        raise illegal(text, least=title.least, most=title.most)
    if not LEAST_PACE <= pace <= MOST_PACE:
        raise illegal(gettext_noop("The time per decision is between a minute and seven days."))
    return Game.objects.create(
        kind=kind,
        rules_version=title.version,
        name=names.clean(name, names.LONGEST_TABLE),
        host=host,
        form=form,
        seats_wanted=seats,
        pace=pace,
        is_open=is_open,
        always_open=always_open,
        options=dict(options),
        before=before,
        deck=standard_deck(kind),
        opened_at=now,
    )


def _played_before(user: User, ref: str) -> Game | None:
    """The table, if it is over: else who gets up from it would learn by the next deal how it ended."""
    return Game.objects.filter(ref=ref, status=Game.Status.FINISHED, seats__user=user).first() if ref else None


def join(*, user: User, ref: str, now: datetime, token: str = "") -> Game:
    """The person sits at the table, which begins when that fills it. Joining twice comes to the same.

    An open table is anybody's; else the table's link (`token`) or an invitation is needed, or there is no such table.
    """
    found = Game.objects.filter(ref=ref).first()
    if found is None:
        raise NoSuchTable
    if found.seats.filter(user=user).exists():
        return found
    _check_may_join(found, user, token)  # who may not is told so without waiting for the table
    with transaction.atomic():
        try:
            game = lock(ref, Game.Status.GATHERING)  # nobody waits for a table that has begun
        except NoSuchTable:
            raise illegal(gettext_noop("This table has begun without you, or was called off.")) from None
        if game.seats.filter(user=user).exists():
            return game
        _check_may_join(game, user, token)
        take_seat(game, user=user)
        Invitation.objects.filter(game=game, user=user).update(declined=False)  # should they get up again
        _start_if_full(game, now)
        return game


def _check_may_join(game: Game, user: User, token: str) -> None:
    is_invited = game.invitations.filter(user=user).exists()
    if not (game.is_open or is_invited or (token and token == game.join_token)) or not may_sit(user, game):
        raise NoSuchTable
    if user.is_guest:
        raise illegal(gettext_noop("Sign up to play with others. Your tables against bots are kept."))


def leave(*, user: User, ref: str, now: datetime, for_good: bool = False) -> None:
    """The person gets up: before the first move the seat is free again, later a bot has it for good.

    Only who says `for_good` gets up from a game in play: the page of a table that still gathered may be an old one.
    A table that nobody is left at is called off before it has begun.
    """
    seat_at(ref, user)
    statuses = LEAVABLE if for_good else (Game.Status.GATHERING,)
    with transaction.atomic():
        try:
            game = lock(ref, *statuses, seated=user)
        except NoSuchTable:
            found = Game.objects.filter(ref=ref, seats__user=user).first()
            if found is None:
                raise
            if found.status in {Game.Status.FINISHED, Game.Status.CALLED_OFF}:
                raise illegal(gettext_noop("This table is over; it stays in your list.")) from None
            raise illegal(
                gettext_noop("The table has begun meanwhile, and you sit at it. Nothing was changed.")
            ) from None
        seat = game.seats.get(user=user)
        vacate(game, seat, now)


@contextmanager
def _hosting(host: User, ref: str) -> Iterator[Game]:
    """The table that gathers, under its lock; NoSuchTable for who is not its host and so takes no lock."""
    if not Game.objects.filter(ref=ref, status=Game.Status.GATHERING, host=host).exists():
        raise NoSuchTable
    with transaction.atomic():
        game = lock(ref, Game.Status.GATHERING)
        if game.host_id != host.pk:
            raise NoSuchTable
        yield game


def add_bot(*, host: User, ref: str, now: datetime, free: int) -> Game:
    """A bot sits at the table, which begins when that fills it; NoSuchTable for who is not its host.

    `free`: how many seats its host saw free. Where they are fewer by now, it was done already, or somebody came.
    """
    with _hosting(host, ref) as game:
        if game.seats.count() <= game.seats_wanted - free:
            take_seat(game)
            _start_if_full(game, now)
        return game


def fill_with_bots(*, host: User, ref: str, now: datetime) -> Game:
    """Bots sit on all free seats, and the table begins; NoSuchTable for who is not its host."""
    with _hosting(host, ref) as game:
        _fill(game, now)
        return game


def call_off(*, host: User, ref: str) -> None:
    """The table is given up before it has begun."""
    with _hosting(host, ref) as game:
        game.status = Game.Status.CALLED_OFF
        game.save(update_fields=["status"])


def invite(*, host: User, ref: str, now: datetime, user: User | None = None, address: str = "") -> None:
    """Ask a person of this site, or whoever reads mail at the address, to the table. Twice is one invitation.

    Under another name it is another one: that nothing new came of it would tell the host who has changed theirs.
    """
    with _hosting(host, ref) as game:
        if user is not None and game.seats.filter(user=user).exists():
            return
        whom = {"user": user, "name": str(user)} if user is not None else {"address": address.lower()}
        if Invitation.objects.filter(game=game, **whom).exists():
            return
        if Invitation.objects.filter(by=host, at__gt=now - timedelta(days=1)).count() >= MOST_INVITATIONS_A_DAY:
            raise illegal(gettext_noop("You have invited many people today. Send them the table's link instead."))
        invitation = Invitation.objects.create(game=game, **whom, by=host, at=now)
        Notice.objects.create(game=game, invitation=invitation, kind="invitation", key="invitation", not_before=now)
        publishing.publish("deliver_invitation", invitation.pk)


def decline(*, user: User, ref: str) -> bool:
    """Take a table off the person's invitations; whether there was one.

    The host is not told: asked under two names, one person would show by the answer that both are theirs.
    """
    return Invitation.objects.filter(user=user, game__ref=ref).update(declined=True) > 0


def invite_all(*, host: User, ref: str, users: Iterable[User], now: datetime) -> tuple[User, ...]:
    """Ask all of them to the table; returns those who were not, since the host has asked too many people today."""
    left = []
    for user in users:
        try:
            invite(host=host, ref=ref, now=now, user=user)
        except IllegalAction:
            left.append(user)
    return tuple(left)


def _fill(game: Game, now: datetime) -> None:
    while game.seats.count() < game.seats_wanted:
        take_seat(game)
    _start_if_full(game, now)


def _start_if_full(game: Game, now: datetime) -> None:
    seats = list(game.seats.select_related("user"))
    if len(seats) == game.seats_wanted:
        start(game, seats, now)


@sensitive_variables()
def start(game: Game, seats: Sequence[Seat], now: datetime) -> None:
    """Deal, and begin: the caller holds the lock, and all seats are taken."""
    rules = GAMES[game.kind]
    deal = rules.deal(game.deck, chance.shuffle, len(seats), game.options | _starting(game, seats))
    setup, nonce = rules.write_setup(deal), chance.nonce("deal")
    payload = {"setup": setup, "nonce": seals.text_of(nonce)}
    game.deal = seals.seal(payload, row=seals.deal_row(game.ref), size=seals.DEAL)
    game.commitment = seals.commitment(nonce, setup)
    game.solo = sum(not seat.is_bot for seat in seats) == 1
    game.always_open = game.always_open and not game.solo  # there only the one person holds, never the bots
    game.status, game.started_at = Game.Status.RUNNING, now
    game.save(update_fields=["deal", "commitment", "solo", "always_open", "status", "started_at"])
    for seat in seats:
        seat.sealed = Sealed(seat=seat)
        seal_row(seat.sealed, game.ref, seat.number, {}, {})
    Sealed.objects.bulk_create([seat.sealed for seat in seats])
    state, events = rules.setup(deal, Terms(always_open=game.always_open, solo=game.solo))
    numbers = range(len(seats))
    desk = Desk(game, rules, list(seats), state, {n: {} for n in numbers}, {n: {} for n in numbers}, now)
    desk.settle(None, events)
    desk.is_touched = True
    desk.save()


def _starting(game: Game, seats: Sequence[Seat]) -> dict[str, int]:
    """The seat that starts, where the game asks who came last in the one before and they sit here (lost.md)."""
    before = game.before
    if before is None or before.kind != game.kind or not before.result:
        return {}
    places = before.result["places"]
    last = before.seats.get(number=places.index(max(places)))
    found = [seat.number for seat in seats if seat.user_id and seat.user_id == last.user_id]
    return {"start": found[0]} if found else {}


def guest_table(*, user: User, kind: str, seats: int, now: datetime, again: str = "") -> Game:
    """A table at which the person plays bots alone, begun at once. The bots answer at once, too."""
    with transaction.atomic():
        name = GAMES[kind].TITLE.name if kind in GAMES else ""
        before = _played_before(user, again)
        game = _open_table(user, kind, name, seats, SOLO_PACE, now, False, False, {}, before=before)
        mine = chance.draw(seats)
        for number in range(seats):
            take_seat(game, user=user if number == mine else None)
        _start_if_full(game, now)
        return game
