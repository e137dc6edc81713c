"""When things happen at a table: in seconds since it began."""

from dataclasses import dataclass, field
from typing import Any

EIGHTHS = 8
SHORTEST, LONGEST = 60, 6 * 3600
PACES = (3600, 4 * 3600, 24 * 3600, 72 * 3600)


@dataclass(frozen=True)
class Act:
    """Somebody sends a form at a moment (seconds since the table began)."""

    at: float
    seat: int
    form: dict[str, str]


@dataclass
class Step:
    """What happens until the viewer looks again, in each world; `viewer` are the forms that the viewer sends.

    `name` says what everybody sees happen.
    """

    name: str
    at: float = 0
    acts: tuple[list[Act], list[Act]] = field(default_factory=lambda: ([], []))
    viewer: list[dict[str, str]] = field(default_factory=list)


@dataclass
class Clock:
    """The table's time: when what is asked came up, how long it may take, what time it is."""

    rules: Any
    pace: float
    asked_at: float = 0
    now: float = 0
    keys: frozenset[str] = frozenset()
    span: float = 0

    def ask(self, state: Any) -> None:
        """Take down what is asked now; new decisions start a new time."""
        asked = self.rules.asked(state)
        keys = frozenset(wait.key for wait in asked)
        if keys != self.keys:
            self.keys, self.asked_at = keys, self.now
            is_short = bool(asked) and all(wait.wait.value == "short" for wait in asked)
            self.span = min(max(self.pace / EIGHTHS, SHORTEST), LONGEST) if is_short else self.pace

    @property
    def eighth(self) -> float:
        return self.span / EIGHTHS

    @property
    def deadline(self) -> float:
        return self.asked_at + self.span

    @property
    def boundary(self) -> float:
        """The end of the running eighth."""
        full = int((self.now - self.asked_at) // self.eighth)
        return self.asked_at + (full + 1) * self.eighth
