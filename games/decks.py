"""The decks as data: `seeds/<slug>.toml`, read here at the edge and handed to the rules as values."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from games.rules import GAMES

SEEDS = Path(__file__).resolve().parent.parent / "seeds"


@cache
def seed(slug: str) -> dict[str, Any]:
    """The game's seed file as it is written, with what is known of each card and what was guessed."""
    return tomllib.loads((SEEDS / f"{slug}.toml").read_text(encoding="utf-8"))


@cache
def standard_deck(slug: str) -> dict[str, Any]:
    """The deck that a new game is dealt from, as a JSON value; IllegalAction says what is wrong with a seed file."""
    return GAMES[slug].read_seed(seed(slug))
