"""A finished table: its replay step by step, and what its record is written from."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.models import Game, User
from games.rules.kernel import NOTHING_PENDING, Sentence
from games.selectors.replays import action_of, deal_of, replay, rules_of
from games.selectors.tables import NotFound, seat_name, visible


@dataclass(frozen=True, slots=True)
class Frame:
    """One step of a finished game: what each seat saw then (None: a spectator), and what had just happened.

    `told` are the sentences as each of them read them, `before` is what a spectator saw one step earlier. Steps count
    from 1 to `steps`; the first is the setup.
    """

    step: int
    steps: int
    at: datetime
    tables: Mapping[int | None, Any]
    told: Mapping[int | None, tuple[Sentence, ...]]
    before: Any


@dataclass(frozen=True, slots=True)
class Whole:
    """What the record of a finished game is written from."""

    kind: str
    names: tuple[str, ...]
    deal: Any
    deck: Mapping[str, Any]
    actions: tuple[Any, ...]


def frame_of(*, user: User | None, ref: str, step: int) -> Frame:
    """That step of the finished game, the nearest there is; NotFound for who may not know of the table."""
    game = _finished(user, ref)
    rules, moves = rules_of(game), list(game.moves.all())
    steps = replay(game, moves).steps
    index = min(max(step, 1), len(steps)) - 1
    state, last = (
        replay(game, [move for move in moves if move.number <= steps[number].number]).state
        for number in (index, max(index - 1, 0))
    )
    readers: list[int | None] = [None, *range(game.seats_wanted)]
    told = {
        reader: tuple(text for event in steps[index].events if (text := rules.tell(event, reader)) is not None)
        for reader in readers
    }
    tables = {reader: rules.view(state, reader, NOTHING_PENDING) for reader in readers}
    return Frame(index + 1, len(steps), steps[index].at, tables, told, rules.view(last, None, NOTHING_PENDING))


def whole_of(*, user: User | None, ref: str) -> Whole:
    """The finished game as a whole; NotFound while it runs, or for who may not know of the table."""
    return _whole(_finished(user, ref))


def whole(*, ref: str) -> Whole:
    """The finished game as a whole, for the operator; NotFound while it runs."""
    game = Game.objects.filter(ref=ref, status=Game.Status.FINISHED).first()
    if game is None:
        raise NotFound
    return _whole(game)


def _whole(game: Game) -> Whole:
    rules = rules_of(game)
    names = tuple(seat_name(seat) for seat in game.seats.select_related("user"))
    actions = tuple(action_of(rules, game, move) for move in game.moves.all())
    return Whole(game.kind, names, deal_of(game), game.deck, actions)


def _finished(user: User | None, ref: str) -> Game:
    game = visible(user).filter(ref=ref, status=Game.Status.FINISHED).first()
    if game is None:
        raise NotFound
    return game
