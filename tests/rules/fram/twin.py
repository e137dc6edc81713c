"""Two games of Fram R'lyeh that one viewer cannot tell apart (fram.md, *Who knows what*): how the second is made.

All that follows from public facts is kept: cards that were revealed, who won, what was told, that a showdown was open.
What the viewer may not know is drawn anew: trumps nobody has seen (those not dealt too), faces it has not seen, the
deck's deeper order, who held, and all that others have sealed.
"""

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from games.rules import fram
from games.rules.fram.cards import NUMBERS, ROUNDS, TRUMPS, Deal
from games.rules.fram.model import (
    Action,
    Drug,
    Phase,
    Play,
    State,
    Switch,
    has_known_trump,
    is_banish_order_offered,
    is_look_folded,
    is_switch_offered,
)
from games.rules.fram.sealed import KEPT, as_known_to, given_answer
from games.rules.kernel import Prompt
from games.rules.offline import OfflineTable
from tests.rules.fram import trial

LAST = ROUNDS - 1


@dataclass
class Pair:
    """Two tables that look the same to the viewer; `missing` is what is said of who has not bid, in both."""

    viewer: int | None
    one: OfflineTable
    two: OfflineTable
    missing: frozenset[int] = frozenset()


def make(table: OfflineTable, viewer: int | None, chance: random.Random) -> Pair:
    """The table and a second one."""
    two = OfflineTable(table.rules, _deal(table, viewer, chance), table.seats, table.draw, table.terms)
    for step in _steps(table, viewer, chance):
        two.log_step(step)
    pair = Pair(viewer, table, two)
    pair.missing = _missing(table, chance)
    _seal_anew(pair, chance)
    return pair


def kind_of(table: OfflineTable) -> str:
    """What a pair starts from."""
    state = table.state
    if state.phase is not Phase.LOOK:
        return str(state.phase.value)
    if not is_look_folded(state):
        return "separate look"
    return "folded look, " + ("answered" if _given(table) else "not answered")


def facts_that_differ(pair: Pair) -> set[str]:
    """The kinds of fact in which the two differ."""
    one, two = pair.one, pair.two
    undealt = [set(TRUMPS) - set(table.deal.trumps) for table in (one, two)]
    depths = [[treasure.depth for treasure in table.deal.treasures] for table in (one, two)]
    held = [[getattr(action, "hold", getattr(action, "on", None)) for action in table.log] for table in (one, two)]
    answers = [_given(table) for table in (one, two)]
    found = {
        "trumps": one.deal.trumps != two.deal.trumps,
        "trumps not dealt": undealt[0] != undealt[1],
        "treasures of the rounds": one.deal.treasures != two.deal.treasures,
        "removed treasures": one.deal.removed != two.deal.removed,
        "depths deep in the deck": depths[0] != depths[1],
        "who held": held[0] != held[1],
        "answer to the look": None not in answers and answers[0] != answers[1],
        "answer given": (answers[0] is None) != (answers[1] is None),
    }
    for seat in range(one.seats):
        mine, other = one.sealed[seat], two.sealed[seat]
        found["kept switch"] = found.get("kept switch", False) or mine.get(KEPT) != other.get(KEPT)
        for key in (mine.keys() | other.keys()) - {KEPT}:
            _compare_sealed(found, mine.get(key), other.get(key))
    return {kind for kind, differs in found.items() if differs}


def _compare_sealed(found: dict[str, bool], mine: Action | None, other: Action | None) -> None:
    cards = [getattr(answer, "card", None) for answer in (mine, other)]
    orders = [getattr(answer, "orders", None) for answer in (mine, other)]
    found["bid sealed"] = found.get("bid sealed", False) or (None in cards and cards[0] != cards[1])
    found["sealed card"] = found.get("sealed card", False) or (None not in cards and cards[0] != cards[1])
    found["orders"] = found.get("orders", False) or (None not in orders and orders[0] != orders[1])


def _given(table: OfflineTable) -> str | None:
    """The winner's answer that lies sealed, if a look is open and it has given one."""
    state = table.state
    if state.phase is not Phase.LOOK:
        return None
    winner = state.showdowns[-1].winner
    answer = given_answer(state, winner, table.sealed[winner])
    return None if answer is None else type(answer).__name__


# --- The deal ---------------------------------------------------------------------------------------------------------


def _deal(table: OfflineTable, viewer: int | None, chance: random.Random) -> Deal:
    state = table.state if viewer is None else as_known_to(table.state, viewer, table.sealed[viewer])
    hidden = [seat for seat in range(table.seats) if seat != viewer and not has_known_trump(state, seat)]
    trumps = list(state.deal.trumps)
    pool = [trump for trump in TRUMPS if trump not in trumps] + [trumps[seat] for seat in hidden]
    pool = chance.sample(pool, len(pool))
    if state.phase is Phase.LOOK and "sign" in pool and chance.random() < 0.5:
        pool.remove("sign")  # who is asked to take or banish can often do either
        pool.insert(hidden.index(state.showdowns[-1].winner) if state.showdowns[-1].winner in hidden else 0, "sign")
    for seat, trump in zip(hidden, pool, strict=False):
        trumps[seat] = trump
    treasures = _treasures(state, viewer, chance)
    return replace(
        state.deal, trumps=tuple(trumps), treasures=tuple(treasures[:ROUNDS]), removed=tuple(treasures[ROUNDS:])
    )


def _treasures(state: State, viewer: int | None, chance: random.Random) -> list[Any]:
    """All fifteen: faces seen stay, depths seen stay, the rest is shuffled."""
    seen = {LAST} | (set() if viewer is None else state.seats[viewer].seen)
    treasures = [state.deal.treasure(place) for place in range(ROUNDS + 3)]
    unseen = [place for place in range(ROUNDS + 3) if place not in seen]
    pool = chance.sample([treasures[place] for place in unseen], len(unseen))
    deep = [place for place in unseen if state.round + 1 < place < LAST]
    for place in sorted(set(unseen) - set(deep)):
        card = next(card for card in pool if card.depth == treasures[place].depth)
        pool.remove(card)
        treasures[place] = card
    for place, card in zip(deep, pool, strict=True):
        treasures[place] = card
    return treasures


# --- The log ----------------------------------------------------------------------------------------------------------


def _steps(table: OfflineTable, viewer: int | None, chance: random.Random) -> list[tuple[Action, ...]]:
    """The same steps with others holding where nobody could have told."""
    state, _ = fram.setup(table.deal, table.terms)
    steps = []
    for number, step in enumerate(table.steps):
        if state.phase is Phase.BID and not table.terms.always_open:
            user = _user(action for later in table.steps[number : number + 2] for action in later)
            steps.append(_bids(state, step, viewer, user, chance))
        else:
            steps.append(step)
        for action in step:
            state, _ = fram.apply(state, action)
    return steps


def _user(actions: Iterable[Action]) -> int | None:
    """The seat that used the drug."""
    return next((action.seat for action in actions if isinstance(action, Drug)), None)


def _bids(
    state: State, step: tuple[Action, ...], viewer: int | None, user: int | None, chance: random.Random
) -> tuple[Action, ...]:
    """The bids of one round, opened together, with other switches."""
    after = state
    for action in step:
        if not isinstance(action, Drug):
            after, _ = fram.apply(after, action)
    offered = [seat for seat in range(len(state.seats)) if is_switch_offered(state, seat)]
    could_open = [seat for seat in offered if not has_known_trump(after, seat)]
    held = {seat for seat in offered if chance.random() < 0.5 and seat != viewer}
    if user is None and after.phase is not Phase.SHOWDOWN:
        held -= set(could_open)
    held |= {seat for seat in (viewer, user) if seat is not None and seat in after.held}
    if after.phase is Phase.SHOWDOWN and user is None and not held & set(could_open):
        held.add(chance.choice([seat for seat in could_open if seat != viewer]))
    return tuple(_with_switch(action, held) for action in step)


def _with_switch(action: Action, held: set[int]) -> Action:
    match action:
        case Play():
            return replace(action, hold=action.seat in held)
        case Switch():
            return replace(action, on=action.seat in held)
        case _:
            return action


# --- What lies sealed -------------------------------------------------------------------------------------------------


def said_missing(pair: Pair, chance: random.Random) -> frozenset[int]:
    """Who is said to be missing now: of those who have sealed in both, some are said to have."""
    return _missing(pair.one, chance) | _missing(pair.two, chance)


def _missing(table: OfflineTable, chance: random.Random) -> frozenset[int]:
    """Who is said to be missing: all who are, and some who have bid since the last full eighth."""
    in_truth = table.rules.handed_in(table.state, table.sealed)
    asked = {wait.seat for wait in table.rules.asked(table.state)}
    return frozenset(seat for seat in asked - {None} if seat not in in_truth or chance.random() < 0.5)


def _seal_anew(pair: Pair, chance: random.Random) -> None:
    one, two = pair.one, pair.two
    for seat in range(two.seats):
        if seat == pair.viewer:
            two.sealed[seat] = dict(one.sealed[seat])
            continue
        two.sealed[seat] = _left_of_this_round(one, two, seat, chance)
        if chance.random() < 0.8:
            two.sealed[seat] = {**two.sealed[seat], KEPT: Switch(seat, chance.random() < 0.5)}
        must = two.state.phase is Phase.BID and seat not in pair.missing
        while True:
            seal_something(two, seat, chance)
            if not must or seat == two.state.dealer or f"r{two.state.round}.bid" in two.sealed[seat]:
                break


def _left_of_this_round(one: OfflineTable, two: OfflineTable, seat: int, chance: random.Random) -> Mapping[str, Action]:
    """What a seat's bid, opened already, leaves sealed until the treasure is taken: an order to banish."""
    state, left = two.state, {}
    if state.phase in (Phase.SHOWDOWN, Phase.LOOK) and state.revealed is not None:
        is_dealer = seat == state.dealer
        below = 1 + chance.randrange(22) if chance.random() < 0.5 and is_banish_order_offered(state, seat) else None
        answer = one.sealed[seat].get(f"r{state.round}." + ("switch" if is_dealer else "bid"))
        if isinstance(answer, Play | Switch):
            on = seat in state.held
            held = replace(answer, on=on) if isinstance(answer, Switch) else replace(answer, hold=on)
            left[f"r{state.round}." + ("switch" if is_dealer else "bid")] = replace(
                held, orders=replace(answer.orders, cap=None, lowest=False, below=below)
            )
    return left


def seal_something(table: OfflineTable, seat: int, chance: random.Random) -> None:
    """The seat seals, or seals anew, what it may and nobody sees; or it does not."""
    for _ in range(2):
        known, prompts = table.open_to(seat)
        for prompt in prompts:
            if prompt.sealed and not trial.is_final(known, prompt, table.sealed[seat]) and chance.random() < 0.6:
                seal(table, seat, known, prompt, chance)


def seal(
    table: OfflineTable, seat: int, known: State, prompt: Prompt, chance: random.Random, card: str | None = None
) -> None:
    """The seat hands in a random answer to the prompt, with that card if one is named."""
    choices = [c for c in fram.choices(known, prompt) if card is None or getattr(c, "card", None) == card]
    table.answer(seat, prompt.key, trial.embellish(known, chance.choice(choices), chance.randrange))


def numbered(cards: frozenset[str]) -> set[str]:
    """The cards 4 … 15 among them."""
    return set(cards) & set(NUMBERS)
