"""What seats do unseen, and what everybody would see come of it."""

import random
from typing import Any

from games.rules import fram
from games.rules.fram.cards import POWER, TRUMPS
from games.rules.fram.model import Action, Banish, Drug, Orders, Phase, Play, Settle, Switch, Take, drug_cards
from games.rules.fram.sealed import given_answer
from games.rules.offline import OfflineTable
from tests.rules.fram import trial

Tables = tuple[OfflineTable, OfflineTable]


def form(key: str, action: Action) -> dict[str, str]:
    """The form by which the action is sent."""
    match action:
        case Play(_, card, hold, orders):
            return {"key": key, "do": "play", "card": card, "hold": "1" if hold else "", **_orders(orders)}
        case Switch(_, on, orders):
            return {"key": key, "do": "switch", "hold": "1" if on else "", **_orders(orders)}
        case Drug(_, card):
            return {"key": key, "do": "drug", "card": card}
        case Settle():
            return {"key": key, "do": "go-on"}
        case Take():
            return {"key": key, "do": "take"}
        case Banish():
            return {"key": key, "do": "banish"}


def _orders(orders: Orders) -> dict[str, str]:
    texts = {"cap": orders.cap, "below": orders.below}
    return {name: str(value) for name, value in texts.items() if value is not None} | (
        {"lowest": "1"} if orders.lowest else {}
    )


def choose(table: OfflineTable, seat: int, key: str, chance: random.Random, card: str | None = None) -> Any:
    """A random legal answer of the seat to that decision, with that card if one is named."""
    state, prompts = table.open_to(seat)
    prompt = next(prompt for prompt in prompts if prompt.key == key)
    choices = [c for c in fram.choices(state, prompt) if card is None or getattr(c, "card", None) == card]
    return trial.embellish(state, chance.choice(choices), chance.randrange)


def seal(table: OfflineTable, seat: int, key: str, chance: random.Random, card: str | None = None) -> Action:
    """The seat has given a random answer to that decision."""
    action = choose(table, seat, key, chance, card)
    table.answer(seat, key, action)
    return action


def seal_something(table: OfflineTable, seat: int, chance: random.Random) -> list[tuple[str, Action]]:
    """The seat seals, or seals anew, what it may and nobody sees; what it did."""
    done = []
    for _ in range(2):
        state, prompts = table.open_to(seat)
        for prompt in prompts:
            is_given = trial.is_final(state, prompt, table.sealed[seat])
            if prompt.sealed and not is_given and chance.random() < 0.6:
                done.append((prompt.key, seal(table, seat, prompt.key, chance)))
    return done


def common_cards(tables: Tables, seat: int) -> list[str]:
    """What the seat can play in both."""
    hands = [{card for card in table.open_to(seat)[0].seats[seat].hand if card in POWER} for table in tables]
    return sorted(hands[0] & hands[1])


def drug_users(tables: Tables) -> list[int]:
    """The seats that can use the Time Drug now in both."""
    users = []
    for seat in range(tables[0].seats):
        states = [table.state for table in tables]
        if all(seat in state.held and "drug" in state.seats[seat].hand for state in states):
            users.append(seat)
    return users


def common_drug_cards(tables: Tables, seat: int) -> list[str]:
    """What the drug could bring in in both."""
    return sorted(set(drug_cards(tables[0].state, seat)) & set(drug_cards(tables[1].state, seat)))


def given(table: OfflineTable) -> Take | Banish | None:
    """The winner's answer to an open look, if it has given one, itself or by an order."""
    state = table.state
    if state.phase is not Phase.LOOK:
        return None
    winner = state.showdowns[-1].winner
    return given_answer(state, winner, table.sealed[winner])


def what_is_seen(table: OfflineTable, is_due: bool) -> object:
    """What everybody sees of a showdown: the cards, a drug used at once, whether it stays open (fram.md)."""
    log = table.rules.advance(table.state, table.sealed, is_due, table._stand_in)
    cards = tuple((action.seat, action.card) for action in log if isinstance(action, Play))
    drug = next(((action.seat, action.card) for action in log if isinstance(action, Drug)), None)
    held = {action.seat for action in log if isinstance(action, Play) and action.hold}
    held |= {action.seat for action in log if isinstance(action, Switch) and action.on}
    shown = {card for _, card in cards} | {card for card in table.state.played if card}
    unknown = {
        seat
        for seat, trump in enumerate(table.deal.trumps)
        if trump not in table.state.known and trump not in shown & set(TRUMPS)
    }
    return cards, drug, drug is None and bool(held & unknown)
