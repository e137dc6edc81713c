"""The small vocabulary in which a deck says what its cards do, and the reader of its sentences.

A power is one option, or two joined by ` OR `; an option is one effect, or several joined by ` and `, carried out in
that order; an effect is one of the phrases of `VERBS`, with a number for `N`. `none` is a power that does nothing.
"""

import re
from dataclasses import dataclass
from typing import Literal, get_args

from games.rules.kernel import gettext_noop, illegal

# One thing that a power does, in the words of a deck. "A player" is another seat in the game.
Verb = Literal[
    "play again",
    "change direction",
    "skip the next player",
    "choose the next player",
    "the next player plays no Events",
    "the next player plays only rating N or an Event",  # or picks up
    "a player plays their highest Horror in their next turn",  # or picks up
    "the next Horror is lower than N",
    "banish the stack",  # and play again on the empty one
    "banish an Escape card",
    "banish up to N hand cards",
    "give N from the hand to a player",
    "a hand card joins a player's Escape cards",
    "swap a hand card with an Escape card",
    "swap an Escape card with a player's",
    "an Escape card moves to a player",
    "a player picks up the stack",
    "a player picks up the rest",  # this card is banished first; an Event's only
    "banish N hand cards or pick up the rest",  # then this card is banished; an Event's only
    "act as the card beneath",  # Angell's, and nobody else's
]
VERBS: tuple[Verb, ...] = get_args(Verb)

# An option cannot ask twice for the same thing. What each effect takes hold of:
USES: dict[Verb, frozenset[str]] = {
    "choose the next player": frozenset({"a player"}),
    "a player plays their highest Horror in their next turn": frozenset({"a player"}),
    "banish the stack": frozenset({"the stack"}),
    "banish an Escape card": frozenset({"an Escape card"}),
    "banish up to N hand cards": frozenset({"the hand"}),
    "give N from the hand to a player": frozenset({"the hand", "a player"}),
    "a hand card joins a player's Escape cards": frozenset({"the hand", "a player"}),
    "swap a hand card with an Escape card": frozenset({"the hand", "an Escape card"}),
    "swap an Escape card with a player's": frozenset({"an Escape card", "a player"}),
    "an Escape card moves to a player": frozenset({"an Escape card", "a player"}),
    "a player picks up the stack": frozenset({"the stack", "a player"}),
    "a player picks up the rest": frozenset({"the stack", "a player"}),
    "banish N hand cards or pick up the rest": frozenset({"the stack", "the hand"}),
}
NUMBERS: dict[Verb, range] = {
    "the next player plays only rating N or an Event": range(1, 11),
    "the next Horror is lower than N": range(1, 11),
    "banish up to N hand cards": range(1, 6),
    "give N from the hand to a player": range(1, 6),
    "banish N hand cards or pick up the rest": range(1, 6),
}
EVENTS_ONLY = frozenset(
    {"a player picks up the rest", "banish N hand cards or pick up the rest", "act as the card beneath"}
)
HORRORS_ONLY = frozenset({"the next Horror is lower than N"})
NO_POWER = "none"
_NUMBER = re.compile(r"\b[0-9]{1,2}\b", re.ASCII)


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
    twice = [verb for verb in verbs if verbs.count(verb) > 1] + [use for use in held if held.count(use) > 1]
    if twice:
        raise illegal(gettext_noop("one option asks twice for “{what}”"), what=twice[0])
    return effects


def _effect(phrase: str) -> Effect:
    numbers = _NUMBER.findall(phrase)
    text = _NUMBER.sub("N", phrase)
    verb = next((verb for verb in VERBS if verb == text), None)
    if verb is None or ("N" in phrase.split()):
        raise illegal(gettext_noop("“{phrase}” is not in the vocabulary"), phrase=phrase[:80])
    number = int(numbers[0]) if numbers else 0
    if verb in NUMBERS and number not in NUMBERS[verb]:
        least, most = NUMBERS[verb][0], NUMBERS[verb][-1]
        raise illegal(
            gettext_noop("“{phrase}” needs a number from {least} to {most}"), phrase=phrase, least=least, most=most
        )
    return Effect(verb, number)
