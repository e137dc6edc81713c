"""A table in which a moderator has a part does not exist for them: on their pages, in the admin, in any count."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Act, FormerSeat, Game, Invitation, Report, User
from games.services import gathering, moderation, staffing, talk
from games.services.moderation import NoSuchTable
from tests import tables
from tests.harness.client import Client
from tests.moderation.cast import REASON, moderator, said, user
from tests.tables import NOW

pytestmark = pytest.mark.django_db


def sits(game: Game, who: User) -> None:
    """The person sits there."""
    game.seats.filter(number=2).update(user=who)


def sat(game: Game, who: User) -> None:
    """The person sat there and got up."""
    sits(game, who)
    gathering.leave(user=who, ref=game.ref, now=NOW, for_good=True)
    assert FormerSeat.objects.filter(user=who).exists()


def is_invited(game: Game, who: User) -> None:
    """The person was asked, and the table has not begun."""
    Game.objects.filter(pk=game.pk).update(status=Game.Status.GATHERING)
    Invitation.objects.create(game=game, user=who)


def is_invited_by_mail(game: Game, who: User) -> None:
    """The person's address was asked, and the table has not begun."""
    Game.objects.filter(pk=game.pk).update(status=Game.Status.GATHERING)
    Invitation.objects.create(game=game, address=who.email)


def is_host(game: Game, who: User) -> None:
    """The person opened the table for others."""
    Game.objects.filter(pk=game.pk).update(host=who)


def has_looked(game: Game, who: User) -> None:
    """The person has seen all cards."""
    is_staff = who.is_staff
    staffing.appoint(user=who)
    a_day_ago = timezone.now() - timedelta(days=1)
    moderation.open_table(by=User.objects.get(pk=who.pk), ref=game.ref, reason=REASON, now=a_day_ago)
    if not is_staff:
        staffing.dismiss(user=who)


PARTS = [sits, sat, is_invited, is_invited_by_mail, is_host, has_looked]


def link(one: User, other: User) -> None:
    """The two were used in one browser."""
    for who in (one, other):
        staffing.note_sign_in(user=who, machine="shared", address="", now=NOW)


@pytest.fixture(params=PARTS, ids=lambda part: part.__name__)
def part(request) -> Callable[[Game, User], None]:
    """Each way of having a part in a table."""
    return request.param


@pytest.fixture(params=[False, True], ids=["themselves", "a linked account"])
def mo(request, part, secret) -> User:
    """A moderator who has, or whose linked account has, a part in the table `secret`."""
    mo = moderator()
    who = mo
    if request.param:
        who = tables.person("Mosalter")
        link(mo, who)
    part(secret, who)
    return User.objects.get(pk=mo.pk)


@pytest.fixture
def secret() -> Game:
    """A table with a report, an act and a name that is nowhere else."""
    game = tables.table()
    Game.objects.filter(pk=game.pk).update(name="Innsmouth-canary")
    talk.report(user=user("Bo"), ref=game.ref, message=said(game, text="rude-canary").ref, text="look", now=NOW)
    moderation.extend(by=moderator("Max"), ref=game.ref, reason="slow-canary", eighths=1, now=NOW)
    return game


def signed_in(who: User) -> Client:
    """A browser in which the person has signed in."""
    client = Client()
    client.force_login(who)
    return client


LISTS = [
    "/moderation",
    "/moderation/tables",
    "/moderation/tables?q=canary",
    "/moderation/people",
    "/moderation/mails",
    "/moderation/log",
    "/admin/",
    "/admin/games/game/",
    "/admin/games/game/?q=canary",
    "/admin/games/game/?status__exact=running",
    "/admin/games/report/",
    "/admin/games/act/",
    "/admin/games/user/",
]


def test_no_list_search_or_count_names_it(mo, secret):
    client = signed_in(mo)
    for address in LISTS:
        answer = client.get(address)
        assert answer.status_code == 200, address
        page = answer.content.decode().replace("q=canary", "").replace('value="canary"', "")
        assert "canary" not in page, address
    assert "0 games" in client.get("/admin/games/game/").content.decode()


def things(secret: Game) -> list[tuple[str, str, str]]:
    """Every address of the table, with the one of something that does not exist."""
    report, act = Report.objects.get(), Act.objects.get(kind="extend")
    kinds = [
        ("get post", f"/moderation/t/{secret.ref}", "/moderation/t/missing"),
        ("get post", f"/moderation/t/{secret.ref}/open", "/moderation/t/missing/open"),
        ("post", f"/moderation/reports/{report.ref}/settle", "/moderation/reports/missing/settle"),
        ("post", f"/moderation/acts/{act.ref}/lift", "/moderation/acts/missing/lift"),
    ]
    acts = ("pause", "resume", "extend", "call-off", "hand-on", "hide", "mute", "unpark")
    kinds += [("post", f"/moderation/t/{secret.ref}/do/{act}", f"/moderation/t/missing/do/{act}") for act in acts]
    for name, thing in (("game", secret), ("report", report), ("act", act)):
        pages = ("change/", "delete/", "history/", "")
        folder = f"/admin/games/{name}"
        kinds += [("get post", f"{folder}/{thing.ref}/{page}", f"{folder}/missing/{page}") for page in pages]
        kinds.append(("get post", f"{folder}/{thing.pk}/change/", f"{folder}/999999/change/"))
    return kinds


def test_its_addresses_answer_as_those_of_nothing(mo, secret, part):
    client, before = signed_in(mo), snapshot(secret)
    asked = things(secret) if part is sits else things(secret)[::5]  # one part asks for all, the others for some
    for methods, address, missing in asked:
        for method in methods.split():
            real = getattr(client, method)(address, {"reason": REASON, "seat": "0", "eighths": "1"})
            none = getattr(client, method)(missing, {"reason": REASON, "seat": "0", "eighths": "1"})
            assert real.status_code == none.status_code, address
            assert plain(real, address) == plain(none, missing), address
            assert b"canary" not in real.content
    assert snapshot(secret) == before


def test_no_act_is_done(mo, secret):
    acts = [
        (moderation.pause, {}),
        (moderation.call_off, {}),
        (moderation.hand_on, {"seat": 1}),
        (moderation.open_table, {}),
        (moderation.hide, {"message": "x"}),
    ]
    for service, more in acts:
        with pytest.raises(NoSuchTable):
            # a minute later, when what was opened is not shown again for a second click
            service(by=mo, ref=secret.ref, reason=REASON, now=tables.after(minutes=5), **more)


@pytest.mark.parametrize("reason", ["", " ", REASON])
def test_an_act_of_another_upon_it_cannot_be_lifted_whatever_is_sent(mo, secret, reason):
    """Not even by what is said to be wrong: that would tell that it is in force."""
    message = said(secret, text="another")
    by, now = user("Max"), timezone.now()
    moderation.mute_seat(by=by, ref=secret.ref, message=message.ref, reason=REASON, days=9, now=now)
    muted, client = Act.objects.get(kind="mute"), signed_in(mo)
    answers = [client.post(f"/moderation/acts/{ref}/lift", {"reason": reason}) for ref in (muted.ref, "missing")]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert "messages" not in client.cookies


def test_another_moderator_finds_it_all(secret):
    client = signed_in(moderator("Nan"))
    for address in ("/moderation", "/moderation/tables", "/moderation/log", "/admin/games/game/", "/admin/games/act/"):
        assert "canary" in client.get(address).content.decode(), address
    page = client.get(f"/moderation/t/{secret.ref}")
    assert page.status_code == 200 and "rude-canary" in page.content.decode()
    page = client.get(f"/admin/games/game/{secret.ref}/change/")
    assert page.status_code == 200 and "Innsmouth-canary" in page.content.decode()


def snapshot(game: Game) -> object:
    """What an act would change."""
    fresh = tables.fresh(game)
    return (fresh.status, fresh.deadline, Act.objects.count(), list(fresh.seats.values_list("user", "is_bot")))


def plain(answer, address: str) -> str:
    """The answer without what differs with every request."""
    text = answer.content.decode().replace(address, "")
    return re.sub(r'(nonce|value)="[^"]*"', "", text) + answer.headers.get("Location", "").replace(address, "")


def test_an_invitation_that_was_not_taken_lapses_when_the_table_begins(secret):
    mo = moderator()
    is_invited(secret, mo)
    assert signed_in(mo).get(f"/moderation/t/{secret.ref}").status_code == 404
    Game.objects.filter(pk=secret.pk).update(status=Game.Status.RUNNING)
    assert signed_in(mo).get(f"/moderation/t/{secret.ref}").status_code == 200
