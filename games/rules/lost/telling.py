"""What is told: one sentence of history an event, as the reader may know it; what powers do; which mails are owed."""

from collections.abc import Iterable, Sequence
from typing import assert_never

from games.rules.kernel import Due, SeatName, Sentence, gettext_noop, say
from games.rules.lost import happenings as happened
from games.rules.lost.cards import card_name, in_order
from games.rules.lost.happenings import Event, Knowers
from games.rules.lost.model import State
from games.rules.lost.sealed import asked
from games.rules.lost.vocabulary import Effect, Option, Verb

LAID = gettext_noop("{seat} laid an Ultimate Escape card.")
ESCAPED = gettext_noop("{seat} has escaped R'lyeh!")
CLOCKWISE, ANTICLOCKWISE = gettext_noop("Play goes clockwise now."), gettext_noop("Play goes anticlockwise now.")
# What an effect does, in a sentence to whoever may choose it.
EFFECTS: dict[Verb, str] = {
    "play again": gettext_noop("play again"),
    "change direction": gettext_noop("change the direction of play"),
    "skip the next player": gettext_noop("skip the next player"),
    "choose the next player": gettext_noop("choose the next player"),
    "the next player plays no Events": gettext_noop("the next player plays no Events"),
    "the next player plays only rating N or an Event": gettext_noop(
        "the next player plays a Horror of {number} or an Event, or picks up the stack"
    ),
    "a player plays their highest Horror in their next turn": gettext_noop(
        "another player, on their next turn, plays their highest Horror that may be played, or picks up the stack"
    ),
    "the next Horror is lower than N": gettext_noop("the next Horror must be lower than {number}"),
    "banish the stack": gettext_noop("banish the stack and play again"),
    "banish an Escape card": gettext_noop("banish one of your Escape cards"),
    "banish up to N hand cards": gettext_noop("banish up to {cards} of your hand"),
    "give N from the hand to a player": gettext_noop("give {cards} of your hand to another player"),
    "a hand card joins a player's Escape cards": gettext_noop("a card of your hand joins another's Escape cards"),
    "swap a hand card with an Escape card": gettext_noop("swap a card of your hand with one of your Escape cards"),
    "swap an Escape card with a player's": gettext_noop("swap one of your Escape cards with another player's"),
    "an Escape card moves to a player": gettext_noop("one of your Escape cards moves to another player"),
    "a player picks up the stack": gettext_noop("another player picks up the stack"),
    "a player picks up the rest": gettext_noop("banish this card; another player picks up the rest of the stack"),
    "banish N hand cards or pick up the rest": gettext_noop(
        "banish {cards} of your hand, or else banish this card and pick up the rest of the stack"
    ),
    "act as the card beneath": gettext_noop("act as the card beneath"),
}


def describe(option: Option) -> tuple[Sentence, ...]:
    """What an option of a power does, one sentence an effect."""
    return tuple(describe_effect(effect) for effect in option)


def describe_effect(effect: Effect) -> Sentence:
    """What an effect does."""
    if not effect.number:
        return Sentence(EFFECTS[effect.verb])
    return say(EFFECTS[effect.verb], number=effect.number, cards=number_of_cards(effect.number))


def number_of_cards(count: int) -> Sentence:
    """So many cards."""
    return say(gettext_noop("1 card")) if count == 1 else say(gettext_noop("{count} cards"), count=count)


def cards_named(cards: Sequence[str]) -> tuple[Sentence, ...]:
    """The cards for a list in a sentence, equal ones together."""
    return tuple(
        card_name(card)
        if (count := cards.count(card)) == 1
        else say(gettext_noop("{count}\N{NO-BREAK SPACE}× {card}"), count=count, card=card_name(card))
        for card in dict.fromkeys(in_order(cards))
    )


def tell(event: Event, seat: int | None) -> Sentence | None:
    """The sentence of history that the seat (None: a spectator) may read: "you" where it is done to them."""
    match event:
        case happened.Dealt(start):
            text = gettext_noop("The cards are dealt. Everybody lays an Ultimate Escape card; {seat} will start.")
            return say(text, seat=SeatName(start))
        case happened.UltimateLaid() | happened.TookUp() | happened.Drew() | happened.Gave():
            return _told_by_owner(event, seat)
        case happened.HandSwapped() | happened.EscapeMoved() | happened.EscapesSwapped():
            return _told_by_knowers(event, seat)
        case happened.Played() | happened.PickedUp() | happened.Passed() | happened.TideTook():
            return _told_of_play(event, seat)
        case happened.StackBanished() | happened.ThisBanished() | happened.HandBanished() | happened.EscapeBanished():
            return _told_of_banishing(event)
        case happened.PlaysAgain() | happened.Stopped():
            return _told_of_again(event)
        case happened.Escaped(escaped):
            return say(ESCAPED, seat=SeatName(escaped))
        case happened.Lost(lost):
            return say(gettext_noop("{seat} is lost in R'lyeh. The game is over."), seat=SeatName(lost))
        case _:
            return _told_of_turns(event, seat)


def _told_by_owner(
    event: happened.UltimateLaid | happened.TookUp | happened.Drew | happened.Gave, seat: int | None
) -> Sentence:
    """What goes into a hand, or down from it: its faces are for those whose hand it is (or who have owned it)."""
    name = SeatName(event.seat)
    match event:
        case happened.UltimateLaid(owner, card):
            if owner == seat:
                text = gettext_noop("{seat} laid {card} as the Ultimate Escape card.")
                return say(text, seat=name, card=card_name(card))
            return say(LAID, seat=name)
        case happened.TookUp(_, card, knowers):
            return say(gettext_noop("{seat} took up {card}."), seat=name, card=_lying(card, knowers, seat))
        case happened.Drew(owner, cards):
            if owner == seat:
                return say(gettext_noop("{seat} drew {cards}."), seat=name, cards=cards_named(cards))
            return say(gettext_noop("{seat} drew {cards}."), seat=name, cards=number_of_cards(len(cards)))
        case happened.Gave(giver, to, cards):
            text = gettext_noop("{seat} gave you {cards}.") if to == seat else gettext_noop("{seat} gave {to} {cards}.")
            told = cards_named(cards) if seat in (giver, to) else number_of_cards(len(cards))
            return say(text, seat=name, to=SeatName(to), cards=told)
        case _:
            assert_never(event)


def _lying(card: str, knowers: Knowers, seat: int | None) -> Sentence:
    """An Escape card as the reader knows it: face up, face down and known, or face down."""
    if knowers is None:
        return say(gettext_noop("the Escape card {card}"), card=card_name(card))
    if seat in knowers:
        return say(gettext_noop("the Ultimate Escape card {card}"), card=card_name(card))
    return say(gettext_noop("an Ultimate Escape card"))


def _told_by_knowers(
    event: happened.HandSwapped | happened.EscapeMoved | happened.EscapesSwapped, seat: int | None
) -> Sentence:
    """Escape cards that change hands: a face-up one is everybody's to know, an Ultimate its owners'."""
    name = SeatName(event.seat)
    match event:
        case happened.HandSwapped(owner, laid, taken, knowers):
            into = _lying(taken, knowers, seat)
            if knowers is None or owner == seat:
                text = gettext_noop("{seat} swapped {laid} from the hand for {taken}.")
                return say(text, seat=name, laid=card_name(laid), taken=into)
            return say(gettext_noop("{seat} swapped a hand card for {taken}."), seat=name, taken=into)
        case happened.EscapeMoved(_, to, card, knowers):
            mine = gettext_noop("{seat} moved {card} to you.")
            text = mine if to == seat else gettext_noop("{seat} moved {card} to {to}.")
            return say(text, seat=name, card=_lying(card, knowers, seat), to=SeatName(to))
        case happened.EscapesSwapped(_, to, mine, mine_knowers, theirs, their_knowers):
            yours = gettext_noop("{seat} took {theirs} from you, in exchange for {mine}.")
            return say(
                yours if to == seat else gettext_noop("{seat} swapped {mine} for {theirs} of {to}."),
                seat=name,
                mine=_lying(mine, mine_knowers, seat),
                theirs=_lying(theirs, their_knowers, seat),
                to=SeatName(to),
            )
        case _:
            assert_never(event)


def _told_of_play(
    event: happened.Played | happened.PickedUp | happened.Passed | happened.TideTook, reader: int | None
) -> Sentence:
    """What lies in the stack, or has lain there, everybody has seen."""
    match event:
        case happened.Played():
            return _played(event)
        case happened.PickedUp(seat, cards, by):
            if not cards:
                return say(gettext_noop("There was nothing left for {seat} to pick up."), seat=SeatName(seat))
            names = {"seat": SeatName(seat), "cards": cards_named(cards)}
            if by is None:
                return say(gettext_noop("{seat} picked up the stack: {cards}."), **names)
            mine = gettext_noop("{by} made you pick up the stack: {cards}.")
            text = mine if seat == reader else gettext_noop("{by} made {seat} pick up the stack: {cards}.")
            return say(text, by=SeatName(by), **names)
        case happened.Passed(seat):
            return say(gettext_noop("{seat} had nothing that may be played on the empty stack."), seat=SeatName(seat))
        case happened.TideTook(card):
            return say(gettext_noop("The tide had taken {card}, the oldest card of the stack."), card=card_name(card))
        case _:
            assert_never(event)


def _told_of_again(event: happened.PlaysAgain | happened.Stopped) -> Sentence:
    if isinstance(event, happened.Stopped):
        return say(gettext_noop("{seat} did not play again."), seat=SeatName(event.seat))
    return say(gettext_noop("{seat} may play again."), seat=SeatName(event.seat))


def _played(event: happened.Played) -> Sentence:
    names = {"seat": SeatName(event.seat), "cards": cards_named(event.cards)}
    if event.acts is not None:
        names["acts"] = card_name(event.acts)
        if event.run:
            text = gettext_noop("{seat} played {cards}, which acts as {acts}, in a set of {size}.")
            return say(text, **names, size=len(event.cards) + event.run)
        return say(gettext_noop("{seat} played {cards}, which acts as {acts}."), **names)
    if event.run:
        text = gettext_noop("{seat} played {cards}, joining a set of {size}.")
        return say(text, **names, size=len(event.cards) + event.run)
    return say(gettext_noop("{seat} played {cards}."), **names)


def _told_of_banishing(
    event: happened.StackBanished | happened.ThisBanished | happened.HandBanished | happened.EscapeBanished,
) -> Sentence:
    """Banished cards leave the game face up."""
    match event:
        case happened.StackBanished(seat, cards):
            text = gettext_noop("{seat} banished the stack: {cards}.")
            return say(text, seat=SeatName(seat), cards=cards_named(cards))
        case happened.ThisBanished(card):
            return say(gettext_noop("{card} was banished."), card=card_name(card))
        case happened.HandBanished(seat, cards):
            text = gettext_noop("{seat} banished from the hand: {cards}.")
            return say(text, seat=SeatName(seat), cards=cards_named(cards))
        case happened.EscapeBanished(seat, card, down):
            if down:
                text = gettext_noop("{seat} banished the Ultimate Escape card {card}.")
                return say(text, seat=SeatName(seat), card=card_name(card))
            return say(
                gettext_noop("{seat} banished the Escape card {card}."), seat=SeatName(seat), card=card_name(card)
            )
        case _:
            assert_never(event)


def _told_of_turns(
    event: happened.Limited
    | happened.DirectionChanged
    | happened.Chosen
    | happened.Skipped
    | happened.Restricted
    | happened.Feared
    | happened.Laid,
    reader: int | None,
) -> Sentence:
    match event:
        case happened.Limited(number):
            return say(gettext_noop("The next Horror must be lower than {number}."), number=number)
        case happened.DirectionChanged(clockwise):
            return say(CLOCKWISE if clockwise else ANTICLOCKWISE)
        case happened.Chosen(seat, to):
            mine = gettext_noop("{seat} chose you as the next player.")
            text = mine if to == reader else gettext_noop("{seat} chose {to} as the next player.")
            return say(text, seat=SeatName(seat), to=SeatName(to))
        case happened.Skipped(seat):
            text = gettext_noop("You were skipped.") if seat == reader else gettext_noop("{seat} was skipped.")
            return say(text, seat=SeatName(seat))
        case happened.Feared(seat, to):
            mine = gettext_noop("{seat} makes you play your highest Horror on your next turn, or pick up the stack.")
            text = gettext_noop("{seat} makes {to} play their highest Horror on their next turn, or pick up the stack.")
            text = mine if to == reader else text
            return say(text, seat=SeatName(seat), to=SeatName(to))
        case happened.Restricted(seat, bound, feared):
            rules = tuple(restriction(effect) for effect in bound)
            if feared:
                rules = (*rules, say(gettext_noop("no Horror but the highest that may be played, and no Event")))
            mine = gettext_noop("You are restricted in this turn: {rules}.")
            text = mine if seat == reader else gettext_noop("{seat} is restricted in this turn: {rules}.")
            return say(text, seat=SeatName(seat), rules=rules)
        case happened.Laid(seat, to, card):
            mine = gettext_noop("{seat} laid {card} from the hand among your Escape cards.")
            text = gettext_noop("{seat} laid {card} from the hand among the Escape cards of {to}.")
            text = mine if to == reader else text
            return say(text, seat=SeatName(seat), card=card_name(card), to=SeatName(to))
        case _:
            assert_never(event)


def restriction(effect: Effect) -> Sentence:
    """What a restriction on the turn lets its seat play."""
    if effect.verb == "the next player plays no Events":
        return say(gettext_noop("no Events"))
    return say(gettext_noop("no Horror but {number}s"), number=effect.number)


def dues(before: State | None, after: State, events: Iterable[Event]) -> tuple[Due, ...]:
    """The mails that a step owes: the start, an Ultimate or a turn that is asked, the end.

    Whoever goes on with a turn of its own (plays after taking up an Escape card, or plays again) gets no second one.
    """
    seats = range(after.seats)
    if after.phase == "over":
        return tuple(Due(seat, "over", "over") for seat in seats)
    asks = tuple(Due(wait.seat, wait.kind, wait.key) for wait in asked(after) if wait.seat is not None)
    if before is None:
        return (*(Due(seat, "started", "start") for seat in seats), *asks)
    return asks if after.turn != before.turn else ()
