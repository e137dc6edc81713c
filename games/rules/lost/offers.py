"""What may be played: the plays that are offered to the seat on turn, with what each of them asks for."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from games.rules.lost.cards import RATING, in_order
from games.rules.lost.model import Play, State, may_play, without
from games.rules.lost.powers import NOTHING_ASKED, Asks, asks, resolution
from games.rules.lost.vocabulary import Option


@dataclass(frozen=True, slots=True)
class Side:
    """One way to carry out a power: the side of the OR (None where there is none), its effects, what they ask."""

    option: int | None
    effects: Option
    asks: Asks


@dataclass(frozen=True, slots=True)
class Offer:
    """Cards that may be played together, the run joined or not (`run` 0: there is none to join), and the power.

    `acts` is the card as which an Angell acts.
    """

    cards: tuple[str, ...]
    acts: str | None
    run: int
    join: bool
    sides: tuple[Side, ...]


def name(offer: Offer, side: Side) -> str:
    """The play in one word, for a form in which one choice is one text: `h6x2`, `h6x1-alone`, `h8x3-0`."""
    alone = "" if offer.join else "-alone"
    option = "" if side.option is None else f"-{side.option}"
    return f"{offer.cards[0]}x{len(offer.cards)}{alone}{option}"


def offers(state: State, only: str | None = None) -> Iterator[Offer]:
    """All that the seat on turn may play (`only`: with this card), by rating, then the Events."""
    hand = state.hands[state.seat]
    for card in in_order(tuple(set(hand))) if only is None else (only,):
        if may_play(state, card):
            for count in range(1, hand.count(card) + 1 if card in RATING else 2):
                yield from _joined_or_not(state, (card,) * count)


def _joined_or_not(state: State, cards: tuple[str, ...]) -> Iterator[Offer]:
    for join in (True, False):
        power = resolution(state, cards, join)
        if join or power.run:
            yield Offer(cards, power.acts, power.run, join, _sides(state, cards, power.options))


def _sides(state: State, cards: tuple[str, ...], options: tuple[Option, ...]) -> tuple[Side, ...]:
    hand = without(state.hands[state.seat], cards)
    is_or = len(options) > 1
    return tuple(
        Side(number if is_or else None, option, asks(state, state.seat, hand, option))
        for number, option in enumerate(options or ((),))
    )


def plays(state: State, only: str | None = None) -> Iterator[Play]:
    """Every play that is legal now, each once, made as it is asked for."""
    for offer in offers(state, only):
        hand = without(state.hands[state.seat], offer.cards)
        for side in offer.sides:
            play = Play(state.seat, offer.cards, offer.join, side.option)
            yield from answers(play, side.asks, hand)


def answers(play: Play, asked: Asks, hand: Sequence[str]) -> Iterator[Play]:
    """The play with every possible answer to what its power asks."""
    if asked is NOTHING_ASKED:
        yield play
        return
    for place, to in enumerate(asked.to) if asked.to else ((0, None),):
        for their in dict.fromkeys(asked.their[place]) if asked.their else (None,):
            for escape in dict.fromkeys(asked.escape) if asked.escape else (None,):
                for give in picks(hand, asked.give):
                    for count in asked.banish:
                        for banish in picks(hand, count):
                            yield replace(play, to=to, their=their, escape=escape, give=give, banish=banish)


def picks(hand: Sequence[str], count: int) -> Iterator[tuple[str, ...]]:
    """Every different choice of that many cards of the hand, each in the order of `CARDS`."""
    yield from _picks(in_order(hand), count)


def _picks(hand: tuple[str, ...], count: int) -> Iterator[tuple[str, ...]]:
    if count == 0:
        yield ()
        return
    for place, card in enumerate(hand):
        if card not in hand[:place]:
            yield from ((card, *rest) for rest in _picks(hand[place + 1 :], count - 1))
