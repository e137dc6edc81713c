"""A game of Fram R'lyeh that is played as it is written, through the services, and has just reached the present."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.decks import standard_deck
from games.models import User
from games.rules.fram.cards import read_setup
from games.rules.kernel import Pending
from games.selectors.replays import actions
from games.services import playing, resolving
from games.services.desk import Desk, take_up
from tests import tables
from tests.scenes.laid import Laid, open_table

HOURS_A_ROUND = 5

# By round: the cards of seats 0, 1, 2, … Five seats: nobody plays a trump; ties in rounds 5, 6, 10 and 12.
FIVE = (
    ("9 7 4 5 6", "10 12 5 4 8", "4 14 15 6 5", "5 6 8 9 7", "6 5 9 7 9", "11 8 10 11 10")
    + ("13 9 7 8 12", "14 15 12 10 13", "7 11 6 12 11", "8 10 13 13 4", "12 13 11 14 15", "15 4 14 15 14")
)  # fmt: skip
TREASURES = ["S13", "M15", "A22", "S10", "M3", "A11", "S14", "M18", "A0", "S11", "M11", "A18"]
REMOVED = ["S7", "M8", "A4"]
# Three seats all play the same: the dealer wins every tie and pays for it, and all end below zero.
ALIKE = tuple(" ".join([str(power)] * 3) for power in range(15, 3, -1))
POOR = ["S7", "S10", "S11", "S13", "M3", "M8", "M11", "M15", "A0", "A4", "A11", "A18"]
RICH = ["S14", "M18", "A22"]
TRUMPS = ["text", "trapezohedron", "sign", "mead", "drug"]


@dataclass
class Match(Laid):
    """`script`: what is played."""

    script: Sequence[str]

    def view(self, seat: int | None) -> Any:
        """What the seat sees."""
        return tables.view(self.game, seat)

    def play(self, upto: int, *, upcoming: float = 0) -> "Match":
        """Play whole rounds; the last ends five hours ago (`upcoming`: so many hours later)."""
        with transaction.atomic():
            desk = take_up(self.ref, self.now)
            for number in range(1, upto + 1):
                hours = (upto + 1 - number) * HOURS_A_ROUND - upcoming
                self._round(desk, number, self.now - timedelta(hours=hours, minutes=30))
            desk.save()
        return self

    def _round(self, desk: Desk, number: int, start: datetime) -> None:
        """All lead or bid as it is written, two minutes one after the other."""
        cards, order = self.script[number - 1].split(), _order(desk)
        for step, seat in enumerate(order):
            desk.now = start + timedelta(minutes=2 * step)
            if _decision(desk, seat).kind == "look":
                _hand_in(desk, seat, do="take")
            _hand_in(desk, seat, do="play", card=cards[seat])
        resolving.advance(desk, is_due=False)

    def send(self, seat: int, card: str, at: datetime, **form: str) -> None:
        """The seat leads or bids the card, having taken what it has won before."""
        if self.view(seat).decision.kind == "look":
            self.answer(seat, at, do="take")
        self.answer(seat, at, do="play", card=card, **form)

    def answer(self, seat: int, at: datetime, **form: str) -> None:
        """The seat hands in what the form says for the one decision that it has."""
        key = self.view(seat).decision.key
        playing.hand_in(user=self.user(seat), ref=self.ref, form={"key": key, **form}, now=at)

    def bid(self, line: str, *, first: float, **forms: dict[str, str]) -> None:
        """All lead or bid what the line says, every three minutes since `first` minutes ago; then all is turned up.

        `forms`: what goes with a seat's card (`s3={"hold": "1"}`).
        """
        cards = line.split()
        desk = take_up_unlocked(self.ref, self.now)
        order = _order(desk)
        for step, seat in enumerate(order):
            self.send(seat, cards[seat], self.ago(first - 3 * step), **forms.get(f"s{seat}", {}))
        resolving.resolve(ref=self.ref, now=self.ago(first - 3 * len(order)))


def take_up_unlocked(ref: str, now: datetime) -> Desk:
    """The table, only to look at it."""
    with transaction.atomic():
        return take_up(ref, now)


def _order(desk: Desk) -> list[int]:
    """The seats, the dealer of the coming round first."""
    dealer, seats = desk.asked[0].seat, len(desk.seats)
    assert dealer is not None
    return [(dealer + step) % seats for step in range(seats)]


def _decision(desk: Desk, seat: int) -> Any:
    return desk.rules.view(desk.state, seat, Pending(actions(desk.answers[seat]))).decision


def _hand_in(desk: Desk, seat: int, **form: str) -> None:
    playing._hand_in(desk, seat, {"key": _decision(desk, seat).key, **form})


def begin(
    people: Sequence[User],
    name: str,
    *,
    trumps: Sequence[str] = TRUMPS,
    script: Sequence[str] = FIVE,
    treasures: Sequence[str] = TREASURES,
    removed: Sequence[str] = REMOVED,
    bots: int = 0,
    rounds: int = 12,
    **options: Any,
) -> Match:
    """A table of these people with this deal; it began before so many rounds."""
    now = timezone.now()
    start = now - timedelta(hours=(rounds + 1) * HOURS_A_ROUND, minutes=40)
    seats = len(people) + bots
    deal = read_setup(
        seats,
        {"trumps": list(trumps[:seats]), "treasures": list(treasures), "removed": list(removed)},
        standard_deck("fram"),
    )
    game = open_table(people, "fram", name, deal, at=start, bots=bots, **options)
    return Match(game, now, script)
