"""The 75 cards of Lost in R'lyeh, what they do, and the form in which a deck and a deal are written."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.rules.kernel import IllegalAction, Json, Sentence, Shuffle, gettext_noop, illegal, say
from games.rules.lost.vocabulary import EVENTS_ONLY, HORRORS_ONLY, Effect, Power, read_options

TITLES = {
    "h1": gettext_noop("Discover a Mystery"),
    "h2": gettext_noop("The Horror in Clay"),
    "h3": gettext_noop("A Dream of Strange Cities"),
    "h4": gettext_noop("A Disturbing Artifact"),
    "h5": gettext_noop("Dark Cult's Voodoo Rite"),
    "h6": gettext_noop("Lost in Visions"),
    "h7": gettext_noop("The Testimony of Old Castro"),
    "h8": gettext_noop("The Raising of R'lyeh"),
    "h9": gettext_noop("Exploring the City"),
    "h10": gettext_noop("R'lyeh Slips Beneath the Waves"),
    "angell": gettext_noop("Professor Angell's Investigation"),
    "legrasse": gettext_noop("Legrasse's Roundup"),
    "door": gettext_noop("A Mighty Door"),
    "cthulhu": gettext_noop("Cthulhu Emerges"),
    "fear": gettext_noop("Face Your Darkest Fear"),
}
CARDS = tuple(TITLES)
RATING = {f"h{rating}": rating for rating in range(1, 11)}
EVENTS = tuple(card for card in CARDS if card not in RATING)
ANGELL = "angell"
COPIES = 5
LARGEST_SET = 5
ESCAPE_CARDS = 5
LEAST, MOST = 2, 6
HAND_SIZE = {2: 7, 3: 6, 4: 5, 5: 5, 6: 5}
PLACE = {card: place for place, card in enumerate(CARDS)}
_POWER_FIELDS = {"power", "known"}


@dataclass(frozen=True, slots=True)
class Deck:
    """What the cards do: for each card, in the order of `CARDS`, its powers by the size of the set (0 for an Event)."""

    powers: tuple[tuple[Power, ...], ...]

    def power(self, card: str, size: int) -> Power:
        """The power of a set of that size, of an Event with size 0."""
        return self.powers[PLACE[card]][size]


@dataclass(frozen=True, slots=True)
class Deal:
    """What the shuffle decided: all 75 cards, top first, and who starts. `tide`: the table's choice."""

    deck: Deck
    seats: int
    cards: tuple[str, ...]
    start: int
    tide: bool

    @property
    def hand_size(self) -> int:
        """How many cards a hand is dealt, and drawn up to."""
        return HAND_SIZE[self.seats]


def in_order(cards: Sequence[str]) -> tuple[str, ...]:
    """The cards by rating, then the Events."""
    return tuple(sorted(cards, key=PLACE.__getitem__))


def card_name(card: str) -> Sentence:
    """A card in a sentence: its title, a Horror's with its rating."""
    if card in RATING:
        return say(gettext_noop("{title} ({rating})"), title=Sentence(TITLES[card]), rating=RATING[card])
    return Sentence(TITLES[card])


def read_deck(deck: object) -> Deck:
    """The deck in a JSON value; IllegalAction with the entry and what is wrong with it.

    `{"h1": {"2": {"power": "play again", "known": false}, …}, …, "door": {"power": …, "known": …}, …}`: a table for
    each of the fifteen cards; a Horror's has one for each size of set that has a power. `note` may stand beside.
    """
    if not isinstance(deck, dict):
        raise illegal(gettext_noop("a deck is a table of fifteen cards"))
    for card in deck:
        if card not in TITLES:
            raise illegal(gettext_noop("{entry}: no such card"), entry=str(card)[:20])
    for card in CARDS:
        if card not in deck:
            raise illegal(gettext_noop("{entry}: this card is missing"), entry=card)
    return Deck(tuple(_powers(card, deck[card]) for card in CARDS))


def _powers(card: str, entry: object) -> tuple[Power, ...]:
    if card in EVENTS:
        return (_power(card, entry, card),)
    sizes = [str(size) for size in range(1, LARGEST_SET + 1)]
    if not isinstance(entry, dict) or not set(entry) <= set(sizes):
        raise illegal(gettext_noop("{entry}: a Horror has powers for sets of 1 to 5, and nothing else"), entry=card)
    powers = [_power(card, entry[size], f"{card}.{size}") if size in entry else Power() for size in sizes]
    return (Power(), *powers)


def _power(card: str, entry: object, where: str) -> Power:
    if not isinstance(entry, dict) or not _POWER_FIELDS <= set(entry) <= _POWER_FIELDS | {"note"}:
        raise illegal(gettext_noop("{entry}: a power has `power`, `known` and perhaps a `note`"), entry=where)
    text, known, note = entry["power"], entry["known"], entry.get("note", "")
    if not isinstance(text, str) or not isinstance(known, bool) or not isinstance(note, str):
        raise illegal(gettext_noop("{entry}: `power` and `note` are texts, `known` is true or false"), entry=where)
    try:
        options = read_options(text)
    except IllegalAction as fault:
        raise illegal(gettext_noop("{entry}: {fault}"), entry=where, fault=fault.sentence) from None
    for effect in (effect for option in options for effect in option):
        if effect.verb in (EVENTS_ONLY if card in RATING else HORRORS_ONLY):
            raise illegal(
                gettext_noop("{entry}: “{phrase}” is not for this kind of card"), entry=where, phrase=effect.verb
            )
    beneath = ((Effect("act as the card beneath"),),)
    if (card == ANGELL) != (options == beneath) or (card != ANGELL and _names_beneath(options)):
        raise illegal(
            gettext_noop("{entry}: “{phrase}” is Angell's, and all it does"),
            entry=where,
            phrase="act as the card beneath",
        )
    return Power(options, known, note)


def _names_beneath(options: tuple[tuple[Effect, ...], ...]) -> bool:
    return any(effect.verb == "act as the card beneath" for option in options for effect in option)


def read_seed(seed: Json) -> Json:
    """The deck as it is kept with a game; IllegalAction with the entry and what is wrong."""
    read_deck(seed)
    return seed


def deal(deck: Json, shuffle: Shuffle, seats: int, options: Json) -> Deal:
    """A fresh deal. Who lost the table's last game starts (`start`), else a seat drawn with the deal."""
    cards = tuple(shuffle([card for card in CARDS for _ in range(COPIES)]))
    start = options.get("start")
    if start is None:
        start = shuffle(range(seats))[0]
    return Deal(read_deck(deck), seats, cards, start, options.get("tide", True))


def read_setup(seats: int, setup: object, deck: object) -> Deal:
    """The deal in a record's `setup` (record.md); IllegalAction with what is wrong."""
    powers = read_deck(deck)
    if not LEAST <= seats <= MOST:
        raise illegal(gettext_noop("two to six seats, not {seats}"), seats=seats)
    if not isinstance(setup, dict) or set(setup) != {"deck", "start", "tide"}:
        raise illegal(gettext_noop("the setup needs deck, start and tide, and nothing else"))
    cards, start, tide = setup["deck"], setup["start"], setup["tide"]
    if not isinstance(cards, list) or not all(isinstance(card, str) for card in cards):
        raise illegal(gettext_noop("deck: a list of cards"))
    if len(cards) != COPIES * len(CARDS) or any(cards.count(card) != COPIES for card in CARDS):
        raise illegal(gettext_noop("deck: 75 cards, five of each"))
    if type(start) is not int or not 0 <= start < seats:
        raise illegal(gettext_noop("start: no such seat"))
    if not isinstance(tide, bool):
        raise illegal(gettext_noop("tide: true or false"))
    return Deal(powers, seats, tuple(cards), start, tide)


def write_setup(deal: Deal) -> Json:
    """The record's `setup` of which `read_setup` makes this deal."""
    return {"deck": list(deal.cards), "start": deal.start, "tide": deal.tide}
