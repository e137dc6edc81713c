"""How long what is asked may take, and when there is next something to do at a table. Nothing here reads the clock."""

import math
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

from games import chance
from games.models import Game, Seat
from games.rules.kernel import Asked, Wait
from games.selectors.waiting import asked_of, kept_form

SHORTEST, LONGEST = 60, 6 * 60 * 60  # seconds that an open showdown or a separate look may take
REMIND_AFTER = 0.8
LEAST_TO_REMIND = 60 * 60  # seconds: nobody is reminded at a live table
BOTS_DAWDLE = 0.05  # at most this part of the pace passes before a bot acts, and half of a shorter wait

# What of a game row follows from its log, its clock and its pauses.
DERIVED = (
    "status",
    "started_at",
    "ended_at",
    "moves_logged",
    "asked",
    "asked_at",
    "asked_clock",
    "span",
    "deadline",
    "remind_at",
    "bots_at",
    "wake_at",
    "paused_at",
    "stood_still",
    "result",
    "faults",
    "fault_ref",
)


def span(asked: Iterable[Asked], pace: int) -> float:
    """The seconds given for what is asked: the pace, or an eighth of it, one minute to six hours, for short waits."""
    if all(wait.wait is Wait.SHORT for wait in asked):
        return min(max(pace / 8, SHORTEST), LONGEST)
    return pace


def ask(game: Game, asked: tuple[Asked, ...], seats: Iterable[Seat], now: datetime) -> bool:
    """Keep what is asked. New decisions start a new time, and the bots' own; returns whether there are any.

    Decisions are told apart by their keys alone: that a seat has answered one of them starts no new time.
    """
    is_new = {wait.key for wait in asked} != {wait.key for wait in asked_of(game)}
    game.asked = kept_form(asked)
    if not is_new:
        return False
    game.asked_at, game.asked_clock = now, game.clock(now)
    game.span = span(asked, game.pace)
    game.deadline = now + timedelta(seconds=game.span)
    game.remind_at = None
    if game.span >= LEAST_TO_REMIND and any(wait.wait is Wait.PACE for wait in asked) and not game.solo:
        game.remind_at = now + timedelta(seconds=game.span * REMIND_AFTER)
    call_bots(game, seats, now)
    return True


def call_bots(game: Game, seats: Iterable[Seat], now: datetime) -> None:
    """Draw for every bot when it acts next."""
    game.bots_at = {}
    for seat in seats:
        if seat.is_played_by_bot:
            call_bot(game, seat.number, now)


def call_bot(game: Game, number: int, now: datetime) -> None:
    """Draw when that seat's bot acts next, whatever it is asked and holds; at once where one person plays with bots."""
    wait = 0.0 if game.solo else chance.fraction() * min(BOTS_DAWDLE * game.pace, game.span / 2)
    game.bots_at = {**game.bots_at, str(number): _whole(now.timestamp() + wait)}


def end(game: Game, now: datetime) -> None:
    """Nothing is waited for any more."""
    game.asked, game.asked_at, game.deadline, game.remind_at = [], None, None, None
    game.bots_at, game.span = {}, 0
    game.ended_at = now


def _whole(seconds: float) -> float:
    """Cut to milliseconds, which a datetime and JSON both keep exactly."""
    return math.floor(seconds * 1000) / 1000


def is_over_time(game: Game, now: datetime) -> bool:
    """Whether the time for what is asked is up."""
    return game.deadline is not None and game.deadline <= now


def is_short(game: Game) -> bool:
    """Whether what is asked is open for a short while only, which nothing prolongs."""
    return any(wait.wait is Wait.SHORT for wait in asked_of(game))


def bots_due(game: Game, now: datetime) -> list[int]:
    """The seats whose bot acts by now, the longest due first."""
    due = [(at, int(number)) for number, at in game.bots_at.items() if at <= now.timestamp()]
    return [number for _, number in sorted(due)]


def moment(timestamp: float) -> datetime:
    """The moment that `bots_at` holds as a number."""
    return datetime.fromtimestamp(timestamp, tz=UTC)


def next_moment(game: Game) -> datetime | None:
    """The next moment at which something is to be done without anybody moving."""
    if game.status != Game.Status.RUNNING:
        return None
    moments = [at for at in (game.deadline, game.remind_at) if at is not None]
    moments += [moment(at) for at in game.bots_at.values()]
    return min(moments, default=None)


def shift(game: Game, by: timedelta) -> None:
    """Move everything that is timed: more time for all."""
    game.deadline = game.deadline and game.deadline + by
    game.remind_at = game.remind_at and game.remind_at + by
    game.bots_at = {number: _whole(at + by.total_seconds()) for number, at in game.bots_at.items()}


def stop_clock(game: Game, now: datetime) -> None:
    """From now on the table's clock stands."""
    game.paused_at = now


def start_clock(game: Game, now: datetime) -> None:
    """The table's clock goes on; nobody has lost time while it stood."""
    if game.paused_at is None:
        return
    stood = now - game.paused_at
    game.stood_still += stood.total_seconds()
    game.paused_at = None
    shift(game, stood)


def save(game: Game, *, wake_at: datetime | None = None) -> None:
    """Write what follows from log and clock. `wake_at`: something is to be done already then."""
    upcoming = next_moment(game)
    game.wake_at = min(wake_at, upcoming) if wake_at and upcoming else wake_at or upcoming
    game.save(update_fields=DERIVED)
