"""A pair of worlds over HTTP, with mails: all that readers get must be the same to the byte."""

import random
from collections import Counter
from dataclasses import dataclass, field

from django.core import mail
from django.urls import reverse

from games.models import Game, Mail, Notice, Seat, User
from tests import tables
from tests.harness.client import Client
from tests.secrecy import addresses
from tests.secrecy import stage as stages
from tests.secrecy.keyed import keyed
from tests.secrecy.position import Position
from tests.secrecy.timing import Step
from tests.secrecy.watch import Entry, Watcher

CONTEXT = 160
FORM = {"text": "Well played.", "reason": "To see what happens.", "key": "r1.bid", "do": "play", "card": "4"}
# Addresses that the pairs do not ask for, and why.
NOT_READ: dict[str, str] = {}
NOT_WRITTEN = {
    "try_now": "opens a table of its own, with a deal of its own",
    "open_table": "shows all cards to the moderator who opens, which product.md wants",
}


class Leak(AssertionError):
    """A reader can tell two worlds apart that it may not: says who, where, and in which facts they differ."""

    def __init__(self, viewer: str, facts: list[str], where: str, one: bytes, two: bytes) -> None:
        self.viewer, self.facts, self.where = viewer, facts, where
        at = next((n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
        cut = slice(max(at - CONTEXT, 0), at + CONTEXT)
        super().__init__(
            f"{viewer} can tell: {', '.join(facts) or 'nothing that differs'}; by {where}\n"
            f"  one: {one[cut]!r}\n  two: {two[cut]!r}"
        )


@dataclass
class Cast:
    """The readers of a table, signed in once for all pairs played on it."""

    stage: stages.Stage
    clients: dict[str, Client] = field(default_factory=dict)
    kinds: Counter[str] = field(default_factory=Counter)  # of mails that a viewer got
    reached: set[str] = field(default_factory=set)  # addresses that were read or written to

    def watchers(self, viewer: int | None, former: int | None) -> list[Watcher]:
        """The viewer first, then who knows no more than everybody does."""
        people = {user.name: user for user in self.stage.people} | self.others
        names = ["Olga", "Stella", "anybody"]
        if viewer is not None:
            names.insert(0, self.stage.people[viewer].name)
        if former is not None:
            names.append(self.stage.people[former].name)
        watchers = [Watcher(name, self.client(name, people.get(name)), people.get(name)) for name in names]
        watchers[0].is_first = True
        return watchers

    @property
    def others(self) -> dict[str, User]:
        return {user.name: user for user in User.objects.filter(name__in=["Olga", "Stella"])}

    def client(self, name: str, user: User | None) -> Client:
        if name not in self.clients:
            self.clients[name] = Client(raise_request_exception=False)
            if user is not None:
                self.clients[name].force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        return self.clients[name]


def cast(seats: int, kind: str = "fram") -> Cast:
    """A table of so many seats, and all who look at it."""
    if not User.objects.filter(name="Olga").exists():
        tables.person("Olga")
        tables.person("Stella", is_staff=True, is_superuser=True)
    made = Cast(stages.stage(seats, kind))
    for watcher in made.watchers(0, None):
        watcher.get("", "/")
    for number in range(1, seats):
        made.watchers(number, None)
    return made


@dataclass
class Figure:
    """How many pairs were compared, how much was read, what they started from, in which facts they differed."""

    pairs: int = 0
    read: int = 0
    mails: int = 0
    starts: Counter[str] = field(default_factory=Counter)
    steps: Counter[str] = field(default_factory=Counter)
    facts: Counter[str] = field(default_factory=Counter)
    viewers: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)  # of mails that a viewer got

    def __str__(self) -> str:
        lines = [f"worlds: {self.pairs} pairs, 0 differences ({self.read} answers and {self.mails} mails compared)"]
        for name in ("starts", "viewers", "steps", "kinds", "facts"):
            counts = sorted(getattr(self, name).items(), key=lambda item: -item[1])
            lines.insert(-1, f"{name}: " + ", ".join(f"{kind} {count}" for kind, count in counts))
        return "\n".join(lines)


@dataclass
class Plan:
    """A pair to be played. In the end of a thorough one every address of the site is read and written to."""

    made: Cast
    position: Position
    steps: list[Step]
    facts: list[str]
    seed: str
    is_thorough: bool = False
    former: int | None = None


def compare(plan: Plan, figure: Figure) -> None:
    """Play the stretch in both worlds; Leak if any reader gets anything that is not the same."""
    position = plan.position
    chance = random.Random(f"former {plan.seed}")
    others = [seat for seat in range(position.seats) if seat != position.viewer]
    plan.former = chance.choice(others) if chance.random() < 0.3 else None
    one, two = (play(plan, world) for world in (0, 1))
    for mine, theirs in zip(one, two, strict=True):
        figure.read += len(mine.got)
        figure.mails += sum(entry.where.endswith("mail") for entry in mine.got)
        _check_same(mine.name, plan.facts, mine.got, theirs.got)
    figure.pairs += 1
    figure.starts[position.kind] += 1
    figure.viewers["spectator" if position.viewer is None else f"seat {position.viewer}"] += 1
    figure.facts.update(plan.facts)
    figure.kinds, plan.made.kinds = figure.kinds + plan.made.kinds, Counter()
    figure.steps.update(step.name for step in plan.steps)


def _check_same(viewer: str, facts: list[str], one: list[Entry], two: list[Entry]) -> None:
    for mine, theirs in zip(one, two, strict=False):
        if mine.where != theirs.where:
            raise Leak(viewer, facts, "what comes", mine.where.encode(), theirs.where.encode())
        if mine.what != theirs.what:
            raise Leak(viewer, facts, mine.where, mine.what, theirs.what)
    if len(one) != len(two):
        raise Leak(viewer, facts, "how much comes", str(len(one)).encode(), str(len(two)).encode())


def play(plan: Plan, world: int) -> list[Watcher]:
    """What each reader gets in that world: the viewer, and those who know no more than everybody."""
    made, position, steps, stage = plan.made, plan.position, plan.steps, plan.made.stage
    watchers = made.watchers(position.viewer, plan.former)
    with stages.undone(), stages.tasks_in_hand(stage), keyed(plan.seed):
        mail.outbox = []
        stages.lay(stage, position, world, plan.former)
        for watcher in watchers:
            watcher.commitment = Game.objects.get(pk=stage.game.pk).commitment
        _all_look(plan, watchers, 0, "at first", position.clock.now)
        for number, step in enumerate(steps, start=1):
            name = f"step {number}, {step.name}"
            for act in sorted(step.acts[world], key=lambda act: act.at):
                stages.act(stage, act)
            with stages.at(step.at):
                for form in step.viewer:
                    watchers[0].post(f"{name}: answer", reverse("answer", args=[stage.ref]), form)
                    stages.run_tasks()
            stages.sweep(step.at)
            _all_look(plan, watchers, number, name, step.at)
        mailed = Notice.objects.filter(seat__user=watchers[0].user, mail__isnull=False)
        made.kinds.update(mailed.values_list("kind", flat=True))
        if plan.is_thorough:
            with stages.at(max([position.clock.now, *(step.at for step in steps)]) + 1):
                read_everything(made, watchers)
                write_everywhere(made, watchers)
        watchers.append(what_the_rows_say(stage))
    return watchers


def _all_look(plan: Plan, watchers: list[Watcher], number: int, name: str, seconds: float) -> None:
    """The viewer reads everything there is now; at the beginning and the end all others do, else one of them.

    Somebody of another seat has just looked too: what one seat was shown must not reach the next.
    """
    stages.sweep(seconds)
    is_crowded = number in (0, len(plan.steps))
    with stages.at(seconds):
        _somebody_else_looks(plan, number)
        for place, watcher in enumerate(watchers):
            if place == 0 or is_crowded or number % (len(watchers) - 1) == place - 1:
                watcher.look(plan.made.stage.ref, name)
            watcher.read_mails(name)


def _somebody_else_looks(plan: Plan, number: int) -> None:
    """What they get is theirs and differs between the worlds."""
    people = plan.made.stage.people
    others = [seat for seat in range(len(people)) if seat not in (plan.position.viewer, plan.former)]
    if not others:  # a table of two, from which one has got up
        return
    user = people[others[number % len(others)]]
    somebody = Watcher(user.name, plan.made.client(user.name, user), user)
    for _ in range(2):
        somebody.look(plan.made.stage.ref, "")


def read_everything(made: Cast, watchers: list[Watcher]) -> None:
    """The viewer, a moderator and somebody unknown ask for every address there is."""
    game = Game.objects.get(pk=made.stage.game.pk)
    for watcher in [watchers[0], *(other for other in watchers if other.name in ("Stella", "anybody"))]:
        for name, path in addresses.paths(addresses.parts_of(game, watcher.user)).items():
            if name in NOT_READ:
                continue
            made.reached.add(name)
            watcher.get(f"at last: {name}", path)
            watcher.get(f"at last: {name} as a fragment", path, headers={"HX-Request": "true"})


def write_everywhere(made: Cast, watchers: list[Watcher]) -> None:
    """The viewer and a moderator send a form to every address there is, each time as if the others had not been."""
    game = Game.objects.get(pk=made.stage.game.pk)
    for watcher in [watchers[0], *(other for other in watchers if other.name == "Stella")]:
        for name, path in addresses.paths(addresses.parts_of(game, watcher.user)).items():
            if name in NOT_WRITTEN:
                continue
            kept = dict(watcher.client.cookies)
            with stages.undone():
                watcher.post(f"at last: {name} is sent", path, FORM)
                stages.run_tasks()
            watcher.client.cookies.clear()
            watcher.client.cookies.update(kept)


def what_the_rows_say(stage: stages.Stage) -> Watcher:
    """What is kept in clear of the table: whoever reads it learns no more than everybody knows (invariant 12)."""
    rows = Watcher("the database in clear", Client())
    hidden = {"id", "deal", "commitment", "deck"}
    game = Game.objects.filter(pk=stage.game.pk).values().get()
    rows.got.append(Entry("the table's row", repr({k: v for k, v in game.items() if k not in hidden}).encode()))
    seats = list(Seat.objects.filter(game=stage.game).values("number", "is_bot", "is_away", "misses", "all_misses"))
    rows.got.append(Entry("the seats' rows", repr(seats).encode()))
    notices = Notice.objects.filter(game=stage.game).order_by("seat__number", "kind", "key")
    owed = list(notices.values_list("seat__number", "kind", "key", "moves", "not_before"))
    rows.got.append(Entry("the mails owed", repr(owed).encode()))
    mails = Mail.objects.filter(game=stage.game).order_by("user__name", "made_at", "kind")
    rows.got.append(Entry("the mails sent", repr(list(mails.values_list("user__name", "kind", "made_at"))).encode()))
    return rows
