"""Two worlds that a viewer cannot tell apart look the same to it, and the harness that says so catches leaks.

`python -m tests.rules.worlds 10000 7` is the full figure.
"""

from dataclasses import replace

import pytest

from games.rules import fram
from games.rules.fram import model, sealed, table, telling
from games.rules.fram.cards import TRUMPS
from games.rules.kernel import Asked, Due, Pending
from games.rules.offline import OfflineTable
from tests.rules import worlds


def test_two_worlds_look_the_same():
    figure = worlds.run(300, seed=3)
    assert figure.pairs == 300
    assert all(count == 50 for count in figure.starts.values())
    assert len(figure.facts) == 12
    assert min(figure.facts.values()) >= 5


# --- Planted leaks ----------------------------------------------------------------------------------------------------

VIEW, TELL, DUES, ENCODE, READ = table.view, telling.tell, telling.dues, fram.encode, worlds.Reader.read


def shows_a_trump(state, seat, pending):
    """The trump of the seat to the left."""
    view = VIEW(state, seat, pending)
    return replace(view, seats=(replace(view.seats[0], trump=state.seats[0].trump), *view.seats[1:]))


def shows_this_treasure(state, seat, pending):
    view = VIEW(state, seat, pending)
    card = state.deal.treasure(state.place)
    return replace(view, row=replace(view.row, this=replace(view.row.this, value=card.value)))


def shows_a_deep_depth(state, seat, pending):
    view = VIEW(state, seat, pending)
    place = min(state.round + 2, 10)
    return replace(view, row=replace(view.row, deck=replace(view.row.last, depth=state.deal.treasure(place).depth)))


def shows_what_was_not_dealt(state, seat, pending):
    return replace(VIEW(state, seat, pending), undealt=tuple(t for t in TRUMPS if t not in state.deal.trumps))


def shows_who_held(state, seat, pending):
    view = VIEW(state, seat, pending)
    return replace(view, revealed=tuple((s, "held") for s in sorted(state.held)) or view.revealed)


def orders_hands_by_trump(state, seat, pending):
    """No value of its own, only an order of seats that depends on what is secret."""
    view = VIEW(state, seat, pending)
    return replace(view, seats=tuple(sorted(view.seats, key=lambda shown: state.seats[shown.number].trump)))


def tells_the_face(event, seat):
    return TELL(replace(event, knowers=frozenset({seat})) if isinstance(event, model.Taken) else event, seat)


def tells_a_bluff(event, seat):
    return TELL(event, seat) if not isinstance(event, model.Lapsed) else None


def mails_only_who_held(before, after, events):
    mails = DUES(before, after, events)
    return tuple(mail for mail in mails if mail.kind != "showdown" or mail.seat in after.held)


def mails_the_look_to_who_can_banish(before, after, events):
    mails = DUES(before, after, events)
    has_sign = after.showdowns and "sign" in after.seats[after.showdowns[-1].winner].hand
    return (*mails, Due(0, "look", "look")) if has_sign else mails


def asks_who_holds(state):
    return tuple(Asked(seat, "showdown", "") for seat in sorted(state.held)) or sealed.asked(state)


def logs_who_held_in_clear(action):
    public, private = ENCODE(action)
    return {**public, **private}, {}


def logs_no_dealers_switch_that_is_off(action):
    public, private = ENCODE(action)
    return ({} if action == model.Switch(public.get("seat"), on=False) else public), private


LEAKS = [
    ("view", shows_a_trump),
    ("view", shows_this_treasure),
    ("view", shows_a_deep_depth),
    ("view", shows_what_was_not_dealt),
    ("view", shows_who_held),
    ("view", orders_hands_by_trump),
    ("tell", tells_the_face),
    ("dues", mails_only_who_held),
    ("dues", mails_the_look_to_who_can_banish),
    ("asked", asks_who_holds),
    ("encode", logs_who_held_in_clear),
    ("encode", logs_no_dealers_switch_that_is_off),
]


@pytest.mark.parametrize(("name", "leak"), LEAKS, ids=[leak.__name__ for _, leak in LEAKS])
def test_a_planted_leak_is_caught(name, leak, monkeypatch):
    monkeypatch.setattr(fram, name, leak)
    with pytest.raises(worlds.Leak):
        worlds.run(120, seed=3)


def test_an_answer_that_shows_before_its_lead_is_caught(monkeypatch):
    def early(game, seat, missing=None):
        state = game.state
        for number in range(game.seats):
            state = replace(sealed.as_known_to(state, number, game.sealed[number]), before=None)
        return VIEW(state, seat, Pending({} if seat is None else game.sealed[seat], missing))

    monkeypatch.setattr(OfflineTable, "view", early)
    with pytest.raises(worlds.Leak):
        worlds.run(120, seed=3)


def test_who_is_said_to_be_missing_must_not_be_the_truth(monkeypatch):
    def live(reader, missing):
        game = reader.table
        asked = {wait.seat for wait in fram.asked(game.state)}
        return READ(reader, asked - fram.handed_in(game.state, game.sealed))

    monkeypatch.setattr(worlds.Reader, "read", live)
    with pytest.raises(worlds.Leak):
        worlds.run(120, seed=3)
