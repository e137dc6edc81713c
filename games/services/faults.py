"""A game that fails harms no other: after some tries it is parked, its players are told, the operator is alarmed."""

import logging
import traceback
from datetime import datetime, timedelta

from django.db import transaction

from games import chance
from games.models import Game
from games.rules.kernel import Due
from games.services import notices, publishing, waits
from games.services.desk import NoSuchTable, lock

log = logging.getLogger(__name__)
MOST_TRIES = 5


def count_fault(*, ref: str, error: BaseException, now: datetime) -> None:
    """Note that a game's task failed; the log tells where, never what was in it. The fifth time the game is parked."""
    with transaction.atomic():
        try:
            game = lock(ref, Game.Status.RUNNING)
        except NoSuchTable:
            return
        game.faults += 1
        game.fault_ref = game.fault_ref if game.faults > 1 and game.fault_ref else chance.token("fault")
        log.error("table %s: fault %s, %s at %s", ref, game.fault_ref, type(error).__name__, where(error))
        if game.faults < MOST_TRIES:
            game.wake_at = now + timedelta(seconds=20 * game.faults)
            game.save(update_fields=["faults", "fault_ref", "wake_at"])
            return
        game.status = Game.Status.PARKED
        waits.stop_clock(game, now)
        waits.save(game)
        seats = list(game.seats.all())
        notices.owe(game, seats, [Due(seat.number, notices.PARKED, game.fault_ref) for seat in seats], now)
    log.critical("table %s is parked after %d tries: fault %s", ref, MOST_TRIES, game.fault_ref)


def unpark(*, ref: str, now: datetime) -> None:
    """The game goes on; the time it was parked is nobody's."""
    with transaction.atomic():
        game = lock(ref, Game.Status.PARKED)
        game.status, game.faults, game.fault_ref = Game.Status.RUNNING, 0, ""
        waits.start_clock(game, now)
        waits.save(game, wake_at=now)
        publishing.publish("resolve", ref)


def pause(*, ref: str, now: datetime) -> None:
    """The table's clock stands and nobody can move."""
    with transaction.atomic():
        game = lock(ref, Game.Status.RUNNING)
        game.status = Game.Status.PAUSED
        waits.stop_clock(game, now)
        waits.save(game)


def resume(*, ref: str, now: datetime) -> None:
    """The table's clock goes on where it stood."""
    with transaction.atomic():
        game = lock(ref, Game.Status.PAUSED)
        game.status = Game.Status.RUNNING
        waits.start_clock(game, now)
        waits.save(game, wake_at=now)


def where(error: BaseException) -> str:
    """Where an error came from, innermost first, for the log: places in the code, no values and no message."""
    frames = traceback.extract_tb(error.__traceback__)[-8:]
    return " < ".join(f"{frame.filename.rpartition('/')[2]}:{frame.lineno}" for frame in reversed(frames))
