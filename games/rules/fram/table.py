"""Who sees what (fram.md, *Who knows what* and *Three waits*); with `telling.py`, nothing else decides this.

Whoever waits for a winner's lead sees `state.before`, the table as the showdown left it; the winner itself sees what
its answer made of it. Everything else a viewer gets follows from what is public or from its own seat.
"""

from collections.abc import Iterable

from games.rules.fram import seen
from games.rules.fram.cards import DEPTHS, DRUG_PRICE, POWER, ROUNDS, TRUMPS, clockwise
from games.rules.fram.model import (
    NO_ORDERS,
    Phase,
    Play,
    Showdown,
    State,
    Switch,
    drug_cards,
    has_drug,
    has_known_trump,
    is_banish_order_offered,
    is_switch_offered,
    playable,
    vp,
    winner,
)
from games.rules.fram.play import outcome, prompts
from games.rules.fram.sealed import KEPT, as_known_to, asked, given_answer
from games.rules.kernel import Pending, Prompt

LAST_PLACE = ROUNDS - 1


def view(state: State, seat: int | None, pending: Pending) -> seen.Table:
    """All that the seat may know; None is a spectator."""
    public = state.before or state
    mine = public if seat is None else _own(state, seat, pending)
    waits = asked(public)
    missing = _missing(public, seat, pending)
    end = outcome(mine)
    return seen.Table(
        me=seat,
        round=mine.round,
        rounds=ROUNDS,
        phase=mine.phase.value,
        ahead=mine is not public,
        dealer=mine.dealer,
        seats=tuple(_seat(mine, number, seat, missing) for number in range(len(mine.seats))),
        row=_row(mine, seat),
        depths=tuple(_depth(mine, seat, letter) for letter in DEPTHS),
        removed=tuple(_treasure(mine, seat, ROUNDS + index) for index in range(3)),
        banished=_banished(mine, seat),
        known_trumps=tuple(trump for trump in TRUMPS if trump in mine.known),
        undealt=tuple(trump for trump in TRUMPS if trump not in mine.deal.trumps) if end else (),
        hand=() if seat is None else _choices(mine, seat, playable(mine, seat)),
        my_trump=None if seat is None else mine.seats[seat].trump,
        asked=waits,
        missing=missing,
        decision=None if seat is None else _decision(mine, seat, pending),
        showdowns=tuple(_showdown(mine, seat, showdown) for showdown in mine.showdowns),
        revealed=_revealed(mine),
        standing=winner(mine.played, mine.dealer) if mine.phase is Phase.SHOWDOWN else None,
        outcome=end,
        awakened=end is not None and max(end.scores) < 0,
        solo=mine.terms.solo,
    )


def _own(state: State, seat: int, pending: Pending) -> State:
    """The state as the seat itself sees it: with its own answer to the look, without anybody else's."""
    if state.before is None:
        return as_known_to(state, seat, pending.sealed)
    return state if state.dealer == seat else state.before


def _missing(public: State, seat: int | None, pending: Pending) -> tuple[int, ...]:
    """The seats said to be waited for: as said to all, but the viewer's own state is live."""
    key = f"r{public.round}.bid"
    said = []
    for wait in asked(public):
        if wait.seat is None:
            continue
        if wait.seat == seat and wait.kind == "bid":
            is_missing = key not in pending.sealed
        elif wait.seat == seat and wait.kind == "look":
            is_missing = given_answer(public, seat, pending.sealed) is None
        else:
            is_missing = pending.missing is None or wait.kind != "bid" or wait.seat in pending.missing
        if is_missing:
            said.append(wait.seat)
    return tuple(said)


def _sees(state: State, seat: int | None, place: int) -> bool:
    if state.phase is Phase.OVER or place == LAST_PLACE:
        return True
    return seat is not None and place in state.seats[seat].seen


def _treasure(state: State, seat: int | None, place: int) -> seen.Treasure:
    card = state.deal.treasure(place)
    return seen.Treasure(card.depth, card.value if _sees(state, seat, place) else None)


def _row(state: State, seat: int | None) -> seen.Row:
    """Through round 9 the deck's top back shows; in round 10 the deck is empty; in round 12 there is no next."""
    number = state.round
    return seen.Row(
        this=_treasure(state, seat, number - 1),
        next=_treasure(state, seat, number) if number < ROUNDS else None,
        deck=_treasure(state, seat, number + 1) if number + 1 < LAST_PLACE else None,
        last=_treasure(state, seat, LAST_PLACE),
    )


def _depth(state: State, seat: int | None, letter: str) -> seen.Depth:
    """The depth's five values, those of cards that the viewer has seen struck out (of equal ones, as many as seen)."""
    places = range(ROUNDS + len(DEPTHS))
    cards = [state.deal.treasure(place) for place in places if _sees(state, seat, place)]
    left = [card.value for card in cards if card.depth == letter]
    values = []
    for value in state.deal.deck.of(letter):
        is_seen = value in left
        if is_seen:
            left.remove(value)
        values.append((value, is_seen))
    return seen.Depth(letter, tuple(values))


def _seat(state: State, number: int, viewer: int | None, missing: tuple[int, ...]) -> seen.Seat:
    own = state.seats[number]
    over = state.phase is Phase.OVER
    is_open = over or number == viewer
    prizes = tuple(_prize(state, viewer, prize.place, prize.card) for prize in own.prizes)
    card = state.played[number] if number == state.dealer or None not in state.played else None
    # Whoever is not said to be missing is said to have laid a card.
    laid = card is not None or (state.phase is Phase.BID and number not in missing)
    return seen.Seat(
        number=number,
        is_me=number == viewer,
        is_dealer=number == state.dealer,
        prizes=prizes,
        powers=sum(prize.power for prize in prizes),
        insanity=len(own.insanity),
        exorcised=len(own.exorcised),
        trump=own.trump if is_open or has_known_trump(state, number) else None,
        trump_is_known=has_known_trump(state, number),
        drugged=own.drugged,
        hand_size=_hand_size(state, number),
        hand=_sorted_hand(state, number) if is_open else (),
        missing=number in missing,
        laid=laid,
        card=card,
        score=_score(state, number) if over else None,
    )


def _hand_size(state: State, number: int) -> int:
    """Cards in the hand and sealed ones: a bid counts as in the hand until it is revealed."""
    is_hidden = state.played[number] is not None and None in state.played and number != state.dealer
    return len(state.seats[number].hand) + is_hidden


def _sorted_hand(state: State, number: int) -> tuple[str, ...]:
    rest = sorted(state.seats[number].hand - POWER.keys())
    return (*playable(state, number), *rest)


def _score(state: State, number: int) -> seen.Score:
    own = state.seats[number]
    treasures = sum(state.deal.treasure(prize.place).value for prize in own.prizes)
    powers = sum(POWER[prize.card] for prize in own.prizes)
    return seen.Score(treasures, powers, len(own.insanity), DRUG_PRICE * own.drugged, vp(state, number))


def _prize(state: State, viewer: int | None, place: int, card: str) -> seen.Prize:
    treasure = _treasure(state, viewer, place)
    net = None if treasure.value is None else treasure.value - POWER[card]
    return seen.Prize(treasure, card, POWER[card], net)


def _banished(state: State, viewer: int | None) -> tuple[tuple[int, int, seen.Treasure], ...]:
    """(round, seat, treasure) of what was banished."""
    return tuple(
        (showdown.round, showdown.winner, _treasure(state, viewer, showdown.place))
        for showdown in state.showdowns
        if showdown.banished
    )


def _showdown(state: State, viewer: int | None, showdown: Showdown) -> seen.Showdown:
    order = clockwise(showdown.dealer, len(showdown.played))
    power = POWER[showdown.played[showdown.winner]]
    return seen.Showdown(
        round=showdown.round,
        dealer=showdown.dealer,
        cards=tuple((seat, showdown.revealed[seat], showdown.played[seat]) for seat in order),
        winner=showdown.winner,
        tied=tuple(s for s in order if s != showdown.winner and POWER[showdown.played[s]] == power),
        treasure=_treasure(state, viewer, showdown.place),
        drugged=showdown.drugged,
        banished=showdown.banished,
        held=tuple(sorted(showdown.held)) if state.phase is Phase.OVER else (),
    )


def _revealed(state: State) -> tuple[tuple[int, str], ...]:
    """This round's cards clockwise once all are face up."""
    if state.revealed is None:
        return ()
    return tuple((seat, card) for seat in state.clockwise if (card := state.played[seat]) is not None)


def _choices(state: State, seat: int, cards: Iterable[str]) -> tuple[seen.Choice, ...]:
    """Cards with what each would score if it won the treasure that is bid for, where the viewer knows it."""
    place = state.round if state.phase is Phase.LOOK else state.place
    worth = _treasure(state, seat, place).value if place < ROUNDS else None
    return tuple(seen.Choice(card, POWER[card], None if worth is None else worth - POWER[card]) for card in cards)


def _decision(mine: State, seat: int, pending: Pending) -> seen.Decision | None:
    """The one decision that the seat may take now: what is awaited of it first."""
    open_to_me = [prompt for prompt in prompts(mine) if prompt.seat == seat]
    if not open_to_me:
        return None
    prompt = open_to_me[0]
    match prompt.kind:
        case "look":
            return _look(mine, seat, prompt, pending)
        case "showdown":
            cards = _choices(mine, seat, drug_cards(mine, seat)) if has_drug(mine, seat) else ()
            return seen.Decision(prompt.kind, prompt.key, False, cards, has_drug=bool(cards), can_go_on=mine.terms.solo)
        case _:
            return _play(mine, seat, prompt, pending)


def _look(mine: State, seat: int, prompt: Prompt, pending: Pending) -> seen.Decision:
    given = given_answer(mine, seat, pending.sealed)
    return seen.Decision(
        prompt.kind,
        prompt.key,
        given is None,
        given=None if given is None else type(given).__name__.lower(),
        can_banish="sign" in mine.seats[seat].hand,
        worth=_treasure(mine, seat, mine.place),
    )


def _play(mine: State, seat: int, prompt: Prompt, pending: Pending) -> seen.Decision:
    """A lead, a bid, or the dealer's switch and orders after its lead."""
    offered = is_switch_offered(mine, seat)
    answer = pending.sealed.get(prompt.key)
    # A bid that is sealed, and a dealer that has led, have the switch of their round; else it stands as it was left.
    kept = answer if answer or prompt.kind == "switch" else pending.sealed.get(KEPT)
    held = isinstance(kept, Play) and kept.hold or isinstance(kept, Switch) and kept.on
    return seen.Decision(
        prompt.kind,
        prompt.key,
        prompt.awaited,
        choices=() if prompt.kind == "switch" else _choices(mine, seat, playable(mine, seat)),
        given=answer.card if isinstance(answer, Play) else None,
        switch_offered=offered,
        hold=offered and (mine.terms.always_open or held),
        hold_fixed=mine.terms.always_open,
        drug_order_offered=offered,
        banish_order_offered=is_banish_order_offered(mine, seat),
        orders=answer.orders if isinstance(answer, Play | Switch) else NO_ORDERS,
        has_drug=has_drug(mine, seat),
        can_banish="sign" in mine.seats[seat].hand,
    )
