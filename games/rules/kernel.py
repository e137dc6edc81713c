"""What every game offers, and the words all games share.

A game is a package of pure functions over frozen values (`Rules` below). It knows neither Django nor the clock nor
dice: shuffles and draws are handed in, time is somebody else's. A game in play is the fold of `apply` over its log
of actions; what seats have handed in but not yet opened lies outside of the log, as one mapping a seat (`Sealed`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, Protocol, TypeVar

Json = dict[str, Any]


def gettext_noop(text: str) -> str:
    """The text itself: marks it for the translators' catalogue, which is consulted at the edge."""
    return text


@dataclass(frozen=True, slots=True)
class SeatName:
    """A seat inside a sentence; the edge writes its player's name."""

    seat: int


@dataclass(frozen=True, slots=True)
class Sentence:
    """A message id (English, with `{placeholders}`) and its parameters; translated and filled at the edge.

    A parameter is a number, a text shown as it is, a `SeatName`, a nested `Sentence`, or a tuple of these, which the
    edge joins to a list ("a, b and c").
    """

    text: str
    params: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        return self.text.format(**{name: _plain(value) for name, value in self.params})


def _plain(value: Any) -> str:
    if isinstance(value, SeatName):
        return f"seat {value.seat}"
    if isinstance(value, tuple):
        return ", ".join(_plain(item) for item in value)
    return str(value)


def say(text: str, /, **params: Any) -> Sentence:
    """A sentence from its message id and its parameters. Write `say(gettext_noop("…"), seat=…)`."""
    return Sentence(text, tuple(params.items()))


class IllegalAction(Exception):
    """What a player may not do now; `sentence` says why, to that player, and tells nothing that is not theirs."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence


class StaleDecision(IllegalAction):
    """The decision that was answered is not (or no longer) open to that seat."""


def illegal(text: str, /, **params: Any) -> IllegalAction:
    """The exception to raise for an action that is not allowed. Write `raise illegal(gettext_noop("…"))`."""
    return IllegalAction(say(text, **params))


class Wait(Enum):
    """How long a decision may take."""

    PACE = "pace"  # the table's time per decision, from when the decision came up
    SHORT = "short"  # an eighth of the pace, 1 minute to 6 hours, fixed when it opens


@dataclass(frozen=True, slots=True)
class Title:
    """What a game is called and whom it seats. `version` names its rules: a game ends under those it began with."""

    slug: str
    name: str
    least: int
    most: int
    version: int
    summary: str


@dataclass(frozen=True, slots=True)
class Terms:
    """What the table has chosen and the rules must know. `solo`: one person who has played with bots from the start."""

    always_open: bool = False
    solo: bool = False


@dataclass(frozen=True, slots=True)
class Prompt:
    """A decision that a seat may take now.

    `key` names it for good (`r7.bid`). `sealed`: what is handed in lies outside the log until all of its kind are
    opened. `awaited`: the game does not go on without it; else it may only be given ahead of time. `is_told`: everybody
    is told, and it counts as a miss, where the clock has answered it; not so of a card that stays face down.
    """

    seat: int
    kind: str
    key: str
    sealed: bool
    awaited: bool = True
    is_told: bool = True


@dataclass(frozen=True, slots=True)
class Asked:
    """What everybody knows is waited for: of a seat, or of time alone (`seat` None).

    Deadlines, mails and lists of who is awaited follow from this and from nothing else.
    """

    seat: int | None
    kind: str
    key: str
    wait: Wait = Wait.PACE


@dataclass(frozen=True, slots=True)
class Due:
    """A mail that is owed to a seat: its kind and the decision or moment it is about. Follows from public facts."""

    seat: int
    kind: str
    key: str


@dataclass(frozen=True, slots=True)
class Pending:
    """What `view` may know beside the state: the viewer's own sealed answers, and what is said to everybody.

    `missing` are the seats that are *said* to be missing (None: every seat that is publicly asked).
    """

    sealed: Mapping[str, Any]
    missing: frozenset[int] | None = None


NOTHING_PENDING = Pending({})


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. `places[seat]` is 1 for a winner (or who is not the lost one), equal places are shared."""

    places: tuple[int, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    reason: Sentence


@dataclass(frozen=True, slots=True)
class Submission:
    """What comes of handing something in: the seat's sealed answers afterwards, and the actions for the log."""

    sealed: Mapping[str, Any]
    log: tuple[Any, ...] = ()


S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
T = TypeVar("T")
D = TypeVar("D")

Draw = Callable[[int], int]  # draw(n) is a number of 0 … n-1
Shuffle = Callable[[Sequence[Any]], Sequence[Any]]  # the same items in random order
StandIn = Callable[[Any, Prompt], Any]  # (state, prompt) -> the action that is played for an absent seat


class Rules(Protocol, Generic[D, S, A, E, T]):
    """A game: D deal, S state, A action, E event, T what a seat sees. A package that has these names is one."""

    @property
    def TITLE(self) -> Title: ...  # noqa: N802  # a constant of the module that is the game

    # dealing
    def read_seed(self, seed: Json) -> Json:
        """The deck, the JSON value that is kept with a game, in the game's seed file; IllegalAction if it is faulty."""

    def deal(self, deck: Json, shuffle: Shuffle, seats: int, options: Json) -> D:
        """A fresh deal from the deck (a JSON value, kept with the game) and a shuffle. Rolls no dice itself."""

    def read_setup(self, seats: int, setup: object, deck: object) -> D:
        """The deal that a record's `setup` states, from the record's deck or the standard one; IllegalAction."""

    def write_setup(self, deal: D) -> Json:
        """The record's member `setup`. (Its `deck` is kept by whoever handed it in.)"""

    # playing
    def setup(self, deal: D, terms: Terms) -> tuple[S, tuple[E, ...]]:
        """The state in which the game begins."""

    def prompts(self, state: S) -> tuple[Prompt, ...]:
        """Every decision a seat may take now, in the order in which they are logged; none when the game is over."""

    def choices(self, state: S, prompt: Prompt) -> Iterator[A]:
        """Every legal answer to the prompt (orders aside)."""

    def apply(self, state: S, action: A) -> tuple[S, tuple[E, ...]]:
        """The state after the action and what happened; IllegalAction if the action is not legal now."""

    def standing_in(self, state: S, prompt: Prompt, draw: Draw) -> A:
        """What the clock plays for an absent seat."""

    # handing in
    def as_known_to(self, state: S, seat: int, sealed: Mapping[str, A]) -> S:
        """The state as the seat's own sealed answers make it for that seat alone; else the state itself."""

    def read_answer(self, seat: int, form: Mapping[str, Any]) -> tuple[str, A]:
        """The prompt key and the answer in a form (or a mail, or a bot's choice); IllegalAction if unreadable."""

    def submit(self, state: S, seat: int, sealed: Mapping[str, A], key: str, answer: A) -> Submission:
        """What comes of it when the seat, with these sealed answers, gives this one; StaleDecision, IllegalAction."""

    def advance(self, state: S, sealed: Mapping[int, Mapping[str, A]], due: bool, stand_in: StandIn) -> tuple[A, ...]:
        """What the game itself does now, given all that lies sealed: the actions to log, none while it waits.

        `due`: the deadline of what is asked has passed.
        """

    def keeps(self, state: S, seat: int, key: str) -> bool:
        """Whether what the seat has sealed under that key is still of use; else it is opened with what was logged."""

    # seeing
    def asked(self, state: S) -> tuple[Asked, ...]:
        """What everybody knows is waited for; empty when the game is over."""

    def handed_in(self, state: S, sealed: Mapping[int, Mapping[str, A]]) -> frozenset[int]:
        """The seats that have in truth given what is asked of them. For services only: never shown as it is."""

    def view(self, state: S, seat: int | None, pending: Pending) -> T:
        """All that the seat may know; None is a spectator."""

    def tell(self, event: E, seat: int | None) -> Sentence | None:
        """The sentence of history that the seat may read of the event, if any."""

    def dues(self, before: S | None, after: S, events: Iterable[E]) -> tuple[Due, ...]:
        """The mails that a step owes, from what everybody knows of it. `before` is None when the game starts."""

    def outcome(self, state: S) -> Outcome | None:
        """How the game ended, or None while it runs."""

    def bot(self, table: T, chance: Callable[[], float]) -> Mapping[str, Any] | None:
        """The form that a bot hands in, seeing only its seat's table; None when it has nothing to do."""

    # storing
    def encode(self, action: A) -> tuple[Json, Json]:
        """The serialised action: what everybody may know of it once it is logged, and what is private."""

    def decode(self, move: Json) -> A:
        """The action of which `encode` gave both parts, merged."""

    # records
    def read_move(self, state: S, move: object) -> tuple[A, ...]:
        """The actions that one move of a record stands for; IllegalAction if it is malformed."""

    def write_moves(self, actions: Iterable[A]) -> list[Json]:
        """The moves of a record that stand for a log."""

    def rounds(self, state: S) -> list[Json] | None:
        """The record's `rounds`, or None for a game that has none."""

    def waiting(self, state: S) -> list[Json]:
        """The record's `waiting`."""

    def result(self, state: S) -> Json | None:
        """The record's `result`, or None while the game runs."""
