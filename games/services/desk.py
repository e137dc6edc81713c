"""A game under its lock: what a service reads and changes of it in one transaction."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import Exists, F, OuterRef, QuerySet
from django.views.decorators.debug import sensitive_variables

from games import chance, seals
from games.models import Game, Move, Sealed, Seat, User
from games.rules.kernel import Asked, Due, Outcome, Submission
from games.selectors import replays
from games.selectors.replays import Answer, AnyRules
from games.services import notices, publishing, waits

STEPS_BACK = 8  # how far back a repeated answer is recognised


class NoSuchTable(Exception):
    """There is no such table for this person or in this state: as if it did not exist."""


def lock(ref: str, *statuses: str, seated: User | None = None) -> Game:
    """The game, locked until the end of the transaction; NoSuchTable unless it is in one of the states.

    With `seated` also unless that person sits there: it is decided before anything is read. What is read after it is
    what the transaction before has left, in which they may have got up.
    """
    rows = Game.objects.filter(ref=ref)
    if statuses:
        rows = rows.filter(status__in=statuses)
    if seated is not None:
        rows = rows.filter(Exists(Seat.objects.filter(game=OuterRef("pk"), user=seated)))
    game = rows.first() if _hold(rows, "status") else None
    if game is None:
        raise NoSuchTable
    return game


def lock_person(user: User) -> None:
    """What one person sends twice at a moment waits in line until the end of the transaction. No table is held up."""
    _hold(User.objects.filter(pk=user.pk), "is_guest")


def _hold(rows: QuerySet[Any], column: str) -> bool:
    """Lock the rows until the end of the transaction; returns whether there are any.

    Nothing is written where it can be helped: PostgreSQL writes a changed row elsewhere, though nothing in it changed,
    and the order of rows in a dump would tell at which table somebody sealed last. SQLite locks by writing alone, and
    leaves the row where it is.
    """
    if connection.features.has_select_for_update:
        return bool(rows.select_for_update(no_key=True).values_list("pk", flat=True))
    return bool(rows.update(**{column: F(column)}))


def seat_at(ref: str, user: User) -> Seat:
    """The person's seat at that table, looked up without any lock; NoSuchTable for who sits elsewhere.

    Services ask it before their transaction: on SQLite that waits for every other writer, and makes them wait.
    """
    seat = Seat.objects.select_related("game").filter(game__ref=ref, user=user).first()
    if seat is None:
        raise NoSuchTable
    return seat


@dataclass
class Desk:
    """A running game, taken up under its lock. Changes are gathered here and written once, by `save`."""

    game: Game
    rules: AnyRules
    seats: list[Seat]
    state: Any
    answers: dict[int, dict[str, Answer]]
    since: dict[int, dict[str, float]]
    now: datetime
    fresh_moves: list[Move] = field(default_factory=list)
    is_resealed: bool = False
    is_asked_anew: bool = False
    is_touched: bool = False

    @property
    def asked(self) -> tuple[Asked, ...]:
        """What everybody knows is waited for."""
        return self.rules.asked(self.state)

    def sealed_actions(self) -> dict[int, dict[str, Any]]:
        """What all seats have sealed, as the rules want it."""
        return {number: replays.actions(answers) for number, answers in self.answers.items()}

    def is_complete(self) -> bool:
        """Whether every seat that is asked has given its answer, so that the game can go on."""
        asked = self.asked
        if not asked or any(wait.seat is None for wait in asked):
            return False
        given = self.rules.handed_in(self.state, self.sealed_actions())
        return all(wait.seat in given for wait in asked)

    def seat_of(self, user_id: int) -> Seat:
        """The person's seat; NoSuchTable for who sits elsewhere."""
        for seat in self.seats:
            if seat.user_id == user_id:
                return seat
        raise NoSuchTable

    @sensitive_variables()
    def accept(self, number: int, key: str, action: Any, submission: Submission) -> tuple[Any, ...]:
        """Take over what handing in came to; returns what happened. Every changed answer gets a receipt of its own."""
        before = self.answers[number]
        after: dict[str, Answer] = {}
        for name, value in submission.sealed.items():
            kept = before.get(name)
            after[name] = kept if kept is not None and kept.action == value else self._answer(value)
            self.since[number].setdefault(name, self.game.clock(self.now))
        opened = [(number, name, answer) for name, answer in before.items() if name not in after and name != key]
        if key in after:
            after[key] = self._echoing(after[key], action)
        elif submission.log:
            opened.append((number, key, self._echoing(self._answer(action), action)))
        self.answers[number] = after
        self.is_resealed = True
        return self.log(submission.log, opened=opened)

    def _answer(self, action: Any) -> Answer:
        return Answer(action, seals.text_of(chance.nonce("receipt")), self._written(action))

    def _written(self, action: Any) -> seals.Json:
        public, private = self.rules.encode(action)
        return {**public, **private}

    def _echo(self, nonce: str, action: Any) -> str:
        return seals.commitment(seals.nonce_of(nonce), self._written(action))[:16]

    def _echoing(self, answer: Answer, action: Any) -> Answer:
        return replace(answer, echo=self._echo(answer.nonce, action))

    @sensitive_variables()
    def code_of(self, number: int, key: str, action: Any) -> str | None:
        """The receipt of what the seat has given under that key, None if that was something else.

        It lies sealed, or was opened a few steps ago.
        """
        kept = self.answers[number].get(key)
        if kept is not None:
            return kept.receipt if kept.echo == self._echo(kept.nonce, action) else None
        steps = [move for move in self.fresh_moves if move.opened]
        if not steps:
            steps = list(self.game.moves.exclude(opened="").order_by("-number")[:STEPS_BACK])
        for move in steps:
            opened = seals.unseal(move.opened, row=seals.opened_row(self.game.ref, move.number))
            if f"{number} {key}" in opened:
                written, nonce, echo = opened[f"{number} {key}"]
                is_same = echo == self._echo(nonce, action)
                return seals.commitment(seals.nonce_of(nonce), written) if is_same else None
        return None

    @sensitive_variables()
    def log(
        self,
        log: Iterable[Any],
        *,
        by_clock: Iterable[Any] = (),
        opened: Iterable[tuple[int, str, Answer]] = (),
    ) -> tuple[Any, ...]:
        """Append the actions; returns what happened. `by_clock`: those of them that the clock has played.

        Answers that are of no more use leave the sealed rows; they and their random bits are kept, still sealed, with
        the last move, so that receipts can be checked after the end.
        """
        log = list(log)
        events: list[Any] = []
        for action in log:
            self.state, happened = self.rules.apply(self.state, action)
            events += happened
        if log:
            self._append(log, by_clock, [*opened, *self._take_out_what_is_over()])
        return tuple(events)

    def _take_out_what_is_over(self) -> list[tuple[int, str, Answer]]:
        """Take the answers that are of no more use out of the sealed rows."""
        over = []
        for number, answers in self.answers.items():
            for key in [key for key in answers if not self.rules.keeps(self.state, number, key)]:
                over.append((number, key, answers.pop(key)))
                self.is_resealed = True
            self.since[number] = {key: at for key, at in self.since[number].items() if key in answers}
        return over

    def _append(self, log: list[Any], by_clock: Iterable[Any], opened: list[tuple[int, str, Answer]]) -> None:
        clocks = [(self.rules.encode(action)[0].get("seat"), type(action)) for action in by_clock]
        for action in log:
            public, private = self.rules.encode(action)
            self.game.moves_logged += 1
            number, seat = self.game.moves_logged, public.get("seat")
            is_clocks = (seat, type(action)) in clocks
            if is_clocks:
                clocks.remove((seat, type(action)))
            self.fresh_moves.append(
                Move(
                    game=self.game,
                    number=number,
                    seat=seat,
                    public=public,
                    private=seals.seal(private, row=seals.move_row(self.game.ref, number), size=seals.PRIVATE),
                    at=self.now,
                    by_clock=is_clocks,
                )
            )
        last = self.fresh_moves[-1]
        payload = {f"{seat} {key}": [answer.written, answer.nonce, answer.echo] for seat, key, answer in opened}
        last.opened = seals.seal(payload, row=seals.opened_row(self.game.ref, last.number), size=seals.OPENED)

    def settle(self, before: Any, events: Iterable[Any]) -> bool:
        """After moves were logged: take down what is asked now, or the end, and owe the mails for it.

        Returns whether there are new decisions.
        """
        dues = self.rules.dues(before, self.state, events)
        outcome = self.rules.outcome(self.state)
        is_new = outcome is None and waits.ask(self.game, self.asked, self.seats, self.now)
        if outcome is not None:
            waits.end(self.game, self.now)
            self.game.status = Game.Status.FINISHED
            self.game.result = result_of(outcome)
        self.is_asked_anew = self.is_asked_anew or is_new
        self.owe(dues)
        return is_new

    def owe(self, dues: Iterable[Due]) -> None:
        """Owe mails to seats."""
        notices.owe(self.game, self.seats, dues, self.now)

    def save(self) -> None:
        """Write the log, the sealed rows (all of them, so that none tells whose changed) and what follows in public.

        The worker is told where there is something to do at once or soon.
        """
        if self.fresh_moves:
            Move.objects.bulk_create(self.fresh_moves)
            self.fresh_moves = []
            self.game.faults, self.is_touched = 0, True
        if self.is_resealed:
            Sealed.objects.bulk_create(  # one statement that writes them all anew; cheaper to make than bulk_update's
                [self._sealed(seat) for seat in self.seats],
                update_conflicts=True,
                unique_fields=["id"],
                update_fields=["answers", "since"],
            )
            self.is_resealed = False
        is_complete = self.is_complete()
        if self.is_touched or is_complete:
            waits.save(self.game, wake_at=self.now if is_complete else None)
        if is_complete:
            publishing.publish("resolve", self.game.ref)
        elif self.is_asked_anew:
            self._call_back()

    def _call_back(self) -> None:
        """Have the worker come back when bots act or the time is up, if that is soon."""
        for moment in sorted(set(self.game.bots_at.values())):
            publishing.publish_at("move_bots", self.game.ref, at=waits.moment(moment), now=self.now)
        if self.game.deadline is not None:
            publishing.publish_at("resolve", self.game.ref, at=self.game.deadline, now=self.now)

    def _sealed(self, seat: Seat) -> Sealed:
        seal_row(seat.sealed, self.game.ref, seat.number, self.answers[seat.number], self.since[seat.number])
        return seat.sealed


def result_of(outcome: Outcome) -> seals.Json:
    """The outcome as it is kept with the game."""
    return {"places": list(outcome.places), "scores": list(outcome.scores), "winners": list(outcome.winners)}


@sensitive_variables()
def seal_row(sealed: Sealed, ref: str, number: int, answers: Mapping[str, Answer], since: Mapping[str, float]) -> None:
    """Write what the seat has handed in into its row (not yet into the database)."""
    payload = {key: [answer.written, answer.nonce, answer.echo] for key, answer in answers.items()}
    sealed.answers = seals.seal(payload, row=seals.answers_row(ref, number), size=seals.ANSWERS)
    sealed.since = seals.seal(dict(since), row=seals.since_row(ref, number), size=seals.SINCE)


@sensitive_variables()
def take_up(ref: str, now: datetime, *, seated: User | None = None) -> Desk:
    """The running game with all that lies sealed, locked; NoSuchTable if it does not run, or not for that person."""
    game = lock(ref, Game.Status.RUNNING, seated=seated)
    rules = replays.rules_of(game)
    seats = list(game.seats.select_related("sealed", "user"))
    return Desk(
        game=game,
        rules=rules,
        seats=seats,
        state=replays.replay(game).state,
        answers={seat.number: replays.answers_of(rules, game, seat.number, seat.sealed) for seat in seats},
        since={seat.number: replays.since_of(game, seat.number, seat.sealed) for seat in seats},
        now=now,
    )
