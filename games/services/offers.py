"""Taking a seat that nobody has any more. The yes comes first: nothing of the table is shown before."""

from datetime import datetime

from django.db import transaction

from games.models import Offer, User
from games.selectors.offers import OPEN_TO_OFFERS, offers_open_to
from games.services import waits
from games.services.desk import NoSuchTable, lock


def take(*, user: User, offer: str, now: datetime) -> str:
    """The seat is the person's, with all that it knows and has sealed; returns the table's reference.

    NoSuchTable if it is offered no more, or not to them.
    """
    found = offers_open_to(user).select_related("game").filter(ref=offer).first()
    if found is None:
        raise NoSuchTable
    with transaction.atomic():
        game = lock(found.game.ref, *OPEN_TO_OFFERS)
        if not offers_open_to(user).filter(pk=found.pk).exists():
            raise NoSuchTable
        seat = game.seats.get(number=found.number)
        seat.user, seat.is_bot, seat.is_away, seat.misses = user, False, False, 0
        seat.save(update_fields=["user", "is_bot", "is_away", "misses"])
        game.bots_at.pop(str(seat.number), None)
        waits.save(game, wake_at=now)  # all may have answered: the next sweep looks
        Offer.objects.filter(pk=found.pk).delete()
        return game.ref
