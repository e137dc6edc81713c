"""Lost in R'lyeh: 2 to 6 seats, the last one left is lost. The package offers what `kernel.Rules` asks of a game."""

from games.rules.kernel import Title, gettext_noop
from games.rules.lost.answers import read_answer
from games.rules.lost.bot import bot
from games.rules.lost.cards import deal, read_seed, read_setup, write_setup
from games.rules.lost.play import apply, choices, outcome, prompts, setup, standing_in
from games.rules.lost.record import decode, encode, read_move, result, rounds, waiting, write_moves
from games.rules.lost.sealed import advance, as_known_to, asked, handed_in, keeps, submit
from games.rules.lost.table import view
from games.rules.lost.telling import dues, tell

TITLE = Title(
    slug="lost",
    name="Lost in R'lyeh",
    least=2,
    most=6,
    version=1,
    summary=gettext_noop("Get rid of all your cards, your Ultimate Escape card last, before the city closes over you."),
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
