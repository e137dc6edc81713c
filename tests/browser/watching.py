"""What happens at a table while somebody looks at its page."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.utils import timezone

from games.models import Game, User
from games.services import talk
from tests.tables import bid, resolve, state

Open = Callable[[int], Any]
AT_ITS_MIDDLE = """part => { const box = part.getBoundingClientRect();
    return part.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)) }"""


def others(game: Game) -> list[int]:
    return [number for number in range(3) if number != state(game).dealer]


def tick(page: Any) -> None:
    """The page asks for news."""
    page.evaluate("document.body.dispatchEvent(new CustomEvent('tick'))")


def play_round(game: Game) -> None:
    """The dealer leads, everybody bids, the cards are turned."""
    dealer = state(game).dealer
    for number in [dealer, *(n for n in range(3) if n != dealer)]:
        bid(game, number, now=timezone.now())
    resolve(game, timezone.now())


def say(game: Game, number: int, text: str, minutes: int = 0) -> None:
    """The person on that seat says it."""
    now = timezone.now() + timedelta(minutes=minutes)
    talk.say(user=User.objects.get(seats__game=game, seats__number=number), ref=game.ref, text=text, form="", now=now)
