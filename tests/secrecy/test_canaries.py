"""S2: every markable secret is a word of its own; it is found by who may know it, and nowhere else."""

import logging
import os
import random
import sys
from collections import Counter

import pytest
from django.core import mail
from django.test import RequestFactory
from django.views.debug import ExceptionReporter

from games.models import Game
from games.rules.lost import happenings as happened
from games.selectors.replays import replay
from games.services import faults, resolving
from games.services import talk as talking
from tests import tables
from tests.secrecy import addresses, canaries, known, lost_position, pairs, position
from tests.secrecy import stage as stages
from tests.secrecy.crawl import crawl, links_in
from tests.secrecy.dump import everything
from tests.secrecy.pairs import Leak

pytestmark = [pytest.mark.django_db]
TABLES = int(os.environ.get("RLYEH_CANARIES", "2"))
OUTSIDE = ("Olga", "Stella", "anybody")


def laid(number: int):
    """A table in a random position, with notes, talk and a bid of each seat."""
    chance = random.Random(f"canaries {number}")
    start = position.begin(position.KINDS[number % len(position.KINDS)], chance)
    made = pairs.cast(start.seats)
    return made, start


def may_know(start: position.Position, seat: int | None) -> set[str]:
    """The marked secrets that the seat may see: its own hand, and the faces it has seen."""
    table = start.tables[0]
    ahead = seat is not None and known.has_answered(table, seat)
    places = known.places_seen(table.state, seat, ahead)
    found = {str(canaries.value(table.deal.treasure(place).value, place)) for place in places}
    shown = known.trumps_seen(table.state)
    found |= {str(canaries.card(trump, owner)) for owner, trump in enumerate(table.deal.trumps) if trump in shown}
    if seat is not None:
        names = {*table.state.seats[seat].hand, table.deal.trumps[seat]} | set(map(str, range(4, 16)))
        found |= {str(canaries.card(name, seat)) for name in names}
    return found


def read_all(made, start, name: str, figure: Counter) -> set[str]:
    """The marked secrets in all that this reader can reach, on pages and in mails."""
    user = {person.name: person for person in made.stage.people}.get(name) or made.others.get(name)
    game = Game.objects.get(pk=made.stage.game.pk)
    begin = [f"/t/{game.ref}", *addresses.paths(addresses.parts_of(game, user)).values()]
    client = made.client(name, user)
    got = crawl(client, begin)
    letters = [letter for letter in mail.outbox if user is not None and user.email in letter.recipients()]
    got |= crawl(client, links_in(letters))
    figure["urls"] += len(got)
    figure["mails"] += len(letters)
    found = set().union(*(canaries.words(answer.content + repr(answer.headers).encode()) for answer in got.values()))
    return found | {word for letter in letters for word in canaries.words(letter.message().as_string())}


def laid_in_lost(number: int):
    """A table of Lost in R'lyeh in a random position that is not over."""
    for attempt in range(50):
        start, _ = lost_position.begin(random.Random(f"canaries of lost {number} {attempt}"), 5)
        if start.tables[0].state.phase != "over":
            return pairs.cast(start.seats, "lost"), start
    raise AssertionError("all are over")


def held(made) -> tuple[list[set[str]], list[set[str]], set[str]]:
    """By seat at a table of Lost: the marked cards that it holds, and all that it may know; and what everybody may.

    A seat knows what lies in its hand, or has come into it, and the Ultimates that it has owned; all know what was
    banished.
    """
    found = replay(Game.objects.get(pk=made.stage.game.pk))
    hands = [marks(hand) for hand in found.state.hands]
    may, to_all = [set(hand) for hand in hands], set()
    learnt = [(one.knowers, one.card) for row in found.state.ultimates for one in row]
    learnt += [pair for step in found.steps for event in step.events for pair in faces(event)]
    for knowers, card in learnt:
        for known_to in [to_all, *may] if knowers is None else [may[seat] for seat in knowers]:
            known_to |= marks([card])
    return hands, may, to_all


def faces(event) -> list[tuple[frozenset[int] | None, str]]:
    """Who knows which face by what happened; None: everybody."""
    match event:
        case happened.Drew(seat, cards):
            return [(frozenset({seat}), card) for card in cards]
        case happened.TookUp() | happened.EscapeMoved():
            return [(event.knowers, event.card)]
        case happened.HandSwapped():
            return [(event.knowers, event.taken)]
        case happened.EscapesSwapped():
            return [(event.mine_knowers, event.mine), (event.theirs_knowers, event.theirs)]
        case happened.EscapeBanished():
            return [(None, event.card)]
        case _:
            return []


def marks(cards) -> set[str]:
    """Those of them that are marked, as they would be read."""
    return {str(card) for card in cards if isinstance(card, canaries.Card)}


@pytest.mark.parametrize("number", range(TABLES))
def test_each_secret_of_lost_is_found_by_who_may_know_it_alone(number, capsys):
    made, start = laid_in_lost(number)
    figure: Counter[str] = Counter()
    with stages.undone(), stages.tasks_in_hand(made.stage):
        mail.outbox = []
        stages.lay(made.stage, start, 0)
        with canaries.marked("lost"):
            hands, may, to_all = held(made)
            stages.sweep(start.clock.now)
            with stages.at(start.clock.now):
                for seat, user in enumerate(made.stage.people):
                    found = read_all(made, start, user.name, figure)
                    check(user.name, found, may[seat])
                    assert hands[seat] <= found
                    figure["found"] += len(found)
                for name in OUTSIDE:
                    check(name, read_all(made, start, name, figure), to_all)
            check("who reads the queue", canaries.words(repr(made.stage.told)), set())
            check("who reads the database", canaries.words(everything()), set())
    assert figure["found"]
    with capsys.disabled():
        print(  # noqa: T201 - its figure
            f"\ncanaries: 0 found outside, {figure['found']} found by their owners, "
            f"{figure['urls']} URLs and {figure['mails']} mails read"
        )


def check(name: str, found: set[str], may: set[str]) -> None:
    """Leak for what the reader may not know."""
    if found - may:
        raise Leak(name, sorted(found - may), "a page or a mail", str(sorted(found - may)).encode(), b"")


@pytest.mark.parametrize("number", range(TABLES))
def test_each_secret_is_found_by_who_may_know_it_alone(number, capsys, caplog):
    made, start = laid(number)
    figure: Counter[str] = Counter()
    with stages.undone(), stages.tasks_in_hand(made.stage), canaries.marked(), caplog.at_level(logging.DEBUG, "games"):
        mail.outbox = []
        stages.lay(made.stage, start, 0)
        stages.sweep(start.clock.now)
        with stages.at(start.clock.now):
            for seat, user in enumerate(made.stage.people):
                talking.keep_note(user=user, ref=made.stage.ref, text=f"zz-note-of-seat-{seat}-zz")
            for seat, user in enumerate(made.stage.people):
                found = read_all(made, start, user.name, figure)
                check(user.name, found, may_know(start, seat) | {f"zz-note-of-seat-{seat}-zz"})
                # What the drug took back is written as the log has it, and everybody knows it.
                held = tables.state(made.stage.game).seats[seat].hand
                hand = {str(card) for card in held if isinstance(card, canaries.Card)}
                sealed = {getattr(action, "card", None) for action in start.tables[0].sealed[seat].values()}
                assert {word for word in hand if word.split("-")[1] not in {*sealed, "drug"}} <= found
                assert f"zz-note-of-seat-{seat}-zz" in found
                figure["found"] += len(found)
            for name in OUTSIDE:
                check(name, read_all(made, start, name, figure), may_know(start, None))
        check("who reads the log", canaries.words(caplog.text), set())
        check("who reads the queue", canaries.words(repr(made.stage.told)), set())
        check("who reads the database", canaries.words(everything()), set())
    with capsys.disabled():
        print(  # noqa: T201 - its figure
            f"\ncanaries: 0 found outside, {figure['found']} found by their owners, "
            f"{figure['urls']} URLs and {figure['mails']} mails read"
        )


def test_an_error_report_holds_no_secret(caplog):
    """What is logged and what Django would mail of an error names neither hands nor bids nor notes."""
    made, start = laid(1)
    with stages.undone(), stages.tasks_in_hand(made.stage), canaries.marked():
        stages.lay(made.stage, start, 0)
        game = Game.objects.get(pk=made.stage.game.pk)
        with pytest.MonkeyPatch.context() as patch, stages.at(start.clock.deadline) as now:
            patch.setattr(stages.GAMES["fram"], "advance", _fail)
            patch.setattr(stages.GAMES["fram"], "view", _fail)
            attempts = (
                lambda: resolving.resolve(ref=game.ref, now=now),
                lambda: made.client("Ada", made.stage.people[0]).get(f"/t/{game.ref}"),
            )
            reports = [_report(attempt) for attempt in attempts]
            faults.count_fault(ref=game.ref, error=ZeroDivisionError(), now=now)
    assert all("ZeroDivisionError" in report for report in reports)
    for report in [*reports, caplog.text]:
        check("who reads error reports", canaries.words(report), set())


def _fail(*_: object) -> None:
    raise ZeroDivisionError


def _report(attempt) -> str:
    """What Django's report of the error says, as it would be mailed to the operators."""
    request = RequestFactory().post("/", {"card": str(canaries.card("12", 1))})
    try:
        response = attempt()
        info = getattr(response, "exc_info", None)
    except ZeroDivisionError:
        info = sys.exc_info()
    assert info is not None
    reporter = ExceptionReporter(request, *info)
    return reporter.get_traceback_text() + reporter.get_traceback_html()


def test_marks_are_seen_where_they_are_shown():
    """The marks work: a spectator shown a hand would be caught."""
    word = str(canaries.card("12", 2))
    assert canaries.words(f"<b>{word}</b>") == {word}
    with pytest.raises(Leak):
        check("Olga", {word}, set())
    assert canaries.card("12", 2) == "12" and canaries.value(7, 3) + 1 == 8
