"""What the long run needs to know of Fram R'lyeh: all that can be said in it, what is legal, what must always hold."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from games.rules import fram
from games.rules.fram.cards import NUMBERS, POWER, TRUMPS
from games.rules.fram.model import (
    Action,
    Banish,
    Drug,
    Orders,
    Phase,
    Play,
    Settle,
    State,
    Switch,
    Take,
    drug_cards,
    holders,
    is_banish_order_offered,
    is_switch_offered,
    playable,
)
from games.rules.fram.sealed import given_answer
from games.rules.kernel import Draw, Prompt, Terms

RULES: Any = fram
DECK = {"S": [7, 10, 11, 13, 14], "M": [3, 8, 11, 15, 18], "A": [0, 4, 11, 18, 22]}
MOST_MOVES = 12 * (5 + 3)  # a round: five cards, the dealer's switch, the drug or the end of its wait, a look
CARDS = (*NUMBERS, *TRUMPS, "3", "16", "")


def terms(draw: Draw) -> Terms:
    """A table's choices: mostly the usual ones."""
    return Terms(always_open=draw(8) == 0, solo=draw(8) == 0)


def options(draw: Draw) -> dict[str, Any]:
    """What the deal is made under: Fram has nothing to choose."""
    return {}


def embellish(state: State, answer: Action, draw: Draw) -> Action:
    """The answer with random orders, where the rules offer them and the answer can carry them."""
    if not isinstance(answer, Play | Switch) or draw(2):
        return answer
    orders = Orders()
    if is_switch_offered(state, answer.seat):
        orders = Orders(cap=(None, 4 + draw(12))[draw(2)], lowest=bool(draw(2)))
    if is_banish_order_offered(state, answer.seat) and draw(2):
        orders = replace(orders, below=1 + draw(24))
    return replace(answer, orders=orders)


def is_final(state: State, prompt: Prompt, sealed: Mapping[str, Action]) -> bool:
    """An answer to a look, given by itself or by an order, stands."""
    return prompt.kind == "look" and given_answer(state, prompt.seat, sealed) is not None


def every_action(state: State) -> Iterator[Action]:
    """All that could be written down, sensible or not."""
    yield Settle()
    for seat in range(len(state.seats)):
        yield from (Play(seat, card, hold) for card in CARDS for hold in (False, True))
        yield from (Switch(seat, on) for on in (False, True))
        yield from (Drug(seat, card) for card in CARDS)
        yield from (Take(seat), Banish(seat))


def loggable(state: State) -> set[Action]:
    """The actions that may come next in a log, said once more and as plainly as it can be."""
    match state.phase:
        case Phase.LEAD:
            return {Play(state.dealer, card) for card in playable(state, state.dealer)}
        case Phase.BID:
            return _bids(state)
        case Phase.SHOWDOWN:
            users = [seat for seat in holders(state) if "drug" in state.seats[seat].hand]
            return {Settle()} | {Drug(seat, card) for seat in users for card in drug_cards(state, seat)}
        case Phase.LOOK:
            seat = state.showdowns[-1].winner
            return {Take(seat)} | ({Banish(seat)} if "sign" in state.seats[seat].hand else set())
        case _:
            return set()


def _bids(state: State) -> set[Action]:
    seat = next(seat for seat in state.clockwise if state.played[seat] is None)
    cards = playable(state, seat)
    legal: set[Action] = {Play(seat, card) for card in cards}
    if is_switch_offered(state, seat):
        legal |= {Play(seat, card, hold=True) for card in cards}
    is_first = state.played.count(None) == len(state.seats) - 1
    if is_first and not state.held and is_switch_offered(state, state.dealer):
        legal |= {Switch(state.dealer, on=False), Switch(state.dealer)}
    return legal


def check(state: State) -> None:
    """What must hold in every state."""
    assert 1 <= state.round <= 12
    treasures = (*state.deal.treasures, *state.deal.removed)
    assert sorted(map(str, treasures)) == sorted(map(str, state.deal.deck.treasures()))
    taken = [prize.place for seat in state.seats for prize in seat.prizes]
    banished = [showdown.place for showdown in state.showdowns if showdown.banished]
    told = [showdown.place for showdown in state.showdowns if showdown.banished is not None]
    assert sorted(taken + banished) == told
    for number in range(len(state.seats)):
        assert sorted(_cards_of(state, number)) == sorted((*NUMBERS, state.seats[number].trump))
    assert all(place in seat.seen for seat in state.seats for place in (p.place for p in seat.prizes))
    assert (state.phase is Phase.OVER) == (fram.outcome(state) is not None) == (not fram.prompts(state))


def _cards_of(state: State, number: int) -> list[str]:
    """Every card of the seat, wherever it lies."""
    seat = state.seats[number]
    cards = [*seat.hand, *(prize.card for prize in seat.prizes), *seat.insanity, *seat.exorcised]
    if seat.trump == "text" or seat.drugged:
        cards.append(seat.trump)
    lies_played = state.phase in (Phase.LEAD, Phase.BID, Phase.SHOWDOWN)
    is_winner = state.phase is Phase.LOOK and state.showdowns[-1].winner == number
    card = state.played[number]
    if card is not None and (lies_played or is_winner):
        cards.append(card)
    if any(showdown.banished and showdown.winner == number for showdown in state.showdowns):
        cards += state.gone
    assert all(card in POWER or card == "drug" for card in seat.hand)
    return cards
