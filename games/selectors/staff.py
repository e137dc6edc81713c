"""What moderators may know and touch: nothing of a table in which they or an account linked with theirs have a part."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from allauth.account.models import EmailAddress
from django.db.models import Count, Q, QuerySet
from django.db.models.functions import TruncDate
from django.utils.translation import gettext as _

from games.models import Act, FormerSeat, Game, Invitation, Mail, Mark, Message, Report, Seat, Trace, User

LIVE = (Game.Status.GATHERING, Game.Status.RUNNING, Game.Status.PAUSED, Game.Status.PARKED)
OVER = (Game.Status.FINISHED, Game.Status.CALLED_OFF)
SHUT_OUT = (Act.Kind.SUSPEND, Act.Kind.CLOSE)


@dataclass(frozen=True, slots=True)
class Link:
    """An account that may be the same person's: what the two share, and at how many tables both sat. A hint only."""

    person: User
    shares: tuple[str, ...]
    tables: int


@dataclass(frozen=True, slots=True)
class Opening:
    """A moderator has looked at all cards of a table: who, when and why."""

    name: str
    at: datetime
    reason: str


@dataclass(frozen=True, slots=True)
class Trouble:
    """How many mails to a person failed on a day."""

    person: User
    day: date
    mails: int


def is_moderator(user: User | None) -> bool:
    """Whether the person may do a moderator's work at all."""
    return bool(user is not None and user.is_active and user.is_staff and user.has_perm("games.moderate"))


def names_are_hidden(game: Game) -> bool:
    """Whether the table shows no names now: its mutes, reports and acts know the seat only."""
    return bool(game.options.get("hidden_names")) and game.status not in OVER


def shows_names() -> Q:
    """The tables that show names now. (A key that JSON lacks is neither equal nor unequal: so by rows.)"""
    hidden = Game.objects.filter(options__hidden_names=True).exclude(status__in=OVER)
    return ~Q(pk__in=hidden.values("pk"))


def kin_of(user: User) -> QuerySet[User]:
    """The person, and every account linked with theirs."""
    shared = Mark.objects.filter(digest__in=Mark.objects.filter(user=user).values("digest"))
    return User.objects.filter(Q(pk=user.pk) | Q(pk__in=shared.values("user")))


def part_of(people: Iterable[User], part: str) -> Q:
    """The tables in which one of the people has that part (`Trace.Part`), by something they did."""
    acts = Act.objects.filter(by__in=people, game__isnull=False)
    match part:
        case Trace.Part.SAT:
            sits = Seat.objects.filter(user__in=people).values("game")
            sat = FormerSeat.objects.filter(user__in=people).values("game")
            return Q(host__in=people) | Q(pk__in=sits) | Q(pk__in=sat)
        case Trace.Part.ACTED:  # upon the table, or upon somebody there, of which it was told
            told = Message.objects.filter(act__by__in=people).values("game")
            return Q(pk__in=acts.values("game")) | Q(pk__in=told)
        case _:
            return Q(pk__in=acts.filter(kind=Act.Kind.OPEN).values("game"))


def _part_of_theirs(user: User, part: str) -> Q:
    """The tables in which the person, or an account linked with theirs, has that part, though it may be gone by now."""
    marks = Mark.objects.filter(user=user).values("digest")
    traces = Trace.objects.filter(part=part, digest__in=marks).values("game")
    return part_of(kin_of(user), part) | Q(pk__in=traces)


def opened_by_kin(user: User) -> Q:
    """The tables that the person, or an account linked with theirs, has opened: never theirs to see again."""
    return _part_of_theirs(user, Trace.Part.LOOKED)


def their_own(user: User) -> Q:
    """The tables at which the person or a linked account sits, sat, is invited, is the host, or has looked.

    An invitation that nobody took lapses when the table begins: else its host could keep every moderator away.
    """
    kin = kin_of(user).values("pk")
    proven = EmailAddress.objects.filter(user__in=kin, verified=True).values("email")
    invited = Invitation.objects.filter(Q(user__in=kin) | Q(address__in=proven), game__status=Game.Status.GATHERING)
    return _with_a_part_in(user) | Q(pk__in=invited.values("game"))


def _with_a_part_in(user: User) -> Q:
    """Those of them in which they have a part by something they did: an invitation is somebody else's deed."""
    return _part_of_theirs(user, Trace.Part.SAT) | opened_by_kin(user)


def closed_to(user: User) -> Q:
    """The tables at which the person may take no seat: their own, and where they or a linked account have moderated.

    Else a moderator could empty a seat and sit in it.
    """
    return their_own(user) | _part_of_theirs(user, Trace.Part.ACTED)


def tables_for(moderator: User) -> QuerySet[Game]:
    """The tables over which the moderator has any right. The others do not exist for them."""
    if not is_moderator(moderator):
        return Game.objects.none()
    return Game.objects.exclude(their_own(moderator))


def may_sit(user: User, game: Game) -> bool:
    """Whether nothing that the person has seen keeps them from that table: a glance at its cards does for ever."""
    return not Game.objects.filter(opened_by_kin(user), pk=game.pk).exists()


def opened_by(game: Game) -> tuple[Opening, ...]:
    """After the end: which moderators have seen all cards while it ran. Before: nothing."""
    if game.status not in OVER:
        return ()
    acts = Act.objects.filter(game=game, kind=Act.Kind.OPEN).select_related("by").order_by("at", "pk")
    return tuple(
        Opening(str(act.by) if act.by else act.by_name or _("one who has left"), act.at, act.reason) for act in acts
    )


def people_for(moderator: User) -> QuerySet[User]:
    """The people whom the moderator may act upon.

    Not themselves, no linked account, no staff (except for a superuser), nobody who sits with them at a table that is
    not over; to have invited them makes nobody untouchable. Where names are hidden that table does not count: else the
    page would tell who sits there.
    """
    if not is_moderator(moderator):
        return User.objects.none()
    shared = Game.objects.filter(_with_a_part_in(moderator), shows_names(), status__in=LIVE)
    people = User.objects.exclude(pk__in=kin_of(moderator).values("pk"))
    people = people.exclude(pk__in=Seat.objects.filter(game__in=shared, user__isnull=False).values("user"))
    return people if moderator.is_superuser else people.exclude(is_staff=True)


def reports_for(moderator: User) -> QuerySet[Report]:
    """The reports that wait for a moderator, the oldest first."""
    reports = Report.objects.filter(game__in=tables_for(moderator), settled=None)
    return reports.select_related("game", "message", "by", "message__user")


def acts_for(moderator: User) -> QuerySet[Act]:
    """The log of what moderators did, as that moderator may read it.

    Of a table that is not theirs to know nothing, and of a message to one who may not be acted upon nothing either.
    """
    tables = tables_for(moderator).values("pk")
    mine = Q(game__in=tables) | Q(game=None, person__in=people_for(moderator).values("pk"))
    return Act.objects.filter(mine | Q(game=None, person=None, by=moderator)).select_related("by", "game", "person")


def links_of(moderator: User, person: User) -> tuple[Link, ...]:
    """The accounts that may be the same person's and are the moderator's to act upon, the most alike first."""
    mine = {mark.digest: mark.kind for mark in Mark.objects.filter(user=person)}
    shared: dict[int, set[str]] = {}
    for mark in Mark.objects.filter(digest__in=mine).exclude(user=person):
        shared.setdefault(mark.user_id, set()).add(str(Mark.Kind(mark.kind).label))
    tables = tables_for(moderator).filter(shows_names(), seats__user=person).values("pk")
    people = (
        people_for(moderator)
        .filter(pk__in=shared)
        .annotate(together=Count("seats", filter=Q(seats__game__in=tables), distinct=True))
    )
    links = [Link(user, tuple(sorted(shared[user.pk])), user.together) for user in people]
    return tuple(sorted(links, key=lambda link: (-len(link.shares), link.person.name)))


def silences(user: User, game: Game, seat: int, now: datetime) -> QuerySet[Act]:
    """The mutes by moderators under which the person on that seat is now."""
    mine = Q(person=user) & (Q(game=None) | Q(game=game)) | Q(person=None, game=game, seat=seat)
    return in_force(Act.objects.filter(mine, kind=Act.Kind.MUTE), now)


def in_force(acts: QuerySet[Act], now: datetime) -> QuerySet[Act]:
    """Those of the acts that still hold: not lifted, not over."""
    return acts.filter(Q(until=None) | Q(until__gt=now), lifted_by=None)


def served(now: datetime) -> QuerySet[User]:
    """The people whose suspension is over, so that they may come back."""
    acts = Act.objects.filter(kind__in=SHUT_OUT)
    shut = in_force(acts, now).exclude(person=None).values("person")
    over = acts.filter(kind=Act.Kind.SUSPEND, until__lte=now, lifted_by=None).exclude(person=None).values("person")
    return User.objects.filter(is_active=False, pk__in=over).exclude(pk__in=shut)


def mail_trouble(moderator: User, now: datetime, days: int = 30) -> Iterable[Trouble]:
    """How many mails to whom failed, by day, without today; nothing of tables that are not theirs to know.

    Nor of a person alone with bots before the end: their number would tell who held a showdown.
    """
    tables = tables_for(moderator).filter(Q(solo=False) | Q(status=Game.Status.FINISHED))
    midnight = datetime.combine(now.astimezone(UTC).date(), time(), tzinfo=UTC)
    failed = Mail.objects.filter(
        outcome__in=(Mail.Outcome.REFUSED, Mail.Outcome.GIVEN_UP),
        made_at__lt=midnight,
        made_at__gte=midnight - timedelta(days=days),
        user__isnull=False,
    )
    failed = failed.filter(Q(game=None) | Q(game__in=tables.values("pk")))
    rows = failed.annotate(day=TruncDate("made_at", tzinfo=UTC)).values("user", "day").annotate(mails=Count("pk"))
    counts = list(rows.order_by("-day", "user"))
    people = User.objects.in_bulk([count["user"] for count in counts])
    return [Trouble(people[count["user"]], count["day"], count["mails"]) for count in counts]
