"""Chance for two worlds: the same words and numbers for the same purpose, the same recipient and its same count.

So whatever differs between the worlds in what a reader gets does so for a reason, not by chance.
"""

import base64
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from django.contrib.sessions.backends.base import SessionBase
from django.db.models.signals import pre_save

from games import chance
from games.models import Mail
from games.services import desk, waits


class Keyed:
    """A source of chance that tells purposes and recipients apart."""

    def __init__(self, seed: object) -> None:
        self.seed = str(seed)
        self.counts: Counter[tuple[str, str]] = Counter()
        self.whose = ""

    def next(self, purpose: str, whose: str | None = None) -> random.Random:
        """Fresh random numbers for that purpose and recipient; asked again, others."""
        key = purpose, self.whose if whose is None else whose
        self.counts[key] += 1
        return random.Random("|".join([self.seed, *key, str(self.counts[key])]))

    @contextmanager
    def for_(self, whose: object) -> Iterator[None]:
        """What is drawn meanwhile is drawn for that recipient."""
        before, self.whose = self.whose, str(whose)
        try:
            yield
        finally:
            self.whose = before

    # --- what `games.chance` offers ---------------------------------------------------------------------------------

    def token(self, purpose: str, size: int = 10) -> str:
        return base64.b32encode(self.next(purpose).randbytes(size)).decode().rstrip("=").lower()

    def nonce(self, purpose: str) -> bytes:
        return self.next(purpose).randbytes(32)

    def draw(self, number: int) -> int:
        return self.next("draw").randrange(number)

    def fraction(self) -> float:
        return self.next("fraction").random()

    def shuffle(self, items: Sequence[Any]) -> list[Any]:
        return self.next("shuffle").sample(list(items), len(items))

    # --- recipients -------------------------------------------------------------------------------------------------

    def name_mail(self, sender: Any, instance: Mail, **_: Any) -> None:
        """A mail's own word depends on who gets it and how many that person got."""
        if instance._state.adding:
            whose = instance.user.ref if instance.user else "outside"
            instance.message_token = base64.b32encode(self.next("mail", whose).randbytes(15)).decode().lower()


@contextmanager
def keyed(seed: object) -> Iterator[Keyed]:
    """All chance of the site comes from one keyed source meanwhile."""
    source = Keyed(seed)
    with pytest.MonkeyPatch.context() as patch:
        for name in ("token", "nonce", "draw", "fraction", "shuffle"):
            patch.setattr(chance, name, getattr(source, name))
        patch.setattr(desk.Desk, "_answer", _for_its_seat(source, desk.Desk._answer))
        patch.setattr(waits, "call_bot", _for_its_bot(source, waits.call_bot))
        patch.setattr(SessionBase, "_get_new_session_key", lambda self: source.token("session", 20))
        pre_save.connect(source.name_mail, sender=Mail, weak=False)
        try:
            yield source
        finally:
            pre_save.disconnect(source.name_mail, sender=Mail)


def _for_its_seat(source: Keyed, answer: Callable[..., Any]) -> Callable[..., Any]:
    def keyed_answer(self: Any, action: Any, *more: Any) -> Any:
        with source.for_(f"seat {getattr(action, 'seat', '')}"):
            return answer(self, action, *more)

    return keyed_answer


def _for_its_bot(source: Keyed, call_bot: Callable[..., Any]) -> Callable[..., Any]:
    def keyed_call(game: Any, number: int, now: Any) -> Any:
        with source.for_(f"bot {number}"):
            return call_bot(game, number, now)

    return keyed_call
