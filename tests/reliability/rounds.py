"""Games in which a process dies in each round (reliability.md, N1), and what must be true after one sweep."""

import json
import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.utils import timezone

from games import tasks
from games.models import Game, Mail, Move, Notice, User
from games.rules import GAMES
from games.rules.kernel import Pending, Wait
from games.services import playing, publishing
from tests import tables
from tests.reliability.dying import Nursery, Point, Queue
from tests.reliability.plants import PLANTS

Form = tuple[User, Mapping[str, str]]
BETWEEN = {"after mail", "before update"}  # the server has taken a mail, and nobody has noted it


@dataclass
class Figure:
    """What was tried, and what went wrong. `again`: mails that went out twice under one Message-ID."""

    rounds: int = 0
    kills: Counter[str] = field(default_factory=Counter)
    again: int = 0
    faults: list[str] = field(default_factory=list)


class Trial:
    """Games of three, a death in every round."""

    def __init__(self, seed: int, sink: Any, monkeypatch: Any, plant: str = "") -> None:
        """`plant`: a fault that is put into both, the site and the processes that die."""
        self.chance, self.sink, self.queue, self.figure = random.Random(seed), sink, Queue(), Figure()
        monkeypatch.setattr(publishing, "_send", self.queue.take)
        self.plant = plant
        if plant:
            PLANTS[plant](monkeypatch.setattr)
        self.number, self.most, self.taken = 0, Counter[str](), set[str]()

    def run(self, rounds: int) -> Figure:
        """So many rounds, in as many games as it takes."""
        game, self.nursery = None, Nursery()
        try:
            while self.figure.rounds < rounds and len(self.figure.faults) < 5:
                if game is None or game.is_finished:
                    game = self._begin()
                self._round(game)
                game = tables.fresh(game)
        finally:
            self.nursery.close()
        return self.figure

    def _begin(self) -> Game:
        self.number += 1
        before = len(self.sink.messages)
        game = tables.table(" ".join(f"{name}{self.number}" for name in ("Ada", "Bo", "Cy")), now=timezone.now())
        self._start_mails(game)
        self._judge_mails(game, "the start", self.sink.messages[before:])
        return game

    def _start_mails(self, game: Game) -> None:
        """The mails that tell of the start are out."""
        self.queue.work_off()

    def _round(self, game: Game) -> None:
        """All that are asked hand in, the last one in a process that dies at some point of what follows."""
        asked, forms = self._asked(game), self._forms_or_time(game)
        for answer in forms[:-1]:
            self._hand_in(game, answer)
        self.queue.hints.clear()
        before = len(self.sink.messages)
        user, form = forms[-1] if forms else (None, None)
        job = {"ref": game.ref, "user": user and user.pk, "form": form, "deadly": self._point(), "plant": self.plant}
        told = self.nursery.run(**job)
        end = self._noted(told[-1] if told else "failed without a word")
        if forms and "taken" not in told:  # who was not told that it was taken sends it again
            self._hand_in(game, forms[-1])
        self._sweep()
        if not forms and self._asked(game) == asked:
            self._say(f"{end}: the time was up, and it has not gone on")
        self._judge(game, end)
        self._judge_mails(game, end, self.sink.messages[before:])

    def _point(self) -> Point | None:
        """Any kind of point as often as any other; none while it is not known how many there are."""
        if not self.most:
            return None
        name = self.chance.choice(sorted(self.most))
        return name, self.chance.randint(1, self.most[name])

    def _noted(self, end: str) -> str:
        """How the process ended, in two words."""
        how, _, more = end.partition(" ")
        if how == "ended":
            self.most |= Counter(json.loads(more))
        elif how != "died":
            self._say(end)
        end = end if how == "died" else how
        self.figure.rounds += 1
        self.figure.kills[end] += 1
        return end

    def _forms_or_time(self, game: Game) -> list[Form]:
        """What bots would answer for all that are asked; where nobody is to answer, the time runs out."""
        forms = self._forms(game)
        if not forms:
            past = timezone.now() - timedelta(seconds=1)
            Game.objects.filter(pk=game.pk).update(deadline=past, wake_at=past)
        return forms

    def _forms(self, game: Game) -> list[Form]:
        rules, found = GAMES[game.kind], []
        for seat in game.seats.select_related("user").order_by("number"):
            view = rules.view(tables.state(game), seat.number, Pending(tables.own(game, seat.number)))
            is_asked = any(wait.seat in (seat.number, None) for wait in view.asked)
            form = rules.bot(view, self.chance.random) if is_asked else None
            if form is not None and seat.user is not None:
                found.append((seat.user, form))
        return found

    def _asked(self, game: Game) -> set[str]:
        return {wait.key for wait in tables.view(game, None).asked}

    def _hand_in(self, game: Game, answer: Form) -> None:
        user, form = answer
        playing.hand_in(user=user, ref=game.ref, form=form, now=timezone.now())

    def _sweep(self) -> None:
        """What beat queues each minute, once, when five minutes have passed for the mails that the dead had in hand."""
        self.queue.hints.clear()
        Mail.objects.filter(outcome=Mail.Outcome.WAITING).update(next_try=timezone.now())
        tasks.sweep()
        self.queue.work_off()

    def _judge(self, game: Game, end: str) -> None:
        """Nothing is lost, and nothing has happened twice."""
        game, say = tables.fresh(game), self._say
        numbers = list(Move.objects.filter(game=game).order_by("number").values_list("number", flat=True))
        if numbers != list(range(1, game.moves_logged + 1)):
            say(f"{end}: the log has {numbers}")
        if self._is_held_up(game):
            say(f"{end}: all have answered, and it has not gone on")
        if game.faults:
            say(f"{end}: {game.faults} faults were counted")
        unsent = Mail.objects.filter(game=game).exclude(outcome=Mail.Outcome.SENT)
        if Notice.objects.filter(game=game, mail=None).exists() or unsent.exists():
            say(f"{end}: a mail is still owed")

    def _is_held_up(self, game: Game) -> bool:
        """Whether all that are asked for something at the table's pace have answered. A short wait ends by its time."""
        asked = [wait for wait in tables.view(game, None).asked if wait.wait is Wait.PACE]
        return bool(asked) and all(wait.key in tables.own(game, wait.seat) for wait in asked)

    def _judge_mails(self, game: Game, end: str, mails: list[Any]) -> None:
        sent = Counter(mail.message["Message-ID"] for mail in mails)
        bodies = Counter((mail.recipients, mail.body()) for mail in mails)
        self.taken |= {name.strip("<").partition("@")[0] for name in sent}
        known = set(Mail.objects.filter(game=game).values_list("message_token", flat=True))
        if known - self.taken:
            self._say(f"{end}: the mail server never got {len(known - self.taken)} mails that are noted as sent")
        twice = [name for name, count in sent.items() if count > 1]
        self.figure.again += len(twice)
        is_between = end.removeprefix("died ") in BETWEEN
        if len(twice) > (1 if is_between else 0) or any(count > 2 for count in sent.values()):
            self._say(f"{end}: {len(twice)} mails went out twice")
        if sum(bodies.values()) - len(bodies) > len(twice):
            self._say(f"{end}: a mail went out under two Message-IDs")

    def _say(self, fault: str) -> None:
        self.figure.faults.append(fault)
