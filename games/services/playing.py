"""Making moves: a person's, a bot's, by one and the same door."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.views.decorators.debug import sensitive_variables

from games import chance
from games.models import Game, Seat, User
from games.rules.kernel import IllegalAction, Pending, StaleDecision, Submission, Wait, gettext_noop, say
from games.selectors.replays import actions
from games.selectors.waiting import said_missing
from games.services import publishing, waits
from games.services.desk import Desk, NoSuchTable, seat_at, take_up
from games.services.faults import where
from games.services.resolving import advance, is_time_up

log = logging.getLogger(__name__)
MOST_AT_ONCE = 12  # answers that one bot gives in a row


@dataclass(frozen=True, slots=True)
class Receipt:
    """What handing in came to, for its giver: at a game of that kind, for the decision of that key.

    `code` fixes the answer without telling it; `is_open`: others see it.
    """

    kind: str
    key: str
    code: str
    is_open: bool


@sensitive_variables()
def hand_in(*, user: User, ref: str, form: Mapping[str, Any], now: datetime) -> Receipt:
    """The answer in the form is sealed or logged; NoSuchTable, or StaleDecision or IllegalAction with a sentence.

    Sent twice, also after all were opened, it comes to the same. To move openly brings an absent person back; to seal
    does not, since everybody sees who is away and would see the moment: their own click does.
    """
    seat_at(ref, user)
    try:
        with transaction.atomic():
            desk = _desk(ref, user, now)
            seat = desk.seat_of(user.pk)
            receipt = _hand_in(desk, seat.number, form)
            if seat.is_away and receipt.is_open:
                _return(desk, user)
            desk.save()
            return receipt
    except StaleDecision:
        publishing.publish("resolve", ref)  # the decision may be closed by its time alone
        raise


def _desk(ref: str, user: User, now: datetime) -> Desk:
    """The table under its lock; for those who sit at it but cannot move now, a sentence."""
    try:
        return take_up(ref, now, seated=user)
    except NoSuchTable:
        if not Game.objects.filter(ref=ref, seats__user=user).exists():
            raise
        raise StaleDecision(say(gettext_noop("Nobody can move at this table now. Nothing was changed."))) from None


@sensitive_variables()
def _hand_in(desk: Desk, number: int, form: Mapping[str, Any]) -> Receipt:
    """Submit the form for that seat. What is open for a short while ends on the second, though no sweep has come."""
    if waits.is_short(desk.game) and is_time_up(desk):
        advance(desk, is_due=True)
    key, answer = desk.rules.read_answer(number, form)
    try:
        submission = desk.rules.submit(desk.state, number, actions(desk.answers[number]), key, answer)
    except IllegalAction:  # closed or final; but the same answer, sent again, comes to the same
        if desk.code_of(number, key, answer) is None:
            raise
    else:
        _take_over(desk, number, key, answer, submission)
    return Receipt(desk.game.kind, key, desk.code_of(number, key, answer) or "", key not in desk.answers[number])


@sensitive_variables()
def _take_over(desk: Desk, number: int, key: str, answer: Any, submission: Submission) -> None:
    before = desk.state
    was_asked = key in {wait.key for wait in desk.asked if wait.seat == number and wait.wait is Wait.PACE}
    events = desk.accept(number, key, answer, submission)
    if submission.log:
        if was_asked:
            _forgive(desk.seats[number])
        desk.settle(before, events)


def _forgive(seat: Seat) -> None:
    """Whoever moves in time has missed nothing in a row."""
    if seat.misses and not seat.is_played_by_bot:
        seat.misses = 0
        seat.save(update_fields=["misses"])


def come_back(*, user: User, ref: str, now: datetime) -> None:
    """The person plays again, no longer the bot."""
    if not seat_at(ref, user).is_away:
        return  # nothing to do, and nothing to wait for
    with transaction.atomic():
        desk = _desk(ref, user, now)
        if desk.seat_of(user.pk).is_away:
            _return(desk, user)
            desk.save()


def _return(desk: Desk, user: User) -> None:
    seat = desk.seat_of(user.pk)
    seat.is_away, seat.misses = False, 0
    seat.save(update_fields=["is_away", "misses"])
    desk.game.bots_at.pop(str(seat.number), None)
    desk.is_touched = True


def move_bots(*, ref: str, now: datetime) -> None:
    """Every bot whose time has come has handed in what it will, by the same door as a person."""
    with transaction.atomic():
        try:
            desk = take_up(ref, now)
        except NoSuchTable:
            return
        for _ in range(MOST_AT_ONCE * len(desk.seats)):
            due = waits.bots_due(desk.game, now)
            if not due:
                break
            desk.game.bots_at.pop(str(due[0]))
            desk.is_touched = True
            if desk.seats[due[0]].is_played_by_bot:
                _move_bot(desk, due[0])
        desk.save()


@sensitive_variables()
def _move_bot(desk: Desk, number: int) -> None:
    """The bot answers what its seat is asked, seeing only that seat's table; one that fails leaves it to the clock."""
    for _ in range(MOST_AT_ONCE):
        sealed = actions(desk.answers[number])
        pending = Pending(sealed, said_missing(desk.game, desk.since, desk.now))
        try:
            form = desk.rules.bot(desk.rules.view(desk.state, number, pending), chance.fraction)
            if form is None:
                return
            receipt = _hand_in(desk, number, form)
        except Exception as error:  # whatever a bot's fault is, the game goes on
            log.error("table %s: a bot failed: %s at %s", desk.game.ref, type(error).__name__, where(error))
            return
        if receipt.is_open and str(number) in desk.game.bots_at:
            return  # new decisions: its next turn has a time of its own
