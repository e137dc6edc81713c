"""Games at which people are silent, leave, go, come back, and bots fail: each ends within its waits (N10)."""

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from games.models import Game, Seat, User
from games.rules import GAMES
from games.rules.kernel import IllegalAction, Pending
from games.selectors.waiting import asked_of
from games.services import gathering, moderation, people, playing, publishing
from games.services.desk import NoSuchTable
from tests import tables
from tests.tables import NOW

PACES = (120, 3600, 12 * 3600, 24 * 3600, 7 * 24 * 3600)
SIZES = {"fram": (3, 5), "lost": (2, 6)}
HABITS = {"silent": 0.0, "fickle": 0.5, "keen": 1.0}  # how likely somebody answers what they are asked
MOST_WAKES = 6000
REASON = "To see whether it still ends."


@dataclass
class Figure:
    """What was played, what was done at the tables, and what went wrong."""

    games: int = 0
    wakes: int = 0
    done: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


class Trial:
    """Games of any kind, size and pace, each driven by its own clock alone: `wake_at` says when to look again."""

    def __init__(
        self, seed: int, monkeypatch: Any, *, is_small: bool = False, plant: Callable[[Game], None] | None = None
    ) -> None:
        """`is_small`: tables of as few as can play; `plant`: a fault, done to a game after each look at it."""
        self.chance, self.figure, self.is_small, self.plant = random.Random(seed), Figure(), is_small, plant
        monkeypatch.setattr(publishing, "_send", lambda *_: None)  # no hint arrives
        self.monkeypatch, self.bots = monkeypatch, {kind: GAMES[kind].bot for kind in SIZES}
        self.mo = tables.person("Mo", is_staff=True)
        self.mo.user_permissions.add(*_permissions())

    def run(self, games: int) -> Figure:
        """So many games, one after the other."""
        while self.figure.games < games and not self.figure.faults:
            self.figure.games += 1
            self._game(self.figure.games)
        return self.figure

    def _game(self, number: int) -> None:
        kind = self.chance.choice(sorted(SIZES))
        size = SIZES[kind][0] if self.is_small else self.chance.randint(*SIZES[kind])
        names = [f"P{number}x{seat}" for seat in range(self.chance.randint(1, size))]
        pace = self.chance.choice(PACES)
        options: dict[str, Any] = {"always_open": self.chance.random() < 0.3}
        if kind == "lost":
            options["options"] = {"tide": True}
        game = tables.table(" ".join(names), bots=size - len(names), kind=kind, pace=pace, **options)
        habits = {name: self.chance.choice(sorted(HABITS)) for name in names}
        failing = self.chance.choice((0.0, 0.0, 0.3, 1.0))
        self.monkeypatch.setattr(GAMES[kind], "bot", self._bot(kind, failing))
        self.figure.done[f"{kind} of {size}"] += 1
        self.figure.done["bots that fail"] += failing > 0
        self._play(game, habits)

    def _bot(self, kind: str, failing: float) -> Callable[..., Any]:
        def play(*args: Any) -> Any:
            if self.chance.random() < failing:
                raise RuntimeError("a bot that fails")
            return self.bots[kind](*args)

        return play

    def _play(self, game: Game, habits: dict[str, str]) -> None:
        now, allowed, asked = NOW, 0.0, set[str]()
        name = f"{game.kind} {game.ref} of {game.seats.count()}, pace {game.pace}"
        for _ in range(MOST_WAKES):
            game = tables.fresh(game)
            if game.status != Game.Status.RUNNING:
                break
            keys = {wait.key for wait in asked_of(game)}
            if keys != asked:
                asked, allowed = keys, allowed + game.span
            allowed += self._act(game, habits, now)
            game = tables.fresh(game)
            if game.status == Game.Status.RUNNING and game.wake_at is None:
                self.figure.faults.append(f"{name}: nothing wakes it")
                return
            now = max(now, game.wake_at or now)
            game = tables.tend(game, now)
            self.figure.wakes += 1
            if self.plant:
                self.plant(game)
        self._judge(game, name, allowed)

    def _judge(self, game: Game, name: str, allowed: float) -> None:
        if game.status != Game.Status.FINISHED:
            self.figure.faults.append(f"{name}: it is {game.status} after {MOST_WAKES} looks")
            return
        assert game.ended_at is not None
        lasted = (game.ended_at - NOW).total_seconds()
        if lasted > allowed + 1:
            self.figure.faults.append(f"{name}: it lasted {lasted:.0f} s, its waits are {allowed:.0f} s")

    def _act(self, game: Game, habits: dict[str, str], now: datetime) -> float:
        """What people do before the next look; returns by how many seconds that may prolong the game."""
        asked = {wait.seat for wait in asked_of(game)}
        for seat in game.seats.select_related("user").order_by("number"):
            if seat.user is not None:
                self._person(game, seat, seat.user, habits, now, is_asked=seat.number in asked)
        return self._moderator(tables.fresh(game), now) if self.chance.random() < 0.05 else 0

    def _person(
        self, game: Game, seat: Seat, user: User, habits: dict[str, str], now: datetime, *, is_asked: bool
    ) -> None:
        habit, lot = habits.get(user.name, "fickle"), self.chance.random()
        if lot < 0.002:
            self._note("left", lambda: gathering.leave(user=user, ref=game.ref, now=now, for_good=True))
        elif lot < 0.004:
            self._note("gone", lambda: people.say_goodbye(user=user, now=now))
        elif lot < 0.006:
            self._note("renamed", lambda: people.rename(user=user, name=f"R{self.figure.wakes}x{seat.number}"))
        elif lot < 0.03 and seat.is_away:
            self._note("came back", lambda: playing.come_back(user=user, ref=game.ref, now=now))
        elif is_asked and not seat.is_away and self.chance.random() < HABITS[habit]:
            self._answer(game, seat, user, now)

    def _answer(self, game: Game, seat: Seat, user: User, now: datetime) -> None:
        mine = tables.own(game, seat.number)
        view = GAMES[game.kind].view(tables.state(game), seat.number, Pending(mine))
        form = self.bots[game.kind](view, self.chance.random)
        if form is not None:
            self._note("answered", lambda: playing.hand_in(user=user, ref=game.ref, form=form, now=now))

    def _moderator(self, game: Game, now: datetime) -> float:
        """A moderator's act; returns by how many seconds it may prolong the game."""
        by = {"by": self.mo, "ref": game.ref, "reason": REASON}
        what, span = self.chance.choice(("pause", "extend", "hand on")), game.span
        if what == "extend":
            return self._note(what, lambda: moderation.extend(**by, eighths=4, now=now)) * span / 2
        if what == "hand on":
            seat = self.chance.randrange(game.seats.count())
            return self._note(what, lambda: moderation.hand_on(**by, seat=seat, now=now)) * 0
        stood = self.chance.randint(1, 3 * 24 * 3600)
        moderation.pause(**by, now=now)
        moderation.resume(**by, now=now + timedelta(seconds=stood))
        self.figure.done["paused"] += 1
        return stood

    def _note(self, what: str, act: Callable[[], object]) -> bool:
        """Do it and count it; whether it was taken. What is refused in words is refused."""
        try:
            act()
        except (IllegalAction, NoSuchTable):
            self.figure.done[f"{what}, refused"] += 1
            return False
        self.figure.done[what] += 1
        return True


def _permissions() -> Any:
    from django.contrib.auth.models import Permission

    return Permission.objects.filter(codename="moderate")
