"""The decks as data: `seeds/<slug>.toml`, read here at the edge and handed to the rules as values."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from games.rules import GAMES
from games.rules.kernel import IllegalAction

SEEDS = Path(__file__).resolve().parent.parent / "seeds"


class FaultyDeck(Exception):
    """A seed file that cannot be used; the message is for whoever wrote it: the file, the line, what is wrong."""


@cache
def seed(slug: str) -> dict[str, Any]:
    """The game's seed file as it is written, with what is known of each card and what was guessed."""
    return tomllib.loads((SEEDS / f"{slug}.toml").read_text(encoding="utf-8"))


@cache
def standard_deck(slug: str) -> dict[str, Any]:
    """The deck that a new game is dealt from, as a JSON value; FaultyDeck."""
    return read_deck(slug, SEEDS / f"{slug}.toml")


def read_deck(slug: str, path: Path) -> dict[str, Any]:
    """The game's deck in a seed file, as a JSON value; FaultyDeck."""
    text = path.read_text(encoding="utf-8")
    try:
        return GAMES[slug].read_seed(tomllib.loads(text))
    except tomllib.TOMLDecodeError as fault:
        raise FaultyDeck(f"{path.name}: {fault}") from None
    except IllegalAction as fault:
        entry = str(dict(fault.sentence.params).get("entry", ""))
        raise FaultyDeck(f"{path.name}, line {line_of(text, entry)}: {fault}") from None


def line_of(text: str, entry: str) -> int:
    """The line, from 1, on which an entry (`h4.3`: key 3 of table h4) is written, or its table, or 1."""
    table, _, key = entry.partition(".")
    found, inside = 1, False
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.replace("=", " = ").split()
        if line.startswith("["):
            inside = line.split("]")[0] == f"[{table}"
            found = number if inside else found
        elif inside and words[:2] == [key, "="]:
            return number
    return found
