"""The form of a turn of Lost in R'lyeh: the hand with the ways to play it, and what a chosen play still asks for."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django import template
from django.utils.translation import gettext, ngettext

from games.rules.lost.cards import ANGELL, LARGEST_SET, RATING
from games.rules.lost.offers import Offer, Side, name
from games.rules.lost.seen import Decision, Seat, Table
from games.rules.lost.telling import describe
from games.rules.lost.vocabulary import Power
from games.selectors.sentences import joined, render_text
from games.templatetags.lost import of_me, words

register = template.Library()
GIVES_AWAY = {"give N from the hand to a player", "a hand card joins a player's Escape cards"}
PLAYS_AGAIN = {"play again", "banish the stack"}
OR_PICKS_UP = "banish N hand cards or pick up the rest"
A_RITE = "the next Horror is lower than N"  # it limits nothing where an Angell acts as it


@dataclass(frozen=True, slots=True)
class Option:
    """One way to play: its name in the form, how many cards, which set they make, and what it does.

    `on_run`: whether equal cards lie there, which they may join or not, or an Angell acts as one.
    """

    name: str
    cards: tuple[str, ...]
    set: str
    does: str
    on_run: bool


@dataclass(frozen=True, slots=True)
class Pick:
    """The copies of a card in hand, and the ways to play them: none where it may not be played.

    `beyond`: what it does in sets that it cannot make now, each with its size (0 for an Event).
    """

    card: str
    count: int
    options: Sequence[Option]
    beyond: Sequence[tuple[int, str]] = ()

    @property
    def first(self) -> str:
        """The name of the way that the face stands for."""
        return self.options[0].name


@register.simple_tag
def picks(table: Table) -> Sequence[Pick]:
    """The reader's hand, equal cards together, each with the ways in which it may be played now."""
    seat, decision = of_me(table), table.decision
    hand = seat.hand if seat is not None else ()
    cards = list(dict.fromkeys(hand))
    if decision is None or not decision.powers:
        return [Pick(card, hand.count(card), ()) for card in cards]
    return [
        _pick(card, hand.count(card), decision.offers, powers, len(hand), is_last(seat))
        for card, powers in zip(cards, decision.powers, strict=True)
    ]


def is_last(seat: Seat | None) -> bool:
    """Whether the hand is all that the seat has left."""
    return seat is not None and not seat.escapes and not seat.ultimates


def _pick(
    card: str, count: int, offers: Sequence[Offer], powers: Sequence[Power], held: int, last: bool = False
) -> Pick:
    """`held`: how many cards the hand has from which it is played; `last`: whether it is the last of them all."""
    mine = [offer for offer in offers if offer.cards[0] == card]
    reach = max((_size(len(offer.cards) + (offer.run if offer.join else 0)) for offer in mine), default=-1)
    beyond = [(size, _told(power)) for size, power in enumerate(powers) if size > reach and power.options]
    options = [_option(offer, side, held - len(offer.cards), last) for offer in mine for side in offer.sides]
    return Pick(card, count, options, beyond)


def _told(power: Power) -> str:
    """What the power does, its two sides with an "or" between them."""
    sides = [joined([render_text(sentence, ()) for sentence in describe(option)]) for option in power.options]
    return gettext("{one}; or {other}").format(one=sides[0], other=sides[1]) if len(sides) > 1 else sides[0]


@register.simple_tag
def lying(decision: Decision) -> Sequence[Pick]:
    """The cards to choose one from, equal ones together: of Escape cards what they could do now, else all they can."""
    cards = list(dict.fromkeys(decision.cards))
    if decision.powers:
        return [
            _pick(card, decision.cards.count(card), (), powers, 0)
            for card, powers in zip(cards, decision.powers, strict=True)
        ]
    return [_pick(card, decision.cards.count(card), decision.ahead, (), 1) for card in cards]


@register.filter
def has_idle(hand: Sequence[Pick]) -> bool:
    """Whether there is a card in it that may not be played."""
    return any(not pick.options for pick in hand)


def _option(offer: Offer, side: Side, left: int, last: bool) -> Option:
    """`left`: how many cards stay in the hand; `last`: whether whoever has none of them left has escaped."""
    return Option(name(offer, side), offer.cards, _set(offer), _does(offer, side, left, last), offer.run > 0)


def _set(offer: Offer) -> str:
    """How many are played, and the set that they make with those that lie there."""
    count, run = len(offer.cards), offer.run
    if offer.cards[0] not in RATING:
        if offer.acts is None:
            return ""
        acts = gettext("acts as {card}").format(card=words(offer.acts))
        if _joins(offer):
            return gettext("{acts}, in a set of {size}").format(acts=acts, size=_size(count + run))
        return gettext("{acts}, not joined to the stack").format(acts=acts) if run else acts
    if _joins(offer):
        text = ngettext(
            "{count} card + {run} on the stack: a set of {size}",
            "{count} cards + {run} on the stack: a set of {size}",
            count,
        )
        return text.format(count=count, run=run, size=_size(count + run))
    if run:
        text = ngettext("{count} card, not joined to the stack", "{count} cards, not joined to the stack", count)
        return text.format(count=count)
    return ngettext("{count} card", "a set of {count}", count).format(count=count)


def _joins(offer: Offer) -> bool:
    return offer.join and offer.run > 0


def _size(number: int) -> int:
    return min(number, LARGEST_SET)


def _does(offer: Offer, side: Side, left: int, last: bool) -> str:
    """What comes of it, in words: that it is the escape, too."""
    is_angell = offer.cards[0] == ANGELL
    verbs = {effect.verb for effect in side.effects}
    left -= side.asks.give if verbs & GIVES_AWAY else 0
    picks_up = OR_PICKS_UP in verbs and not max(side.asks.banish)
    frees = last and not left and not picks_up
    without = ({A_RITE} if is_angell else set()) | ({"play again"} if frees else set())
    told = [render_text(sentence, ()) for sentence in describe(tuple(e for e in side.effects if e.verb not in without))]
    if is_angell and "banish the stack" not in verbs:
        told.append(gettext("anything may be played on it"))
    if frees:
        return joined([*told, gettext("you escape R'lyeh")])
    if not told:
        return gettext("nothing more happens")
    if not left and verbs & PLAYS_AGAIN:
        return gettext("{does} (but your hand will be empty: nothing to play again)").format(does=joined(told))
    if picks_up:
        return gettext("{does} (but your hand will be too small: you can only pick up)").format(does=joined(told))
    return joined(told)


@dataclass(frozen=True, slots=True)
class More:
    """A play that was chosen, what it still asks for, and the hand that is left to choose from."""

    option: Option
    side: Side
    hand: tuple[str, ...]
    whose: Sequence[tuple[int, Sequence[str | int]]]

    @property
    def is_asking(self) -> bool:
        """Whether anything is to be chosen."""
        asks = self.side.asks
        gives = asks.give and not self.gives_all
        return bool(asks.to or gives or max(asks.banish) or asks.escape)

    @property
    def gives_all(self) -> bool:
        """Whether all that is left of the hand is given, so that there is nothing to choose from."""
        return 0 < self.side.asks.give == len(self.hand)

    @property
    def most(self) -> int:
        """How many hand cards may be banished at most."""
        return max(self.side.asks.banish)

    @property
    def is_all_or_none(self) -> bool:
        """Whether as many as can be are banished, or none and the rest of the stack is picked up."""
        return any(effect.verb == OR_PICKS_UP for effect in self.side.effects)

    @property
    def price(self) -> int:
        """How many hand cards that would take."""
        return next(effect.number for effect in self.side.effects if effect.verb == OR_PICKS_UP)

    @property
    def is_too_poor(self) -> bool:
        """Whether of those two only the picking up is left, since the hand is too small."""
        return self.is_all_or_none and not self.most


@register.simple_tag
def more(table: Table, sent: Mapping[str, str]) -> More | None:
    """The play that was sent, if it is one that is offered; else None."""
    decision, seat = table.decision, of_me(table)
    if decision is None or seat is None or sent.get("do") != "play" or sent.get("key") != decision.key:
        return None
    for offer in decision.offers:
        for side in offer.sides:
            if name(offer, side) == sent.get("play"):
                hand = list(seat.hand)
                for card in offer.cards:
                    hand.remove(card)
                whose = list(zip(side.asks.to, side.asks.their, strict=True)) if side.asks.their else []
                return More(_option(offer, side, len(hand), is_last(seat)), side, tuple(hand), whose)
    return None


@register.filter
def picked_up(table: Table) -> int:
    """How many cards come to the hand of whoever picks up the stack: the tide takes one of them."""
    return len(table.stack) - (table.is_tide_in and bool(table.stack))


@register.filter
def once(cards: Sequence[str]) -> Sequence[str]:
    """The cards, equal ones once."""
    return tuple(dict.fromkeys(cards))


@register.filter
def is_picking_up(decision: Decision, sent: Mapping[str, str]) -> bool:
    """Whether the stack was chosen, to be picked up."""
    return sent.get("do") == "pickup" and sent.get("key") == decision.key and decision.can_pick_up


@register.simple_tag
def ticked(hand: Sequence[str], sent: Mapping[str, str], field: str) -> Sequence[tuple[str, bool]]:
    """The hand, each card with whether it was sent in that field, as often as it was: equal cards go by one name."""
    left = Counter(sent.get(field, "").split(","))
    told = []
    for card in hand:
        told.append((card, left[card] > 0))
        left[card] -= 1
    return told


@register.filter
def is_of(whose: str, seat: int) -> bool:
    """Whether an Escape card of that seat was sent."""
    return whose.partition(":")[0] == str(seat)


@register.filter
def is_card_of(whose: str, name: str | int) -> bool:
    """Whether the Escape card that was sent is called so."""
    return whose.partition(":")[2] == str(name)


@register.filter
def is_card(name: str | int) -> bool:
    """Whether another's Escape card is named by its face; else by its place."""
    return isinstance(name, str)
