"""The cast of the moderation's tests: moderators beside the people at a table."""

from typing import Any

from games.models import Act, Game, Message, Seat, User
from games.selectors.talk import talk_for
from games.services import moderation, staffing, talk
from tests import tables
from tests.tables import NOW

REASON = "They shout at each other."


def moderator(name: str = "Mo", **fields: Any) -> User:
    """A moderator with a proven address."""
    user = tables.person(name, **fields)
    staffing.appoint(user=user)
    return User.objects.get(pk=user.pk)


def user(name: str) -> User:
    """The person of that name, as the database has them now."""
    return User.objects.get(name=name)


def said(game: Game, who: str = "Ada", text: str = "rude") -> Message:
    """Something said at the table."""
    return talk.say(user=user(who), ref=game.ref, text=text, form="", now=NOW)


def told(game: Game) -> list[str]:
    """What the site has told the table in its talk, as anybody seated reads it."""
    seat = Seat.objects.filter(game=game, user__isnull=False).select_related("user").first()
    assert seat is not None
    lines = talk_for(user=seat.user, ref=game.ref, now=NOW).lines
    return [str(line.told) for line in lines if line.told]


def opened(game: Game, by: User) -> moderation.Opened:
    """The moderator looks at all cards of the table."""
    return moderation.open_table(by=by, ref=game.ref, reason=REASON, now=NOW)


def last() -> Act:
    """The act that was logged last."""
    act = Act.objects.first()
    assert act is not None
    return act
