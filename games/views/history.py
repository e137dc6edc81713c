"""The history of a table, in sentences, by rounds; of a game without rounds by moves."""

from dataclasses import dataclass, field
from datetime import datetime

from django.utils.safestring import SafeString

from games.selectors.sentences import by_clock, render
from games.selectors.tables import Page


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence; `number` counts the reader's own, from 1."""

    number: int
    at: datetime
    text: SafeString


@dataclass(slots=True)
class Round:
    """What happened in one round, or by one move (0). `is_shown`: its showdown can be watched again."""

    round: int
    lines: list[Line] = field(default_factory=list)
    is_shown: bool = False


def rounds_of(page: Page) -> list[Round]:
    """The history as this reader may read it, the newest round, or move, first."""
    closed = {showdown.round for showdown in getattr(page.table, "showdowns", ())}
    rounds: list[Round] = []
    number, clocked = 0, None
    for told in page.history:
        sentences = list(told.sentences)
        if told.by_clock and (told.at, told.by_clock) != clocked:
            clocked = (told.at, told.by_clock)
            sentences.append(by_clock(told.by_clock))
        if not rounds or rounds[-1].round != told.round or not told.round:
            rounds.append(Round(told.round, is_shown=told.round in closed))
        for sentence in sentences:
            number += 1
            rounds[-1].lines.append(Line(number, told.at, render(sentence, page.names)))
    return rounds[::-1]
