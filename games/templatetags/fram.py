"""What the page of Fram R'lyeh says beside its `Table`: sums and comparisons of what stands in it, nothing more."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from games.rules.fram.cards import DEPTHS, NUMBERS, POWER, ROUNDS
from games.rules.fram.model import Won
from games.rules.fram.seen import Choice, Decision, Depth, Seat, Showdown, Table, Treasure
from games.rules.fram.telling import card_name, depth_name, won
from games.rules.kernel import SeatName, Sentence, gettext_noop, say
from games.selectors.sentences import Names, render, render_text
from games.templatetags.look import minus

register = template.Library()
DRUG_PRICE = 2  # VP for a Time Drug used (rulebook 4.5)
NEAR = 10  # VP above zero from which a score still comes below it
LATE = 9  # the round from which the table says that the lowest may win
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
    return table.my_trump != "text" and table.my_trump not in (*table.seats[table.me].hand, _sealed_card(table))


def _sealed_card(table: Table) -> str | None:
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


@register.filter
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
def winning_card(showdown: Showdown) -> str:
    """The card that won the showdown."""
    return next(card for seat, _, card in showdown.cards if seat == showdown.winner)


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


@register.simple_tag
def caps(table: Table, chosen: int | None) -> Sequence[int]:
    """The powers up to which the drug may be ordered to go: those of the reader's cards, and what was chosen."""
    mine = {choice.card for choice in table.hand} | {_sealed_card(table)}
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


@register.filter
def is_open(shown: Showdown, table: Table) -> bool:
    """Whether that showdown may still change."""
    return table.standing is not None and shown.round == table.round


@register.simple_tag
def showdown_of(table: Table, number: int = 0) -> Showdown | None:
    """The showdown of that round if there was one, else the open one as it stands, else the last one."""
    asked_for = next((showdown for showdown in table.showdowns if showdown.round == number), None)
    if asked_for is not None or table.standing is None:
        return asked_for or (table.showdowns[-1] if table.showdowns else None)
    cards = tuple((seat, card, card) for seat, card in table.revealed)
    powers = {seat: POWER[card] for seat, card in table.revealed}
    tied = tuple(seat for seat in powers if seat != table.standing and powers[seat] == powers[table.standing])
    return Showdown(table.round, table.dealer, cards, table.standing, tied, table.row.this, None, None, ())


@register.simple_tag
def verdict(table: Table, shown: Showdown, names: Names) -> SafeString:
    """The showdown in one breath: who won what with which card, why, and whom it drove insane."""
    is_open = shown.round == table.round and table.standing is not None
    said = [_who_won(shown, is_open)]
    if shown.drugged is not None:
        before, after = next((old, new) for seat, old, new in shown.cards if seat == shown.drugged)
        text = gettext_noop("{seat} had used the Time Drug (−2) to play {after} instead of {before}.")
        said.append(say(text, seat=SeatName(shown.drugged), after=card_name(after), before=card_name(before)))
    losers = tuple(SeatName(seat) for seat, _, _ in shown.cards if seat != shown.winner)
    if is_open:
        said.append(say(gettext_noop("When the showdown closes, every other card turns to insanity.")))
    else:
        said.append(say(gettext_noop("Insanity for {losers}: −1 each."), losers=losers))
        mead = next((seat for seat, _, card in shown.cards if card == "mead"), None)
        if mead is not None and shown.round < ROUNDS:
            said.append(say(gettext_noop("{seat} drank the mead and leads next."), seat=SeatName(mead)))
        if shown.banished:
            said.append(say(gettext_noop("The treasure was banished by the Elder Sign.")))
    return mark_safe(" ".join(render(sentence, names) for sentence in said))  # noqa: S308 - rendered sentences


def _who_won(shown: Showdown, is_open: bool) -> Sentence:
    event = Won(shown.winner, winning_card(shown), shown.tied, shown.treasure.depth, shown.winner == shown.dealer)
    if not is_open:
        return won(event)
    params = {"seat": SeatName(event.seat), "card": card_name(event.card), "depth": depth_name(event.depth)}
    tied = tuple(SeatName(seat) for seat in event.tied)
    if not tied:
        return say(gettext_noop("As it stands {seat} wins the {depth} treasure with {card}."), **params)
    if event.led:
        text = gettext_noop(
            "As it stands {seat} wins the {depth} treasure with {card}: as high as {tied}, and the lead wins ties."
        )
        return say(text, **params, tied=tied)
    text = gettext_noop(
        "As it stands {seat} wins the {depth} treasure with {card}: as high as {tied}, but nearest clockwise "
        "from the lead."
    )
    return say(text, **params, tied=tied)


@register.simple_tag
def result(table: Table, names: Names) -> SafeString:
    """The last showdown in one line, as it touches the reader; while it is open, how it stands. Empty before any."""
    shown = showdown_of(table)
    if table.me is None or shown is None:
        return mark_safe("")  # noqa: S308 - nothing
    own = next(card for seat, _, card in shown.cards if seat == table.me)
    winning = winning_card(shown)
    treasure = shown.treasure
    value, price = treasure.value or 0, POWER[winning]
    summed = say("{value} − {power} = {net}", value=value, power=price, net=value - price)
    mine = card_name(own)
    if shown.drugged == table.me == shown.winner:
        mine = say(gettext_noop("{card}, by the Time Drug"), card=mine)
        summed = say("{value} − {power} − 2 = {net}", value=value, power=price, net=value - price - 2)
    params = {
        "round": shown.round,
        "own": mine,
        "seat": SeatName(shown.winner),
        "card": card_name(winning),
        "sum": summed,
        "number": _exorcised(table, shown),
    }
    return render(say(_result_text(table, shown), **params), names)


def _exorcised(table: Table, shown: Showdown) -> int:
    """How much insanity the reader had before that round."""
    count = 0
    for past in table.showdowns:
        if past.round >= shown.round:
            break
        if past.winner != table.me:
            count += 1
        elif not past.banished:
            count = 0
    return count


def _result_text(table: Table, shown: Showdown) -> str:
    is_mine = shown.winner == table.me
    if table.standing is not None:
        if is_mine:
            return gettext_noop("As it stands: you win with {own}.")
        return gettext_noop("As it stands: {seat} wins with {card}; you played {own}.")
    if is_mine and shown.banished:
        return gettext_noop("You won round {round} with {own}, and banished the treasure.")
    if is_mine and shown.banished is not None and shown.treasure.value is not None:
        if _exorcised(table, shown):
            return gettext_noop("You won round {round} with {own}: {sum}, and {number} insanity exorcised.")
        return gettext_noop("You won round {round} with {own}: {sum}.")
    if is_mine:
        return gettext_noop("You won round {round} with {own}.")
    if shown.drugged == table.me and table.me in shown.tied:
        return gettext_noop("Round {round}: you played {own}, tied with {seat}. Insanity: −1, and −2 for the drug.")
    if shown.drugged == table.me:
        return gettext_noop(
            "Round {round}: you played {own}; {seat} won with {card}. Insanity: −1, and −2 for the drug."
        )
    if table.me in shown.tied and shown.winner == shown.dealer:
        return gettext_noop("Round {round}: you played {own}, tied with {seat}, who led. Insanity: −1.")
    if table.me in shown.tied:
        return gettext_noop("Round {round}: you played {own}, tied with {seat}, who sits nearer. Insanity: −1.")
    if shown.dealer == table.me:
        return gettext_noop("Round {round}: you led {own}; {seat} won with {card}. Insanity: −1.")
    return gettext_noop("Round {round}: you bid {own}; {seat} won with {card}. Insanity: −1.")


@register.simple_tag
def possible(table: Table, letter: str) -> str:
    """What a treasure of that depth may be worth as far as the reader knows: "7, 10 or 14"."""
    values = [str(value) for value, is_seen in of_depth(table.depths, letter) if not is_seen]
    if len(values) < 2:
        return "".join(values)
    most, last = ", ".join(values[:-1]), values[-1]
    return gettext("{most} or {last}").format(most=most, last=last)
