"""Everybody who may ask for a page, and the tables they may ask about."""

from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import Permission

from games.models import Game, Offer, User
from games.services import gathering, moderation, people, talk
from tests import tables
from tests.harness.client import Client
from tests.tables import NOW

STRANGERS = ("outsider", "guest", "unverified", "former")
ROLES = ("anonymous", *STRANGERS, "seat", "host", "staff", "seated")
BACKEND = "django.contrib.auth.backends.ModelBackend"


def moderator(name: str) -> User:
    """Somebody who may moderate."""
    user = tables.person(name, is_staff=True)
    user.user_permissions.add(Permission.objects.get(codename="moderate"))
    return User.objects.get(pk=user.pk)


@dataclass
class Readers:
    """The people by what they are to the tables, their browsers, and the tables by what these are doing."""

    people: dict[str, User | None] = field(default_factory=dict)
    clients: dict[str, Client] = field(default_factory=dict)
    tables: dict[str, Game] = field(default_factory=dict)

    def get(self, role: str, path: str, **more: Any) -> Any:
        return self.clients[role].get(path, **more)

    def column(self, role: str) -> str:
        """What the access table calls that reader."""
        return "stranger" if role in STRANGERS else role


def readers(kind: str = "fram") -> Readers:
    """Bo and Ada (the host) sit at every table, with Mo who moderates; Fay got up."""
    made = Readers()
    ada, bo, fay = (tables.person(name) for name in ("Ada", "Bo", "Fay"))
    mo, stella, olga = moderator("Mo"), moderator("Stella"), tables.person("Olga")
    ulf = User.objects.create_user("ulf@example.org", name="Ulf")
    made.people = {
        "anonymous": None,
        "guest": people.make_guest(),
        "outsider": olga,
        "unverified": ulf,
        "former": fay,
        "seat": bo,
        "host": ada,
        "staff": stella,
        "seated": mo,
    }
    for role, user in made.people.items():
        made.clients[role] = Client(raise_request_exception=False)
        if user is not None:
            made.clients[role].force_login(user, backend=BACKEND)
    crowd = [bo, mo, fay]
    made.tables = {
        "": _table(kind, ada, crowd, fay),
        "open": _table(kind, ada, crowd, fay, is_open=True),
        "gathering": _table(kind, ada, crowd, fay, seats=5),
        "offered": _table(kind, ada, crowd, fay),
        "over": _finished(kind, ada, crowd, fay),
    }
    Offer.objects.create(game=made.tables["offered"], number=3, at=NOW)
    _talk(made)
    return made


def _table(kind: str, ada: User, crowd: list[User], fay: User, seats: int = 4, is_open: bool = False) -> Game:
    """A table of Ada, Bo and Mo, and of a bot in the place of Fay, who has got up."""
    game = gathering.open_table(
        host=ada, kind=kind, name="Friday", seats=seats, pace=tables.DAY, now=NOW, is_open=is_open
    )
    for user in crowd:
        gathering.join(user=user, ref=game.ref, token=game.join_token, now=NOW)
    gathering.leave(user=fay, ref=game.ref, now=NOW, for_good=True)
    return tables.fresh(game)


def _finished(kind: str, ada: User, crowd: list[User], fay: User) -> Game:
    """Such a table, played to its end by the clock, or by bots where the clock takes hundreds of turns."""
    game = _table(kind, ada, crowd, fay)
    if kind == "lost":
        return tables.play_on(game, lambda state: state.phase == "over", lambda step: NOW)
    for _ in range(200):
        game = tables.fresh(game)
        if game.is_finished:
            break
        assert game.deadline is not None
        tables.resolve(game, game.deadline)
    assert game.is_finished
    return game


def _talk(made: Readers) -> None:
    """Something said, muted, reported and moderated at each table."""
    ada, bo, mo, stella = (made.people[role] for role in ("host", "seat", "seated", "staff"))
    assert ada and bo and mo and stella
    for game in made.tables.values():
        said = talk.say(user=ada, ref=game.ref, text="Well met.", form="", now=NOW)
        talk.say(user=bo, ref=game.ref, text="Well met, too.", form="", now=NOW)
        loud = talk.say(user=mo, ref=game.ref, text="WELL MET.", form="", now=NOW)
        talk.mute(user=bo, ref=game.ref, message=loud.ref)
        talk.report(user=bo, ref=game.ref, message=said.ref, text="Rude.", now=NOW)
        if game == made.tables[""]:
            moderation.mute_seat(by=stella, ref=game.ref, message=loud.ref, days=1, reason="Loud.", now=NOW)
