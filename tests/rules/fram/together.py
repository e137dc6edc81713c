"""Two games of Fram R'lyeh going on: all do the same visible things in both, whatever else they do unseen."""

import random
from collections.abc import Callable
from typing import Any

from games.rules import fram
from games.rules.fram.model import Action, Banish, Drug, Phase, Play, Take, holders, is_look_folded
from games.rules.fram.sealed import as_known_to, given_answer
from games.rules.kernel import IllegalAction
from games.rules.offline import OfflineTable
from tests.rules.fram import trial
from tests.rules.fram.twin import Pair, seal, seal_something

TRIES = 40


class Apart(Exception):
    """The two must go different ways in sight of all: nothing more to compare."""


def go_on(pair: Pair, chance: random.Random) -> None:
    """One more thing has happened in both; Apart if no visible thing can happen in both."""
    _do_something(pair, chance)
    if Phase.OVER in (pair.one.state.phase, pair.two.state.phase) or _known_cards(pair, pair.one) != _known_cards(
        pair, pair.two
    ):
        raise Apart


def _known_cards(pair: Pair, table: OfflineTable) -> list[object]:
    """The treasures that the viewer has come to know, by their depths, or by their faces too."""
    seat = pair.viewer
    state = table.state if seat is None else as_known_to(table.state, seat, table.sealed[seat])
    depths = [state.deal.treasures[place].depth for place in range(min(state.round + 2, 12))]
    return [depths, [] if seat is None else [state.deal.treasure(place) for place in sorted(state.seats[seat].seen)]]


def _do_something(pair: Pair, chance: random.Random) -> None:
    if chance.random() < 0.3:
        _others_seal(pair, chance)
    elif chance.random() < 0.5:
        _viewer_says_anything(pair, chance)
    else:
        _advance(pair, chance)


def _others_seal(pair: Pair, chance: random.Random) -> None:
    for table in (pair.one, pair.two):
        for seat in range(table.seats):
            if seat != pair.viewer and chance.random() < 0.5:
                seal_something(table, seat, chance)


def _viewer_says_anything(pair: Pair, chance: random.Random) -> None:
    """The viewer sends something, sensible or not: the answer is the same."""
    if pair.viewer is None:
        return
    known, prompts = pair.one.open_to(pair.viewer)
    offered = [(p.key, a) for p in prompts for a in fram.choices(known, p)]
    keys = [prompt.key for prompt in prompts] or ["r1.bid"]
    anything = [(chance.choice(keys), a) for a in trial.every_action(known) if getattr(a, "seat", 0) == pair.viewer]
    key, answer = chance.choice(offered if offered and chance.random() < 0.6 else anything)
    answer = trial.embellish(known, answer, chance.randrange)
    said = [_say(table, pair.viewer, key, answer) for table in (pair.one, pair.two)]
    assert said[0] == said[1], said


def _say(table: OfflineTable, seat: int, key: str, answer: Action) -> object:
    try:
        table.answer(seat, key, answer)
    except IllegalAction as fault:
        return fault.sentence
    return dict(table.sealed[seat])


def _advance(pair: Pair, chance: random.Random) -> None:
    match pair.one.state.phase:
        case Phase.LEAD:
            _lead(pair, pair.one.state.dealer, chance)
        case Phase.BID:
            _showdown(pair, chance)
        case Phase.SHOWDOWN:
            _end_showdown(pair, chance)
        case Phase.LOOK:
            _look(pair, chance)


def _both(pair: Pair, act: Callable[[OfflineTable], Any]) -> None:
    for table in (pair.one, pair.two):
        act(table)


def _lead(pair: Pair, seat: int, chance: random.Random) -> None:
    """The same lead, with orders and a switch that need not be the same."""
    cards = _common_cards(pair, seat)
    card = chance.choice(cards)
    seed = chance.random()

    def lead(table: OfflineTable) -> None:
        known, prompts = table.open_to(seat)
        prompt = next(prompt for prompt in prompts if prompt.kind == "lead")
        seal(table, seat, known, prompt, random.Random(seed) if seat == pair.viewer else chance, card)

    _both(pair, lead)


def _common_cards(pair: Pair, seat: int) -> list[str]:
    """What the seat can play in both."""
    hands = []
    for table in (pair.one, pair.two):
        known, _ = table.open_to(seat)
        hands.append({card for card in known.seats[seat].hand if card in trial.POWER})
    return sorted(hands[0] & hands[1])


def _showdown(pair: Pair, chance: random.Random) -> None:
    """The same cards are revealed in both, at the same moment; some seats may have left it to the clock."""
    state = pair.one.state
    bidders = [seat for seat in state.clockwise[1:] if seat != pair.viewer]
    key = f"r{state.round}.bid"
    absent = [s for s in bidders if chance.random() < 0.1 and not any(key in t.sealed[s] for t in (pair.one, pair.two))]
    is_due = bool(absent) or (pair.viewer in state.clockwise[1:] and key not in pair.one.sealed[pair.viewer or 0])
    cards = {seat: chance.choice(_common_cards(pair, seat)) for seat in bidders if seat not in absent}
    _bid(pair.one, cards, key, chance)
    wanted = _outcome(pair.one, is_due)
    for _ in range(TRIES):
        _bid(pair.two, cards, key, chance)
        if pair.viewer != state.dealer and chance.random() < 0.5:
            seal_something(pair.two, state.dealer, chance)
        if _outcome(pair.two, is_due) == wanted:
            _both(pair, lambda table: table.go_on(due=is_due))
            return
    raise Apart


def _bid(table: OfflineTable, cards: dict[int, str], key: str, chance: random.Random) -> None:
    for seat, card in cards.items():
        known, prompts = table.open_to(seat)
        prompt = next(prompt for prompt in prompts if prompt.key == key)
        seal(table, seat, known, prompt, chance, card)


def _outcome(table: OfflineTable, is_due: bool) -> object:
    """What everybody would see of the showdown."""
    state = table.state
    log = table.rules.advance(state, table.sealed, is_due, table._stand_in)
    for action in log:
        state, _ = fram.apply(state, action)
    drugs = [action for action in log if isinstance(action, Drug)]
    return [a.card for a in log if isinstance(a, Play)], drugs, state.phase


def _end_showdown(pair: Pair, chance: random.Random) -> None:
    """The drug is used in both, or the time runs out."""
    users = [
        seat
        for seat in holders(pair.one.state)
        if seat in holders(pair.two.state) and all("drug" in t.state.seats[seat].hand for t in (pair.one, pair.two))
    ]
    if users and chance.random() < 0.6:
        card = chance.choice(sorted(trial.drug_cards(pair.one.state, users[0])))
        key = f"r{pair.one.state.round}.showdown"
        _both(pair, lambda table: table.answer(users[0], key, Drug(users[0], card)))
    else:
        _both(pair, lambda table: table.go_on(due=True))


def _look(pair: Pair, chance: random.Random) -> None:
    """The same answer comes to light in both, with the lead or at the end of its own wait."""
    state = pair.one.state
    seat = state.showdowns[-1].winner
    given = [given_answer(table.state, seat, table.sealed[seat]) for table in (pair.one, pair.two)]
    wanted = given[0] or given[1] or _random_answer(pair, seat, chance)
    if any(answer is not None and answer != wanted for answer in given):
        raise Apart
    if isinstance(wanted, Banish) and not all("sign" in t.state.seats[seat].hand for t in (pair.one, pair.two)):
        raise Apart
    if seat == pair.viewer and given[0] is None:
        _both(pair, lambda table: table.answer(seat, f"r{state.round}.look", wanted))
        return
    for table, answer in zip((pair.one, pair.two), given, strict=True):
        if answer is None:
            table.answer(seat, f"r{state.round}.look", wanted)
    if not is_look_folded(state) or chance.random() < 0.2:
        _both(pair, lambda table: table.go_on(due=True))
    else:
        _lead(pair, seat, chance)


def _random_answer(pair: Pair, seat: int, chance: random.Random) -> Take | Banish:
    can_banish = all("sign" in table.state.seats[seat].hand for table in (pair.one, pair.two))
    return Banish(seat) if can_banish and chance.random() < 0.5 else Take(seat)
