"""S4 and S5: ids that do not belong together, fields that nobody asked for, and reading that changes nothing."""

from itertools import permutations

import pytest
import time_machine
from django.core import mail

from games.models import Game, Seat, User
from tests.secrecy import addresses
from tests.secrecy.crawl import crawl, links_in
from tests.secrecy.dump import dump
from tests.secrecy.readers import readers
from tests.secrecy.stage import run_tasks
from tests.tables import NOW

pytestmark = [pytest.mark.django_db]
TWO_IDS = ("report", "mute", "unmute")


@pytest.fixture
def all_readers(db):
    with time_machine.travel(NOW, tick=False):
        made = readers()
        run_tasks()
        yield made


# --- S4 ---------------------------------------------------------------------------------------------------------------


def test_the_addresses_with_two_ids_are_these():
    """A new one has to be tried below."""
    found = {name for name, args in addresses.ADDRESSES.items() if sum(arg.startswith("{") for arg in args) > 1}
    assert found == {*TWO_IDS, "join"}


@pytest.mark.parametrize("name", [*TWO_IDS, "join"])
def test_two_ids_that_do_not_belong_together_name_nothing(all_readers, name):
    """A message, a mute or a link of one table, under another table: as if neither were there."""
    bo = all_readers.people["seat"]
    for one, other in permutations(("", "open", "offered", "gathering"), 2):
        parts = addresses.parts_of(all_readers.tables[one], bo)
        strange = addresses.parts_of(all_readers.tables[other], bo)
        mixed = parts | {key: strange[key] for key in ("{message}", "{mute}", "{token}")}
        path = addresses.paths(mixed)[name]
        if name == "unmute" or (name == "join" and one == "open"):
            continue  # who is muted is so at every table where names are shown; an open table needs no link
        before = dump()
        role = "outsider" if name == "join" else "seat"
        for response in (
            all_readers.clients[role].get(path),
            all_readers.clients[role].post(path, {"text": "x"}),
        ):
            assert response.status_code in (404, 405), (one, other)
        assert dump() == before


def test_a_mute_of_another_person_cannot_be_lifted(all_readers):
    parts = addresses.parts_of(all_readers.tables[""], all_readers.people["seat"])
    before = dump()
    path = addresses.paths(parts)["unmute"]
    assert all_readers.clients["host"].post(path).status_code == 404
    assert dump() == before


EXTRA = {
    "seat": "0",
    "user": "1",
    "user_id": "1",
    "game": "1",
    "number": "0",
    "is_staff": "on",
    "is_superuser": "on",
    "is_guest": "",
    "ref": "aaaaaaaaaaaaaaaa",
    "email": "eve@example.org",
    "pk": "1",
    "id": "1",
    "host": "1",
    "status": "finished",
    "deal": "x",
    "by_clock": "on",
    "is_bot": "on",
    "now": "2020-01-01",
}


def test_extra_fields_change_nothing(all_readers):
    """Whatever else is sent, who acts is who is signed in, upon what the address names, and nothing more is written."""
    bo, game = all_readers.people["seat"], all_readers.tables[""]
    client = all_readers.clients["seat"]
    paths = addresses.paths(addresses.parts_of(game, bo))
    before = User.objects.values().get(pk=bo.pk), Seat.objects.filter(game=game).values_list("user", flat=True)
    seats = list(before[1])
    for name in ("answer", "come_back", "settings", "rename", "talk", "note", "report_table", "new_table", "invite"):
        client.post(paths[name], {**EXTRA, "text": f"by {name}", "name": "Bo"})
    assert User.objects.values().get(pk=bo.pk) == before[0]
    assert list(Seat.objects.filter(game=game).values_list("user", flat=True)) == seats
    assert Game.objects.get(pk=game.pk).status == "running"
    assert set(game.messages.filter(text__startswith="by").values_list("user", flat=True)) == {bo.pk}
    assert not User.objects.filter(email="eve@example.org").exists()


def test_an_answer_for_another_seat_is_ones_own(all_readers):
    """A seat in the form does not make it that seat's."""
    from tests import tables

    game, bo = all_readers.tables[""], all_readers.people["seat"]
    number = game.seats.get(user=bo).number
    other = next(seat for seat in range(4) if seat not in (number, tables.state(game).dealer))
    key = "r1.lead" if tables.state(game).dealer == number else "r1.bid"
    form = {"key": key, "do": "play", "card": "12", "seat": str(other), "sure": "1"}
    all_readers.clients["seat"].post(f"/t/{game.ref}/answer", form)
    assert "r1.bid" not in tables.own(game, other)
    assert "r1.bid" in tables.own(game, number) or tables.state(game).played[number] == "12"


# --- S5 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("role", ["anonymous", "seat", "host", "staff"])
def test_reading_three_times_changes_nothing(all_readers, role):
    """GET and HEAD of every address, of every link on every page, and of every link in the mails."""
    client, user = all_readers.clients[role], all_readers.people[role]
    begin = list(addresses.paths(addresses.parts_of(all_readers.tables[""], user)).values())
    begin += [f"/t/{game.ref}" for game in all_readers.tables.values()]
    begin += sorted(links_in(mail.outbox))
    before = dump()
    for path in crawl(client, begin, most=200):
        for method in (client.get, client.head):
            assert method(path).status_code < 500, path
    run_tasks()
    after = dump()
    changed = [table for table in before if before[table] != after[table]]
    assert changed == [], f"reading as {role} changes {changed}"


# --- D12 --------------------------------------------------------------------------------------------------------------


def test_a_form_from_before_the_sign_in_gets_a_page_that_says_what_to_do(all_readers):
    """A token that is no longer good: a page in the site's frame, nothing changed, nothing bare."""
    from tests.harness.client import Client

    game, bo = all_readers.tables[""], all_readers.people["seat"]
    client = Client(enforce_csrf_checks=True)
    client.force_login(bo, backend="django.contrib.auth.backends.ModelBackend")
    client.get(f"/t/{game.ref}")
    before = dump()
    response = client.post(f"/t/{game.ref}/answer", {"csrfmiddlewaretoken": "a" * 64, "key": "r1.bid", "card": "12"})
    assert response.status_code == 403
    assert b'<main id="main"' in response.content and b"<h1" in response.content
    assert dump() == before
