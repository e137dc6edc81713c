"""The rulebook: what may be done, and what comes of it. Numbers in docstrings are the rulebook's sections."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, assert_never

from games.rules.fram.cards import POWER, ROUNDS, TRUMPS, Deal, clockwise, is_numbered
from games.rules.fram.model import (
    Action,
    Banish,
    Banished,
    Began,
    Drug,
    Drugged,
    Ended,
    Event,
    Lapsed,
    Led,
    Phase,
    Play,
    Prize,
    Revealed,
    Seat,
    Settle,
    Showdown,
    State,
    Switch,
    Take,
    Taken,
    Won,
    bidding_round,
    drug_cards,
    has_drug,
    holders,
    is_banish_order_offered,
    is_look_asked,
    is_look_folded,
    is_switch_offered,
    mead_seat,
    next_dealer,
    playable,
    vp,
    winner,
)
from games.rules.kernel import Draw, Outcome, Prompt, Terms, gettext_noop, illegal, say

Step = tuple[State, tuple[Event, ...]]
LAST_PLACE = ROUNDS - 1
NUMBERED_HAND = frozenset(card for card in POWER if is_numbered(card))


def setup(deal: Deal, terms: Terms) -> Step:
    """Hands of twelve powers and a trump; the text's seat shows it, deals first, and may look at what was removed."""
    first = deal.trumps.index("text")
    seats = []
    for number, trump in enumerate(deal.trumps):
        hand = NUMBERED_HAND if trump == "text" else NUMBERED_HAND | {trump}
        seen = {LAST_PLACE} | ({ROUNDS, ROUNDS + 1, ROUNDS + 2} if number == first else set())
        seats.append(Seat(trump, frozenset(hand), frozenset(seen)))
    state = State(deal, terms, 0, first, Phase.LEAD, tuple(seats), (None,) * len(seats))
    return _begin_round(state, first, by_mead=False)


def apply(state: State, action: Action) -> Step:
    """The state after the action, and what happened; IllegalAction if it is not legal now."""
    if state.phase is Phase.OVER:
        raise illegal(gettext_noop("the game is over"))
    match action:
        case Play():
            return _lead(state, action) if state.phase is Phase.LEAD else _bid(state, action)
        case Switch():
            return _switch(state, action)
        case Drug():
            return _use_drug(state, action)
        case Settle():
            _need(state, Phase.SHOWDOWN)
            after, events = _close(state)
            return after, (Lapsed(), *events)
        case Take() | Banish():
            return _answer(state, action)
        case _:
            assert_never(action)


def _need(state: State, phase: Phase) -> None:
    if state.phase is phase:
        return
    match state.phase:
        case Phase.SHOWDOWN:
            raise illegal(gettext_noop("the showdown is open: the Time Drug, or nothing, comes next"))
        case Phase.LOOK:
            raise illegal(gettext_noop("the winner must first take or banish the treasure"))
        case _:
            raise illegal(gettext_noop("that cannot be done now"))


def _lead(state: State, play: Play) -> Step:
    """4.1: the dealer plays a card with a power, face up."""
    if play.seat != state.dealer:
        raise illegal(gettext_noop("the dealer leads first"))
    if play.hold:
        raise illegal(gettext_noop("a lead is logged without its switch"))
    known = state.known if is_numbered(play.card) else state.known | {play.card}
    after = _put(state, play, phase=Phase.BID, known=known, before=None, withheld=())
    return after, (*state.withheld, Led(play.seat, play.card))


def _bid(state: State, play: Play) -> Step:
    """4.2: the others play, sealed; logged clockwise from the dealer. 4.3 when the last is in."""
    _need(state, Phase.BID)
    expected = next(seat for seat in state.clockwise if state.played[seat] is None)
    if play.seat != expected:
        raise illegal(gettext_noop("sealed bids are opened clockwise from the dealer, one a seat"))
    if play.hold and not is_switch_offered(state, play.seat):
        raise illegal(gettext_noop("that seat cannot hold this showdown"))
    after = _put(state, play, held=state.held | {play.seat} if play.hold else state.held)
    return (after, ()) if None in after.played else _reveal(after)


def _put(state: State, play: Play, **changes: Any) -> State:
    """The card is on the table, not in the hand, and what else changes with it."""
    if play.card not in POWER:
        raise illegal(gettext_noop("no such card with a power"))
    if play.card not in state.seats[play.seat].hand:
        raise illegal(gettext_noop("that card is not in the hand"))
    hand = state.seats[play.seat].hand - {play.card}
    played = (*state.played[: play.seat], play.card, *state.played[play.seat + 1 :])
    return replace(state, seats=_seats(state, play.seat, hand=hand), played=played, **changes)


def _seats(state: State, seat: int, **changes: Any) -> tuple[Seat, ...]:
    """All seats, that one changed."""
    return (*state.seats[:seat], replace(state.seats[seat], **changes), *state.seats[seat + 1 :])


def _switch(state: State, switch: Switch) -> Step:
    """The dealer's switch, which lay sealed since the lead, comes to light with the bids."""
    _need(state, Phase.BID)
    if switch.seat != state.dealer or not _is_switch_due(state):
        raise illegal(gettext_noop("only the dealer's switch is logged by itself, once, right before the bids"))
    if not is_switch_offered(state, switch.seat):
        raise illegal(gettext_noop("that seat cannot hold this showdown"))
    return (replace(state, held=frozenset({switch.seat})), ()) if switch.on else (state, ())


def _reveal(state: State) -> Step:
    """4.3: all cards face up. The showdown stays open if a seat holds it whose trump is still not known."""
    revealed = tuple(card for card in state.played if card is not None)
    state = replace(state, revealed=revealed, known=state.known | {card for card in revealed if card in TRUMPS})
    event = Revealed(tuple((seat, revealed[seat]) for seat in state.clockwise[1:]))
    if holders(state):
        return replace(state, phase=Phase.SHOWDOWN), (event,)
    after, events = _close(state)
    return after, (event, *events)


def _use_drug(state: State, drug: Drug) -> Step:
    """6, Time Drug: the played card back into the hand, another one with a power out of it."""
    _need(state, Phase.SHOWDOWN)
    if drug.seat not in state.held:
        raise illegal(gettext_noop("that seat did not hold the showdown, and so declined"))
    if not has_drug(state, drug.seat):
        raise illegal(gettext_noop("that seat does not have the Time Drug"))
    if drug.card not in drug_cards(state, drug.seat):
        raise illegal(gettext_noop("the drug brings in another card 4 to 15 from the hand"))
    back = state.played[drug.seat]
    assert back is not None
    hand = (state.seats[drug.seat].hand - {"drug", drug.card}) | {back}
    played = (*state.played[: drug.seat], drug.card, *state.played[drug.seat + 1 :])
    seats = _seats(state, drug.seat, hand=hand, drugged=True)
    after = replace(state, seats=seats, played=played, known=state.known | {"drug"})
    closed, events = _close(after, drug.seat)
    return closed, (Drugged(drug.seat, back, drug.card), *events)


def _close(state: State, drugged: int | None = None) -> Step:
    """4.3, 4.4: the winner is found, the losers' cards become insanity; the winner looks at the treasure."""
    cards = tuple(card for card in state.played if card is not None)
    first = winner(cards, state.dealer)
    assert state.revealed is not None
    showdown = Showdown(state.round, state.dealer, state.revealed, cards, first, state.place, drugged, state.held)
    seats = tuple(
        replace(mine, seen=mine.seen | {state.place})
        if number == first
        else replace(mine, insanity=(*mine.insanity, cards[number]))
        for number, mine in enumerate(state.seats)
    )
    state = replace(state, seats=seats, showdowns=(*state.showdowns, showdown))
    tied = tuple(seat for seat in state.clockwise if seat != first and POWER[cards[seat]] == POWER[cards[first]])
    event = Won(first, cards[first], tied, state.deal.treasure(state.place).depth, first == state.dealer)
    if is_look_asked(state):
        return replace(state, phase=Phase.LOOK), (event,)
    after, events = _go_on(*_take(state, first))
    return after, (event, *events)


def _answer(state: State, answer: Take | Banish) -> Step:
    """4.5, and the Elder Sign as a talisman. What is answered with the lead stays with its seat until that lead."""
    if state.phase is not Phase.LOOK:
        raise illegal(gettext_noop("nobody is asked to take or banish a treasure now"))
    if answer.seat != state.showdowns[-1].winner:
        raise illegal(gettext_noop("only the winner takes or banishes the treasure"))
    step = _take(state, answer.seat) if isinstance(answer, Take) else _banish(state, answer.seat)
    after, events = _go_on(*step)
    if is_look_folded(state):
        return replace(after, before=state, withheld=events), ()
    return after, events


def _take(state: State, seat: int) -> Step:
    """4.5: the treasure covers the insanity, the winning card lies on the treasure."""
    mine = state.seats[seat]
    prize = Prize(state.place, state.showdowns[-1].played[seat])
    exorcised = len(mine.insanity)
    prizes, covered = (*mine.prizes, prize), (*mine.exorcised, *mine.insanity)
    seats = _seats(state, seat, prizes=prizes, insanity=(), exorcised=covered)
    event = Taken(state.round, seat, state.deal.treasure(state.place), exorcised, _knowers(state, state.place))
    return replace(state, seats=seats, showdowns=_told(state, banished=False)), (event,)


def _banish(state: State, seat: int) -> Step:
    """6, Elder Sign: discarded by the winner; the treasure and the card that won it leave the game."""
    if "sign" not in state.seats[seat].hand:
        raise illegal(gettext_noop("without the Elder Sign a treasure can only be taken"))
    card = state.showdowns[-1].played[seat]
    after = replace(
        state,
        seats=_seats(state, seat, hand=state.seats[seat].hand - {"sign"}),
        known=state.known | {"sign"},
        gone=("sign", card),
        showdowns=_told(state, banished=True),
    )
    event = Banished(state.round, seat, card, state.deal.treasure(state.place), _knowers(state, state.place))
    return after, (event,)


def _told(state: State, banished: bool) -> tuple[Showdown, ...]:
    """All showdowns, the last with what became of its treasure."""
    return (*state.showdowns[:-1], replace(state.showdowns[-1], banished=banished))


def _knowers(state: State, place: int) -> frozenset[int]:
    return frozenset(number for number, mine in enumerate(state.seats) if place in mine.seen)


def _go_on(state: State, events: tuple[Event, ...]) -> Step:
    """4.6: the row moves up and the next dealer leads, or the game ends after round 12."""
    if state.round == ROUNDS:
        ended = replace(state, phase=Phase.OVER)
        return ended, (*events, _end(ended))
    last = state.showdowns[-1]
    after, began = _begin_round(state, next_dealer(last), by_mead=mead_seat(last) is not None)
    return after, (*events, *began)


def _begin_round(state: State, dealer: int, by_mead: bool) -> Step:
    """The dealer sees this round's treasure; made by mead, also the next one (rounds 10 to 12: what lies open)."""
    number = state.round + 1
    places = [number - 1] + ([number] if by_mead and number < ROUNDS else [])
    after = replace(
        state,
        seats=_seats(state, dealer, seen=state.seats[dealer].seen | set(places)),
        round=number,
        dealer=dealer,
        phase=Phase.LEAD,
        played=(None,) * len(state.seats),
        revealed=None,
        held=frozenset(),
    )
    peeked = tuple(state.deal.treasure(place) for place in places)
    return after, (Began(number, dealer, by_mead, peeked),)


def _end(state: State) -> Ended:
    scores = tuple(vp(state, seat) for seat in range(len(state.seats)))
    awakened = max(scores) < 0
    best = min(scores) if awakened else max(scores)
    return Ended(scores, awakened, tuple(seat for seat, score in enumerate(scores) if score == best))


def outcome(state: State) -> Outcome | None:
    """Scores in VP and places (5); when all are below 0 the Old One awakens and the lowest wins."""
    if state.phase is not Phase.OVER:
        return None
    end = _end(state)
    order = sorted(end.vp, reverse=not end.awakened)
    places = tuple(order.index(score) + 1 for score in end.vp)
    if end.awakened:
        reason = say(gettext_noop("The Old One awakens: everybody is below 0, and the lowest score wins."))
    else:
        reason = say(gettext_noop("The highest score wins."))
    return Outcome(places, end.vp, end.winners, reason)


def prompts(state: State) -> tuple[Prompt, ...]:
    """Every decision a seat may take now, clockwise from the dealer."""
    key = f"r{state.round}"
    match state.phase:
        case Phase.LEAD:
            return (Prompt(state.dealer, "lead", f"{key}.lead", sealed=False), *_early_bids(state))
        case Phase.BID:
            seats = (seat for seat in state.clockwise if state.played[seat] is None)
            return (*_dealers_switch(state), *(Prompt(seat, "bid", f"{key}.bid", sealed=True) for seat in seats))
        case Phase.SHOWDOWN:
            return tuple(Prompt(seat, "showdown", f"{key}.showdown", sealed=False) for seat in holders(state))
        case Phase.LOOK:
            look = Prompt(state.showdowns[-1].winner, "look", f"{key}.look", sealed=True)
            return (look, *_early_bids(state)) if is_look_folded(state) else (look,)
        case Phase.OVER:
            return ()
        case _:
            assert_never(state.phase)


def _dealers_switch(state: State) -> tuple[Prompt, ...]:
    """The dealer's switch and orders, which go with its lead, may be changed until the bids are opened."""
    seat = state.dealer
    is_offered = is_switch_offered(state, seat) or is_banish_order_offered(state, seat)
    if not is_offered or not _is_switch_due(state):
        return ()
    return (Prompt(seat, "switch", f"r{state.round}.switch", sealed=True, awaited=False),)


def _is_switch_due(state: State) -> bool:
    """Whether nothing but the lead is logged of this round."""
    return not state.held and sum(card is not None for card in state.played) == 1


def _early_bids(state: State) -> tuple[Prompt, ...]:
    """Bids that may be sealed before the dealer has led; nobody waits for them."""
    dealer = state.showdowns[-1].winner if state.phase is Phase.LOOK else state.dealer
    seats = clockwise(dealer, len(state.seats))[1:]
    return tuple(Prompt(seat, "bid", f"r{bidding_round(state)}.bid", sealed=True, awaited=False) for seat in seats)


def choices(state: State, prompt: Prompt) -> Iterator[Action]:
    """Every legal answer to the prompt, orders aside."""
    seat = prompt.seat
    match prompt.kind:
        case "lead" | "bid":
            yield from (Play(seat, card) for card in playable(state, seat))
            if is_switch_offered(state, seat):
                yield from (Play(seat, card, hold=True) for card in playable(state, seat))
        case "switch":
            yield Switch(seat, on=False)
            if is_switch_offered(state, seat):
                yield Switch(seat)
        case "showdown":
            if state.terms.solo:
                yield Settle()
            if has_drug(state, seat):
                yield from (Drug(seat, card) for card in drug_cards(state, seat))
        case _:
            yield Take(seat)
            if "sign" in state.seats[seat].hand:
                yield Banish(seat)


def standing_in(state: State, prompt: Prompt, draw: Draw) -> Action:
    """What the clock plays: the lowest card 4 … 15, without orders and not held; a look is *take*."""
    if prompt.kind == "look":
        return Take(prompt.seat)
    return Play(prompt.seat, playable(state, prompt.seat)[0])
