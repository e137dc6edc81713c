"""Who sits where: taking a seat, giving it up, bots in the place of people."""

from datetime import datetime

from games import chance
from games.models import FormerSeat, Game, Seat, User
from games.rules.kernel import gettext_noop, illegal
from games.services import waits

BOT_NAMES = (
    "Old Castro",
    "Inspector Legrasse",
    "Professor Angell",
    "Wilcox the Sculptor",
    "Gustaf Johansen",
    "Captain Collins",
    "Briden of the Alert",
)
IN_PLAY = (Game.Status.RUNNING, Game.Status.PAUSED, Game.Status.PARKED)


def take_seat(game: Game, *, user: User | None = None) -> None:
    """The next free seat is the person's, or a bot's."""
    taken = game.seats.count()
    if taken >= game.seats_wanted:
        raise illegal(gettext_noop("This table is full."))
    Seat.objects.create(
        game=game,
        number=taken,
        user=user,
        is_bot=user is None,
        bot_name="" if user is not None else bot_name(game),
    )


def bot_name(game: Game) -> str:
    """A name that no bot at the table has yet."""
    taken = set(game.seats.values_list("bot_name", flat=True))
    return chance.shuffle([name for name in BOT_NAMES if name not in taken])[0]


def vacate(game: Game, seat: Seat, now: datetime) -> None:
    """The person gets up; the caller holds the game's lock.

    Before the first move the seat is free again; later a bot has it for good. Who sat there is kept only so that they
    neither sit there again nor moderate the table.
    """
    if seat.user_id is not None:
        FormerSeat.objects.create(game=game, user_id=seat.user_id, number=seat.number, at=now)
    if game.status == Game.Status.GATHERING:
        seat.delete()
        _close_ranks(game)
    elif game.status in IN_PLAY:
        seat.bot_name = seat.bot_name or bot_name(game)
        seat.user, seat.is_bot, seat.is_away, seat.mails = None, True, False, ""
        seat.save(update_fields=["user", "is_bot", "is_away", "mails", "bot_name"])
        waits.call_bot(game, seat.number, now)
        waits.save(game, wake_at=now)  # all may have answered: the next sweep looks


def _close_ranks(game: Game) -> None:
    """Number the seats anew without gaps; hand the table on, or call it off when no person is left."""
    seats = list(game.seats.select_related("user"))
    for number, seat in enumerate(seats):
        if seat.number != number:
            seat.number = number
            seat.save(update_fields=["number"])
    people = [seat.user for seat in seats if seat.user is not None]
    if not people:
        game.status = Game.Status.CALLED_OFF
    elif game.host not in people:
        game.host = people[0]
    game.save(update_fields=["status", "host"])
