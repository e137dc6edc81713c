"""Seats that are offered to whoever wants them."""

from dataclasses import dataclass

from django.db.models import QuerySet

from games.models import Game, Offer, User
from games.rules import GAMES
from games.selectors.staff import closed_to

OPEN_TO_OFFERS = (Game.Status.RUNNING, Game.Status.PAUSED, Game.Status.PARKED)


@dataclass(frozen=True, slots=True)
class Offered:
    """An offered seat: nothing of its table but what game it is, how many play it, and how fast."""

    ref: str
    game_name: str
    seats: int
    pace: int


def offers_open_to(user: User) -> QuerySet[Offer]:
    """The seats that the person may take: at no table in which they, or a linked account, have, had or took a hand."""
    if user.is_guest:
        return Offer.objects.none()
    closed = Game.objects.filter(closed_to(user)).values("pk")
    return Offer.objects.filter(game__status__in=OPEN_TO_OFFERS).exclude(game__in=closed)


def offers_for(user: User, most: int = 50) -> tuple[Offered, ...]:
    """What the person is shown of them, in an order that tells nothing."""
    offers = offers_open_to(user).select_related("game").order_by("ref")[:most]
    return tuple(
        Offered(offer.ref, GAMES[offer.game.kind].TITLE.name, offer.game.seats_wanted, offer.game.pace)
        for offer in offers
    )
