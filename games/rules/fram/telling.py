"""What is told: one sentence of history an event, as the reader may know it, and which mails a step owes."""

from collections.abc import Iterable
from typing import assert_never

from games.rules.fram.cards import ROUNDS, Treasure, is_numbered
from games.rules.fram.model import (
    Banished,
    Began,
    Drugged,
    Ended,
    Event,
    Lapsed,
    Led,
    Phase,
    Revealed,
    State,
    Taken,
    Won,
)
from games.rules.fram.sealed import asked
from games.rules.kernel import Due, SeatName, Sentence, gettext_noop, say

CARD_NAMES = {
    "text": gettext_noop("R'lyeh Text"),
    "trapezohedron": gettext_noop("the Shining Trapezohedron (17)"),
    "sign": gettext_noop("the Elder Sign (15)"),
    "mead": gettext_noop("the Golden Mead (0)"),
    "drug": gettext_noop("the Time Drug"),
}
DEPTH_NAMES = {"S": gettext_noop("shallow"), "M": gettext_noop("medium"), "A": gettext_noop("abyssal")}


def card_name(card: str) -> Sentence:
    """What the card is called in a sentence: its number, or the trump's name."""
    return say("{number}", number=int(card)) if is_numbered(card) else say(CARD_NAMES[card])


def depth_name(depth: str) -> Sentence:
    """The word for the depth."""
    return say(DEPTH_NAMES[depth])


def face(treasure: Treasure) -> Sentence:
    """The treasure with its value, for those who have seen it."""
    return say(
        gettext_noop("{depth} treasure of {value}\N{NO-BREAK SPACE}VP"),
        depth=depth_name(treasure.depth),
        value=treasure.value,
    )


def back(treasure: Treasure) -> Sentence:
    """The treasure by its depth alone."""
    return say(gettext_noop("{depth} treasure"), depth=depth_name(treasure.depth))


def tell(event: Event, seat: int | None) -> Sentence | None:
    """The sentence of history that the seat (None: a spectator) may read of the event."""
    match event:
        case Began():
            return _began(event, seat)
        case Led(leader, card):
            return say(gettext_noop("{seat} led {card}."), seat=SeatName(leader), card=card_name(card))
        case Revealed(bids):
            cards = tuple(
                say(gettext_noop("{seat} bid {card}"), seat=SeatName(bidder), card=card_name(card))
                for bidder, card in bids
            )
            return say(gettext_noop("Showdown: {cards}."), cards=cards)
        case Drugged(user, first, card):
            text = gettext_noop("{seat} used the Time Drug: {back} went back into the hand, {card} was played.")
            return say(text, seat=SeatName(user), back=card_name(first), card=card_name(card))
        case Lapsed():
            return say(gettext_noop("The showdown had been held open; nobody used the Time Drug."))
        case Won():
            return won(event)
        case Taken() | Banished():
            return _took(event, seat)
        case Ended(vp, awakened, winners):
            return _ended(vp, awakened, winners)
        case _:
            assert_never(event)


def _began(event: Began, seat: int | None) -> Sentence:
    names = {"round": event.round, "seat": SeatName(event.dealer)}
    if seat != event.dealer:
        if event.by_mead:
            return say(gettext_noop("Round {round}: {seat} drank the mead and leads."), **names)
        return say(gettext_noop("Round {round}: {seat} leads."), **names)
    faces = tuple(face(treasure) for treasure in event.peeked)
    if len(faces) == 1:
        return say(gettext_noop("Round {round}: {seat} leads, and saw the {face}."), **names, face=faces[0])
    text = gettext_noop(
        "Round {round}: {seat} drank the mead and leads, and saw the {face} and, coming next, the {next}."
    )
    return say(text, **names, face=faces[0], next=faces[1])


def won(event: Won) -> Sentence:
    """Who won what with which card, and why if others had played as high."""
    names = {"seat": SeatName(event.seat), "card": card_name(event.card), "depth": depth_name(event.depth)}
    if not event.tied:
        return say(gettext_noop("{seat} won the {depth} treasure with {card}."), **names)
    tied = tuple(SeatName(seat) for seat in event.tied)
    if event.led:
        text = gettext_noop("{seat} won the {depth} treasure with {card}: as high as {tied}, and the lead wins ties.")
        return say(text, **names, tied=tied)
    text = gettext_noop(
        "{seat} won the {depth} treasure with {card}: as high as {tied}, but nearest clockwise from the lead."
    )
    return say(text, **names, tied=tied)


def _took(event: Taken | Banished, seat: int | None) -> Sentence:
    """The face is told to those who have seen it; in round 12 it lies open."""
    is_known = seat in event.knowers or event.round == ROUNDS
    treasure = face(event.treasure) if is_known else back(event.treasure)
    if isinstance(event, Banished):
        text = gettext_noop("{seat} discarded the Elder Sign: the {treasure} and {card} left the game.")
        return say(text, seat=SeatName(event.seat), treasure=treasure, card=card_name(event.card))
    if event.exorcised:
        text = gettext_noop("{seat} took the {treasure} and exorcised {count} insanity.")
        return say(text, seat=SeatName(event.seat), treasure=treasure, count=event.exorcised)
    return say(gettext_noop("{seat} took the {treasure}."), seat=SeatName(event.seat), treasure=treasure)


def _ended(vp: tuple[int, ...], awakened: bool, winners: tuple[int, ...]) -> Sentence:
    scores = tuple(
        say(gettext_noop("{seat} {vp}\N{NO-BREAK SPACE}VP"), seat=SeatName(number), vp=score)
        for number, score in enumerate(vp)
    )
    names = {"scores": scores, "winners": tuple(SeatName(seat) for seat in winners)}
    if awakened:
        return say(gettext_noop("The Old One awakens, and favours the lowest: {winners}. {scores}."), **names)
    return say(gettext_noop("The game is over; the win goes to {winners}. {scores}."), **names)


def dues(before: State | None, after: State, events: Iterable[Event]) -> tuple[Due, ...]:
    """The mails that a step owes. They follow from `asked` and from public events, so from what everybody knows."""
    seats = range(len(after.seats))
    if before is None:
        started = tuple(Due(seat, "started", "start") for seat in seats)
        return (*started, *_asks(frozenset(), after))
    asks = _asks(frozenset(wait.key for wait in asked(before)), after)
    if after.phase is Phase.OVER:
        return tuple(Due(seat, "over", "over") for seat in seats)
    if after.phase is Phase.SHOWDOWN:
        return tuple(Due(seat, "showdown", f"r{after.round}.showdown") for seat in seats)
    if not any(isinstance(event, Won) for event in events):
        return asks
    busy = {due.seat for due in asks}
    number = after.showdowns[-1].round
    return (*asks, *(Due(seat, "result", f"r{number}.result") for seat in seats if seat not in busy))


def _asks(keys: frozenset[str], after: State) -> tuple[Due, ...]:
    """A mail to each seat that is publicly asked something new."""
    return tuple(
        Due(wait.seat, wait.kind, wait.key) for wait in asked(after) if wait.seat is not None and wait.key not in keys
    )
