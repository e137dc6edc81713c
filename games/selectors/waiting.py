"""What is said of waiting: made from what everybody knows, so that nobody learns from it what is sealed."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from django.db.models import QuerySet

from games.models import Game
from games.rules.kernel import Asked, Wait

EIGHTHS = 8
# An answer on its way when an eighth ends is kept by the time it is told: none is seen to come in.
SETTLED = 60  # seconds, an eighth at most


def asked_of(game: Game) -> tuple[Asked, ...]:
    """What everybody knows is waited for, as kept with the game."""
    return tuple(Asked(seat, kind, key, Wait(wait)) for seat, kind, key, wait in game.asked)


def kept_form(asked: Iterable[Asked]) -> list[list[object]]:
    """The form in which `asked_of` finds it."""
    return [[wait.seat, wait.kind, wait.key, wait.wait.value] for wait in asked]


def said_missing(game: Game, since: Mapping[int, Mapping[str, float]], now: datetime) -> frozenset[int]:
    """The seats said to be missing: as it stood at the last full eighth of the time first given (fram.md).

    Until the first eighth is told all are; whoever is asked for a short while stays so until it ends. `since` tells
    for each seat when it first answered, by key.
    """
    boundary = last_boundary(game, now)
    return frozenset(
        wait.seat
        for wait in asked_of(game)
        if wait.seat is not None and not _is_said_given(wait, since.get(wait.seat, {}), boundary)
    )


def _is_said_given(wait: Asked, since: Mapping[str, float], boundary: float | None) -> bool:
    if wait.wait is not Wait.PACE or boundary is None or wait.key not in since:
        return False
    return since[wait.key] <= boundary


def last_boundary(game: Game, now: datetime) -> float | None:
    """The end of the last full eighth that is told, on the table's clock; None before the first.

    It is told a minute late: a request carries the moment at which it came, and may be kept a little after it.
    Eighths are counted from when it was asked and have the length of the time first given: more time adds eighths and
    moves none, and the table's clock stands while it pauses.
    """
    if game.span <= 0:
        return None
    eighth = game.span / EIGHTHS
    full = int((game.clock(now) - min(SETTLED, eighth) - game.asked_clock) // eighth)
    return game.asked_clock + full * eighth if full >= 1 else None


def due(now: datetime) -> QuerySet[Game]:
    """The running games in which the sweep has something to do, the longest waiting first."""
    return Game.objects.filter(status=Game.Status.RUNNING, wake_at__lte=now).order_by("wake_at")


def late(now: datetime, seconds: float = 600) -> QuerySet[Game]:
    """The running games that should have gone on more than that many seconds ago: the operator's alarm."""
    since = datetime.fromtimestamp(now.timestamp() - seconds, tz=now.tzinfo)
    return due(since)
