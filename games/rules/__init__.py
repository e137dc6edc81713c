"""The registry of games. A game is a package that offers what `kernel.Rules` asks for, and a line here."""

from typing import Any

from games.rules import fram, lost
from games.rules.kernel import Rules

GAMES: dict[str, Rules[Any, Any, Any, Any, Any]] = {"fram": fram, "lost": lost}
