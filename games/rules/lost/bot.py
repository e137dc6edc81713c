"""A bot that plays a seat from its table alone: many cards at once, powers that rid it of more, never a needless stack.

Scores are in tenths of a card that leaves for good; less than a card's difference is decided by chance.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from games.rules.lost import seen
from games.rules.lost.cards import RATING
from games.rules.lost.offers import Offer, Side
from games.rules.lost.vocabulary import Effect

Chance = Callable[[], float]
T = TypeVar("T")
CARD = 10.0
PICKING_UP = -25.0
NEAR = 4.0  # choices that differ by less are as good as equal

# How easy a card is to get rid of later: Events go on anything, but a last Legrasse brings the stack.
EASE = {card: float(rating) for card, rating in RATING.items()} | {
    "door": 14.0,
    "fear": 14.0,
    "cthulhu": 16.0,
    "angell": 12.0,
    "legrasse": 5.0,
}


def bot(table: seen.Table, chance: Chance) -> Mapping[str, Any] | None:
    """The form that the bot hands in for what is asked of its seat, or None."""
    decision = table.decision
    if decision is None or decision.given is not None:
        return None
    form: dict[str, Any] = {"key": decision.key}
    match decision.kind:
        case "ultimate":
            easy = _near_best(decision.cards, lambda card: EASE[card], chance)
            return form | {"do": "ultimate", "cards": easy}
        case "escape":
            card = _near_best(decision.cards, lambda card: _ease_now(table, card), chance)
            return form | {"do": "escape", "cards": card}
    plays = [(offer, side) for offer in decision.offers for side in offer.sides]
    offer, side = _near_best(plays, lambda play: _score(table, *play), chance) if plays else (None, None)
    if offer is None or side is None or _is_better_left(table, decision, offer, side):
        return form | {"do": "stop" if decision.can_stop else "pickup" if decision.can_pick_up else "pass"}
    return form | {"do": "play", **_play(table, offer, side, chance)}


def _near_best(things: Sequence[T], score: Callable[[T], float], chance: Chance) -> T:
    """One of the things whose score is near the best."""
    scores = [score(thing) for thing in things]
    near = [thing for thing, value in zip(things, scores, strict=True) if value > max(scores) - NEAR]
    return near[int(chance() * len(near))]


def _ease_now(table: seen.Table, card: str) -> float:
    """How good it is to take the card up now: best a low Horror that may lie, else an Event, else what is easy."""
    if card == "legrasse":
        return -5.0 if table.stack else 30.0
    if card not in RATING:
        return -EASE[card]
    rating = RATING[card]
    fits = rating < table.below if table.below is not None else rating >= (table.least or 0)
    return 30.0 - rating if fits else -40.0 + rating


def _is_better_left(table: seen.Table, decision: seen.Decision, offer: Offer, side: Side) -> bool:
    """Whether to pick up a small stack, or to stop, rather than to play."""
    score = _score(table, offer, side)
    if decision.can_stop:
        return score < 0
    return decision.can_pick_up and score < PICKING_UP - CARD * len(table.stack)


def _score(table: seen.Table, offer: Offer, side: Side) -> float:
    """What the play is worth: the cards that leave, what the power adds, less the ease that is given up."""
    hand = len(_me(table).hand) - len(offer.cards)
    score = CARD * len(offer.cards) - sum(EASE[card] for card in offer.cards) / 3
    score += sum(_worth(table, effect, side, hand) for effect in side.effects)
    return score


def _worth(table: seen.Table, effect: Effect, side: Side, hand: int) -> float:
    asks = side.asks
    match effect.verb:
        case "banish the stack" | "play again":
            return 8.0 if hand else 0.0
        case "banish an Escape card" | "an Escape card moves to a player":
            return CARD if asks.escape else 0.0
        case "give N from the hand to a player" | "a hand card joins a player's Escape cards":
            return 12.0 * asks.give
        case "banish up to N hand cards":
            return CARD * max(asks.banish)
        case "banish N hand cards or pick up the rest":
            return CARD * max(asks.banish) if max(asks.banish) else -CARD * len(table.stack)
        case "a player picks up the stack" | "a player picks up the rest":
            return 2.0 * len(table.stack)
        case _:
            return 2.0


def _play(table: seen.Table, offer: Offer, side: Side, chance: Chance) -> dict[str, Any]:
    """The play with what its power asks: the hardest cards away, to whoever has the most already."""
    asks, hand = side.asks, list(_me(table).hand)
    for card in offer.cards:
        hand.remove(card)
    hand.sort(key=EASE.__getitem__)
    form: dict[str, Any] = {"cards": list(offer.cards)}
    if not offer.join:
        form["join"] = "no"
    if side.option is not None:
        form["option"] = str(side.option)
    if asks.to:
        to = max(asks.to, key=lambda seat: (_cards_left(table, seat), chance()))
        form["to"] = str(to)
        if asks.their:
            form["their"] = _easiest(asks.their[asks.to.index(to)])
    if asks.give:
        form["give"] = hand[: asks.give]
    if max(asks.banish):
        form["banish"] = hand[: max(asks.banish)]
    if asks.escape:
        form["escape"] = min(asks.escape, key=EASE.__getitem__)
    return form


def _easiest(names: Iterable[str | int]) -> str:
    """The easiest of another's Escape cards; of face-down ones, which nobody else knows, the first."""
    return str(max(names, key=lambda name: EASE.get(str(name), 0.0)))


def _cards_left(table: seen.Table, seat: int) -> int:
    their = table.seats[seat]
    return their.hand_size + len(their.escapes) + len(their.ultimates)


def _me(table: seen.Table) -> seen.Seat:
    return next(seat for seat in table.seats if seat.is_me)
