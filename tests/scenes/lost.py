"""Every state of a table of Lost in R'lyeh, laid through the services from hands that are written down."""

import random
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from games.decks import standard_deck
from games.models import User
from games.rules.lost.cards import CARDS, COPIES, read_setup
from games.rules.lost.model import can_play
from games.rules.lost.offers import name, offers
from games.services import faults, moderation, people, playing, publishing, resolving
from tests import tables
from tests.harness.pages import press
from tests.scenes.fram import LONG_NAME, LONG_TABLE
from tests.scenes.laid import Laid, open_table
from tests.scenes.scene import Act, Scene


class Match(Laid):
    """It is played by the names of the plays."""

    def do(self, seat: int, minutes: float, do: str, **form: str) -> "Match":
        """The seat hands in what the form says for the one decision that it has."""
        key = tables.view(self.game, seat).decision.key
        sent = {"key": key, "do": do, **form}
        playing.hand_in(user=self.user(seat), ref=self.ref, form=sent, now=self.ago(minutes))
        resolving.resolve(ref=self.ref, now=self.ago(minutes))
        return self

    def lay(self, *ultimates: str) -> "Match":
        """Everybody lays an Ultimate."""
        for seat, card in enumerate(ultimates):
            self.do(seat, 600 - seat, "ultimate", cards=card)
        return self

    def go_on(self, until: Callable[[Any], bool]) -> "Match":
        """All play as bots would, a minute a move, until that is true of the state."""
        tables.play_on(self.game, until, lambda step: self.ago(max(640 - step, 60)))
        return self

    def play(self, seat: int, minutes: float, play: str, **form: str) -> "Match":
        """The seat plays what the name of the play says."""
        return self.do(seat, minutes, "play", play=play, **form)


def begin(
    cast: list[User], name: str, *hands: str, pile: str = "", start: int = 0, bots: int = 0, **options: Any
) -> Match:
    """A table with these hands: of each seat its hand and, after a stroke, its five Escape cards; then the pile."""
    now = timezone.now()
    dealt = [card for hand in hands for card in hand.replace("/", " ").split()] + pile.split()
    rest = [card for card in CARDS for _ in range(COPIES)]
    for card in dealt:
        rest.remove(card)
    random.Random("lost").shuffle(rest)
    setup = {"deck": dealt + rest, "start": start, "tide": True}
    seats = len(cast) + bots
    deal = read_setup(seats, setup, standard_deck("lost"))
    game = open_table(cast, "lost", name, deal, at=now - timedelta(hours=11), bots=bots, **options)
    return Match(game, now)


def scenes(*groups: str) -> list[Scene]:
    """Those of some groups, else all. No worker is told: they stay as they are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(publishing, "_send", lambda *_: None)
        cast = [tables.person(name) for name in ("Ada", LONG_NAME, "Cy", "Dagny", "Efua", "Fay")]
        return [scene for group in groups or GROUPS for make in GROUPS[group] for scene in make(cast)]


def _scene(name: str, match: Match, seat: int | None, heading: str, query: str = "", **more: Any) -> Scene:
    """The table as that seat sees it; a spectator is somebody without an account."""
    reader = None if seat is None else match.user(seat)
    return Scene(f"lost-{name}", reverse("table", args=[match.ref]) + query, heading, reader, **more)


def _press(text: str) -> Act:
    return lambda page: press(page, page.get_by_role("button", name=text))


def _choose(play: str, *then: Act) -> Act:
    """That way to play is chosen, and sent; then more is done."""

    def act(page: Any) -> None:
        page.locator(f"#play-{play}").evaluate("radio => radio.click()")
        press(page, page.get_by_role("button", name="Play it"))
        for other in then:
            other(page)

    return act


def _peek(card: str) -> Act:
    return lambda page: page.locator(f"#peek-{card}").evaluate("radio => radio.click()")


def _open(part: str) -> Act:
    return lambda page: page.locator(f"{part}:visible > summary").first.click()


def _send_unchecked(page: Any) -> None:
    """A browser that does not check what is required sends the form as it stands."""
    raise_it = page.locator("#decision.is-low .lower:visible")
    if raise_it.count():
        raise_it.click()
    page.evaluate("document.querySelector('#answer').noValidate = true")
    press(page, page.locator("#answer .act .button").first)


THREE = (
    "h6 h6 h8 h8 h8 legrasse / h3 h4 h9 h10 door",
    "h1 h4 h4 h4 h5 angell / h2 h3 h7 h9 fear",
    "h2 h2 h9 h10 fear cthulhu / h1 h5 h7 h7 angell",
)
POWERS = (
    "h4 h4 h4 h9 legrasse door / h6 h4 h9 h10 door",
    "h3 h3 h3 h3 h3 h1 / h2 h1 h7 h9 fear",
    "h5 h5 h9 h10 fear cthulhu / h1 h5 h7 h7 angell",
)
PILE = "h6 h10 door h1 h8 h2"


def three(cast: list[User], name: str = "Friday", **options: Any) -> Match:
    """Three friends; Ada starts."""
    return begin(cast[:3], name, *THREE, pile=PILE, **options)


def _ultimates(cast: list[User]) -> Iterator[Scene]:
    match = three(cast)
    match.do(1, 500, "ultimate", cards="angell")
    yield _scene("ultimate", match, 0, "Your Ultimate Escape card")
    yield _scene("ultimate-sealed", match, 1, "is sealed")
    yield _scene("ultimate-refused", match, 2, "Your Ultimate Escape card", act=_send_unchecked, status=422)


def _turns(cast: list[User]) -> Iterator[Scene]:
    first = three(cast).lay("legrasse", "angell", "cthulhu")
    yield _scene("first-turn", first, 0, "Your turn")
    match = three(cast, LONG_TABLE, is_open=True).lay("legrasse", "angell", "cthulhu")
    match.play(0, 400, "h6x1").do(1, 300, "pickup").play(2, 200, "h2x2")
    yield _scene("turn", match, 0, "Your turn")
    yield _scene("turn-chosen", match, 0, "Your turn", "?play=h8x3-0")
    yield _scene("turn-larger", match, 0, "Your turn", "?play=h6x1", act=_open(".beyond"))
    yield _scene("turn-to-whom", match, 0, "Your turn", act=_choose("h8x3-0"))
    yield _scene("turn-sure", match, 0, "Your turn", act=_choose("h6x1"))
    yield _scene("turn-refused", match, 0, "Your turn", act=_send_unchecked, status=422)
    yield _scene("pick-up-sure", match, 0, "Your turn", act=_press("Pick up the stack"))
    high = begin(cast[:3], "Friday").go_on(lambda state: state.phase == "play" and state.stack and not can_play(state))
    yield _scene("only-pick-up", high, tables.state(high.game).seat, "Your turn")
    yield _scene("waiting", match, 1, "Your hand")
    yield _scene("spectator", match, None, LONG_TABLE)


def _powers(cast: list[User]) -> Iterator[Scene]:
    """What a play asks for beside its cards."""
    match = begin(cast[:3], "Friday", *POWERS, pile="h1 h2 h8").lay("door", "h1", "cthulhu")
    yield _scene("give-two", match, 0, "Your turn", act=_choose("h4x3"))
    many = begin(cast[:2], "Friday").go_on(lambda state: bool(giving_two(state)))
    now = tables.state(many.game)
    yield _scene("give-two-of-many", many, now.seat, "Your turn", act=_choose(giving_two(now)[0]))
    one = _choose("legrassex1", _take_first("banish"), _send_unchecked)
    yield _scene("banish-one-refused", match, 0, "Your turn", act=one, status=422)
    yield _scene("banish-or-pick-up", match, 0, "Your turn", act=_choose("legrassex1"))
    poor = begin(cast[:2], "Friday").go_on(is_poor)
    yield _scene("must-pick-up", poor, tables.state(poor.game).seat, "Your turn", act=_choose("legrassex1"))
    swap = begin(cast[:3], "Friday", *POWERS, pile="h1 h2 h8", start=1).lay("door", "h1", "cthulhu")
    yield _scene("whose-escape", swap, 1, "Your turn", act=_choose("h3x5-1"))
    yield _scene("swap-with-hand", swap, 1, "Your turn", act=_choose("h3x3"))
    rite = begin(cast[:3], "Friday", *POWERS, pile="h1 h2 h8", start=2).lay("door", "h1", "cthulhu")
    rite.play(2, 400, "h5x2")
    yield _scene("under-a-rite", rite, 0, "Your turn")
    yield _scene("peeked", rite, 0, "Your turn", act=_peek("h4"))
    fear = begin(cast[:3], "Friday", *POWERS, pile="h1 h2 h8", start=2).lay("door", "h1", "cthulhu")
    fear.play(2, 400, "fearx1", to="0")
    yield _scene("afraid", fear, 0, "Your turn")


def giving_two(state: Any) -> list[str]:
    """The plays that give two cards away, where the hand then has more than three to choose from."""
    if state.phase != "play":
        return []
    held = len(state.hands[state.seat])
    sides = [(offer, side) for offer in offers(state) for side in offer.sides if held - len(offer.cards) > 3]
    return [name(offer, side) for offer, side in sides if side.asks.give == 2]


def is_poor(state: Any) -> bool:
    """Who is on turn holds a Roundup and too few cards to banish with it, and a stack lies there."""
    hand, is_free = state.hands[state.seat], not state.bound and state.seat not in state.feared
    return state.phase == "play" and state.stack and "legrasse" in hand and len(hand) <= 2 and is_free


def _take_first(name: str) -> Act:
    return lambda page: page.locator(f"#answer [name={name}]").first.check(force=True)


def _late(cast: list[User]) -> Iterator[Scene]:
    """Natural positions, as bots come to them."""
    crowd = begin(cast, "Six of us", is_open=True).go_on(lambda state: state.turn > 30 and state.phase == "play")
    yield _scene("six-seats", crowd, tables.state(crowd.game).seat, "Your turn")
    two = begin(cast[:2], "Two").go_on(lambda state: state.phase == "play" and len(state.hands[state.seat]) > 17)
    yield _scene("big-hand", two, tables.state(two.game).seat, "Your turn")
    empty = begin(cast[:3], "Friday").go_on(lambda state: state.phase == "escape")
    yield _scene("take-up", empty, tables.state(empty.game).seat, "Take up an Escape card")
    again = begin(cast[:3], "Friday").go_on(lambda state: state.phase == "again" and bool(state.stack))
    yield _scene("again", again, tables.state(again.game).seat, "Your turn ends")
    gone = begin(cast[:4], "Friday").go_on(lambda state: bool(state.escaped))
    yield _scene("escaped", gone, tables.state(gone.game).escaped[0], "You have escaped")


def _standing_still(cast: list[User]) -> Iterator[Scene]:
    paused = three(cast, "Paused").lay("legrasse", "angell", "cthulhu")
    faults.pause(ref=paused.ref, now=paused.ago(60))
    yield _scene("paused", paused, 0, "Your hand")
    off = three(cast, "Called off").lay("legrasse", "angell", "cthulhu")
    moderator = tables.person("Mo", is_staff=True, is_superuser=True)
    moderation.call_off(by=moderator, ref=off.ref, reason="All of you asked for it.", now=off.ago(60))
    yield _scene("called-off", off, 1, "Called off")
    away = three(cast, "Away").lay("legrasse", "angell", "cthulhu")
    away.game.seats.filter(number=0).update(is_away=True)
    yield _scene("away", away, 0, "A bot plays for you")
    guest = begin([people.make_guest()], "Lost in R'lyeh", bots=3)
    yield _scene("first-game", guest, 0, "Your Ultimate Escape card")


def _finished(cast: list[User]) -> Iterator[Scene]:
    match = begin(cast[:3], "Friday", is_open=True).go_on(lambda state: state.phase == "over")
    yield _scene("finished", match, 1, "lost in R'lyeh")
    yield _scene("finished-spectator", match, None, "lost in R'lyeh")
    path = reverse("replay", args=[match.ref])
    reader = match.user(1)
    yield Scene("lost-replay", f"{path}?step=20&as=1", "Friday", reader)
    yield Scene(
        "lost-replay-step", f"{path}?step=20&as=1", "Friday", reader, act=lambda page: page.locator(".where").click()
    )
    yield Scene("lost-replay-all", f"{path}?step=21&as=all", "Friday", reader)
    yield Scene("lost-replay-last", f"{path}?step=999&as=2", "Friday", reader)


GROUPS = {
    "lay": (_ultimates,),
    "turn": (_turns,),
    "powers": (_powers,),
    "late": (_late,),
    "still": (_standing_still,),
    "end": (_finished,),
}
