"""Random legal play without end: `python -m tests.rules.long_run fram 1000000 7` plays a million moves from seed 7.

Of a game it wants, in `tests.rules.<slug>.trial`: RULES, DECK, MOST_MOVES (a game has at most so many), `terms(draw)`
and `options(draw)` of a new table, `embellish(state, answer, draw)` (what may go with an answer), `is_final(state,
prompt, sealed)` (the answer is given and cannot be changed), `every_action(state)` (all that could be written down),
`loggable(state)` (what may come next in the log) and `check(state)`.

Properties: any legal play ends; what must hold in every state holds; every choice offered is accepted and every other
refused; the log folded gives the state; `decode(encode(a)) == a`; records go round.
"""

import importlib
import json
import random
import sys
import time
from dataclasses import dataclass
from typing import Any

from games.rules.kernel import IllegalAction, Terms
from games.rules.offline import OfflineTable

THOROUGH, IN_THE_LONG_RUN = 60, 400  # one in so many steps tries everything that could be said


@dataclass
class Figure:
    """What was done."""

    games: int = 0
    moves: int = 0
    accepted: int = 0
    refused: int = 0

    def __str__(self) -> str:
        tried = f"{self.accepted:,} choices accepted, {self.refused:,} others refused"
        return f"{self.moves:,} moves in {self.games:,} games, {tried}"


def load(slug: str) -> Any:
    """What the long run needs to know of the game."""
    return importlib.import_module(f"tests.rules.{slug}.trial")


def fresh_table(trial: Any, chance: random.Random, terms: Terms | None = None) -> OfflineTable:
    """A table with a random deal."""
    title = trial.RULES.TITLE
    seats = chance.randint(title.least, title.most)

    def shuffle(items: Any) -> Any:
        return chance.sample(items, len(items))

    deal = trial.RULES.deal(trial.DECK, shuffle, seats, trial.options(chance.randrange))
    return OfflineTable(trial.RULES, deal, seats, chance.randrange, terms or trial.terms(chance.randrange))


def take_a_step(trial: Any, table: OfflineTable, chance: random.Random) -> None:
    """Somebody hands in something legal, early, late, or once more; or nobody does, and the time is up."""
    if chance.random() < 0.06:
        table.go_on(due=True)
        return
    seat = chance.randrange(table.seats)
    known, prompts = table.open_to(seat)
    prompts = [prompt for prompt in prompts if not trial.is_final(known, prompt, table.sealed[seat])]
    prompt = chance.choice(prompts) if prompts else None
    choices = list(table.rules.choices(known, prompt)) if prompt else []
    if prompt and choices:
        answer = trial.embellish(known, chance.choice(choices), chance.randrange)
        table.answer(seat, prompt.key, answer)
    table.go_on(due=False)


def play_a_game(
    trial: Any, chance: random.Random, figure: Figure, most: int | None = None, thorough: int = THOROUGH
) -> OfflineTable:
    """A whole game, or as many steps of it, checked all along."""
    table = fresh_table(trial, chance)
    steps = 0
    while table.rules.outcome(table.state) is None and (most is None or steps < most):
        if chance.randrange(thorough) == 0:
            try_everything_said(trial, table, figure)
            try_everything_logged(trial, table, figure)
        take_a_step(trial, table, chance)
        if len(table.steps) != steps:
            trial.check(table.state)
            steps = len(table.steps)
    logged = len(table.log)
    assert logged <= trial.MOST_MOVES, "any legal play ends"
    figure.games += 1
    figure.moves += logged
    check_folding(table)
    check_record(trial, table)
    return table


def try_everything_said(trial: Any, table: OfflineTable, figure: Figure) -> None:
    """Every choice offered to a seat is accepted, and every other that could be written down is refused."""
    rules = table.rules
    everything = list(trial.every_action(table.state))
    for seat in range(table.seats):
        known, prompts = table.open_to(seat)
        for prompt in prompts:
            is_final = trial.is_final(known, prompt, table.sealed[seat])
            choices = [] if is_final else list(rules.choices(known, prompt))
            for answer in choices:
                rules.submit(table.state, seat, table.sealed[seat], prompt.key, answer)
                figure.accepted += 1
            for answer in everything:
                is_mine = getattr(answer, "seat", seat) == seat
                if is_mine and answer not in choices:
                    figure.refused += _is_refused(
                        rules.submit, table.state, seat, table.sealed[seat], prompt.key, answer
                    )


def try_everything_logged(trial: Any, table: OfflineTable, figure: Figure) -> None:
    """The log takes what may come next in it and nothing else."""
    legal = trial.loggable(table.state)
    for action in legal:
        table.rules.apply(table.state, action)
        figure.accepted += 1
    for action in trial.every_action(table.state):
        if action not in legal:
            figure.refused += _is_refused(table.rules.apply, table.state, action)


def _is_refused(function: Any, *arguments: Any) -> bool:
    try:
        function(*arguments)
    except IllegalAction as fault:
        assert str(fault)
        return True
    raise AssertionError(f"not refused: {arguments[1:]}")


def check_folding(table: OfflineTable) -> None:
    """The log, written down and read again, folds to the same state."""
    rules = table.rules
    state, _ = rules.setup(table.deal, table.terms)
    for action in table.log:
        public, private = rules.encode(action)
        again = rules.decode(json.loads(json.dumps({**public, **private})))
        assert again == action
        state, _ = rules.apply(state, again)
    assert state == table.state
    for sealed in table.sealed.values():
        for answer in sealed.values():
            public, private = rules.encode(answer)
            assert rules.decode(json.loads(json.dumps({**public, **private}))) == answer


def check_record(trial: Any, table: OfflineTable) -> None:
    """The record, written and read, tells the same game."""
    rules = table.rules
    setup, moves = json.loads(json.dumps([rules.write_setup(table.deal), rules.write_moves(table.log)]))
    deal = rules.read_setup(table.seats, setup, trial.DECK)
    assert deal == table.deal
    state, _ = rules.setup(deal, table.terms)
    actions = []
    for move in moves:
        for action in rules.read_move(state, move):
            state, _ = rules.apply(state, action)
            actions.append(action)
    assert state == table.state
    assert rules.write_moves(actions) == moves
    assert rules.result(state) == rules.result(table.state)


def run(slug: str, moves: int, seed: int, thorough: int = THOROUGH) -> Figure:
    """That many moves, from that seed."""
    trial, figure = load(slug), Figure()
    number = 0
    while figure.moves < moves:
        number += 1
        chance = random.Random(f"{slug} {seed} {number}")
        most = chance.randrange(1, trial.MOST_MOVES) if number % 8 == 0 else None  # some games stay unfinished
        try:
            play_a_game(trial, chance, figure, most, thorough)
        except Exception as fault:
            fault.add_note(f"game {number} of seed {seed}")
            raise
    return figure


if __name__ == "__main__":
    started = time.monotonic()
    wanted, root = int(sys.argv[2]), int(sys.argv[3])
    done = run(sys.argv[1], wanted, root, IN_THE_LONG_RUN)
    print(f"{sys.argv[1]}: {done}; seed {root}, {time.monotonic() - started:.0f} s")  # noqa: T201  # its figure
