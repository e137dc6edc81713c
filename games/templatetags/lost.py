"""What the page of Lost in R'lyeh says beside its `Table`: names, groups and sentences of what stands in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from games.rules.kernel import SeatName, Sentence, gettext_noop, say
from games.rules.lost.cards import LARGEST_SET, RATING, TITLES, card_name
from games.rules.lost.offers import Offer, Side, name
from games.rules.lost.seen import Decision, Layer, Seat, Table
from games.rules.lost.telling import cards_named, describe, restriction
from games.selectors.sentences import Names, joined, render, render_text
from games.templatetags.parts import part

register = template.Library()
FIELDS = ("key", "do", "play", "to", "whose", "give", "banish", "escape", "cards")
LETTERS = {"angell": "A", "legrasse": "L", "door": "D", "cthulhu": "C", "fear": "F"}  # on small faces of Events


@register.simple_tag
def lost_card(card: str, size: str = "") -> SafeString:
    """A card face."""
    values = {"rating": RATING.get(card, ""), "letter": LETTERS.get(card, ""), "title": gettext(TITLES[card])}
    return part("lost_card", card=str(card), size=size, **values)


@register.simple_tag
def lost_back(seat: int | None = None) -> SafeString:
    """A card lying face down, in a seat's colour if it is one's."""
    return part("lost_back", seat="" if seat is None else seat)


@register.filter
def words(card: str) -> str:
    """What a card is called in a sentence."""
    return render_text(card_name(card), ())


@register.filter
def all_words(cards: Sequence[str]) -> str:
    """The cards in a sentence, equal ones together."""
    return joined([render_text(card, ()) for card in cards_named(cards)])


@register.filter
def kind_of(card: str) -> str:
    """Whether it is a Horror or an Event."""
    return gettext("Horror") if card in RATING else gettext("Event")


# --- The board --------------------------------------------------------------------------------------------------------


@register.simple_tag
def fits(table: Table) -> str:
    """What the stack lets be played, in a sentence."""
    if not table.stack:
        return gettext("The stack is empty: anything may be played.")
    if table.below is not None:
        text = gettext("On this Rite a Horror lower than {number} may be played, or any Event.")
        return text.format(number=table.below)
    if table.least is None:
        return gettext("Anything may be played.")
    if table.least == max(RATING.values()):
        return gettext("A {number} may be played, or any Event.").format(number=table.least)
    return gettext("A {number} or higher may be played, or any Event.").format(number=table.least)


@register.simple_tag
def bounds(table: Table, names: Names) -> Sequence[SafeString]:
    """What restricts this turn and the next ones, a sentence each."""
    return [render(sentence, names) for sentence in _bounds(table)]


@register.simple_tag
def bounds_text(table: Table, names: Names) -> Sequence[str]:
    """The same as plain text."""
    return [render_text(sentence, names) for sentence in _bounds(table)]


def _bounds(table: Table) -> Sequence[Sentence]:
    said = []
    on_turn = next((seat for seat in table.seats if seat.is_on_turn), None)
    if on_turn is not None and table.bound:
        text = gettext_noop("{seat} is restricted in this turn: {rules}.")
        said.append(say(text, seat=SeatName(on_turn.number), rules=tuple(map(restriction, table.bound))))
    if table.coming:
        said.append(say(gettext_noop("In the next turn: {rules}."), rules=tuple(map(restriction, table.coming))))
    for seat in table.seats:
        if seat.feared and seat.is_on_turn:
            text = gettext_noop("{seat} is afraid: only the highest Horror that may be played, and no Event.")
            said.append(say(text, seat=SeatName(seat.number)))
        elif seat.feared:
            text = gettext_noop("{seat} is afraid: only the highest Horror, and no Event, in the next turn.")
            said.append(say(text, seat=SeatName(seat.number)))
    if table.chosen is not None:
        said.append(say(gettext_noop("{seat} was chosen as the next player."), seat=SeatName(table.chosen)))
    if table.skips:
        said.append(say(gettext_noop("To be skipped after this turn: {count}."), count=table.skips))
    return said


@register.filter
def top_of(table: Table) -> Sequence[Layer]:
    """The newest cards of the stack, the newest first."""
    return table.stack[:-6:-1]


@register.filter
def cards_left(seat: Seat) -> int:
    """How many cards the seat has to be rid of."""
    return seat.hand_size + len(seat.escapes) + len(seat.ultimates)


@register.filter
def of_me(table: Table) -> Seat | None:
    """The reader's own seat."""
    return None if table.me is None else table.seats[table.me]


@register.filter
def has_escaped(table: Table) -> bool:
    """Whether the reader has."""
    seat = of_me(table)
    return seat is not None and seat.place is not None


# --- The form ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Option:
    """One way to play: its name in the form, how many cards, which set they make, and what it does."""

    name: str
    cards: tuple[str, ...]
    set: str
    does: str


@dataclass(frozen=True, slots=True)
class Pick:
    """The copies of a card in hand, and the ways to play them: none where it may not be played."""

    card: str
    count: int
    options: Sequence[Option]

    @property
    def first(self) -> str:
        """The name of the way that the face stands for."""
        return self.options[0].name


@register.simple_tag
def picks(table: Table) -> Sequence[Pick]:
    """The reader's hand, equal cards together, each with the ways in which it may be played now."""
    seat = of_me(table)
    hand = seat.hand if seat is not None else ()
    offers = table.decision.offers if table.decision is not None else ()
    return [
        Pick(
            card,
            hand.count(card),
            [_option(offer, side) for offer in offers if offer.cards[0] == card for side in offer.sides],
        )
        for card in dict.fromkeys(hand)
    ]


@register.filter
def has_idle(hand: Sequence[Pick]) -> bool:
    """Whether there is a card in it that may not be played."""
    return any(not pick.options for pick in hand)


def _option(offer: Offer, side: Side) -> Option:
    return Option(name(offer, side), offer.cards, _set(offer), _does(offer, side))


def _set(offer: Offer) -> str:
    """How many are played, and the set that they make with those that lie there."""
    count, run = len(offer.cards), offer.run
    if offer.cards[0] not in RATING:
        if offer.acts is None:
            return ""
        acts = gettext("acts as {card}").format(card=words(offer.acts))
        return (
            gettext("{acts}, in a set of {size}").format(acts=acts, size=_size(count + run)) if _joins(offer) else acts
        )
    if _joins(offer):
        text = ngettext("{count} joins {run}: a set of {size}", "{count} join {run}: a set of {size}", count)
        return text.format(count=count, run=run, size=_size(count + run))
    if run:
        return ngettext("{count}, without joining", "{count}, without joining", count).format(count=count)
    return ngettext("{count} alone", "a set of {count}", count).format(count=count)


def _joins(offer: Offer) -> bool:
    return offer.join and offer.run > 0


def _size(number: int) -> int:
    return min(number, LARGEST_SET)


def _does(offer: Offer, side: Side) -> str:
    """What comes of it, in words."""
    told = [render_text(sentence, ()) for sentence in describe(side.effects)]
    return joined(told) if told else gettext("nothing more happens")


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
        return bool(asks.to or asks.give or max(asks.banish) or asks.escape)

    @property
    def most(self) -> int:
        """How many hand cards may be banished at most."""
        return max(self.side.asks.banish)

    @property
    def is_all_or_none(self) -> bool:
        """Whether as many as can be are banished, or none."""
        return self.most > 0 and len(self.side.asks.banish) == 2 and self.most > 1


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
                return More(_option(offer, side), side, tuple(hand), whose)
    return None


@register.filter
def once(cards: Sequence[str]) -> Sequence[str]:
    """The cards, equal ones once."""
    return tuple(dict.fromkeys(cards))


@register.filter
def is_picking_up(decision: Decision, sent: Mapping[str, str]) -> bool:
    """Whether the stack was chosen, to be picked up."""
    return sent.get("do") == "pickup" and sent.get("key") == decision.key and decision.can_pick_up


@register.filter
def splits(text: str) -> Sequence[str]:
    """What was sent under one name several times."""
    return [word for word in text.split(",") if word] if text else []


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


# --- The end ----------------------------------------------------------------------------------------------------------


@register.filter
def ranking(table: Table) -> Sequence[Seat]:
    """The seats in the order in which they escaped, the lost one last."""
    return sorted(table.seats, key=lambda seat: (seat.is_lost, seat.place or 0))


@register.simple_tag
def lost_ending(table: Table, names: Names) -> SafeString:
    """How it ended, in a sentence."""
    lost = next(seat for seat in table.seats if seat.is_lost)
    if lost.is_me:
        return render(say(gettext_noop("You are lost in R'lyeh.")), names)
    if table.me is not None:
        return render(
            say(gettext_noop("You have escaped. {seat} is lost in R'lyeh."), seat=SeatName(lost.number)), names
        )
    return render(say(gettext_noop("{seat} is lost in R'lyeh."), seat=SeatName(lost.number)), names)


@register.simple_tag
def all_faces(tables: Mapping[int | None, Table]) -> Table:
    """The table at a step with every card face up, put together from what each seat saw."""
    base = tables[None]
    seats = [
        replace(tables[seat.number].seats[seat.number], is_me=False, missing=seat.missing, laid=seat.laid)
        for seat in base.seats
    ]
    return replace(base, seats=tuple(seats))
