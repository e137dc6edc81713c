"""Mails that are owed: rows, written in the transaction of what caused them."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from games.models import Game, Notice, Seat
from games.rules.kernel import Due
from games.services import publishing

AWAY, PARKED, REMINDER = "away", "parked", "reminder"
TO_THE_ABSENT = {AWAY, PARKED, "over"}  # whose seat a bot plays is told no more than this


def owe(game: Game, seats: Sequence[Seat], dues: Iterable[Due], now: datetime) -> None:
    """Note that mails are owed to these seats, one a kind and key for good, and wake the sender."""
    rows, people = [], set()
    for due in dues:
        seat = seats[due.seat]
        if seat.user_id is None or seat.is_bot or (seat.is_away and due.kind not in TO_THE_ABSENT):
            continue
        rows.append(Notice(game=game, seat=seat, kind=due.kind, key=due.key, moves=game.moves_logged, not_before=now))
        people.add(seat.pk)
    if rows:
        Notice.objects.bulk_create(rows, ignore_conflicts=True)
        for pk in sorted(people):
            publishing.publish("deliver", pk)
