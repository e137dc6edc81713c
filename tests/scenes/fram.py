"""Every state of a table of Fram R'lyeh."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse

from games.models import Game, User
from games.services import faults, moderation, people, publishing, talk
from tests import tables
from tests.harness.pages import press
from tests.scenes.match import ALIKE, FIVE, POOR, RICH, Match, begin
from tests.scenes.scene import Scene

LONG_NAME = "Bartholomew Featherstonehaugh-Marchbanks"  # as long as a name may be
LONG_TABLE = "The Thursday Night Expedition to the Sunken City, second go"


def scenes(*groups: str) -> list[Scene]:
    """Those of some groups, else all, from the first lead to the end. No worker is told: they stay as they are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(publishing, "_send", lambda *_: None)
        cast = [tables.person(name) for name in ("Ada", LONG_NAME, "Cy", "Dagny", "Efua")]
        return [scene for group in groups or GROUPS for make in GROUPS[group] for scene in make(cast)]


def _scene(name: str, match: Match, seat: int | None, heading: str, query: str = "", **more: Any) -> Scene:
    """The table as that seat sees it; a spectator is somebody without an account."""
    reader = None if seat is None else match.user(seat)
    return Scene(f"fram-{name}", reverse("table", args=[match.ref]) + query, heading, reader, **more)


def _choose(card: str) -> Any:
    def act(page: Any) -> None:
        page.locator(f"#card-{card}").check(force=True)
        press(page, page.locator("#answer .act .button"))

    return act


def _send_nothing(page: Any) -> None:
    """A browser that does not check what is required sends the form without a card."""
    page.evaluate("document.querySelector('#answer').noValidate = true")
    press(page, page.locator("#answer .act .button"))


def _prime(cast: list[User]) -> Iterator[Scene]:
    """A table in its prime, as README shows it."""
    friends = [cast[0], tables.person("Obed"), cast[2], cast[3], cast[4]]
    match = begin(friends, "Friday night", rounds=7).play(6, upcoming=1)
    match.send(0, "13", match.ago(225))
    match.send(3, "8", match.ago(220))
    yield _scene("prime", match, 2, "Your bid", "?card=14")


def _leading(cast: list[User]) -> Iterator[Scene]:
    match = begin(cast, "Friday", rounds=6).play(6)
    match.answer(1, match.ago(200), do="play", card="9", hold="1", cap="13", below="5")
    yield _scene("lead", match, 0, "You lead")
    yield _scene("lead-chosen", match, 0, "You lead", "?card=13")
    yield _scene("lead-confirm", match, 0, "You lead", act=_choose("13"))
    yield _scene("lead-refused", match, 0, "You lead", act=_send_nothing, status=422)
    yield _scene("bid-in-advance", match, 2, "Your bid for round")
    yield _scene("bid-in-advance-sealed", match, 1, "is sealed")


def _looking(cast: list[User]) -> Iterator[Scene]:
    match = begin(cast, "Friday", rounds=3).play(3)
    yield _scene("look-folded", match, 2, "You won: look at your treasure")
    yield _scene("look-folded-waiting", match, 0, "Your bid for round")
    ahead = begin(cast, "Friday", rounds=3).play(3)
    ahead.answer(2, ahead.ago(90), do="take")
    yield _scene("lead-ahead", ahead, 2, "You lead")
    taker = begin(cast, "Friday", rounds=4).play(4)
    yield _scene("look-folded-no-sign", taker, 3, "You won: look at your treasure")


def _bidding(cast: list[User]) -> Iterator[Scene]:
    match = begin(cast, LONG_TABLE, rounds=5, is_open=True).play(4, upcoming=1)
    match.send(3, "7", match.ago(225))
    match.send(4, "9", match.ago(220), hold="1", cap="14", lowest="1")
    match.send(0, "6", match.ago(215))
    _talk(match)
    yield _scene("bid", match, 1, "Your bid")
    yield _scene("bid-orders", match, 1, "Your bid", act=lambda page: page.locator("#orders").click())
    yield _scene("bid-why-hold", match, 1, "Your bid", act=lambda page: page.locator(".why > summary").click())
    yield _scene("bid-talk", match, 1, "Your bid", "#talk")
    yield _scene("bid-sealed", match, 4, "is sealed")
    yield _scene("bid-watch-showdown", match, 2, "Showdown of round 3", "?showdown=3#showdown")
    yield _scene("switch", match, 3, "Before the showdown")
    yield _scene("spectator", match, None, LONG_TABLE)


def _talk(match: Match) -> None:
    said = ["Nine of you and nobody bids?", "Patience. I am at work until six.", "The sea is patient too."]
    for step, text in enumerate(said):
        talk.say(user=match.user(step), ref=match.ref, text=text, form="", now=match.ago(150 - 20 * step))


def _showdown(cast: list[User]) -> Iterator[Scene]:
    match = begin(cast, "Friday", rounds=5).play(4)
    match.bid("6 5 9 7 4", first=40, s4={"hold": "1"}, s1={"hold": "1"})
    yield _scene("showdown-with-drug", match, 4, "The showdown is open")
    yield _scene("showdown-drug-confirm", match, 4, "The showdown is open", act=_choose("12"))
    yield _scene("showdown-held", match, 1, "The showdown is open")
    yield _scene("showdown-not-held", match, 0, "The showdown is open", as_found=True)


def _closed(cast: list[User]) -> Iterator[Scene]:
    match = begin(cast, "Friday", rounds=5, is_open=True).play(5)
    yield _scene("closed-with-tie", match, 2, "Showdown of round 5", as_found=True)
    yield _scene("closed-spectator", match, None, "Showdown of round 5")
    drugged = begin(cast, "Friday", rounds=5).play(4)
    drugged.bid("6 5 9 7 4", first=30, s4={"hold": "1", "cap": "15"})
    yield _scene("drug-used", drugged, 4, "Showdown of round 5", as_found=True)


def _separate_look(cast: list[User]) -> Iterator[Scene]:
    script = [*FIVE[:2], "4 14 15 mead 5", *FIVE[3:]]
    match = begin(cast, "Friday", script=script, rounds=3).play(2)
    match.bid(script[2], first=30)
    yield _scene("look-separate", match, 2, "You won: look at your treasure")
    yield _scene("look-separate-waiting", match, 3, "Your hand")
    given = begin(cast, "Friday", script=script, rounds=3).play(2)
    given.bid(script[2], first=30)
    given.answer(2, given.ago(10), do="banish")
    yield _scene("look-separate-given", given, 2, "Your answer is in")


def _standing_still(cast: list[User]) -> Iterator[Scene]:
    paused = begin(cast, "Paused", rounds=1).play(1)
    faults.pause(ref=paused.ref, now=paused.ago(60))
    yield _scene("paused", paused, 1, "Your hand")
    parked = begin(cast, "Parked", rounds=1).play(1)
    for step in range(faults.MOST_TRIES):
        faults.count_fault(ref=parked.ref, error=RuntimeError(), now=parked.ago(60 - step))
    yield _scene("parked", parked, 1, "Your hand")
    off = begin(cast, "Called off", rounds=1).play(1)
    moderator = tables.person("Mo", is_staff=True, is_superuser=True)
    moderation.call_off(by=moderator, ref=off.ref, reason="All of you asked for it.", now=off.ago(60))
    yield _scene("called-off", off, 1, "Called off")
    away = begin(cast[:2], "Away", bots=1, rounds=1)
    start = away.ago(60)
    for miss in range(4):
        Game.objects.filter(pk=away.game.pk).update(deadline=start)
        tables.tend(away.game, start + timedelta(minutes=miss + 1))
    yield _scene("away", away, 0, "Away")


def _alone_with_bots(cast: list[User]) -> Iterator[Scene]:
    guest = people.make_guest()
    match = begin([guest], "Fram R'lyeh", bots=3, rounds=0)
    yield _scene("first-game", match, 0, "You lead")
    second = begin([people.make_guest()], "Fram R'lyeh", bots=3, rounds=0)
    second.send(0, "7", second.ago(1))
    tables.tend(second.game, second.now)
    yield _scene("first-game-second-round", second, 0, "Showdown of round 1")


def _late(cast: list[User]) -> Iterator[Scene]:
    match = begin(cast, LONG_TABLE, rounds=12).play(11, upcoming=1)
    match.send(4, "14", match.ago(225))
    match.send(0, "15", match.ago(220))
    yield _scene("round-12", match, 1, "Your bid")
    yield _scene("round-12-dealer", match, 4, "Before the showdown")


def _finished(cast: list[User]) -> Iterator[Scene]:
    match = begin(cast, "Friday", rounds=12, is_open=True).play(12)
    yield _scene("finished", match, 1, "Ada wins with")
    yield _scene("finished-spectator", match, None, "Ada wins with")
    path = reverse("replay", args=[match.ref])
    reader = match.user(1)
    yield Scene("fram-replay", f"{path}?step=12&as=1", "Friday", reader)
    yield Scene("fram-replay-all", f"{path}?step=13&as=all", "Friday", reader)
    yield Scene("fram-replay-last", f"{path}?step=99&as=3", "Friday", reader)


def _awakened(cast: list[User]) -> Iterator[Scene]:
    match = begin(cast[:3], "Low water", script=ALIKE, treasures=POOR, removed=RICH, rounds=12).play(12)
    yield _scene("awakened", match, 0, "The end")


GROUPS = {
    "lead": (_prime, _leading, _looking),
    "bid": (_bidding,),
    "showdown": (_showdown, _closed, _separate_look),
    "still": (_standing_still, _alone_with_bots),
    "end": (_late, _finished, _awakened),
}
