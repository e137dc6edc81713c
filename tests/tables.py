"""People and tables for tests: a standing cast, and the shortest way to a position."""

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from games.models import Game, Seat, User
from games.rules import GAMES
from games.rules.kernel import Pending
from games.selectors.replays import actions, answers_of, replay
from games.services import gathering, playing, resolving
from games.services.desk import Desk, take_up

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)
HOUR = 3600
DAY = 24 * HOUR


def after(**span: float) -> datetime:
    """A moment that long after the tests' present: `after(hours=3)`."""
    return NOW + timedelta(**span)


def person(name: str, **fields: Any) -> User:
    """A member with a proven address: ada@example.org."""
    email = f"{name.lower().replace(' ', '.')}@example.org"
    user = User.objects.create_user(email, name=name, **fields)
    EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
    return user


def table(
    names: str = "Ada Bo Cy", *, bots: int = 0, kind: str = "fram", pace: int = DAY, now: datetime = NOW, **options: Any
) -> Game:
    """A running table of these people (made if need be) and bots."""
    people = [User.objects.filter(name=name).first() or person(name) for name in names.split()]
    host, *others = people
    size = len(people) + bots
    game = gathering.open_table(host=host, kind=kind, name="Friday", seats=size, pace=pace, now=now, **options)
    for user in others:
        gathering.join(user=user, ref=game.ref, token=game.join_token, now=now)
    if bots:
        gathering.fill_with_bots(host=host, ref=game.ref, now=now)
    return Game.objects.get(pk=game.pk)


def gathers(host: str = "Ada", **options: Any) -> Game:
    """A table with a free seat or two."""
    user = User.objects.filter(name=host).first() or person(host)
    terms: dict[str, Any] = {"kind": "fram", "name": "Monday", "seats": 3, "pace": 86400, **options}
    return gathering.open_table(host=user, now=timezone.now(), **terms)


def at(game: Game, name: str = "table") -> str:
    """The address of its page, or of another one of it."""
    return reverse(name, args=[game.ref])


def fresh(game: Game) -> Game:
    """The game as the database has it now."""
    return Game.objects.get(pk=game.pk)


def state(game: Game) -> Any:
    """The state of the game."""
    return replay(fresh(game)).state


def own(game: Game, number: int) -> dict[str, Any]:
    """What the seat has sealed."""
    game = fresh(game)
    seat = Seat.objects.select_related("sealed").get(game=game, number=number)
    return actions(answers_of(GAMES[game.kind], game, number, seat.sealed))


def view(game: Game, number: int | None) -> Any:
    """What the seat sees."""
    sealed = {} if number is None else own(game, number)
    return GAMES[game.kind].view(state(game), number, Pending(sealed))


def answer(game: Game, number: int, now: datetime = NOW, /, **form: str) -> playing.Receipt:
    """The person on that seat sends the form."""
    user = Seat.objects.get(game=game, number=number).user
    assert user is not None
    return playing.hand_in(user=user, ref=game.ref, form=form, now=now)


def bid(game: Game, number: int, card: str = "", now: datetime = NOW, **more: str) -> playing.Receipt:
    """The seat of a game of Fram leads or bids the card, its lowest if none is named."""
    decision = view(game, number).decision
    card = card or min(decision.choices, key=lambda choice: (choice.power < 4, choice.power)).card
    return answer(game, number, now, key=decision.key, do="play", card=card, **more)


def pick(game: Game, number: int, value: int = 2, now: datetime = NOW) -> playing.Receipt:
    """The seat of a game of Toy seals a number."""
    return answer(game, number, now, key=f"r{state(game).round}.pick", number=str(value))


def resolve(game: Game, now: datetime = NOW) -> Game:
    """The game after it has gone on by itself."""
    resolving.resolve(ref=game.ref, now=now)
    return fresh(game)


def tend(game: Game, now: datetime = NOW) -> Game:
    """The game after the worker has done whatever was due."""
    playing.move_bots(ref=game.ref, now=now)
    return resolve(game, now)


def play_rounds(game: Game, count: int, start: datetime | None = None) -> Game:
    """The game of Fram after so many rounds: all bid their lowest; showdowns and looks end when their time is over."""
    for _ in range(200):
        now = start or timezone.now()
        if fresh(game).is_finished or state(game).round > count:
            return fresh(game)
        for seat in game.seats.all():
            asked = view(game, seat.number).decision
            if asked and asked.kind in {"lead", "bid"} and asked.awaited and not asked.given:
                bid(game, seat.number, now=now)
            elif asked and asked.kind == "look" and not asked.given:
                answer(game, seat.number, now, key=asked.key, do="take")
        resolve(game, now)
        if any(kind in {"showdown", "look"} for _seat, kind, *_ in fresh(game).asked):
            Game.objects.filter(pk=game.pk).update(deadline=now - timedelta(seconds=1))
            resolve(game, now)
    raise AssertionError("the game does not go on")


def play_on(game: Game, until: Callable[[Any], bool], at: Callable[[int], datetime], most: int = 600) -> Game:
    """The game after all have played as bots would, one move at each moment, until that is true of its state."""
    chance = random.Random("bots").random
    with transaction.atomic():
        desk = take_up(game.ref, at(0))
        for step in range(most):
            if until(desk.state):
                break
            desk.now = at(step)
            _one_move(desk, chance)
        desk.save()
    return fresh(game)


def _one_move(desk: Desk, chance: Callable[[], float]) -> None:
    for wait in desk.asked:
        assert wait.seat is not None
        view = desk.rules.view(desk.state, wait.seat, Pending(actions(desk.answers[wait.seat])))
        form = desk.rules.bot(view, chance)
        if form is not None:
            playing._hand_in(desk, wait.seat, form)
            break
    resolving.advance(desk, is_due=False)
