"""A game as the fold of its log, and what lies sealed beside it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.views.decorators.debug import sensitive_variables

from games import seals
from games.models import Game, Move, Sealed
from games.rules import GAMES
from games.rules.kernel import IllegalAction, Rules, Terms

AnyRules = Rules[Any, Any, Any, Any, Any]


class CannotReplay(Exception):
    """A game's rules, deal or log is not what it was when it began. Says nothing of what is in them."""


@dataclass(frozen=True, slots=True)
class Step:
    """What came of one logged move (number 0 is the setup). `by_clock`: the seats that the clock moved for in it."""

    number: int
    at: datetime
    events: tuple[Any, ...]
    by_clock: frozenset[int]


@dataclass(frozen=True, slots=True)
class Replay:
    """A game's state and how it came about. For services and for making a reader's view, never to be shown."""

    state: Any
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """A sealed answer and the random bits behind its receipt. `echo` recognises the form it came in, if sent again."""

    action: Any
    nonce: str
    written: seals.Json
    echo: str = ""

    @property
    def receipt(self) -> str:
        """What its owner may show: the hash that fixes the answer without telling it."""
        return seals.commitment(seals.nonce_of(self.nonce), self.written)


def rules_of(game: Game) -> AnyRules:
    """The rules under which the game began; CannotReplay if this release has them no more."""
    rules = GAMES.get(game.kind)
    if rules is None or rules.TITLE.version != game.rules_version:
        raise CannotReplay(f"no rules {game.kind} {game.rules_version}")
    return rules


def terms_of(game: Game) -> Terms:
    """What the table has chosen and the rules must know."""
    return Terms(always_open=game.always_open, solo=game.solo)


@sensitive_variables()
def deal_of(game: Game) -> Any:
    """The deal, from its sealed record."""
    setup = seals.unseal(game.deal, row=seals.deal_row(game.ref))["setup"]
    return rules_of(game).read_setup(game.seats_wanted, setup, game.deck)


@sensitive_variables()
def action_of(rules: AnyRules, game: Game, move: Move) -> Any:
    """The action that a row of the log holds."""
    private = seals.unseal(move.private, row=seals.move_row(game.ref, move.number))
    return rules.decode({**move.public, **private})


@sensitive_variables()
def replay(game: Game, moves: Iterable[Move] | None = None) -> Replay:
    """The game folded from its deal and its log; CannotReplay if a move is not legal (any more)."""
    rules = rules_of(game)
    state, events = rules.setup(deal_of(game), terms_of(game))
    steps = [Step(0, game.started_at or game.opened_at, tuple(events), frozenset())]
    clocked: set[int] = set()
    for move in game.moves.defer("opened") if moves is None else moves:
        if move.by_clock and move.seat is not None:
            clocked.add(move.seat)
        try:
            state, events = rules.apply(state, action_of(rules, game, move))
        except IllegalAction:
            raise CannotReplay(f"move {move.number} of {game.ref}") from None
        if events:
            steps.append(Step(move.number, move.at, tuple(events), frozenset(clocked)))
            clocked = set()
    return Replay(state, tuple(steps))


@sensitive_variables()
def answers_of(rules: AnyRules, game: Game, number: int, sealed: Sealed) -> dict[str, Answer]:
    """What the seat has sealed, by prompt key."""
    kept = seals.unseal(sealed.answers, row=seals.answers_row(game.ref, number))
    return {key: Answer(rules.decode(written), nonce, written, echo) for key, (written, nonce, echo) in kept.items()}


@sensitive_variables()
def since_of(game: Game, number: int, sealed: Sealed) -> dict[str, float]:
    """When the seat first sealed, by prompt key, on the table's own clock."""
    return seals.unseal(sealed.since, row=seals.since_row(game.ref, number))


def actions(answers: Mapping[str, Answer]) -> dict[str, Any]:
    """The bare answers, as the rules want them."""
    return {key: answer.action for key, answer in answers.items()}
