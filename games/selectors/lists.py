"""Lists of tables, as one reader may know them."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from games.models import Game, Invitation, Mail, Seat, User
from games.rules import GAMES
from games.rules.kernel import Asked
from games.seals import SealBroken
from games.selectors.replays import since_of
from games.selectors.tables import seat_name
from games.selectors.waiting import asked_of

LIVE = (Game.Status.RUNNING, Game.Status.PAUSED, Game.Status.PARKED)
OVER = (Game.Status.FINISHED, Game.Status.CALLED_OFF)


@dataclass(frozen=True, slots=True)
class Line:
    """A table in a list. `awaits_me`: it waits for the reader, as far as the reader alone can know."""

    ref: str
    kind: str
    game_name: str
    name: str
    status: str
    pace: int
    names: tuple[str, ...]
    seats_wanted: int
    free_seats: int
    me: int | None
    is_away: bool
    awaits_me: bool
    asked: tuple[Asked, ...]
    deadline: datetime | None
    ended_at: datetime | None
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MyTables:
    """A person's tables: those that wait for them first, by time left."""

    waiting: tuple[Line, ...]
    running: tuple[Line, ...]
    gathering: tuple[Line, ...]
    invitations: tuple[Line, ...]
    open: tuple[Line, ...]
    finished: tuple[Line, ...]


def my_tables(*, user: User, finished: int = 20, offered: int = 50) -> MyTables:
    """All tables of that person, those they are invited to, and those anybody may join: in four statements.

    What is limited stands in a subquery of its own, and all are joined by UNION, so that each part uses its index.
    """
    sat = Game.objects.filter(seats__user=user)
    over = sat.filter(status=Game.Status.FINISHED).order_by("-ended_at").values("pk")[:finished]
    live = sat.exclude(status__in=OVER).values("pk")
    games = Game.objects.filter(pk__in=live.union(Game.objects.filter(pk__in=over).values("pk")))
    lines = _lines(games.order_by("deadline", "pk"), user)
    invited, free = _offered(user, offered)
    return MyTables(
        waiting=tuple(item for item in lines if item.awaits_me),
        running=tuple(item for item in lines if item.status in LIVE and not item.awaits_me),
        gathering=tuple(item for item in lines if item.status == Game.Status.GATHERING),
        invitations=invited,
        open=free,
        finished=tuple(sorted((item for item in lines if item.ended_at), key=_last_ended, reverse=True)),
    )


def _last_ended(item: Line) -> float:
    return item.ended_at.timestamp() if item.ended_at else 0.0


def _offered(user: User, most: int) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """The gathering tables to which the person is invited, and the newest open ones."""
    gathering = Game.objects.filter(status=Game.Status.GATHERING).exclude(seats__user=user)
    invitations = Invitation.objects.filter(user=user, declined=False)
    invited = gathering.filter(invitations__in=invitations).values("pk")
    newest = gathering.filter(is_open=True).order_by("-opened_at").values("pk")[:most]
    games = Game.objects.filter(pk__in=invited.union(Game.objects.filter(pk__in=newest).values("pk")))
    games = games.annotate(is_invited=Exists(invitations.filter(game=OuterRef("pk")))).order_by("-opened_at", "ref")
    games = games.prefetch_related(Prefetch("seats", Seat.objects.select_related("user")))
    mine = [game for game in games if game.is_invited]
    return _lines(mine, user), _lines([game for game in games if not game.is_invited], user)


def awaiting(*, user: User) -> int:
    """How many tables wait for the person: the number in the title bar."""
    return len(_waiting_refs(user))


def next_table(*, user: User, after: str = "") -> str:
    """The reference of the table that waits for the person most urgently, other than `after`; "" if none does."""
    return next((ref for ref in _waiting_refs(user) if ref != after), "")


def _waiting_refs(user: User) -> list[str]:
    seats = Seat.objects.filter(user=user, game__status=Game.Status.RUNNING).select_related("game", "sealed")
    return [seat.game.ref for seat in seats.order_by("game__deadline", "game__ref") if awaits(seat.game, seat)]


def awaits(game: Game, seat: Seat) -> bool:
    """Whether the table waits for that seat: it is publicly asked and has not answered, which it alone may know.

    Against bots alone a showdown that is held open waits for the only person there to go on.
    """
    asked = [wait.key for wait in asked_of(game) if wait.seat == seat.number or (wait.seat is None and game.solo)]
    if not asked or not game.is_running or seat.is_away:
        return False
    try:
        since = since_of(game, seat.number, seat.sealed)
    except SealBroken:  # one broken table takes no list with it
        return False
    return any(key not in since for key in asked)


def line(game: Game, user: User | None) -> Line:
    """The table as a line of a list; its seats are prefetched."""
    seats = list(game.seats.all())
    mine = next((seat for seat in seats if user is not None and seat.user_id == user.pk), None)
    return Line(
        ref=game.ref,
        kind=game.kind,
        game_name=GAMES[game.kind].TITLE.name if game.kind in GAMES else game.kind,
        name=game.name,
        status=game.status,
        pace=game.pace,
        names=tuple(seat_name(seat) for seat in seats),
        seats_wanted=game.seats_wanted,
        free_seats=game.seats_wanted - len(seats),
        me=mine.number if mine else None,
        is_away=bool(mine and mine.is_away),
        awaits_me=bool(mine and awaits(game, mine)),
        asked=asked_of(game),
        deadline=game.deadline,
        ended_at=game.ended_at,
        places=tuple((game.result or {}).get("places", ())),
    )


def _lines(games: QuerySet[Game] | Iterable[Game], user: User | None) -> tuple[Line, ...]:
    if isinstance(games, QuerySet):
        games = games.prefetch_related(Prefetch("seats", Seat.objects.select_related("user", "sealed")))
    return tuple(line(game, user) for game in games)


def mails_of(*, user: User, most: int = 100) -> QuerySet[Mail]:
    """The mails sent to the person, the newest first: what about, when, and what became of them."""
    return Mail.objects.filter(user=user).select_related("game").order_by("-made_at")[:most]


def seat_of(*, user: User, ref: str) -> Seat | None:
    """The person's own seat at that table."""
    return Seat.objects.filter(user=user, game__ref=ref).select_related("game").first()


def seat_by_ref(person: str, ref: str) -> Seat | None:
    """The seat at that table of the person with that reference."""
    return Seat.objects.filter(user__ref=person, game__ref=ref).select_related("game").first()


def is_first_game(user: User | None, ref: str, kind: str) -> bool:
    """Whether the person sits, and sat, at no other table of that game that has begun."""
    begun = Seat.objects.filter(user=user, game__started_at__isnull=False, game__kind=kind)
    return user is not None and not begun.exclude(game__ref=ref).exists()


def invitation_of(*, user: User, ref: str) -> Invitation | None:
    """The person's invitation to that table."""
    return Invitation.objects.filter(user=user, game__ref=ref, declined=False).first()
