"""Fram R'lyeh: 3 to 5 seats, sealed bids, twelve showdowns. The package offers what `kernel.Rules` asks of a game."""

from games.rules.fram.answers import read_answer
from games.rules.fram.bot import bot
from games.rules.fram.cards import deal, read_seed, read_setup, write_setup
from games.rules.fram.play import apply, choices, outcome, prompts, setup, standing_in
from games.rules.fram.record import decode, encode, read_move, result, rounds, waiting, write_moves
from games.rules.fram.sealed import advance, as_known_to, asked, handed_in, keeps, submit
from games.rules.fram.table import view
from games.rules.fram.telling import dues, tell
from games.rules.kernel import Title, gettext_noop

TITLE = Title(
    slug="fram",
    name="Fram R'lyeh",
    least=3,
    most=5,
    version=1,
    summary=gettext_noop("Twelve sealed bids for sunken treasures, each of which costs the power that won it."),
)

__all__ = [
    "TITLE",
    "advance",
    "apply",
    "as_known_to",
    "asked",
    "bot",
    "choices",
    "deal",
    "decode",
    "dues",
    "encode",
    "handed_in",
    "keeps",
    "outcome",
    "prompts",
    "read_answer",
    "read_move",
    "read_seed",
    "read_setup",
    "result",
    "rounds",
    "setup",
    "standing_in",
    "submit",
    "tell",
    "view",
    "waiting",
    "write_moves",
    "write_setup",
]
