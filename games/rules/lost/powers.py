"""Resolving Horror and Event cards: what a power asks of its player, and what it does (lost.md, *The deck*)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.rules.kernel import gettext_noop, illegal
from games.rules.lost.cards import ANGELL, LARGEST_SET, RATING
from games.rules.lost.happenings import (
    Chosen,
    DirectionChanged,
    EscapeBanished,
    EscapeMoved,
    EscapesSwapped,
    Event,
    Feared,
    Gave,
    HandBanished,
    HandSwapped,
    Laid,
    Limited,
    PickedUp,
    StackBanished,
    ThisBanished,
    TideTook,
)
from games.rules.lost.model import (
    TIDE_TURN,
    Given,
    Lying,
    Play,
    State,
    Ultimate,
    beneath,
    has_all,
    others,
    own_row,
    run,
    their_row,
    with_place,
    without,
)
from games.rules.lost.vocabulary import Effect, Option, Verb

Step = tuple[State, tuple[Event, ...]]


class Resolution(NamedTuple):
    """What cards played on this stack come to: the card as which an Angell acts, the run they join, the options."""

    acts: str | None
    run: int
    options: tuple[Option, ...]


def resolution(state: State, cards: Sequence[str], join: bool) -> Resolution:
    """The power of a set is that of its size, with the run it joins; an Event has its own (lost.md, *A turn*, 2)."""
    card = cards[0]
    acts = beneath(state.stack) if card == ANGELL else None
    if card == ANGELL and acts is None:
        return Resolution(None, 0, ())
    power = acts or card
    if power not in RATING:
        return Resolution(acts, 0, state.deal.deck.power(power, 0).options)
    joined = run(state.stack, power)
    size = min(len(cards) + (joined if join else 0), LARGEST_SET)
    return Resolution(acts, joined, state.deal.deck.power(power, size).options)


@dataclass(frozen=True, slots=True)
class Asks:
    """What an option asks for beside the cards. Empty: it does not ask.

    `to`: the seats that may be chosen. `give`: how many hand cards. `banish`: the numbers of hand cards that may be
    named. `escape`: own Escape cards that may be named. `their`: for each of `to`, theirs.
    """

    to: tuple[int, ...] = ()
    give: int = 0
    banish: tuple[int, ...] = (0,)
    escape: tuple[str, ...] = ()
    their: tuple[tuple[str | int, ...], ...] = ()


NOTHING_ASKED = Asks()


def asks(state: State, seat: int, hand: Sequence[str], option: Option) -> Asks:
    """What the option asks of the seat whose hand is this once the cards lie; for what has nothing to act on, nothing.

    `state` is the one before the cards are played.
    """
    found: dict[str, Any] = {}
    for effect in option:
        found |= _asked_by(effect, state, seat, hand)
    return Asks(**found) if found else NOTHING_ASKED


def _asked_by(effect: Effect, state: State, seat: int, hand: Sequence[str]) -> dict[str, Any]:
    """The fields of `Asks` that the effect fills; no two effects of an option fill the same."""
    match effect.verb:
        case (
            "choose the next player"
            | "a player plays their highest Horror in their next turn"
            | "a player picks up the stack"
        ):
            return {"to": others(state, seat)}
        case "a player picks up the rest" if state.stack:
            return {"to": others(state, seat)}
        case "give N from the hand to a player" if hand:
            return {"to": others(state, seat), "give": min(effect.number, len(hand))}
        case "a hand card joins a player's Escape cards" if hand:
            return {"to": others(state, seat), "give": 1}
        case "banish up to N hand cards":
            return {"banish": tuple(range(min(effect.number, len(hand)) + 1))}
        case "banish N hand cards or pick up the rest" if len(hand) >= effect.number:
            return {"banish": (0, effect.number)}
    row = own_row(state, seat)
    match effect.verb:
        case "swap a hand card with an Escape card" if hand and row:
            return {"give": 1, "escape": row}
        case "banish an Escape card" if row:
            return {"escape": row}
        case "an Escape card moves to a player" if row:
            return {"to": others(state, seat), "escape": row}
        case "swap an Escape card with a player's" if row:
            to = tuple(other for other in others(state, seat) if their_row(state, other))
            their = tuple(their_row(state, other) for other in to)
            return {"to": to, "escape": row, "their": their} if to else {}
        case _:
            return {}


def chosen_option(play: Play, options: tuple[Option, ...]) -> Option:
    """The option that the play carries out; IllegalAction unless an OR, and nothing else, was answered."""
    if len(options) < 2:
        if play.option is not None:
            raise illegal(gettext_noop("This power has no two sides to choose from."))
        return options[0] if options else ()
    if play.option not in (0, 1):
        raise illegal(gettext_noop("Choose one side of the OR."))
    return options[play.option]


def check_asked(play: Play, asked: Asks, hand: Sequence[str]) -> None:
    """IllegalAction unless the play answers all that its power asks for, and nothing else."""
    if (play.to not in asked.to) if asked.to else play.to is not None:
        raise illegal(
            gettext_noop("Choose another player still in the game where the power asks for one, else nobody.")
        )
    if len(play.give) != asked.give or (play.give and not has_all(hand, play.give)):
        raise illegal(
            gettext_noop("Choose as many cards of your hand as the power asks for: {count}."), count=asked.give
        )
    _check_banished(play.banish, asked.banish, hand)
    if (play.escape not in asked.escape) if asked.escape else play.escape is not None:
        raise illegal(gettext_noop("Choose one of your Escape cards where the power asks for one, an Ultimate last."))
    theirs = asked.their[asked.to.index(play.to)] if asked.their and play.to is not None else ()
    if (play.their not in theirs) if theirs else play.their is not None:
        raise illegal(gettext_noop("Choose one of the other player's Escape cards where the power asks for one."))


def _check_banished(chosen: Sequence[str], counts: Sequence[int], hand: Sequence[str]) -> None:
    most, wrong = max(counts), len(chosen) not in counts
    if wrong and not most:
        raise illegal(gettext_noop("This power banishes no cards of your hand."))
    if wrong and len(counts) == most + 1:
        raise illegal(
            gettext_noop("You chose {chosen} cards; at most {count} may be banished."), chosen=len(chosen), count=most
        )
    if wrong:
        raise illegal(
            gettext_noop("You chose {chosen} of the {count} cards to banish. Choose {count}, or none."),
            chosen=len(chosen),
            count=most,
        )
    if chosen and not has_all(hand, chosen):
        raise illegal(gettext_noop("You cannot banish those cards of your hand."))


def carry_out(state: State, play: Play, option: Option) -> Step:
    """The state after all effects of the option, in their order; the cards played lie on the stack."""
    events: tuple[Event, ...] = ()
    for effect in option:
        state, happened = _EFFECTS[effect.verb](state, play, effect)
        events += happened
    return state, events


def is_playing_again(option: Option) -> bool:
    """Whether the option lets its player play again; who banishes the stack does so on the empty one."""
    return any(effect.verb in ("play again", "banish the stack") for effect in option)


def take_stack(state: State, seat: int, by: int | None = None) -> Step:
    """The stack goes into the seat's hand; from the 100th turn on the tide banishes its oldest card first."""
    cards, banished = state.stack, state.banished
    tide: tuple[Event, ...] = ()
    if state.deal.tide and state.turn >= TIDE_TURN and cards:
        tide = (TideTook(cards[0]),)
        banished, cards = (*banished, cards[0]), cards[1:]
    hands = with_place(state.hands, seat, state.hands[seat] + cards)
    after = state._replace(hands=hands, stack=(), banished=banished, limit=None)
    return after, (PickedUp(seat, cards, by), *tide)  # told in this order: the first says whose move it was


def _nothing(state: State, play: Play, effect: Effect) -> Step:
    """Playing again comes after the power; Angell's own effect is that of the card beneath."""
    return state, ()


def _change_direction(state: State, play: Play, effect: Effect) -> Step:
    return state._replace(clockwise=not state.clockwise), (DirectionChanged(not state.clockwise),)


def _skip(state: State, play: Play, effect: Effect) -> Step:
    """Skips add up; who is skipped shows at the end of the turn."""
    return state._replace(skips=state.skips + 1), ()


def _choose_next(state: State, play: Play, effect: Effect) -> Step:
    return state._replace(chosen=play.to), (Chosen(play.seat, _to(play)),)


def _restrict(state: State, play: Play, effect: Effect) -> Step:
    """It binds the seat that in fact takes the next turn; restrictions add up."""
    return state if effect in state.coming else state._replace(coming=(*state.coming, effect)), ()


def _fear(state: State, play: Play, effect: Effect) -> Step:
    return state._replace(feared=state.feared | {_to(play)}), (Feared(play.seat, _to(play)),)


def _lower(state: State, play: Play, effect: Effect) -> Step:
    """The Rite limits what may lie on it; on an Angell that acts as one anything may be played."""
    if state.stack[-1] == ANGELL:
        return state, ()
    return state._replace(limit=effect.number), (Limited(effect.number),)


def _banish_stack(state: State, play: Play, effect: Effect) -> Step:
    """The cards just played lie on the stack already, and go with it."""
    after = state._replace(stack=(), banished=state.banished + state.stack, limit=None)
    return after, (StackBanished(play.seat, state.stack),)


def _banish_escape(state: State, play: Play, effect: Effect) -> Step:
    if play.escape is None:
        return state, ()
    after, card = _take_out(state, play.seat, play.escape)
    face = card.card if isinstance(card, Ultimate) else card
    after = after._replace(banished=(*after.banished, face))
    return after, (EscapeBanished(play.seat, face, isinstance(card, Ultimate)),)


def _banish_hand(state: State, play: Play, effect: Effect) -> Step:
    if not play.banish:
        return state, ()
    hand = without(state.hands[play.seat], play.banish)
    hands = with_place(state.hands, play.seat, hand)
    return state._replace(hands=hands, banished=state.banished + play.banish), (HandBanished(play.seat, play.banish),)


def _give(state: State, play: Play, effect: Effect) -> Step:
    if not play.give:
        return state, ()
    to = _to(play)
    hands = with_place(state.hands, play.seat, without(state.hands[play.seat], play.give))
    hands = with_place(hands, to, hands[to] + play.give)
    given = (*state.given, Given(state.turn, play.seat, to, play.give))
    return state._replace(hands=hands, given=given), (Gave(play.seat, to, play.give),)


def _lay(state: State, play: Play, effect: Effect) -> Step:
    """A hand card laid among Escape cards lies face up."""
    if not play.give:
        return state, ()
    to, card = _to(play), play.give[0]
    hands = with_place(state.hands, play.seat, without(state.hands[play.seat], play.give))
    escapes = with_place(state.escapes, to, (*state.escapes[to], card))
    return state._replace(hands=hands, escapes=escapes), (Laid(play.seat, to, card),)


def _swap_hand(state: State, play: Play, effect: Effect) -> Step:
    """The hand card takes the place of the Escape card, face up or face down like it."""
    if play.escape is None:
        return state, ()
    seat, (laid,) = play.seat, play.give
    hand = without(state.hands[seat], play.give)
    state = state._replace(hands=with_place(state.hands, seat, (*hand, play.escape)))
    row = state.escapes[seat]
    if row:
        row = with_place(row, row.index(play.escape), laid)
        after = state._replace(escapes=with_place(state.escapes, seat, row))
        return after, (HandSwapped(seat, laid, play.escape, None),)
    place = own_row(state, seat).index(play.escape)
    knowers = state.ultimates[seat][place].knowers
    ultimates = with_place(state.ultimates[seat], place, Ultimate(laid, frozenset({seat})))
    after = state._replace(ultimates=with_place(state.ultimates, seat, ultimates))
    return after, (HandSwapped(seat, laid, play.escape, knowers),)


def _move_escape(state: State, play: Play, effect: Effect) -> Step:
    if play.escape is None:
        return state, ()
    to = _to(play)
    after, card = _take_out(state, play.seat, play.escape)
    after, card = _put_in(after, to, card, None)
    return after, (EscapeMoved(play.seat, to, *_known(card)),)


def _swap_escape(state: State, play: Play, effect: Effect) -> Step:
    """Cards of the same face take each other's place; else each goes last in its new row."""
    if play.escape is None or play.their is None:
        return state, ()
    seat, to = play.seat, _to(play)
    own, other = _place(state, seat, play.escape), _place(state, to, play.their)
    state, mine = _take_out(state, seat, play.escape)
    state, theirs = _take_out(state, to, play.their)
    same = isinstance(mine, Ultimate) == isinstance(theirs, Ultimate)
    state, theirs = _put_in(state, seat, theirs, own if same else None)
    state, mine = _put_in(state, to, mine, other if same else None)
    return state, (EscapesSwapped(seat, to, *_known(mine), *_known(theirs)),)


def _other_picks_up(state: State, play: Play, effect: Effect) -> Step:
    return take_stack(state, _to(play), play.seat)


def _other_picks_up_rest(state: State, play: Play, effect: Effect) -> Step:
    """This card leaves first; the rest may be nothing."""
    state, events = _banish_this(state)
    if play.to is None:
        return state, events
    after, happened = take_stack(state, play.to, play.seat)
    return after, events + happened


def _banish_or_pick_up(state: State, play: Play, effect: Effect) -> Step:
    if play.banish:
        return _banish_hand(state, play, effect)
    state, events = _banish_this(state)
    if not state.stack:
        return state, events
    after, happened = take_stack(state, play.seat)
    return after, events + happened


def _banish_this(state: State) -> Step:
    this = state.stack[-1]
    return state._replace(stack=state.stack[:-1], banished=(*state.banished, this)), (ThisBanished(this),)


def _to(play: Play) -> int:
    assert play.to is not None
    return play.to


def _place(state: State, seat: int, name: str | int) -> int:
    """Where an Escape card lies in its row: a face-down one of others by position; of equal ones the first."""
    return name if isinstance(name, int) else own_row(state, seat).index(name)


def _take_out(state: State, seat: int, name: str | int) -> tuple[State, Lying]:
    place = _place(state, seat, name)
    row = state.escapes[seat]
    if row:
        return state._replace(escapes=with_place(state.escapes, seat, row[:place] + row[place + 1 :])), row[place]
    down = state.ultimates[seat]
    rest = with_place(state.ultimates, seat, down[:place] + down[place + 1 :])
    return state._replace(ultimates=rest), down[place]


def _put_in(state: State, seat: int, card: Lying, place: int | None) -> tuple[State, Lying]:
    """The card as it now lies: an Ultimate face down, and known to its new owner too; last if it has no place."""
    if isinstance(card, str):
        row = state.escapes[seat]
        place = len(row) if place is None else place
        return state._replace(escapes=with_place(state.escapes, seat, (*row[:place], card, *row[place:]))), card
    down = state.ultimates[seat]
    place = len(down) if place is None else place
    card = Ultimate(card.card, card.knowers | {seat})
    down = (*down[:place], card, *down[place:])
    return state._replace(ultimates=with_place(state.ultimates, seat, down)), card


def _known(card: Lying) -> tuple[str, frozenset[int] | None]:
    return (card.card, card.knowers) if isinstance(card, Ultimate) else (card, None)


_EFFECTS: dict[Verb, Callable[[State, Play, Effect], Step]] = {
    "play again": _nothing,
    "change direction": _change_direction,
    "skip the next player": _skip,
    "choose the next player": _choose_next,
    "the next player plays no Events": _restrict,
    "the next player plays only rating N or an Event": _restrict,
    "a player plays their highest Horror in their next turn": _fear,
    "the next Horror is lower than N": _lower,
    "banish the stack": _banish_stack,
    "banish an Escape card": _banish_escape,
    "banish up to N hand cards": _banish_hand,
    "give N from the hand to a player": _give,
    "a hand card joins a player's Escape cards": _lay,
    "swap a hand card with an Escape card": _swap_hand,
    "swap an Escape card with a player's": _swap_escape,
    "an Escape card moves to a player": _move_escape,
    "a player picks up the stack": _other_picks_up,
    "a player picks up the rest": _other_picks_up_rest,
    "banish N hand cards or pick up the rest": _banish_or_pick_up,
    "act as the card beneath": _nothing,
}
