"""Accounts that may be one person's: what is kept of a sign-in, and what follows from it."""

import pytest

from games.models import Mark
from games.selectors.staff import links_of
from games.services.staffing import network_of, note_sign_in
from tests import tables

pytestmark = pytest.mark.django_db


def test_signing_in_leaves_a_mark_of_the_browser_and_nothing_that_can_be_read(client):
    client.force_login(tables.person("Ada"))
    (mark,) = Mark.objects.all()  # 127.0.0.1 is no address by which anybody could be told
    assert mark.kind == "machine"
    assert len(mark.digest) == 64


def test_two_accounts_of_one_browser_are_linked(client):
    ada, bo = tables.person("Ada"), tables.person("Bo")
    note_sign_in(user=ada, machine="m1", address="8.8.8.8")
    note_sign_in(user=bo, machine="m1", address="9.9.9.9")
    (link,) = links_of(ada)
    assert (link.person, link.shares) == (bo, ("the same browser",))


def test_signing_in_twice_leaves_the_same_marks():
    ada = tables.person("Ada")
    for _ in range(2):
        note_sign_in(user=ada, machine="m1", address="8.8.8.8")
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
