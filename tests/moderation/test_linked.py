"""Accounts that may be one person's: what is kept of a sign-in, and what follows from it."""

import pytest
from django.urls import reverse

from games.models import Game, Mark
from games.selectors.staff import links_of
from games.services.staffing import lapse, network_of, note_sign_in
from tests import tables
from tests.moderation.cast import moderator, user
from tests.tables import NOW

pytestmark = pytest.mark.django_db


def test_signing_in_leaves_a_mark_of_the_browser_and_nothing_that_can_be_read(client):
    client.force_login(tables.person("Ada"))
    (mark,) = Mark.objects.all()  # 127.0.0.1 is no address by which anybody could be told
    assert mark.kind == "machine"
    assert len(mark.digest) == 64


def test_two_accounts_of_one_browser_are_linked(client):
    ada, bo = tables.person("Ada"), tables.person("Bo")
    note_sign_in(user=ada, machine="m1", address="8.8.8.8", now=NOW)
    note_sign_in(user=bo, machine="m1", address="9.9.9.9", now=NOW)
    (link,) = links_of(moderator(), ada)
    assert (link.person, link.shares) == (bo, ("the same browser",))


def shares(*people, machine="m1"):
    """They have signed in from one browser."""
    for who in people:
        note_sign_in(user=who, machine=machine, address="", now=NOW)


def test_a_third_accounts_links_name_nobody_who_is_not_the_moderators_to_act_upon(client):
    mo, alter, third = moderator(), tables.person("Alter"), tables.person("Third")
    tables.table("Ada Bo Cy").seats.filter(number=2).update(user=mo)
    shares(third, user("Bo"), tables.person("Dot"), moderator("Max"), alter)
    shares(mo, alter, machine="m2")
    client.force_login(mo)
    page = client.get(reverse("moderate_person", args=[third.ref])).content.decode()
    assert [name for name in ("Bo", "Alter", "Max", "Dot") if f"<bdi>{name}</bdi>" in page] == ["Dot"]
    assert {link.person.name for link in links_of(moderator("Nan"), third)} == {"Bo", "Dot", "Alter"}


def test_tables_that_are_not_the_moderators_to_know_are_not_counted():
    mo, game = moderator(), tables.table("Ada Bo Cy")
    shares(user("Ada"), user("Bo"))
    Game.objects.filter(pk=game.pk).update(host=mo, status=Game.Status.FINISHED)
    assert [link.tables for link in links_of(mo, user("Ada"))] == [0]
    assert [link.tables for link in links_of(moderator("Nan"), user("Ada"))] == [1]


def test_marks_lapse_with_the_year_after_their_last_sign_in():
    ada = tables.person("Ada")
    shares(ada)
    shares(ada, machine="m2")
    a_year_later = NOW.replace(year=NOW.year + 1)
    note_sign_in(user=ada, machine="m2", address="", now=a_year_later)
    lapse(now=a_year_later)
    assert Mark.objects.count() == 2
    lapse(now=NOW.replace(year=NOW.year + 2))
    assert Mark.objects.get().year == NOW.year + 1


def test_signing_in_twice_leaves_the_same_marks():
    ada = tables.person("Ada")
    for _ in range(2):
        note_sign_in(user=ada, machine="m1", address="8.8.8.8", now=NOW)
    assert Mark.objects.count() == 2


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("8.8.8.8", "8.8.8.8"),
        ("2a00:1450:4001:82f::200e", "2a00:1450:4001:82f::/64"),
        ("127.0.0.1", ""),
        ("10.1.2.3", ""),
        ("fe80::1", ""),
        ("unknown", ""),
        ("", ""),
    ],
)
def test_an_address_links_only_where_it_is_a_households(address, network):
    assert network_of(address) == network
