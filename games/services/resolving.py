"""What the game does by itself: bids are opened, the clock moves for the absent, time that is up ends."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.db import transaction

from games import chance
from games.models import Seat
from games.rules.kernel import Asked, Due, Prompt, StandIn, Wait
from games.selectors.replays import AnyRules
from games.selectors.waiting import said_missing
from games.services import notices, pulse, waits
from games.services.desk import Desk, NoSuchTable, take_up

MOST_STEPS = 200  # no game goes on longer than this without anybody being asked
MISSES_TO_LEAVE = 2


class Stuck(Exception):
    """The rules neither go on nor wait for anything: a bug."""


def resolve(*, ref: str, now: datetime) -> None:
    """The game has gone on as far as it can by now. Running it again, or twice at once, changes nothing more."""
    with transaction.atomic():
        try:
            desk = take_up(ref, now)
        except NoSuchTable:
            return
        is_due = is_time_up(desk)
        if not advance(desk, is_due=is_due) and is_due:
            raise Stuck
        remind(desk)
        desk.is_touched = desk.is_touched or desk.game.wake_at is None or desk.game.wake_at <= now
        desk.save()


def is_time_up(desk: Desk) -> bool:
    """Whether the time for what is asked is up. While our own downtime is not made good, nobody's is."""
    return waits.is_over_time(desk.game, desk.now) and not pulse.is_down(desk.now)


def advance(desk: Desk, *, is_due: bool) -> bool:
    """Let the game go on by itself until it waits for somebody; returns whether it did."""
    for step in range(MOST_STEPS):
        before, asked = desk.state, desk.asked
        played: list[tuple[Prompt, Any]] = []
        log = desk.rules.advance(desk.state, desk.sealed_actions(), is_due, _stand_in(desk.rules, played))
        if not log:
            return step > 0
        counted = [(prompt, action) for prompt, action in played if _counts(prompt, asked)]
        events = desk.log(log, by_clock=[action for _, action in counted])
        _count_misses(desk, asked, {prompt.seat for prompt, _ in counted})
        is_due = not desk.settle(before, events) and is_due
    raise Stuck


def _stand_in(rules: AnyRules, played: list[tuple[Prompt, Any]]) -> StandIn:
    """What plays for an absent seat; `played` gathers what it did."""

    def play(state: Any, prompt: Prompt) -> Any:
        action = rules.standing_in(state, prompt, chance.draw)
        played.append((prompt, action))
        return action

    return play


def _counts(prompt: Prompt, asked: Iterable[Asked]) -> bool:
    """Whether the clock's move is told and counted: leads, bids and turns, which were asked for at the table's pace.

    An answer to a look is neither: not the one that goes with the lead, which nobody is publicly asked for, nor the
    one that has a short wait of its own. Nor is a card laid face down: that it was drawn tells of its face.
    """
    return prompt.is_told and any(
        wait.seat == prompt.seat and wait.key == prompt.key and wait.wait is Wait.PACE for wait in asked
    )


def _count_misses(desk: Desk, asked: Iterable[Asked], missed: set[int]) -> None:
    """Count from what is revealed now: a miss each for whom the clock moved, none in a row for who had answered."""
    open_now = {(wait.seat, wait.key) for wait in desk.asked}
    closed = {w.seat for w in asked if w.wait is Wait.PACE and (w.seat, w.key) not in open_now} - {None}
    for seat in desk.seats:
        if seat.number not in closed or seat.is_played_by_bot:
            continue
        if seat.number in missed:
            _miss(desk, seat)
        elif seat.misses:
            seat.misses = 0
            seat.save(update_fields=["misses"])


def _miss(desk: Desk, seat: Seat) -> None:
    seat.misses += 1
    seat.all_misses += 1
    if seat.misses >= MISSES_TO_LEAVE:
        seat.is_away = True
        desk.owe([Due(seat.number, notices.AWAY, f"m{desk.game.moves_logged}")])
    seat.save(update_fields=["misses", "all_misses", "is_away"])


def remind(desk: Desk) -> None:
    """Owe a reminder to whoever is said to be missing, once most of the time is up."""
    game = desk.game
    if game.remind_at is None or desk.now < game.remind_at or not game.is_running:
        return
    game.remind_at = None
    missing = said_missing(game, desk.since, desk.now)
    asked = [wait for wait in desk.asked if wait.wait is Wait.PACE and wait.seat in missing]
    desk.owe([Due(wait.seat, notices.REMINDER, wait.key) for wait in asked if wait.seat is not None])
    desk.is_touched = True
