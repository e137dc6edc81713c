"""The rulebook: whose turn it is, what may be done in it, and what comes of it. Headings are the rulebook's."""

from collections.abc import Iterator
from typing import assert_never

from games.rules.kernel import Draw, Outcome, Prompt, SeatName, Terms, gettext_noop, illegal, say
from games.rules.lost.cards import ESCAPE_CARDS, RATING, Deal
from games.rules.lost.happenings import (
    Dealt,
    Drew,
    Escaped,
    Event,
    Lost,
    Passed,
    Played,
    PlaysAgain,
    Restricted,
    Skipped,
    Stopped,
    TookUp,
    UltimateLaid,
)
from games.rules.lost.model import (
    Action,
    LayUltimate,
    Pass,
    Phase,
    PickUp,
    Play,
    State,
    Stop,
    TakeUp,
    Ultimate,
    can_play,
    in_game,
    leaving,
    may_play,
    next_seat,
    own_row,
    with_place,
    without,
)
from games.rules.lost.offers import plays
from games.rules.lost.powers import (
    Step,
    asks,
    carry_out,
    check_asked,
    chosen_option,
    is_playing_again,
    resolution,
    take_stack,
)


def setup(deal: Deal, terms: Terms) -> Step:
    """Setup: a hand and five face-up Escape cards a seat, seat by seat; the rest is the pile. Then the Ultimates."""
    hands, escapes, cards = [], [], deal.cards
    for _ in range(deal.seats):
        hands.append(cards[: deal.hand_size])
        escapes.append(cards[deal.hand_size : deal.hand_size + ESCAPE_CARDS])
        cards = cards[deal.hand_size + ESCAPE_CARDS :]
    state = State(
        deal=deal,
        phase="ultimate",
        turn=0,
        seat=deal.start,
        step=0,
        hands=tuple(hands),
        escapes=tuple(escapes),
        ultimates=((),) * deal.seats,
        pile=cards,
        stack=(),
        banished=(),
        clockwise=True,
        limit=None,
        chosen=None,
        skips=0,
        bound=(),
        coming=(),
        feared=frozenset(),
        escaped=(),
        given=(),
    )
    return state, (Dealt(deal.start),)


def apply(state: State, action: Action) -> Step:
    """The state after the action, and what happened; IllegalAction if it is not legal now."""
    if isinstance(action, LayUltimate):
        return _lay_ultimate(state, action)
    _check_turn(state, action)
    match action:
        case Play():
            return _play(state, action)
        case PickUp():
            return _pick_up(state, action)
        case TakeUp():
            return _take_up(state, action)
        case Stop(seat):
            _need(state, "again")
            return _end_turn(state, (Stopped(seat),))
        case Pass(seat):
            _need(state, "play")
            if state.stack:
                raise illegal(gettext_noop("Who cannot play picks up the stack."))
            if can_play(state):
                raise illegal(gettext_noop("On an empty stack who can play must."))
            return _end_turn(state, (Passed(seat),))
        case _:
            assert_never(action)


def _check_turn(state: State, action: Action) -> None:
    if state.phase == "over":
        raise illegal(gettext_noop("The game is over."))
    if state.phase == "ultimate":
        raise illegal(gettext_noop("First every seat lays its Ultimate Escape card."))
    if action.seat != state.seat:
        raise illegal(gettext_noop("It is {seat}'s turn."), seat=SeatName(state.seat))


def _need(state: State, phase: Phase) -> None:
    if state.phase is phase:
        return
    match state.phase:
        case "escape":
            raise illegal(gettext_noop("An empty hand first takes up an Escape card."))
        case "again":
            raise illegal(gettext_noop("Playing again: play once more, or stop."))
        case _:
            raise illegal(gettext_noop("That cannot be done now: play, or pick up the stack."))


def _lay_ultimate(state: State, action: LayUltimate) -> Step:
    """Setup: a hand card face down among the Escape cards; logged in the order of the seats, from 0 up."""
    if state.phase != "ultimate":
        raise illegal(gettext_noop("All Ultimate Escape cards lie already."))
    seat = action.seat
    if seat != state.ultimates.index(()):
        raise illegal(gettext_noop("Ultimate Escape cards are laid in the order of the seats, one a seat."))
    if action.card not in state.hands[seat]:
        raise illegal(gettext_noop("That card is not in the hand."))
    hands = with_place(state.hands, seat, without(state.hands[seat], (action.card,)))
    ultimates = with_place(state.ultimates, seat, (Ultimate(action.card, frozenset({seat})),))
    after = state._replace(hands=hands, ultimates=ultimates)
    event = UltimateLaid(seat, action.card)
    if () in ultimates:
        return after, (event,)
    return after._replace(phase="play", turn=1), (event,)


def _take_up(state: State, action: TakeUp) -> Step:
    """Escaping R'lyeh: an empty hand takes up one Escape card, the Ultimate last; then the turn as usual."""
    _need(state, "escape")
    seat, card = action.seat, action.card
    row = own_row(state, seat)
    if card not in row:
        raise illegal(gettext_noop("Take up one of your Escape cards, an Ultimate one only when no other is left."))
    place = row.index(card)
    if state.escapes[seat]:
        knowers = None
        after = state._replace(escapes=with_place(state.escapes, seat, row[:place] + row[place + 1 :]))
    else:
        down = state.ultimates[seat]
        knowers = down[place].knowers
        after = state._replace(ultimates=with_place(state.ultimates, seat, down[:place] + down[place + 1 :]))
    after = after._replace(phase="play", hands=with_place(state.hands, seat, (card,)))
    return after, (TookUp(seat, card, knowers),)


def _play(state: State, play: Play) -> Step:
    """Taking Turns: one Event, or Horrors of one rating; resolved once they lie on the stack (lost.md, *Ruling*)."""
    if state.phase != "again":
        _need(state, "play")
    seat, cards = play.seat, play.cards
    _check_cards(state, play)
    hand = without(state.hands[seat], cards)
    power = resolution(state, cards, play.join)
    if not play.join and not power.run:
        raise illegal(gettext_noop("There is no run of such cards to join or not."))
    option = chosen_option(play, power.options)
    check_asked(play, asks(state, seat, hand, option), hand)
    hands = with_place(state.hands, seat, hand)
    after = state._replace(hands=hands, stack=state.stack + cards, limit=None, step=state.step + 1)
    after, events = carry_out(after, play, option)
    events = (Played(seat, cards, power.acts, power.run if play.join else 0), *events)
    after, escaped = _escape(after)
    events += escaped
    if after.phase == "over":
        return after, events
    if option and is_playing_again(option) and after.hands[seat]:
        return after._replace(phase="again"), (*events, PlaysAgain(seat))
    return _end_turn(after, events)


def _check_cards(state: State, play: Play) -> None:
    cards, hand = play.cards, state.hands[play.seat]
    if not cards or cards.count(cards[0]) != len(cards) or (len(cards) > 1 and cards[0] not in RATING):
        raise illegal(gettext_noop("Play one Event, or Horrors that all have the same rating."))
    if hand.count(cards[0]) < len(cards):
        raise illegal(gettext_noop("Those cards are not in the hand."))
    if not may_play(state, cards[0]):
        raise illegal(gettext_noop("That card may not be played now."))


def _escape(state: State) -> Step:
    """Escaping R'lyeh, looked at when a power has been carried out; Getting Lost: the last seat left is lost."""
    escaping = leaving(state)
    if not escaping:
        return state, ()
    escaping = escaping[: len(in_game(state)) - 1]
    state = state._replace(escaped=(*state.escaped, *escaping))
    events = tuple(map(Escaped, escaping))
    lost = in_game(state)
    if len(lost) > 1:
        return state, events
    return state._replace(phase="over"), (*events, Lost(lost[0]))


def _pick_up(state: State, action: PickUp) -> Step:
    """If You Can't Play, Pick Up the Stack: by need or by choice; never an empty one (lost.md, *Ruling*)."""
    _need(state, "play")
    if not state.stack:
        raise illegal(gettext_noop("There is no stack to pick up."))
    after, events = take_stack(state, action.seat)
    return _end_turn(after, events)


def _end_turn(state: State, events: tuple[Event, ...]) -> Step:
    """The seat on turn draws up to the hand size it was dealt, while the pile lasts; then the next player's turn."""
    seat, hands, pile = state.seat, state.hands, state.pile
    if pile and seat not in state.escaped:
        drawn = pile[: max(0, state.deal.hand_size - len(hands[seat]))]
        if drawn:
            hands, pile = with_place(hands, seat, hands[seat] + drawn), pile[len(drawn) :]
            events = (*events, Drew(seat, drawn))
    upcoming, skipped = next_seat(state)
    after = state._replace(
        phase="play" if hands[upcoming] else "escape",
        turn=state.turn + 1,
        seat=upcoming,
        step=0,
        hands=hands,
        pile=pile,
        chosen=None,
        skips=0,
        bound=state.coming,
        coming=(),
        feared=state.feared - {seat},
    )
    if skipped:
        events = (*events, *map(Skipped, skipped))
    if after.bound or upcoming in after.feared:
        events = (*events, Restricted(upcoming, after.bound, upcoming in after.feared))
    return after, events


def outcome(state: State) -> Outcome | None:
    """Who escaped share the first place, whatever their order; the lost one is last. Scores: 1, and 0."""
    if state.phase != "over":
        return None
    lost = in_game(state)[0]
    places = tuple(state.seats if seat == lost else 1 for seat in range(state.seats))
    scores = tuple(int(seat != lost) for seat in range(state.seats))
    reason = say(gettext_noop("{seat} is lost in R'lyeh; the others have escaped."), seat=SeatName(lost))
    return Outcome(places, scores, tuple(sorted(state.escaped)), reason)


def prompts(state: State) -> tuple[Prompt, ...]:
    """The Ultimates still to be laid, sealed; else the one decision of the seat on turn."""
    key = f"t{state.turn}"
    match state.phase:
        case "ultimate":
            seats = (seat for seat in range(state.seats) if not state.ultimates[seat])
            return tuple(Prompt(seat, "ultimate", "ultimate", sealed=True, is_told=False) for seat in seats)
        case "escape":
            return (Prompt(state.seat, "escape", f"{key}.escape", sealed=False),)
        case "play":
            return (Prompt(state.seat, "play", f"{key}.play", sealed=False),)
        case "again":
            return (Prompt(state.seat, "again", f"{key}.again.{state.step}", sealed=False),)
        case "over":
            return ()
        case _:
            assert_never(state.phase)


def choices(state: State, prompt: Prompt) -> Iterator[Action]:
    """Every legal answer to the prompt."""
    seat = prompt.seat
    match prompt.kind:
        case "ultimate":
            yield from (LayUltimate(seat, card) for card in dict.fromkeys(state.hands[seat]))
        case "escape":
            yield from (TakeUp(seat, card) for card in dict.fromkeys(own_row(state, seat)))
        case "again":
            yield Stop(seat)
            yield from plays(state)
        case _:
            if state.stack:
                yield PickUp(seat)
            elif not can_play(state):
                yield Pass(seat)
            yield from plays(state)


def standing_in(state: State, prompt: Prompt, draw: Draw) -> Action:
    """What the clock does: it picks up the stack; on an empty one it plays one card at random, if any may be played.

    Choices in a power are random, it never plays again and never joins; an Ultimate is drawn from the hand.
    """
    seat, hand = prompt.seat, state.hands[prompt.seat]
    match prompt.kind:
        case "ultimate":
            return LayUltimate(seat, hand[draw(len(hand))])
        case "escape":
            row = own_row(state, seat)
            return TakeUp(seat, row[draw(len(row))])
        case "again":
            return Stop(seat)
        case _ if state.stack:
            return PickUp(seat)
    playable = [card for card in hand if may_play(state, card)]
    if not playable:
        return Pass(seat)
    card = playable[draw(len(playable))]
    single = [play for play in plays(state, card) if len(play.cards) == 1]
    return single[draw(len(single))]
