"""Who sees what (lost.md, *Who knows what*); with `telling.py`, nothing else decides this."""

from games.rules.kernel import Pending
from games.rules.lost import seen
from games.rules.lost.cards import ANGELL, PLACE, RATING, in_order
from games.rules.lost.model import (
    TIDE_TURN,
    LayUltimate,
    State,
    TakeUp,
    beneath,
    can_play,
    newest_horror,
    own_row,
)
from games.rules.lost.offers import offers
from games.rules.lost.play import apply, outcome, prompts
from games.rules.lost.sealed import asked
from games.rules.lost.vocabulary import Power


def view(state: State, seat: int | None, pending: Pending) -> seen.Table:
    """All that the seat may know; None is a spectator. At the end everything lies open."""
    over = state.phase == "over"
    missing = _missing(state, seat, pending)
    top = state.stack[-1] if state.stack else None
    newest = newest_horror(state.stack)
    return seen.Table(
        me=seat,
        turn=state.turn,
        phase=state.phase,
        start=state.deal.start,
        clockwise=state.clockwise,
        hand_size=state.deal.hand_size,
        seats=tuple(_seat(state, number, seat, missing) for number in range(state.seats)),
        stack=_layers(state.stack),
        least=RATING[newest] if newest is not None and state.limit is None and top != ANGELL else None,
        below=state.limit,
        pile=len(state.pile),
        pile_cards=state.pile if over else (),
        banished=state.banished,
        bound=state.bound,
        coming=state.coming,
        chosen=state.chosen,
        skips=state.skips,
        tide=state.deal.tide,
        is_tide_in=state.deal.tide and state.turn >= TIDE_TURN,
        given=tuple(given for given in state.given if over or seat in (given.seat, given.to)),
        asked=asked(state),
        missing=missing,
        decision=None if seat is None else _decision(state, seat, pending),
        outcome=outcome(state),
    )


def _missing(state: State, seat: int | None, pending: Pending) -> tuple[int, ...]:
    """The seats said to be waited for: as said to all, but the viewer's own state is live."""
    said = []
    for wait in asked(state):
        assert wait.seat is not None
        if wait.seat == seat:
            is_missing = wait.key not in pending.sealed
        else:
            is_missing = pending.missing is None or wait.kind != "ultimate" or wait.seat in pending.missing
        if is_missing:
            said.append(wait.seat)
    return tuple(said)


def _seat(state: State, number: int, viewer: int | None, missing: tuple[int, ...]) -> seen.Seat:
    over = state.phase == "over"
    escaped = number in state.escaped
    return seen.Seat(
        number=number,
        is_me=number == viewer,
        is_on_turn=number == state.seat and state.phase not in ("ultimate", "over"),
        hand_size=len(state.hands[number]),
        hand=in_order(state.hands[number]) if over or number == viewer else (),
        escapes=state.escapes[number],
        ultimates=tuple(
            ultimate.card if over or viewer in ultimate.knowers else None for ultimate in state.ultimates[number]
        ),
        laid=bool(state.ultimates[number]) or (state.phase == "ultimate" and number not in missing),
        missing=number in missing,
        feared=number in state.feared,
        place=state.escaped.index(number) + 1 if escaped else None,
        is_lost=over and not escaped,
    )


def _layers(stack: tuple[str, ...]) -> tuple[seen.Layer, ...]:
    return tuple(
        seen.Layer(card, beneath(stack[:place]) if card == ANGELL else None) for place, card in enumerate(stack)
    )


def _decision(state: State, seat: int, pending: Pending) -> seen.Decision | None:
    prompt = next((prompt for prompt in prompts(state) if prompt.seat == seat), None)
    if prompt is None:
        return None
    kind, key = prompt.kind, prompt.key
    match kind:
        case "ultimate":
            sealed = pending.sealed.get(key)
            given = sealed.card if isinstance(sealed, LayUltimate) else None
            cards = in_order(state.hands[seat])
            return seen.Decision(kind, key, cards=cards, powers=_powers(state, seat), given=given)
        case "escape":
            row = own_row(state, seat)
            taken = (apply(state, TakeUp(seat, card))[0] for card in dict.fromkeys(row))
            return seen.Decision(kind, key, cards=row, ahead=tuple(offer for after in taken for offer in offers(after)))
        case "again":
            return seen.Decision(kind, key, offers=tuple(offers(state)), powers=_powers(state, seat), can_stop=True)
        case _:
            return seen.Decision(
                kind,
                key,
                offers=tuple(offers(state)),
                powers=_powers(state, seat),
                can_pick_up=bool(state.stack),
                can_pass=not state.stack and not can_play(state),
            )


def _powers(state: State, seat: int) -> tuple[tuple[Power, ...], ...]:
    return tuple(state.deal.deck.powers[PLACE[card]] for card in dict.fromkeys(in_order(state.hands[seat])))
