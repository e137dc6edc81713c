"""What the page of Fram R'lyeh says beside its `Table`: sums and comparisons of what stands in it, nothing more."""

from collections import Counter
from collections.abc import Sequence

from django import template
from django.utils.translation import gettext

from games.rules.fram.cards import DEPTHS, DRUG_PRICE, NUMBERS, POWER, ROUNDS
from games.rules.fram.seen import Depth, Seat, Showdown, Table, Treasure
from games.rules.fram.telling import card_name
from games.selectors.sentences import render_text
from games.templatetags.look import minus

register = template.Library()
NEAR = 10  # VP above zero from which a score still comes below it
LATE = 9  # the round from which the table says that the lowest may win


@register.filter
def held_cards(table: Table) -> Sequence[str]:
    """The reader's cards, with a trump that is not played from the hand, until it is spent."""
    hand = [choice.card for choice in table.hand]
    if table.my_trump is None or table.my_trump in hand or is_spent(table):
        return hand
    return [*hand, table.my_trump]


@register.filter
def of_depth(depths: Sequence[Depth], letter: str) -> Sequence[tuple[int, bool]]:
    """The five values of the depth, each with whether the reader has seen it."""
    return next(depth.values for depth in depths if depth.letter == letter)


@register.filter
def is_spent(table: Table) -> bool:
    """Whether the reader's own trump has left the hand. The text never was in it."""
    assert table.me is not None
    return table.my_trump != "text" and table.my_trump not in (*table.seats[table.me].hand, sealed_card(table))


def sealed_card(table: Table) -> str | None:
    """The card that the reader has sealed for the decision that is asked; None for none."""
    return table.decision.given if table.decision is not None else None


@register.filter
def is_played(table: Table) -> bool:
    """Whether the reader's own trump has been laid face up, in this round or an earlier one."""
    assert table.me is not None
    laid = {card for shown in table.showdowns for seat, *cards in shown.cards if seat == table.me for card in cards}
    return table.my_trump in laid | {dict(table.revealed).get(table.me), table.seats[table.me].card}


@register.filter
def power(card: str | None) -> int:
    """The card's power; -1 where no card lies."""
    return POWER.get(card or "", -1)


@register.filter
def is_numbered(card: str) -> bool:
    """Whether it is one of the cards 4 to 15."""
    return card in NUMBERS


@register.filter
def card_words(card: str) -> str:
    """What the card is called inside a sentence."""
    return render_text(card_name(card), ())


def lead(table: Table) -> str | None:
    """The card that the dealer has led, or None."""
    return table.seats[table.dealer].card


@register.filter
def is_ahead(table: Table) -> bool:
    """Whether the reader may seal a bid though its round's dealer has not led."""
    decision = table.decision
    return decision is not None and decision.kind == "bid" and not decision.awaited and table.phase != "bid"


@register.filter
def bid_round(table: Table) -> int:
    """The round that is bid for now."""
    return table.round + (is_ahead(table) and table.phase == "look")


@register.filter
def leads_after_look(table: Table) -> bool:
    """Whether the winner who looks also leads next: not after the last round, nor when somebody else drank the mead."""
    last = table.showdowns[-1]
    return last.round < ROUNDS and all(card != "mead" for _, _, card in last.cards)


@register.filter
def goal(table: Table) -> Treasure:
    """The treasure that is bid for now: the next round's while the last winner has yet to lead."""
    if is_ahead(table) and table.phase == "look" and table.row.next is not None:
        return table.row.next
    return table.row.this


def _known_tally(seat: Seat) -> int:
    known = sum(prize.treasure.value or 0 for prize in seat.prizes)
    return known - seat.powers - seat.insanity - DRUG_PRICE * seat.drugged


@register.filter
def tally(seat: Seat) -> str:
    """What a seat has so far, in VP, with a letter for each treasure that the reader has not seen: 2S + A − 26."""
    unseen = Counter(prize.treasure.depth for prize in seat.prizes if prize.treasure.value is None)
    known = _known_tally(seat)
    terms = [f"{count if count > 1 else ''}{depth}" for depth in DEPTHS if (count := unseen[depth])]
    if not terms:
        return minus(known)
    sign = "\N{MINUS SIGN}" if known < 0 else "+"
    return " + ".join(terms) + (f" {sign} {abs(known)}" if known else "")


@register.simple_tag
def tally_range(table: Table, seat: Seat) -> tuple[int, int]:
    """The least and the most that a seat's score so far can be, in VP, as far as the reader knows."""
    unseen = Counter(prize.treasure.depth for prize in seat.prizes if prize.treasure.value is None)
    known = _known_tally(seat)
    low = high = known
    for depth, count in unseen.items():
        values = sorted(value for value, is_seen in of_depth(table.depths, depth) if not is_seen)
        low, high = low + sum(values[:count]), high + sum(values[-count:])
    return low, high


@register.filter
def costs(seat: Seat) -> str:
    """What counts against the seat so far: "powers 21, insanity 2"."""
    parts = [
        (gettext("powers {number}"), seat.powers),
        (gettext("insanity {number}"), seat.insanity),
        (gettext("Time Drug {number}"), DRUG_PRICE * seat.drugged),
    ]
    return ", ".join(text.format(number=number) for text, number in parts if number)


@register.filter
def may_awaken(table: Table) -> bool:
    """Whether the Old One is near: it is late, and all others may be below zero by now, as far as the reader knows.

    Then it is the reader's own score that decides, unless it is far above.
    """
    lows = [tally_range(table, seat)[0] - (NEAR if seat.is_me else 0) for seat in table.seats]
    return table.outcome is None and table.round >= LATE and max(lows) < 0


@register.filter
def unplayed(table: Table, number: int) -> Sequence[str]:
    """The cards 4 … 15 that the seat has not been seen to spend: what it may still hold."""
    spent = {card for showdown in table.showdowns for seat, _, card in showdown.cards if seat == number}
    spent |= {card for seat, card in table.revealed if seat == number}
    return [card for card in NUMBERS if card not in spent and card != table.seats[number].card]


@register.filter
def times(count: int) -> range:
    """That many turns of a loop."""
    return range(count)


@register.filter
def held_by(showdowns: Sequence[Showdown], seat: int) -> Sequence[int]:
    """The rounds whose showdown that seat held open, which is told at the end."""
    return [shown.round for shown in showdowns if seat in shown.held]


@register.filter
def any_held(table: Table) -> bool:
    """Whether anybody ever held a showdown open, which is told at the end."""
    return any(shown.held for shown in table.showdowns)


@register.simple_tag
def possible(table: Table, letter: str) -> str:
    """What a treasure of that depth may be worth as far as the reader knows: "7, 10 or 14"."""
    values = [str(value) for value, is_seen in of_depth(table.depths, letter) if not is_seen]
    if len(values) < 2:
        return "".join(values)
    most, last = ", ".join(values[:-1]), values[-1]
    return gettext("{most} or {last}").format(most=most, last=last)
