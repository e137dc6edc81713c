"""A table without a database, a clock or people, on which the arena and the tests play any game."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.rules.kernel import Draw, Pending, Prompt, Rules, Terms

AnyRules = Rules[Any, Any, Any, Any, Any]
Form = Mapping[str, Any]


@dataclass
class OfflineTable:
    """A game in play: its state, what each seat has sealed, and what was logged, in the steps in which it was."""

    rules: AnyRules
    deal: Any
    seats: int
    draw: Draw
    terms: Terms = Terms()
    state: Any = field(init=False)
    sealed: dict[int, Mapping[str, Any]] = field(init=False)
    steps: list[tuple[Any, ...]] = field(init=False)
    events: list[Any] = field(init=False)

    def __post_init__(self) -> None:
        self.state, events = self.rules.setup(self.deal, self.terms)
        self.sealed = {seat: {} for seat in range(self.seats)}
        self.steps = []
        self.events = list(events)

    @property
    def log(self) -> tuple[Any, ...]:
        """All actions since the setup."""
        return tuple(action for step in self.steps for action in step)

    def view(self, seat: int | None, missing: frozenset[int] | None = None) -> Any:
        """What the seat (None: a spectator) sees."""
        return self.rules.view(self.state, seat, Pending({} if seat is None else self.sealed[seat], missing))

    def hand_in(self, seat: int, form: Form) -> None:
        """The seat answers by a form; IllegalAction."""
        key, answer = self.rules.read_answer(seat, form)
        self.answer(seat, key, answer)

    def answer(self, seat: int, key: str, answer: Any) -> None:
        """The seat answers that decision; IllegalAction."""
        submission = self.rules.submit(self.state, seat, self.sealed[seat], key, answer)
        self.sealed[seat] = submission.sealed
        self.log_step(submission.log)

    def go_on(self, *, due: bool) -> bool:
        """What the game does by itself has happened; returns whether that was anything."""
        log = self.rules.advance(self.state, self.sealed, due, self._stand_in)
        self.log_step(log)
        return bool(log)

    def _stand_in(self, state: Any, prompt: Prompt) -> Any:
        return self.rules.standing_in(state, prompt, self.draw)

    def log_step(self, log: Iterable[Any]) -> None:
        """These actions have happened together; what was sealed for what is over is gone."""
        step = tuple(log)
        if not step:
            return
        for action in step:
            self.state, events = self.rules.apply(self.state, action)
            self.events += events
        self.steps.append(step)
        for seat, sealed in self.sealed.items():
            self.sealed[seat] = {key: a for key, a in sealed.items() if self.rules.keeps(self.state, seat, key)}

    def open_to(self, seat: int) -> tuple[Any, list[Prompt]]:
        """The state as the seat knows it, and what it may answer in it."""
        known = self.rules.as_known_to(self.state, seat, self.sealed[seat])
        return known, [prompt for prompt in self.rules.prompts(known) if prompt.seat == seat]


Player = Callable[[OfflineTable, int], bool]


def bot_player(chance: Callable[[], float]) -> Player:
    """Plays a seat as its game's bot does; says whether it had anything to do."""

    def move(table: OfflineTable, seat: int) -> bool:
        form = table.rules.bot(table.view(seat), chance)
        if form is not None:
            table.hand_in(seat, form)
        return form is not None

    return move


def random_player(draw: Draw) -> Player:
    """Plays a seat by any legal answer, each as likely; what only time is asked for it lets pass every other time."""

    def move(table: OfflineTable, seat: int) -> bool:
        state, prompts = table.open_to(seat)
        let_pass = {wait.key for wait in table.rules.asked(state) if wait.seat is None}
        for prompt in prompts:
            if not prompt.awaited or prompt.key in table.sealed[seat]:
                continue
            choices = list(table.rules.choices(state, prompt))
            if choices and not (prompt.key in let_pass and draw(2)):
                table.answer(seat, prompt.key, choices[draw(len(choices))])
                return True
        return False

    return move


def play_out(table: OfflineTable, players: Iterable[Player]) -> None:
    """The game has been played to its end. What nobody acts in passes by the clock."""
    seated = tuple(players)
    while table.rules.outcome(table.state) is None:
        has_moved = [player(table, seat) for seat, player in enumerate(seated)]
        if not table.go_on(due=False) and not any(has_moved):
            table.go_on(due=True)
