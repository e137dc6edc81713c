"""What the page of Lost in R'lyeh says beside its `Table`: names, groups and sentences of what stands in it."""

from collections.abc import Sequence

from django import template
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.rules.kernel import SeatName, Sentence, gettext_noop, say
from games.rules.lost.cards import RATING, TITLES, card_name
from games.rules.lost.seen import Decision, Layer, Seat, Table
from games.rules.lost.telling import ANTICLOCKWISE, CLOCKWISE, ESCAPED, LAID, cards_named, restriction
from games.rules.lost.vocabulary import Effect
from games.selectors.sentences import Names, joined, render, render_text
from games.selectors.tables import Page
from games.templatetags.parts import part

register = template.Library()
# What fits the stack: said where Events may be played, and where they may not.
FITS = {
    "empty": (gettext_noop("The stack is empty: anything may be played."), gettext_noop("The stack is empty.")),
    "any": (gettext_noop("Anything may be played."), gettext_noop("Any Horror may be played.")),
    "least": (
        gettext_noop("Any Horror from {number} up may be played, or any Event."),
        gettext_noop("Any Horror from {number} up may be played."),
    ),
    "highest": (
        gettext_noop("Only a Horror of {number} may be played, or any Event."),
        gettext_noop("Only a Horror of {number} may be played."),
    ),
    "below": (
        gettext_noop("On this Rite a Horror lower than {number} may be played, or any Event."),
        gettext_noop("On this Rite a Horror lower than {number} may be played."),
    ),
}
TURNS = {CLOCKWISE, ANTICLOCKWISE}
MOST_SAID = 4  # sentences of what others did
CARDS = {"card", "cards", "theirs"}  # what a sentence calls cards that go from one to another
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


# --- The board --------------------------------------------------------------------------------------------------------


@register.simple_tag
def fits(table: Table) -> str:
    """What may be played on the stack, in a sentence; Events are in it where whoever is on turn may play them."""
    if not table.stack:
        kind = "empty"
    elif table.below is not None:
        kind = "below"
    elif table.least is None:
        kind = "any"
    else:
        kind = "highest" if table.least == max(RATING.values()) else "least"
    with_events, without = FITS[kind]
    text = gettext(without if _bans_events(table) else with_events)
    return text.format(number=table.least if table.below is None else table.below)


def _bans_events(table: Table) -> bool:
    if any(effect.verb == "the next player plays no Events" for effect in table.bound):
        return True
    return any(seat.is_on_turn and seat.feared for seat in table.seats)


@register.filter
def is_afraid(table: Table) -> bool:
    """Whether the reader is on turn, and afraid: then not all may be played that fits on the stack."""
    return any(seat.is_me and seat.is_on_turn and seat.feared for seat in table.seats)


@register.simple_tag
def bounds(table: Table, names: Names) -> Sequence[SafeString]:
    """What restricts this turn, a sentence each."""
    return [render(sentence, names) for sentence in _bounds(table)]


@register.simple_tag
def ahead(table: Table, names: Names) -> Sequence[SafeString]:
    """What is settled for later turns, a sentence each."""
    return [render(sentence, names) for sentence in _ahead(table)]


@register.simple_tag
def bounds_text(table: Table, names: Names) -> Sequence[str]:
    """Both as plain text."""
    return [render_text(sentence, names) for sentence in (*_bounds(table), *_ahead(table))]


def _bounds(table: Table) -> Sequence[Sentence]:
    said = []
    on_turn = next((seat for seat in table.seats if seat.is_on_turn), None)
    rules = [restriction(effect) for effect in table.bound if not _is_said(effect, table)]
    if on_turn is not None and rules:
        mine = gettext_noop("In this turn: {rules}.")
        text = mine if on_turn.is_me else gettext_noop("{seat} is restricted in this turn: {rules}.")
        said.append(say(text, seat=SeatName(on_turn.number), rules=tuple(rules)))
    if on_turn is not None and on_turn.feared:
        mine = gettext_noop("You are afraid: only your highest Horror that fits, and no Event.")
        text = gettext_noop("{seat} is afraid: only the highest Horror that may be played, and no Event.")
        text = mine if on_turn.is_me else text
        said.append(say(text, seat=SeatName(on_turn.number)))
    return said


def _is_said(effect: Effect, table: Table) -> bool:
    """Whether the stack lets nothing else be played anyway, which `fits` says."""
    return effect.number > 0 and table.below is None and effect.number == table.least == max(RATING.values())


def _ahead(table: Table) -> Sequence[Sentence]:
    said = []
    if table.coming:
        said.append(say(gettext_noop("In the next turn: {rules}."), rules=tuple(map(restriction, table.coming))))
    for seat in table.seats:
        if seat.feared and not seat.is_on_turn:
            mine = gettext_noop("You are afraid: in your next turn only your highest Horror, and no Event.")
            text = gettext_noop("{seat} is afraid: in their own next turn only their highest Horror, and no Event.")
            text = mine if seat.is_me else text
            said.append(say(text, seat=SeatName(seat.number)))
    if table.chosen is not None:
        said.append(say(gettext_noop("{seat} was chosen as the next player."), seat=SeatName(table.chosen)))
    if table.skips:
        said.append(say(gettext_noop("To be skipped after this turn: {count}."), count=table.skips))
    return said


@register.simple_tag
def befell(game: Page) -> Sequence[SafeString]:
    """What others have done to the reader since their last move, whether play has turned, and what was played last."""
    me, groups, turns, count = game.me, list[list[Sentence]](), list[Sentence](), 0
    for told in reversed(game.history):
        first, *rest = told.sentences
        if _is_by(first, me):
            break
        count += first.text != LAID
        turns += [sentence for sentence in rest if sentence.text in TURNS]
        done = [sentence for sentence in rest if _befalls(sentence, me)]
        if done or told is game.history[-1]:
            groups.append([first, *done])
    shown = _most_telling(groups or [[told.sentences[0]] for told in game.history[-1:]], me)
    said, count = [sentence for group in shown for sentence in group], count - len(shown)
    if count > 0 and (game.table is None or not has_escaped(game.table)):
        said.append(say(gettext_noop("Other moves since yours: {count}."), count=count))
    if len(turns) % 2:  # turned and turned back is as it was
        said[:0] = turns[:1]
    return [render(sentence, game.names) for sentence in said]


def _most_telling(groups: Sequence[list[Sentence]], me: int | None) -> Sequence[list[Sentence]]:
    """What was done, in the order in which it happened, as far as there is room; what changed my cards has it first."""
    taken, room = dict[int, list[Sentence]](), MOST_SAID
    changes = [[sentence for sentence in group[1:] if _changes_cards(sentence, me)] for group in groups]
    for place in sorted(range(len(groups)), key=lambda place: _weight(changes[place])):
        group = groups[place]
        if len(group) > room and changes[place]:
            group = [group[0], *changes[place]]
        if len(group) <= room or not taken:
            taken[place] = group
            room -= len(group)
    return [taken[place] for place in sorted(taken, reverse=True)]


def _weight(changes: Sequence[Sentence]) -> int:
    """What is told first: several cards that came to my hand, then one card of mine, then all else."""
    if any("cards" in dict(sentence.params) for sentence in changes):
        return 0
    return 1 if changes else 2


def _changes_cards(sentence: Sentence, me: int | None) -> bool:
    return _befalls(sentence, me) and bool(CARDS & set(dict(sentence.params)))


def _is_by(sentence: Sentence, seat: int | None) -> bool:
    """Whether it tells of that seat's own move: it begins with it."""
    values = dict(sentence.params)
    return values.get("seat") == SeatName(seat) and "by" not in values if seat is not None else False


def _befalls(sentence: Sentence, seat: int | None) -> bool:
    """Whether it names the seat or tells of an escape; what restricts its turn stands beside the stack."""
    values = dict(sentence.params)
    if sentence.text == ESCAPED:
        return True
    return seat is not None and SeatName(seat) in values.values() and "rules" not in values


@register.filter
def says_what_fits(decision: Decision | None) -> bool:
    """Whether the reader's sheet says what may be played on the stack: on a phone it stands there alone."""
    return decision is not None and (decision.kind == "escape" or bool(decision.offers))


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
