"""What lies sealed outside the log, what a seat may hand in, and when the game opens it (fram.md, *Three waits*).

A seat's sealed answers by key: `rN.bid` (a `Play`), `rN.switch` (the dealer's `Switch` with orders, after its lead),
`rN.look` (`Take` or `Banish`), and `switch`, the kept position of its switch (a `Switch`).
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import assert_never

from games.rules.fram.cards import POWER, is_numbered
from games.rules.fram.model import (
    NO_ORDERS,
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
    is_banish_order_offered,
    is_look_folded,
    is_switch_offered,
    winner,
)
from games.rules.fram.play import apply, choices, prompts
from games.rules.kernel import (
    Asked,
    Prompt,
    StaleDecision,
    StandIn,
    Submission,
    Wait,
    gettext_noop,
    illegal,
    say,
)

KEPT = "switch"
Sealed = Mapping[str, Action]


def given_answer(state: State, seat: int, sealed: Sealed) -> Take | Banish | None:
    """The seat's answer to its look: given by itself, or by the order that went with its lead or bid."""
    if state.phase is not Phase.LOOK or state.showdowns[-1].winner != seat:
        return None
    answer = sealed.get(f"r{state.round}.look")
    if isinstance(answer, Take | Banish):
        return answer
    return ordered_answer(state, seat, sealed_orders(sealed, state.round))


def ordered_answer(state: State, seat: int, orders: Orders) -> Take | Banish | None:
    """What the order *banish below* comes to: nothing without the Elder Sign."""
    if orders.below is None or "sign" not in state.seats[seat].hand:
        return None
    worth = state.deal.treasure(state.place).value
    return Banish(seat) if worth < orders.below else Take(seat)


def sealed_orders(sealed: Sealed, number: int) -> Orders:
    """The orders that the seat's lead or bid of that round carries."""
    for key in (f"r{number}.bid", f"r{number}.switch"):
        answer = sealed.get(key)
        if isinstance(answer, Play | Switch):
            return answer.orders
    return NO_ORDERS


def as_known_to(state: State, seat: int, sealed: Sealed) -> State:
    """The state as its own answer makes it for the winner of a folded look; for all others, the state itself."""
    answer = given_answer(state, seat, sealed)
    return apply(state, answer)[0] if answer is not None and is_look_folded(state) else state


def submit(state: State, seat: int, sealed: Sealed, key: str, answer: Action) -> Submission:
    """What comes of it when the seat gives this answer to that decision; StaleDecision or IllegalAction."""
    known = as_known_to(state, seat, sealed)
    prompt = next((prompt for prompt in prompts(known) if prompt.seat == seat and prompt.key == key), None)
    if prompt is None:
        raise StaleDecision(say(gettext_noop("That decision is closed. Nothing was changed.")))
    match prompt.kind, answer:
        case "lead", Play():
            return _lead(state, known, sealed, answer)
        case "bid", Play():
            return _bid(known, sealed, key, answer)
        case "switch", Switch():
            held = _checked(known, seat, answer.on, answer.orders)
            return Submission(_kept(known, seat, held, {**sealed, key: replace(answer, on=held)}))
        case "look", Take() | Banish():
            if given_answer(state, seat, sealed) is not None:
                raise illegal(gettext_noop("You have answered already; that answer cannot be changed."))
            _check_choice(state, prompt, answer)
            return Submission({**sealed, key: answer})
        case "showdown", Drug() | Settle():
            _check_choice(state, prompt, answer)
            return Submission(sealed, (answer,))
        case _:
            raise illegal(gettext_noop("That is not an answer to what is asked."))


def _check_choice(state: State, prompt: Prompt, answer: Action) -> None:
    if answer in choices(state, prompt):
        return
    match answer:
        case Banish():
            raise illegal(gettext_noop("Without the Elder Sign a treasure can only be taken."))
        case Drug():
            raise illegal(gettext_noop("You cannot use the Time Drug with that card."))
        case _:
            raise illegal(gettext_noop("An open showdown ends by the Time Drug or by its time alone."))


def _checked(state: State, seat: int, hold: bool, orders: Orders) -> bool:
    """Whether the seat holds; IllegalAction for a switch or an order that is not offered to it."""
    offered = is_switch_offered(state, seat)
    if (hold or orders.cap is not None or orders.lowest) and not offered:
        raise illegal(gettext_noop("You cannot hold this showdown, nor give orders for the Time Drug."))
    if orders.below is not None and not is_banish_order_offered(state, seat):
        raise illegal(gettext_noop("You cannot give an order to banish now."))
    if orders.cap is not None and not 4 <= orders.cap <= 15:
        raise illegal(gettext_noop("The cap of the Time Drug's order is a power from 4 to 15."))
    if orders.below is not None and not 1 <= orders.below <= 99:
        raise illegal(gettext_noop("The order to banish needs a number of VP from 1 to 99."))
    return offered and (hold or state.terms.always_open)


def _check_card(state: State, play: Play) -> None:
    if play.card not in POWER or play.card not in state.seats[play.seat].hand:
        raise illegal(gettext_noop("That card is not in your hand, or has no power to play."))


def _lead(state: State, known: State, sealed: Sealed, play: Play) -> Submission:
    """The lead goes to the log, after the answer to the look it may have waited for; the rest stays sealed.

    A trump led drops its dealer's switch and orders: everybody knows that trump now.
    """
    _check_card(known, play)
    answer = given_answer(state, play.seat, sealed)
    log = (Play(play.seat, play.card),) if answer is None else (answer, Play(play.seat, play.card))
    rest = {name: value for name, value in sealed.items() if name == KEPT}
    held = _checked(known, play.seat, play.hold, play.orders)
    if not is_numbered(play.card):
        return Submission(rest, log)
    rest[f"r{known.round}.switch"] = Switch(play.seat, held, play.orders)
    return Submission(rest if play.once else _kept(known, play.seat, held, rest), log)


def _bid(state: State, sealed: Sealed, key: str, play: Play) -> Submission:
    _check_card(state, play)
    held = _checked(state, play.seat, play.hold, play.orders)
    rest = {**sealed, key: replace(play, hold=held, once=False)}
    return Submission(rest if play.once else _kept(state, play.seat, held, rest))


def _kept(state: State, seat: int, held: bool, sealed: Sealed) -> Sealed:
    """The seat's answers with the position of its switch, kept for the rounds to come, where it is offered one."""
    return {**sealed, KEPT: Switch(seat, held)} if is_switch_offered(state, seat) else sealed


def keeps(state: State, seat: int, key: str) -> bool:
    """A kept switch stays for good; what was sealed for a round until that round's treasure lies with its winner.

    An order to banish outlives the showdown, so a bid does too.
    """
    if key == KEPT:
        return True
    number = int(key[1:].partition(".")[0])
    return state.phase is not Phase.OVER and number >= state.round


def asked(state: State) -> tuple[Asked, ...]:
    """What everybody knows is waited for: a lead (one wait with a folded look), bids, an open showdown, a look."""
    key = f"r{state.round}"
    match state.phase:
        case Phase.LEAD:
            return (Asked(state.dealer, "lead", f"{key}.lead"),)
        case Phase.BID:
            seats = (seat for seat in state.clockwise if state.played[seat] is None)
            return tuple(Asked(seat, "bid", f"{key}.bid") for seat in seats)
        case Phase.SHOWDOWN:
            wait = Wait.PACE if state.terms.solo else Wait.SHORT
            return (Asked(None, "showdown", f"{key}.showdown", wait),)
        case Phase.LOOK:
            seat = state.showdowns[-1].winner
            if is_look_folded(state):
                return (Asked(seat, "lead", f"r{state.round + 1}.lead"),)
            return (Asked(seat, "look", f"{key}.look", Wait.PACE if state.terms.solo else Wait.SHORT),)
        case Phase.OVER:
            return ()
        case _:
            assert_never(state.phase)


def handed_in(state: State, sealed: Mapping[int, Sealed]) -> frozenset[int]:
    """The asked seats whose answer lies sealed: bids, or the answer to a look that is a wait of its own.

    A look of its own is never complete before its time, except at a table of one person and bots, where nobody
    could learn from it.
    """
    match state.phase:
        case Phase.BID:
            key = f"r{state.round}.bid"
            return frozenset(seat for seat in state.clockwise[1:] if key in sealed.get(seat, {}))
        case Phase.LOOK if state.terms.solo and not is_look_folded(state):
            seat = state.showdowns[-1].winner
            return frozenset({seat} if given_answer(state, seat, sealed.get(seat, {})) else ())
        case _:
            return frozenset()


def advance(state: State, sealed: Mapping[int, Sealed], due: bool, stand_in: StandIn) -> tuple[Action, ...]:
    """What the game does by itself: open the bids once the last is in, end what is due, play for the absent."""
    match state.phase:
        case Phase.LEAD if due:
            return (_stand_in_lead(state, stand_in),)
        case Phase.BID if due or len(handed_in(state, sealed)) == len(state.seats) - 1:
            return _open_bids(state, sealed, stand_in)
        case Phase.SHOWDOWN if due:
            return (Settle(),)
        case Phase.LOOK if due or handed_in(state, sealed):
            seat = state.showdowns[-1].winner
            answer = given_answer(state, seat, sealed.get(seat, {})) or Take(seat)
            if not is_look_folded(state):
                return (answer,)
            return (answer, _stand_in_lead(apply(state, answer)[0], stand_in))
        case _:
            return ()


def _stand_in_lead(state: State, stand_in: StandIn) -> Action:
    return _bare(stand_in(state, prompts(state)[0]))


def _bare(action: Action) -> Play:
    """What is played for the absent: without orders, not held."""
    assert isinstance(action, Play)
    return Play(action.seat, action.card)


def _open_bids(state: State, sealed: Mapping[int, Sealed], stand_in: StandIn) -> tuple[Action, ...]:
    """The showdown's actions: the dealer's switch, the bids clockwise, and the drug where an order uses it."""
    bids: dict[int, Play] = {}
    for prompt in prompts(state):
        if prompt.kind == "bid":
            own = sealed.get(prompt.seat, {}).get(prompt.key)
            bids[prompt.seat] = own if isinstance(own, Play) else _bare(stand_in(state, prompt))
    switch = sealed.get(state.dealer, {}).get(f"r{state.round}.switch")
    held = {seat for seat, bid in bids.items() if bid.hold}
    if isinstance(switch, Switch) and switch.on:
        held.add(state.dealer)
    if state.terms.always_open:
        held |= set(state.clockwise)
    held = {seat for seat in held if is_switch_offered(state, seat)}
    played = tuple(card if card is not None else bids[seat].card for seat, card in enumerate(state.played))
    drug = _ordered_drug(state, played, sealed)
    if drug is not None:
        held.add(drug.seat)
    offered = is_switch_offered(state, state.dealer)
    log: list[Action] = [Switch(state.dealer, state.dealer in held)] if offered else []
    log += [Play(seat, bid.card, seat in held) for seat, bid in bids.items()]
    return tuple(log) if drug is None else (*log, drug)


def _ordered_drug(state: State, played: tuple[str, ...], sealed: Mapping[int, Sealed]) -> Drug | None:
    """What an order for the drug comes to at the reveal; nothing from a seat for which the clock has played."""
    for seat in state.clockwise:
        if "drug" in state.seats[seat].hand and is_switch_offered(state, seat):
            orders = sealed_orders(sealed.get(seat, {}), state.round)
            card = ordered_card(state, seat, played, orders)
            return None if card is None else Drug(seat, card)
    return None


def ordered_card(state: State, seat: int, played: tuple[str, ...], orders: Orders) -> str | None:
    """The card that the order brings in (fram.md, *Orders*): the cheapest that wins up to the cap, or the lowest."""
    if winner(played, state.dealer) == seat:
        return None
    hand = [card for card in drug_cards(state, seat) if card != played[seat]]
    for card in hand:
        wins = winner((*played[:seat], card, *played[seat + 1 :]), state.dealer) == seat
        if orders.cap is not None and POWER[card] <= orders.cap and wins:
            return card
    if orders.lowest and hand and POWER[hand[0]] < POWER[played[seat]]:
        return hand[0]
    return None
