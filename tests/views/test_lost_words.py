"""What the table of Lost in R'lyeh says: what fits on the stack, what cards do, what has happened to its reader."""

import html
import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils.html import strip_tags

from games.rules import GAMES
from games.rules.kernel import Pending, SeatName, say
from games.rules.lost.model import TIDE_TURN, PickUp, Play, can_play
from games.rules.lost.telling import ANTICLOCKWISE, CLOCKWISE, ESCAPED
from games.services import publishing
from games.templatetags.lost import ahead, befell, bounds, fits, says_what_fits
from games.templatetags.lost_play import lying, more, picks, ticked
from tests import tables
from tests.harness.client import Client
from tests.rules.lost.positions import position
from tests.scenes import lost
from tests.tables import at, person, view
from tests.views.test_lost import sent

Enter = Callable[[str], Client]
NO_EVENTS = "the next player plays no Events"


@pytest.mark.parametrize(
    ("stack", "fields", "said"),
    [
        ("h4", {}, "Any Horror from 4 up may be played, or any Event."),
        ("h10", {}, "Only a Horror of 10 may be played, or any Event."),
        ("h4", {"limit": 4}, "On this Rite a Horror lower than 4 may be played, or any Event."),
        ("", {}, "The stack is empty: anything may be played."),
        ("door", {}, "Anything may be played."),
        ("h4", {"bound": NO_EVENTS}, "Any Horror from 4 up may be played."),
        ("h10", {"feared": frozenset({0})}, "Only a Horror of 10 may be played."),
        ("h4", {"limit": 4, "bound": NO_EVENTS}, "On this Rite a Horror lower than 4 may be played."),
        ("", {"bound": NO_EVENTS}, "The stack is empty."),
        ("door", {"bound": NO_EVENTS}, "Any Horror may be played."),
        ("h4", {"feared": frozenset({1})}, "Any Horror from 4 up may be played, or any Event."),
    ],
)
def test_what_the_stack_lets_be_played_names_no_events_to_who_may_play_none(
    stack: str, fields: dict[str, Any], said: str
) -> None:
    state = position(stack, "h2 h9", "h3", "h4", **fields)
    for seat in (None, 0, 1):
        assert fits(GAMES["lost"].view(state, seat, Pending({}, frozenset()))) == said


def seen(state: Any, seat: int | None) -> Any:
    """The table as that seat sees it."""
    return GAMES["lost"].view(state, seat, Pending({}, frozenset()))


def test_an_angell_that_acts_as_a_rite_promises_no_limit() -> None:
    (rite,) = (pick for pick in picks(seen(position("h5", "angell h9", "h3", "h4"), 0)) if pick.card == "angell")
    assert [option.does for option in rite.options] == ["anything may be played on it"] * 2
    acts = "acts as Dark Cult's Voodoo Rite (5)"
    assert {option.set for option in rite.options} == {f"{acts}, in a set of 2", f"{acts}, not joined to the stack"}
    assert all(option.on_run for option in rite.options)
    (alone,) = (pick for pick in picks(seen(position("door", "angell h9", "h3", "h4"), 0)) if pick.card == "angell")
    assert [option.does for option in alone.options] == ["skip the next player and anything may be played on it"]


def test_a_card_of_the_hand_says_what_it_would_do_in_sets_that_it_cannot_make_now() -> None:
    on_a_run = {pick.card: pick for pick in picks(seen(position("h2 h6", "h6 h6 h1 door", "h3", "h4"), 0))}
    assert [option.set for option in on_a_run["h6"].options][0] == "1 card + 1 on the stack: a set of 2"
    assert on_a_run["h6"].beyond == [(4, "banish the stack and play again"), (5, on_a_run["h6"].beyond[1][1])]
    assert on_a_run["h1"].options == [] and [size for size, _ in on_a_run["h1"].beyond] == [2, 3, 4, 5]
    assert on_a_run["h1"].beyond[2][1] == "banish the stack and play again; or banish one of your Escape cards"
    assert on_a_run["door"].beyond == []
    barred = {pick.card: pick for pick in picks(seen(position("h2", "h6 door", "h3", bound=NO_EVENTS), 0))}
    assert (barred["door"].options, barred["door"].beyond) == ([], [(0, "skip the next player")])
    assert [pick.beyond for pick in picks(seen(position("h2", "h6 door", "h3", "h4"), 1))] == [()]


def test_what_may_be_played_stands_in_the_sheet_or_else_beside_the_stack(match: lost.Match, enter: Enter) -> None:
    for name, place in (("Ada", 'id="ask"'), ("Bo", 'id="stack"')):
        text = enter(name).get(at(match.game)).content.decode()
        assert text.count("Any Horror from 2 up may be played") == (2 if name == "Ada" else 1)
        assert ('class="told-below"' in text) == (name == "Ada")
        part = text.split(place)[1].split("</section>")[0].split('id="answer-box"')[0]
        assert "Any Horror from 2 up may be played" in part
        assert ("In this turn: no Events." if name == "Ada" else "restricted in this turn: no Events.") in part
    assert [says_what_fits(view(match.game, seat).decision) for seat in (0, 1, 2)] == [True, False, False]


def test_only_picking_up_is_not_asked_about_once_more(db: None, enter: Enter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publishing, "_send", lambda *_: None)
    match = lost.begin([person(name) for name in ("Ada", "Bo", "Cy")], "Friday")
    match.go_on(lambda state: state.phase == "play" and state.stack and not can_play(state))
    state = tables.state(match.game)
    client, number = enter(("Ada", "Bo", "Cy")[state.seat]), len(state.stack)
    page = client.get(at(match.game))
    assert f"Pick up the stack ({number})" in page.content.decode()
    page = client.post(at(match.game, "answer"), sent(page, do="pickup"), follow=True)
    assert page.redirect_chain
    assert len(tables.state(match.game).hands[state.seat]) == len(state.hands[state.seat]) + number


def test_a_roundup_that_can_only_end_in_picking_up_says_so(
    db: None, enter: Enter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publishing, "_send", lambda *_: None)
    match = lost.begin([person(name) for name in ("Ada", "Bo")], "Friday").go_on(lost.is_poor)
    state = tables.state(match.game)
    client = enter(("Ada", "Bo")[state.seat])
    page = client.post(at(match.game, "answer"), sent(client.get(at(match.game)), do="play", play="legrassex1"))
    text = page.content.decode()
    assert f"<b>You pick up the stack, {len(state.stack)} cards.</b>" in text
    assert text.split("sure-box")[1].count("hand will be too small") == 1
    client.post(at(match.game, "answer"), sent(page))
    taken = len(tables.state(match.game).hands[state.seat]) - (len(state.hands[state.seat]) - 1)
    assert taken == len(state.stack) - (state.deal.tide and state.turn >= TIDE_TURN)


@pytest.mark.parametrize(
    ("seat", "play", "does"),
    [
        ("door", "doorx1", "skip the next player and you escape R'lyeh"),
        ("h9", "h9x1", "you escape R'lyeh"),
        ("h9 / h2", "h9x1", "nothing more happens"),
        ("h9 / / h2", "h9x1", "nothing more happens"),
        ("h9 h2", "h9x1", "nothing more happens"),
        ("h1", "h1x1", "you escape R'lyeh"),
        ("legrasse", "legrassex1", "you can only pick up)"),
    ],
)
def test_the_play_that_frees_says_so(seat: str, play: str, does: str) -> None:
    state = position("h1", seat, "h3", "h4")
    (option,) = (option for pick in picks(seen(state, 0)) for option in pick.options if option.name == play)
    assert option.does.endswith(does)


def asked(state: Any, play: str) -> str:
    """What seat 0 reads once it has chosen that play."""
    table = seen(state, 0)
    chosen = {"do": "play", "key": table.decision.key, "play": play}
    players = [SimpleNamespace(name=name) for name in ("Ada", "Bo", "Cy")]
    context = {"table": table, "decision": table.decision, "play": more(table, chosen), "sent": chosen}
    form = render_to_string("lost/_more.html", {**context, "game": SimpleNamespace(ref="x"), "players": players})
    return re.sub(r"\s+", " ", html.unescape(strip_tags(form)))


@pytest.mark.parametrize(
    ("stack", "hand", "turn", "said", "button"),
    [
        ("h1 h2 h3 h4", "h9", 1, "You pick up the stack, 4 cards. Your hand", "Yes, pick up 4"),
        (
            "h1 h2 h3 h4",
            "h9",
            TIDE_TURN,
            "The tide banishes its oldest card first. Your hand",
            "Yes, pick up 3",
        ),
        ("h1", "h9", TIDE_TURN, "1 card. The tide banishes it first, so that nothing is left. Your", "Yes, play it"),
        ("h1 h2", "h9 h9", TIDE_TURN, "you pick up the stack (2). The tide banishes its oldest", "Play it and pick up"),
    ],
)
def test_a_roundup_tells_what_the_tide_leaves(stack: str, hand: str, turn: int, said: str, button: str) -> None:
    text = asked(position(stack, f"legrasse {hand}", "h1", turn=turn), "legrassex1")
    assert said in text and button in text


def test_the_last_card_of_a_hand_is_swapped_and_not_given() -> None:
    text = asked(position("", "h3 h3 h3 door / h6 h7", "h1 h1 / h2"), "h3x3")
    assert "What you swap for it is the last card of your hand: A Mighty Door." in text and "You give" not in text


def test_the_only_player_who_can_be_meant_is_chosen_already(
    db: None, enter: Enter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publishing, "_send", lambda *_: None)
    hands = ("h4 h4 h9 h1 h2 h5 door / h3 h4 h9 h10 door", "h1 h4 h4 h5 h7 angell h3 / h2 h3 h7 h9 fear")
    match = lost.begin([person(name) for name in ("Ada", "Bo")], "Two", *hands).lay("door", "angell")
    client = enter("Ada")
    page = client.post(at(match.game, "answer"), sent(client.get(at(match.game)), do="play", play="h4x2"))
    text = page.content.decode()
    assert 'name="to" value="1" required checked' in text and "6 in hand, 12 left to get rid of" in text


def test_the_sheet_tells_who_has_escaped_meanwhile(db: None, enter: Enter, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publishing, "_send", lambda *_: None)
    names = ("Ada", "Bo", "Cy", "Di")
    match = lost.begin([person(name) for name in names], "Friday").go_on(lambda state: bool(state.escaped))
    match.go_on(lambda state: state.phase in ("play", "escape"))
    state = tables.state(match.game)
    (gone,) = state.escaped
    told = re.search(
        r'<p class="result">(.*?)</p>', enter(names[state.seat]).get(at(match.game)).content.decode(), re.DOTALL
    )
    assert told and f"<bdi>{names[gone]}</bdi> has escaped R&#x27;lyeh!" in told[1]


def test_an_escape_card_says_what_it_can_do_once_it_is_taken_up() -> None:
    table = seen(position("h4", "/ h3 h5 h5 door / h9", "h3", "h4"), 0)
    said = {pick.card: (pick.count, [option.does for option in pick.options]) for pick in lying(table.decision)}
    assert said == {
        "h3": (1, []),
        "h5": (2, ["the next Horror must be lower than 5"]),
        "door": (1, ["skip the next player"]),
    }
    assert seen(position("h4", "/ h3 h5 h5 door / h9", "h3", "h4"), 1).decision is None
    ultimate = seen(position("h4", "/ / h9", "h3", "h4"), 0)
    assert [(pick.card, len(pick.options)) for pick in lying(ultimate.decision)] == [("h9", 1)]


def test_playing_again_with_an_empty_hand_is_not_promised() -> None:
    note = "(but your hand will be empty: nothing to play again)"
    taken = {pick.card: pick for pick in lying(seen(position("h6", "/ h6 h9 / h9", "h3", "h4"), 0).decision)}
    assert [option.does for option in taken["h6"].options] == ["change the direction of play", "nothing more happens"]
    last = {pick.card: pick for pick in picks(seen(position("h1", "h1 / h9", "h3", "h4"), 0))}
    assert [option.does for option in last["h1"].options] == [f"play again {note}", "nothing more happens"]
    more_left = {pick.card: pick for pick in picks(seen(position("h1", "h1 h9", "h3", "h4"), 0))}
    assert [option.does for option in more_left["h1"].options][0] == "play again"
    given = {pick.card: pick for pick in picks(seen(position("h2", "h4 h4 h4 h4 h4 h8 h9 / h9", "h3", "h4"), 0))}
    assert given["h4"].options[-1].does.endswith(f"banish the stack and play again {note}")
    after, _ = GAMES["lost"].apply(position("h1", "h1 / h9", "h3", "h4"), Play(0, ("h1",)))
    assert (after.seat, after.phase) != (0, "again")


def test_an_ultimate_says_all_that_it_can_do() -> None:
    table = seen(position("", "h1 h1 door", "h3", "h4", phase="ultimate", turn=0), 0)
    told = {pick.card: pick for pick in lying(table.decision)}
    assert (told["h1"].count, [size for size, _ in told["h1"].beyond]) == (2, [2, 3, 4, 5])
    assert told["door"].beyond == [(0, "skip the next player")]


def test_what_is_refused_is_said_beside_the_decision(match: lost.Match, enter: Enter) -> None:
    client = enter("Ada")
    page = client.post(at(match.game, "answer"), sent(client.get(at(match.game)), do="play"))
    text = page.content.decode()
    assert page.status_code == 422 and text.count('role="alert"') == 1
    assert 'role="alert"' in text.split('id="decision"')[1].split('id="ask"')[0]


def test_a_restriction_is_not_told_where_the_stack_lets_nothing_else_be_played() -> None:
    bound = "the next player plays only rating 10 or an Event"
    for stack, said in (("h10 h10 h10", []), ("h2", ["In this turn: no Horror but 10s."])):
        table = seen(position(stack, "h10 h2", "h3", "h4", bound=bound), 0)
        assert [str(line) for line in bounds(table, ("Ada", "Bo", "Cy"))] == said


def test_what_binds_others_later_stands_apart_from_what_binds_this_turn() -> None:
    table = seen(position("h4", "h2 h9", "h3", "h4", feared=frozenset({0, 1}), coming=NO_EVENTS), 0)
    names = ("Ada", "Bo", "Cy")
    afraid = "You are afraid: only your highest Horror that fits, and no Event."
    assert [str(said) for said in bounds(table, names)] == [afraid]
    assert [str(said) for said in ahead(table, names)] == [
        "In the next turn: no Events.",
        "<bdi>Bo</bdi> is afraid: in their own next turn only their highest Horror, and no Event.",
    ]


def test_the_sheet_says_what_others_did_to_its_owner_since_their_last_move(
    db: None, enter: Enter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publishing, "_send", lambda *_: None)
    cast = [person("Ada"), person("Bo"), person("Cy")]
    match = lost.three(cast).lay("legrasse", "angell", "fear").play(0, 400, "h6x1").do(1, 300, "pickup")
    match.play(2, 250, "h2x2").play(0, 240, "h6x1").play(1, 230, "h6x1-alone").play(2, 220, "cthulhux1", to="1")
    match.play(0, 150, "h8x1")
    told = re.search(r'<p class="result">(.*?)</p>', enter("Bo").get(at(match.game)).content.decode(), re.DOTALL)
    assert told
    lines = re.findall(r"<span>(.*?)</span>", told[1])
    assert [html.unescape(re.sub("<.*?>", "", line)) for line in lines] == [
        "Cy played Cthulhu Emerges.",
        "Cy made you pick up the stack: 2\N{NO-BREAK SPACE}× The Horror in Clay (2) and "
        "2\N{NO-BREAK SPACE}× Lost in Visions (6).",
        "Ada played The Raising of R'lyeh (8).",
    ]
    mine = re.search(r'<p class="result">(.*?)</p>', enter("Ada").get(at(match.game)).content.decode(), re.DOTALL)
    assert mine and re.sub("<.*?>", "", mine[1]).startswith("Ada played The Raising")


def test_the_sheet_says_that_play_has_turned_beside_what_befell_its_owner() -> None:
    def step(*sentences: tuple[str, dict[str, Any]]) -> Any:
        return SimpleNamespace(sentences=[say(text, **params) for text, params in sentences])

    cy, mine = {"seat": SeatName(2)}, {"seat": SeatName(0)}
    gift = ("{seat} gave {to} a card.", {"seat": SeatName(1), "to": SeatName(0)})
    own, bo = step(("{seat} played.", mine)), step(("{seat} played.", {"seat": SeatName(1)}), gift)
    turned, back = step(("{seat} played.", cy), (ANTICLOCKWISE, {})), step(("{seat} played.", cy), (CLOCKWISE, {}))
    last = step(("{seat} played.", cy))

    def told(*steps: Any) -> list[str]:
        return [
            str(line) for line in befell(SimpleNamespace(me=0, table=None, history=steps, names=("Ada", "Bo", "Cy")))
        ]

    there = ["<bdi>Bo</bdi> played.", "<bdi>Bo</bdi> gave <bdi>Ada</bdi> a card.", "<bdi>Cy</bdi> played."]
    others = "Other moves since yours: {}."
    assert told(own, bo, turned, last) == [ANTICLOCKWISE, *there, others.format(1)]
    assert told(own, bo, turned, back, last) == [*there, others.format(2)]
    assert told(own, bo, last) == there
    assert told(bo, own, last) == ["<bdi>Cy</bdi> played."]
    assert told(own, *[bo] * 4, last)[0] == "<bdi>Bo</bdi> played."
    heap = ("{by} made {seat} pick up the stack: {cards}.", {"by": SeatName(2), "seat": SeatName(0), "cards": "h4"})
    skipped = step(("{seat} played.", {"seat": SeatName(1)}), ("{seat} was skipped.", mine))
    made = step(("{seat} played.", cy), heap)
    assert told(own, made, skipped, last, skipped)[:2] == [
        "<bdi>Cy</bdi> played.",
        "<bdi>Cy</bdi> made <bdi>Ada</bdi> pick up the stack: h4.",
    ]
    fled = step(("{seat} played.", cy), heap, (ESCAPED, cy))
    moved = step(("{seat} played.", cy), ("{seat} moved {card} to {to}.", {**cy, "card": "h2", "to": SeatName(0)}))
    assert [line.partition("</bdi> ")[2][:4] for line in told(own, fled, made, moved)[:-1]] == ["play", "made"] * 2


def test_as_many_of_equal_cards_are_ticked_as_were_sent() -> None:
    hand = ("h4", "h9", "h4", "h4")
    for text, marks in (("h4", "1000"), ("h4,h4", "1010"), ("", "0000"), ("h9,h4", "1100")):
        told = ticked(hand, {"banish": text}, "banish")
        assert [card for card, _ in told] == list(hand)
        assert "".join(str(int(is_ticked)) for _, is_ticked in told) == marks
    assert not any(is_ticked for _, is_ticked in ticked(hand, {"banish": "h4"}, "give"))


def test_ones_own_picking_up_is_ones_own_though_the_tide_took_a_card() -> None:
    state = position("h10 h9 h10", "h2 h9", "h3", "h4", turn=TIDE_TURN + 2)
    _, events = GAMES["lost"].apply(state, PickUp(0))
    told = SimpleNamespace(sentences=[GAMES["lost"].tell(event, 0) for event in events])
    assert [str(sentence)[:6] for sentence in told.sentences][:2] == ["seat 0", "The ti"]
    game = SimpleNamespace(me=0, table=None, history=[told], names=("Ada", "Bo", "Cy"))
    assert [str(line)[:12] for line in befell(game)] == ["<bdi>Ada</bd"]


def test_who_is_afraid_reads_what_they_may_play_once(match: lost.Match, enter: Enter) -> None:
    afraid = seen(position("h4", "h2 h9", "h3", "h4", feared=frozenset({0})), 0)
    for part in ("_fits", "_stack"):
        text = render_to_string(f"lost/{part}.html", {"table": afraid, "names": ("Ada", "Bo", "Cy")})
        assert "only your highest Horror that fits, and no Event." in text and "may be played" not in text
    bo = seen(position("h4", "h2 h9", "h3", "h4", feared=frozenset({0})), 1)
    assert "Any Horror from 4 up may be played." in render_to_string(
        "lost/_stack.html", {"table": bo, "names": ("A", "B", "C")}
    )


def test_a_roundup_that_can_only_end_in_picking_up_says_so_before_it_is_taken_up() -> None:
    decision = seen(position("h5 h5", " / legrasse h2", "h3", phase="escape"), 0).decision
    (roundup,) = (pick for pick in lying(decision) if pick.card == "legrasse")
    assert "(but your hand will be too small: you can only pick up)" in str(roundup)
