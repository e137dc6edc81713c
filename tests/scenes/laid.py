"""A table of any game that is begun with a deal which is written down, and is played to the present."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import pytest

from games.models import Game, User
from games.rules import GAMES
from games.services import gathering

DAY = 24 * 60 * 60


@dataclass
class Laid:
    """The table, and the present to which it is played."""

    game: Game
    now: datetime

    @property
    def ref(self) -> str:
        """The table's reference."""
        return self.game.ref

    def ago(self, minutes: float) -> datetime:
        """So long before now."""
        return self.now - timedelta(minutes=minutes)

    def user(self, seat: int) -> User:
        """Who sits there."""
        user = self.game.seats.get(number=seat).user
        assert user is not None
        return user


def open_table(
    people: Sequence[User], kind: str, name: str, deal: Any, *, at: datetime, bots: int = 0, **options: Any
) -> Game:
    """A table that these people have begun at that time, with that deal."""
    host, *others = people
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(GAMES[kind], "deal", lambda *_: deal)
        terms = {"pace": DAY, "seats": len(people) + bots} | options
        game = gathering.open_table(host=host, kind=kind, name=name, now=at, **terms)
        for user in others:
            gathering.join(user=user, ref=game.ref, token=game.join_token, now=at)
        if bots:
            gathering.fill_with_bots(host=host, ref=game.ref, now=at)
    return Game.objects.get(pk=game.pk)
