"""One-line positions and moves, so that a test of a rule is a position, a move and an assertion.

    after = do(position("h9 angell", "h4 h4 / h1 h2 / fear", "h7 / / door"), "h4 h4 to=1")

A position is the stack, oldest first, then a seat a string: `hand / Escape cards / Ultimates`. A move is the cards
played and what the power asks (`join=no option=0 to=1 give=h1,h2 banish=h3 escape=h4 their=0`), or `pickup`, `stop`,
`pass`, `take h3`.
"""

import tomllib
from pathlib import Path
from typing import Any

from games.rules.kernel import IllegalAction, Json
from games.rules.lost import apply, read_seed
from games.rules.lost.answers import read_answer
from games.rules.lost.cards import CARDS, Deal, Deck, in_order, read_deck
from games.rules.lost.happenings import Event
from games.rules.lost.model import Action, State, Ultimate
from games.rules.lost.vocabulary import read_options

SEED = Path(__file__).resolve().parents[3] / "seeds" / "lost.toml"
DECK: Json = read_seed(tomllib.loads(SEED.read_text(encoding="utf-8")))
STANDARD = read_deck(DECK)


def deck_with(**powers: str) -> Deck:
    """The standard deck with other powers: `deck_with(h1_1="play again", door="none")`."""
    return read_deck(seed_with(**powers))


def seed_with(**powers: str) -> Json:
    """The same as a seed."""
    changed = {card: dict(entry) for card, entry in DECK.items()}
    for name, text in powers.items():
        card, _, size = name.partition("_")
        power = {"power": text, "known": False}
        changed[card] = changed[card] | {size: power} if size else power
    return changed


def position(stack: str, *seats: str, on: int = 0, **fields: Any) -> State:
    """The position at the start of a play of seat `on`; in turn 1, the pile empty, unless the fields say otherwise.

    Fields are those of `State`; `deck` is a Deck, `tide` whether the table plays with it, `pile` cards in a string,
    `bound` and `coming` effects in the deck's words.
    """
    rows = [[part.split() for part in seat.split("/")] for seat in seats]
    rows = [[*row, [], []][:3] for row in rows]
    deal = Deal(fields.pop("deck", STANDARD), len(seats), CARDS * 5, on, fields.pop("tide", True))
    for name in ("bound", "coming"):
        (fields[name],) = read_options(fields.get(name) or "none") or ((),)
    cards: dict[str, Any] = {name: tuple(fields.pop(name, "").split()) for name in ("pile", "banished")}
    state = State(
        deal=deal,
        phase="play" if rows[on][0] else "escape",
        turn=1,
        seat=on,
        step=0,
        hands=tuple(tuple(row[0]) for row in rows),
        escapes=tuple(tuple(row[1]) for row in rows),
        ultimates=tuple(tuple(Ultimate(card, frozenset({seat})) for card in row[2]) for seat, row in enumerate(rows)),
        pile=cards["pile"],
        stack=tuple(stack.split()),
        banished=cards["banished"],
        clockwise=True,
        limit=None,
        chosen=None,
        skips=0,
        bound=(),
        coming=(),
        feared=frozenset(),
        escaped=(),
        given=(),
    )
    return state._replace(**fields)


def move(state: State, text: str) -> Action:
    """The move of the seat on turn that the text names."""
    words = text.split()
    form = dict(word.split("=") for word in words if "=" in word)
    plain = [word for word in words if "=" not in word]
    verbs = {"pickup": "pickup", "stop": "stop", "pass": "pass", "take": "escape", "lay": "ultimate"}
    form["do"] = verbs.get(plain[0], "play") if plain else "play"
    form["cards"] = ",".join(plain if form["do"] == "play" else plain[1:])
    return read_answer(state.seat, form)[1]


def do(state: State, *moves: str) -> State:
    """The position after the moves, each by the seat then on turn."""
    for text in moves:
        state, _ = apply(state, move(state, text))
    return state


def events_of(state: State, text: str) -> tuple[Event, ...]:
    """What happens with the move."""
    return apply(state, move(state, text))[1]


def refused(state: State, text: str) -> bool:
    """Whether the rules refuse the move, with a sentence."""
    try:
        apply(state, move(state, text))
    except IllegalAction as fault:
        return bool(str(fault))
    return False


def hand(state: State, seat: int) -> str:
    """The seat's hand, in order."""
    return " ".join(in_order(state.hands[seat]))


def row(state: State, seat: int) -> str:
    """The seat's Escape cards and, after a stroke, its Ultimates, as they lie."""
    return " ".join([*state.escapes[seat], "/", *(ultimate.card for ultimate in state.ultimates[seat])])


def stack(state: State) -> str:
    """The stack, oldest first."""
    return " ".join(state.stack)


def on_turn(state: State) -> tuple[int, str]:
    """Who is asked, and for what."""
    return state.seat, state.phase
