"""What happens in a game of Lost in R'lyeh: the events that an action leads to, in their order, with all faces.

Who may read what of them is decided in `table.tell` alone. `knowers` None: the card lies face up, everybody knows it.
"""

from dataclasses import dataclass

from games.rules.lost.vocabulary import Effect

Knowers = frozenset[int] | None


@dataclass(frozen=True, slots=True)
class Dealt:
    """Hands and Escape cards are dealt; every seat chooses its Ultimate."""

    start: int


@dataclass(frozen=True, slots=True)
class UltimateLaid:
    seat: int
    card: str


@dataclass(frozen=True, slots=True)
class TookUp:
    """An empty hand took up an Escape card."""

    seat: int
    card: str
    knowers: Knowers


@dataclass(frozen=True, slots=True)
class Played:
    """Cards were played. `acts`: the card as which an Angell acts; `run`: cards of the stack counted with them."""

    seat: int
    cards: tuple[str, ...]
    acts: str | None
    run: int


@dataclass(frozen=True, slots=True)
class PickedUp:
    """The seat took these cards, the stack or the rest of it, into its hand; `by`: who made it."""

    seat: int
    cards: tuple[str, ...]
    by: int | None = None


@dataclass(frozen=True, slots=True)
class TideTook:
    """The tide banished the oldest card of the stack before it was picked up."""

    card: str


@dataclass(frozen=True, slots=True)
class Passed:
    seat: int


@dataclass(frozen=True, slots=True)
class PlaysAgain:
    """The seat may play again, or stop."""

    seat: int


@dataclass(frozen=True, slots=True)
class Stopped:
    """The seat did not play again."""

    seat: int


@dataclass(frozen=True, slots=True)
class Drew:
    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Limited:
    """The next Horror must be lower than `number`."""

    number: int


@dataclass(frozen=True, slots=True)
class DirectionChanged:
    clockwise: bool


@dataclass(frozen=True, slots=True)
class Chosen:
    """The next player was chosen."""

    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class Skipped:
    seat: int


@dataclass(frozen=True, slots=True)
class Restricted:
    """A turn begins under these restrictions; `feared`: under Face Your Darkest Fear too."""

    seat: int
    bound: tuple[Effect, ...]
    feared: bool


@dataclass(frozen=True, slots=True)
class Feared:
    """`to` will have to play its highest Horror."""

    seat: int
    to: int


@dataclass(frozen=True, slots=True)
class StackBanished:
    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ThisBanished:
    """The Event just played left the game."""

    card: str


@dataclass(frozen=True, slots=True)
class HandBanished:
    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EscapeBanished:
    """An Escape card left the game; `down`: it was an Ultimate."""

    seat: int
    card: str
    down: bool


@dataclass(frozen=True, slots=True)
class Gave:
    seat: int
    to: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Laid:
    """A hand card joined another's Escape cards."""

    seat: int
    to: int
    card: str


@dataclass(frozen=True, slots=True)
class HandSwapped:
    """A hand card took the place of an own Escape card; `knowers` of what came into the hand."""

    seat: int
    laid: str
    taken: str
    knowers: Knowers


@dataclass(frozen=True, slots=True)
class EscapeMoved:
    """An Escape card became another's; `knowers` include the new owner."""

    seat: int
    to: int
    card: str
    knowers: Knowers


@dataclass(frozen=True, slots=True)
class EscapesSwapped:
    """`mine` is now `to`'s and `theirs` is `seat`'s; of face-up cards the knowers are None."""

    seat: int
    to: int
    mine: str
    mine_knowers: Knowers
    theirs: str
    theirs_knowers: Knowers


@dataclass(frozen=True, slots=True)
class Escaped:
    seat: int


@dataclass(frozen=True, slots=True)
class Lost:
    """The last seat left: the game is over."""

    seat: int


Event = (
    Dealt
    | UltimateLaid
    | TookUp
    | Played
    | PickedUp
    | TideTook
    | Passed
    | PlaysAgain
    | Stopped
    | Drew
    | Limited
    | DirectionChanged
    | Chosen
    | Skipped
    | Restricted
    | Feared
    | StackBanished
    | ThisBanished
    | HandBanished
    | EscapeBanished
    | Gave
    | Laid
    | HandSwapped
    | EscapeMoved
    | EscapesSwapped
    | Escaped
    | Lost
)
