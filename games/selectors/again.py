"""A table that is over, to be played again: by whom it can be, with what terms, and who of it can be asked."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from games.models import Game, Invitation, Mute, User


@dataclass(frozen=True, slots=True)
class Again:
    """The table's terms, as its page shows them. `people`: who sits there beside the reader and can be asked.

    `unread` are those of them whom the reader does not want to read; `calls` the tables that gather to which one of
    them has asked the reader since.
    """

    ref: str
    kind: str
    name: str
    seats: int
    pace: int
    is_open: bool
    always_open: bool
    tide: bool
    is_solo: bool
    people: tuple[User, ...]
    unread: frozenset[str]
    calls: tuple[Game, ...]


def again_from(*, user: User, ref: str) -> Again | None:
    """The table to be played again; None where the person does not sit, or that is not over or never began."""
    over = Q(status=Game.Status.FINISHED) | Q(status=Game.Status.CALLED_OFF, started_at__isnull=False)
    game = Game.objects.filter(over, ref=ref, seats__user=user).first()
    if game is None:
        return None
    people = tuple(company(user, ref).order_by("seats__number"))
    return Again(
        ref=game.ref,
        kind=game.kind,
        name=game.name,
        seats=game.seats_wanted,
        pace=game.pace,
        is_open=game.is_open,
        always_open=game.always_open,
        tide=game.options.get("tide", True),
        is_solo=game.solo,
        people=people,
        unread=frozenset(Mute.objects.filter(by=user, user__in=people).values_list("user__ref", flat=True)),
        calls=_calls(user, game, people),
    )


def company(user: User, ref: str) -> QuerySet[User]:
    """The people who sit at that table beside the person and can be asked to another one; a guest can ask nobody."""
    people = User.objects.filter(seats__game__ref=ref, is_guest=False, is_active=True).exclude(pk=user.pk)
    return people.none() if user.is_guest else people


def _calls(user: User, game: Game, people: tuple[User, ...]) -> tuple[Game, ...]:
    asked = Invitation.objects.filter(user=user, by__in=people, declined=False, at__gte=game.ended_at or game.opened_at)
    gathering = Game.objects.filter(status=Game.Status.GATHERING, invitations__in=asked)
    return tuple(gathering.exclude(seats__user=user).distinct().order_by("-opened_at"))
