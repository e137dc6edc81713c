"""What the page of a finished game of Fram R'lyeh says: places, the scores by round, what a step of a replay shows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.rules.fram.cards import DRUG_PRICE, POWER, ROUNDS
from games.rules.fram.seen import Seat, Showdown, Table
from games.rules.kernel import SeatName, gettext_noop, say
from games.selectors.sentences import Names, render
from games.templatetags.look import minus

register = template.Library()
PLACES = (
    gettext_noop("first"),
    gettext_noop("second"),
    gettext_noop("third"),
    gettext_noop("fourth"),
    gettext_noop("fifth"),
)
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 560, 280, 36, 400, 12, 30


@register.simple_tag
def ranking(table: Table) -> Sequence[tuple[Seat, int]]:
    """The seats with their places, the best first."""
    if table.outcome is None:
        return ()
    return sorted(zip(table.seats, table.outcome.places, strict=True), key=lambda pair: pair[1])


@register.filter
def drug_used(table: Table) -> bool:
    """Whether anybody has used the Time Drug."""
    return any(seat.drugged for seat in table.seats)


@register.simple_tag
def ending(table: Table, names: Names) -> SafeString:
    """How it ended, in a sentence."""
    assert table.outcome is not None
    winners = tuple(SeatName(seat) for seat in table.outcome.winners)
    vp = table.outcome.scores[table.outcome.winners[0]]
    if table.awakened:
        text = gettext_noop(
            "Everybody is below zero, so the lowest score wins: {winners}, with {vp}\N{NO-BREAK SPACE}VP."
        )
        return render(say(text, winners=winners, vp=vp), names)
    if len(winners) > 1:
        return render(
            say(gettext_noop("{winners} share the win, with {vp}\N{NO-BREAK SPACE}VP each."), winners=winners, vp=vp),
            names,
        )
    if table.me in table.outcome.winners:
        return render(say(gettext_noop("You win with {vp}\N{NO-BREAK SPACE}VP."), vp=vp), names)
    return render(say(gettext_noop("{winners} wins with {vp}\N{NO-BREAK SPACE}VP."), winners=winners, vp=vp), names)


@register.simple_tag
def my_end(table: Table) -> str:
    """Where the reader ended, who did not win alone; empty for all others."""
    outcome = table.outcome
    if outcome is None or table.me is None or (table.me in outcome.winners and not table.awakened):
        return ""
    if outcome.places.count(outcome.places[table.me]) > 1:
        text = gettext("You share the {place} place, with {vp}\N{NO-BREAK SPACE}VP.")
    else:
        text = gettext("You came {place}, with {vp}\N{NO-BREAK SPACE}VP.")
    return text.format(place=gettext(PLACES[outcome.places[table.me] - 1]), vp=minus(outcome.scores[table.me]))


def scores_by_round(table: Table) -> Sequence[Sequence[int]]:
    """Each seat's score after each round of a finished game."""
    count = len(table.seats)
    won, mad, drug = [0] * count, [0] * count, [0] * count
    lines: list[list[int]] = [[] for _ in range(count)]
    for showdown in table.showdowns:
        for seat, _first, card in showdown.cards:
            if seat != showdown.winner:
                mad[seat] += 1
            elif not showdown.banished:
                won[seat] += (showdown.treasure.value or 0) - POWER[card]
                mad[seat] = 0
        if showdown.drugged is not None:
            drug[showdown.drugged] = DRUG_PRICE
        for seat in range(count):
            lines[seat].append(won[seat] - mad[seat] - drug[seat])
    return lines


@dataclass(frozen=True, slots=True)
class Mark:
    """A height in the chart."""

    value: int
    y: float


@dataclass(frozen=True, slots=True)
class Column:
    """A round in the chart."""

    round: int
    x: float


@dataclass(frozen=True, slots=True)
class Line:
    """A seat in the chart: its points, where the line ends, and where its name stands."""

    seat: int
    points: str
    end: float
    label: float
    scores: Sequence[int]


@dataclass(frozen=True, slots=True)
class Chart:
    """Scores by round, as places in a drawing."""

    marks: Sequence[Mark]
    columns: Sequence[Column]
    lines: Sequence[Line]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT


@register.simple_tag
def chart(table: Table) -> Chart:
    """The chart of a finished game: from 0 before the first round to the scores at the end."""
    scores = scores_by_round(table)
    values = [0, *(score for line in scores for score in line)]
    step = 5 if max(values) - min(values) <= 40 else 10
    low, high = min(values) // step * step, -(-max(values) // step) * step
    high = max(high, low + step)

    def y(value: float) -> float:
        return round(TOP + (high - value) * (HEIGHT - TOP - BOTTOM) / (high - low), 1)

    def x(number: int) -> float:
        return round(LEFT + number * (RIGHT - LEFT) / ROUNDS, 1)

    labels = _apart({seat: y(line[-1]) for seat, line in enumerate(scores)})
    return Chart(
        marks=[Mark(value, y(value)) for value in range(low, high + 1, step)],
        columns=[Column(number, x(number)) for number in range(1, len(scores[0]) + 1)],
        lines=[
            Line(
                seat,
                " ".join(f"{x(number)},{y(score)}" for number, score in enumerate([0, *line])),
                y(line[-1]),
                labels[seat],
                line,
            )
            for seat, line in enumerate(scores)
        ],
    )


def _apart(places: Mapping[int, float], least: float = 15) -> Mapping[int, float]:
    """The places moved so far apart that names at them can be read."""
    moved: dict[int, float] = {}
    lowest = float("-inf")
    for seat in sorted(places, key=lambda seat: places[seat]):
        lowest = moved[seat] = max(places[seat], lowest + least)
    over = max(0.0, lowest - (HEIGHT - BOTTOM))
    return {seat: round(place - over, 1) for seat, place in moved.items()}


@register.simple_tag
def shown_in(before: Table, table: Table) -> Showdown | None:
    """The showdown that was new at a step of the replay."""
    is_new = len(table.showdowns) > len(before.showdowns)
    return table.showdowns[-1] if is_new else None
