"""What a showdown of Fram R'lyeh came to, in words: for the table, and in a line for the reader."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from games.rules.fram.cards import DRUG_PRICE, POWER, ROUNDS
from games.rules.fram.model import Won
from games.rules.fram.seen import Showdown, Table
from games.rules.fram.telling import card_name, depth_name, won
from games.rules.kernel import SeatName, Sentence, gettext_noop, say
from games.selectors.sentences import Names, render

register = template.Library()


@register.filter
def is_open(shown: Showdown, table: Table) -> bool:
    """Whether that showdown may still change."""
    return table.standing is not None and shown.round == table.round


def winning_card(showdown: Showdown) -> str:
    """The card that won the showdown."""
    return next(card for seat, _, card in showdown.cards if seat == showdown.winner)


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
    may_change = is_open(shown, table)
    said, winning = [_who_won(shown, may_change)], winning_card(shown)
    if shown.drugged is not None:
        before, after = next((old, new) for seat, old, new in shown.cards if seat == shown.drugged)
        text = gettext_noop("{seat} had used the Time Drug (−2) to play {after} instead of {before}.")
        said.append(say(text, seat=SeatName(shown.drugged), after=card_name(after), before=card_name(before)))
    losers = tuple(SeatName(seat) for seat, _, _ in shown.cards if seat != shown.winner)
    if may_change:
        said.append(say(gettext_noop("When the showdown closes, every other card turns to insanity.")))
    else:
        said.append(say(gettext_noop("Insanity for {losers}: −1 each."), losers=losers))
        mead = next((seat for seat, _, card in shown.cards if card == "mead"), None)
        if mead is not None and shown.round < ROUNDS:
            said.append(say(gettext_noop("{seat} drank the mead and leads next."), seat=SeatName(mead)))
        if shown.banished:
            said.append(
                say(gettext_noop("By the Elder Sign the treasure and {card} left the game."), card=card_name(winning))
            )
    return mark_safe(" ".join(render(sentence, names) for sentence in said))  # noqa: S308 - rendered sentences


def _who_won(shown: Showdown, may_change: bool) -> Sentence:
    event = Won(shown.winner, winning_card(shown), shown.tied, shown.treasure.depth, shown.winner == shown.dealer)
    if not may_change:
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
        return mark_safe("")
    own = next(card for seat, _, card in shown.cards if seat == table.me)
    winning = winning_card(shown)
    treasure = shown.treasure
    value, price = treasure.value or 0, POWER[winning]
    summed = say("{value} − {power} = {net}", value=value, power=price, net=value - price)
    mine = card_name(own)
    if shown.drugged == table.me == shown.winner:
        mine = say(gettext_noop("{card}, by the Time Drug"), card=mine)
        net = value - price - DRUG_PRICE
        summed = say("{value} − {power} − {drug} = {net}", value=value, power=price, drug=DRUG_PRICE, net=net)
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
