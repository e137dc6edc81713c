"""S3: who gets what at which address. The table `access.tsv` is written by hand; an address not in it fails."""

import csv
from pathlib import Path

import pytest
import time_machine

from games.rules import GAMES
from tests.secrecy import addresses
from tests.secrecy.dump import dump
from tests.secrecy.readers import ROLES, STRANGERS, Readers, readers
from tests.secrecy.stage import run_tasks, undone
from tests.secrecy.watch import masked
from tests.tables import NOW

pytestmark = [pytest.mark.django_db]
FORM = {"text": "Well played.", "reason": "To see what happens."}
MISSING = addresses.MISSING


def rows() -> list[dict[str, str]]:
    """The rows of the table."""
    lines = (Path(__file__).parent / "access.tsv").read_text().splitlines()
    return list(csv.DictReader((line for line in lines if not line.startswith("#")), delimiter="\t"))


@pytest.fixture
def all_readers(request, db):
    """Everybody who may ask, with tables of Fram R'lyeh or of the game that a test names."""
    with time_machine.travel(NOW, tick=False):
        made = readers(getattr(request, "param", "fram"))
        run_tasks()
        yield made


def where(made: Readers, row: dict[str, str], role: str) -> str:
    """The address of that row, for that reader."""
    name, _, table = row["address"].partition("@")
    return addresses.paths(addresses.parts_of(made.tables[table], made.people[role]))[name]


def answer(made: Readers, role: str, method: str, path: str):
    """What the reader gets; nothing of it stays."""
    client = made.clients[role]
    kept = dict(client.cookies)
    with undone():
        response = client.generic(method, path) if method not in ("GET", "POST") else None
        if response is None:
            response = client.get(path) if method == "GET" else client.post(path, FORM)
        run_tasks()
    client.cookies.clear()
    client.cookies.update(kept)
    return response


def said(response) -> str:
    """The answer as the table writes it."""
    place = response.headers.get("Location", "")
    return (
        "in" if response.status_code == 302 and place.startswith("/account/login/?next=") else str(response.status_code)
    )


@pytest.mark.parametrize("all_readers", GAMES, indirect=True)
@pytest.mark.parametrize("role", ROLES)
def test_every_reader_gets_what_the_table_says(all_readers, role):
    wrong = []
    for row in rows():
        if role in STRANGERS[1:] and not _is_of_a_table(row):
            continue  # their own pages are as any person's
        got = said(answer(all_readers, role, row["method"], where(all_readers, row, role)))
        wanted = row[all_readers.column(role)]
        if got not in wanted.split("|"):
            wrong.append(f"{row['method']} {row['address']} for {role}: {got}, not {wanted}")
    assert not wrong, "\n".join(wrong)


def _is_of_a_table(row: dict[str, str]) -> bool:
    args = addresses.ADDRESSES.get(row["address"].partition("@")[0], ())
    return any(arg.startswith("{") and arg != "{stop}" for arg in args) or "moder" in row["address"]


def test_every_address_is_in_the_table():
    names, nameless = addresses.site()
    written = {row["address"].partition("@")[0] for row in rows()}
    assert (names | nameless) - written == set()
    posts = {row["address"] for row in rows() if row["method"] == "POST"}
    ours = {name for name in names if not name.startswith(("admin:", "account_", "mfa_", "usersessions"))}
    assert ours - posts == set()


@pytest.mark.parametrize(("role", "may"), [("outsider", True), ("former", False), ("guest", False), ("seated", False)])
def test_an_offered_seat_is_for_who_never_sat_or_looked_there(all_readers, role, may):
    path = addresses.paths(addresses.parts_of(all_readers.tables["offered"]))["take_seat"]
    response = answer(all_readers, role, "POST", path)
    assert response.status_code == (302 if may else 404)


@pytest.mark.parametrize("all_readers", GAMES, indirect=True)
def test_what_is_forbidden_answers_as_what_does_not_exist(all_readers):
    """For every reader without a part in a table, to the byte, whatever the method; only the address differs."""
    game = all_readers.tables[""]
    for row in rows():
        args = addresses.ADDRESSES.get(row["address"], ())
        if "{table}" not in args or "@" in row["address"]:
            continue
        for role in ("anonymous", *STRANGERS, "staff", "seated"):
            if row[all_readers.column(role)] not in ("404", "in"):
                continue
            there = where(all_readers, row, role)
            nowhere = there.replace(game.ref, MISSING)
            bodies = [masked(answer(all_readers, role, row["method"], path)) for path in (there, nowhere)]
            bodies[0] = bodies[0].replace(game.ref.encode(), MISSING.encode())
            assert bodies[0] == bodies[1], f"{role} can tell that the table exists: {row['method']} {row['address']}"


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "TRACE", "OPTIONS"])
def test_other_methods_do_nothing(all_readers, method):
    for role in ("anonymous", "outsider", "seat", "staff"):
        before = dump()
        parts = addresses.parts_of(all_readers.tables[""], all_readers.people[role])
        for name, path in addresses.paths(parts).items():
            status = all_readers.clients[role].generic(method, path).status_code
            assert status < 500, f"{method} {name} for {role}: {status}"
        assert dump() == before, f"{method} changes something for {role}"


def test_a_private_table_is_in_no_list_of_others(all_readers):
    """H24: no list, search, count or profile of somebody without a part in it names it or its people as its own."""
    game = all_readers.tables[""]
    for role in ("anonymous", "outsider", "guest", "unverified", "former"):
        parts = addresses.parts_of(all_readers.tables["open"], all_readers.people[role])
        for name, path in addresses.paths(parts).items():
            for query in ("", "?q=Friday"):
                body = all_readers.clients[role].get(path + query).content
                assert game.ref.encode() not in body, f"{name} tells {role} of a private table"
