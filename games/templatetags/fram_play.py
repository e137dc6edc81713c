"""The form of a decision of Fram R'lyeh: what each card would come to, and what stands in the form already."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django import template

from games.rules.fram.cards import DRUG_PRICE, NUMBERS, POWER, ROUNDS
from games.rules.fram.seen import Choice, Decision, Table
from games.templatetags.fram import goal, is_ahead, lead, of_depth, sealed_card
from games.templatetags.fram_showdown import winning_card

register = template.Library()
FIELDS = ("key", "do", "card", "hold", "cap", "lowest", "below")


@dataclass(frozen=True, slots=True)
class Stake:
    """What a card would come to if it won: VP from `low` to `high` for treasures worth `least` to `most`."""

    power: int
    least: int
    most: int
    insanity: int
    can_win: bool = True
    is_mead_live: bool = False
    drug: int = 0

    @property
    def low(self) -> int:
        """The worst that can come of it."""
        return self.least - self.power

    @property
    def high(self) -> int:
        """The best that can come of it."""
        return self.most - self.power

    @property
    def total_low(self) -> int:
        """The worst, with the insanity that it exorcises and the drug's price."""
        return self.low + self.insanity - self.drug

    @property
    def total_high(self) -> int:
        """The best, with the insanity that it exorcises and the drug's price."""
        return self.high + self.insanity - self.drug

    @property
    def is_known(self) -> bool:
        """Whether the reader knows what the treasure is worth."""
        return self.least == self.most


@register.simple_tag
def stake(table: Table, choice: Choice) -> Stake:
    """What the card would come to if it won, and whether it can: the lead, nearest to itself, wins ties.

    In an open showdown it is the Time Drug that brings it in.
    """
    assert table.me is not None
    values = [value for value, is_seen in of_depth(table.depths, goal(table).depth) if not is_seen]
    if choice.net is not None:
        values = [choice.net + choice.power]
    led = None if is_ahead(table) or table.dealer == table.me else lead(table)
    return Stake(
        choice.power,
        min(values, default=0),
        max(values, default=0),
        table.seats[table.me].insanity,
        can_win=choice.card != "mead" and (led is None or choice.power > POWER[led]),
        is_mead_live=table.round < ROUNDS,
        drug=DRUG_PRICE if table.standing is not None else 0,
    )


@register.simple_tag
def look_stake(table: Table) -> Stake:
    """What taking the treasure just won comes to."""
    assert table.me is not None and table.decision is not None and table.decision.worth is not None
    value = table.decision.worth.value or 0
    return Stake(POWER[winning_card(table.showdowns[-1])], value, value, table.seats[table.me].insanity)


@register.filter
def beats(choice: Choice, table: Table) -> bool:
    """Whether the card, brought in by the drug, would win the open showdown."""
    order = [(table.dealer + step) % len(table.seats) for step in range(len(table.seats))]
    played = dict(table.revealed)
    powers = {seat: choice.power if seat == table.me else POWER[played[seat]] for seat in order}
    return max(order, key=lambda seat: powers[seat]) == table.me


@register.filter
def has_spiral(table: Table) -> bool:
    """Whether one of the cards that may be chosen cannot win."""
    decision = table.decision
    if decision is None:
        return False
    if decision.kind == "showdown":
        return not all(beats(choice, table) for choice in decision.choices)
    return not all(stake(table, choice).can_win for choice in decision.choices)


@register.simple_tag
def caps(table: Table, chosen: int | None) -> Sequence[int]:
    """The powers up to which the drug may be ordered to go: those of the reader's cards, and what was chosen."""
    mine = {choice.card for choice in table.hand} | {sealed_card(table)}
    return [int(card) for card in NUMBERS if card in mine or int(card) == chosen]


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands in the form: what was sent but not taken, else what lies sealed. `form` is all of it, as sent."""

    card: str
    do: str
    hold: bool
    cap: int | None
    lowest: bool
    below: int | None
    form: Mapping[str, str]


@register.simple_tag
def standing_form(decision: Decision, sent: Mapping[str, str]) -> Standing:
    """What stands in the form of that decision."""
    if "do" not in sent:
        orders = decision.orders
        card = sent.get("card") or decision.given or ""
        return Standing(card, "", decision.hold, orders.cap, orders.lowest, orders.below, {})
    return Standing(
        sent.get("card", ""),
        sent["do"],
        bool(sent.get("hold")) or decision.hold_fixed,
        _number(sent.get("cap", "")),
        bool(sent.get("lowest")),
        _number(sent.get("below", "")),
        {name: value for name, value in sent.items() if name in FIELDS},
    )


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 2 else None
