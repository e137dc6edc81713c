"""The small vocabulary in which a deck says what its cards do, and the reader of its sentences.

A power is one option, or two joined by ` OR `; an option is one effect, or several joined by ` and `, carried out in
that order; an effect is one of the phrases of `Verb`, with a number for `N`. `none` is a power that does nothing.
"""

import re
from dataclasses import dataclass
from enum import Enum

from games.rules.kernel import gettext_noop, illegal


class Verb(Enum):
    """One thing that a power does; the value is its phrase in a deck. "A player" is another seat in the game."""

    PLAY_AGAIN = "play again"
    CHANGE_DIRECTION = "change direction"
    SKIP = "skip the next player"
    CHOOSE_NEXT = "choose the next player"
    NO_EVENTS = "the next player plays no Events"
    ONLY = "the next player plays only rating N or an Event"
    FEAR = "a player plays their highest Horror in their next turn"
    LOWER = "the next Horror is lower than N"
    BANISH_STACK = "banish the stack"  # and play again on the empty one
    BANISH_ESCAPE = "banish an Escape card"
    BANISH_HAND = "banish up to N hand cards"
    GIVE = "give N from the hand to a player"
    LAY = "a hand card joins a player's Escape cards"
    SWAP_HAND = "swap a hand card with an Escape card"
    SWAP_ESCAPE = "swap an Escape card with a player's"
    MOVE_ESCAPE = "an Escape card moves to a player"
    OTHER_PICKS_UP = "a player picks up the stack"
    OTHER_PICKS_UP_REST = "a player picks up the rest"  # this card is banished first; an Event's only
    BANISH_OR_PICK_UP = "banish N hand cards or pick up the rest"  # then this card is banished; an Event's only
    BENEATH = "act as the card beneath"  # Angell's, and nobody else's


# An option cannot ask twice for the same thing. What each effect takes hold of:
USES: dict[Verb, frozenset[str]] = {
    Verb.CHOOSE_NEXT: frozenset({"a player"}),
    Verb.FEAR: frozenset({"a player"}),
    Verb.BANISH_STACK: frozenset({"the stack"}),
    Verb.BANISH_ESCAPE: frozenset({"an Escape card"}),
    Verb.BANISH_HAND: frozenset({"the hand"}),
    Verb.GIVE: frozenset({"the hand", "a player"}),
    Verb.LAY: frozenset({"the hand", "a player"}),
    Verb.SWAP_HAND: frozenset({"the hand", "an Escape card"}),
    Verb.SWAP_ESCAPE: frozenset({"an Escape card", "a player"}),
    Verb.MOVE_ESCAPE: frozenset({"an Escape card", "a player"}),
    Verb.OTHER_PICKS_UP: frozenset({"the stack", "a player"}),
    Verb.OTHER_PICKS_UP_REST: frozenset({"the stack", "a player"}),
    Verb.BANISH_OR_PICK_UP: frozenset({"the stack", "the hand"}),
}
NUMBERS: dict[Verb, range] = {
    Verb.ONLY: range(1, 11),
    Verb.LOWER: range(1, 11),
    Verb.BANISH_HAND: range(1, 6),
    Verb.GIVE: range(1, 6),
    Verb.BANISH_OR_PICK_UP: range(1, 6),
}
EVENTS_ONLY = frozenset({Verb.OTHER_PICKS_UP_REST, Verb.BANISH_OR_PICK_UP, Verb.BENEATH})
HORRORS_ONLY = frozenset({Verb.LOWER})
NO_POWER = "none"
_NUMBER = re.compile(r"\b[0-9]{1,2}\b", re.ASCII)
_VERBS = {verb.value: verb for verb in Verb}


@dataclass(frozen=True, slots=True)
class Effect:
    """A verb and its number (0 where its phrase has none)."""

    verb: Verb
    number: int = 0


Option = tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Power:
    """Its options: none, one, or the two sides of an OR. `known`: as printed, from public sources; else our own.

    `note` says what of a known power is ours all the same.
    """

    options: tuple[Option, ...] = ()
    known: bool = False
    note: str = ""


def read_options(text: str) -> tuple[Option, ...]:
    """The options in the sentence of a power; IllegalAction with what is wrong."""
    if text == NO_POWER:
        return ()
    options = tuple(_option(part) for part in text.split(" OR "))
    if len(options) > 2:
        raise illegal(gettext_noop("a power has at most two sides, one OR"))
    return options


def _option(text: str) -> Option:
    effects = tuple(_effect(phrase) for phrase in text.split(" and "))
    verbs = [effect.verb for effect in effects]
    held: list[str] = [use for verb in verbs for use in sorted(USES.get(verb, ()))]
    twice = [verb.value for verb in verbs if verbs.count(verb) > 1] + [use for use in held if held.count(use) > 1]
    if twice:
        raise illegal(gettext_noop("one option asks twice for “{what}”"), what=twice[0])
    return effects


def _effect(phrase: str) -> Effect:
    numbers = _NUMBER.findall(phrase)
    verb = _VERBS.get(_NUMBER.sub("N", phrase))
    if verb is None or ("N" in phrase.split()):
        raise illegal(gettext_noop("“{phrase}” is not in the vocabulary"), phrase=phrase[:80])
    number = int(numbers[0]) if numbers else 0
    if verb in NUMBERS and number not in NUMBERS[verb]:
        least, most = NUMBERS[verb][0], NUMBERS[verb][-1]
        raise illegal(
            gettext_noop("“{phrase}” needs a number from {least} to {most}"), phrase=phrase, least=least, most=most
        )
    return Effect(verb, number)
