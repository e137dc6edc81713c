"""A stretch of play that looks the same in two worlds: who does what when, in each of them.

All visible things happen in both at one moment. What nobody else sees (bids and when within an eighth of the time,
orders, switches, answers to a look) each world has of its own.
"""

import copy
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from games.rules.fram.model import (
    Action,
    Banish,
    Drug,
    Phase,
    Play,
    Take,
    is_look_folded,
)
from games.rules.kernel import IllegalAction
from games.rules.offline import OfflineTable
from tests.rules.fram import trial
from tests.secrecy import known, secret_moves
from tests.secrecy.timing import Act, Clock, Step


class Apart(Exception):
    """The two must go different ways in sight of all, or the viewer comes to know what differs."""


@dataclass
class Stretch:
    """Two tables that look the same to the viewer, going on."""

    viewer: int | None
    tables: tuple[OfflineTable, OfflineTable]
    clock: Clock
    chance: random.Random
    steps: list[Step] = field(default_factory=list)
    facts: Counter[str] = field(default_factory=Counter)
    was_due: bool = False

    @property
    def state(self) -> Any:
        """The first table's state, where only what is public is asked of it."""
        return self.tables[0].state

    def grow(self, steps: int) -> None:
        """Up to so many steps more."""
        for _ in range(steps):
            kept = self.tables, copy.copy(self.clock), self.was_due
            self.tables = fork(self.tables[0]), fork(self.tables[1])
            try:
                step = self._step()
                self._check_not_apart()
            except Apart:
                self.tables, self.clock, self.was_due = kept
                return
            step.at = self.clock.now
            self.steps.append(step)

    def _check_not_apart(self) -> None:
        if Phase.OVER in {table.state.phase for table in self.tables}:
            raise Apart
        if known.faces(self.tables[0], self.viewer) != known.faces(self.tables[1], self.viewer):
            raise Apart

    # --- one step ---------------------------------------------------------------------------------------------------

    def _step(self) -> Step:
        if self.chance.random() < 0.15 and (step := self._viewer_says_anything()):
            return step
        match self.state.phase:
            case Phase.LEAD:
                return self._quietly() if self.chance.random() < 0.3 else self._lead(self.state.dealer)
            case Phase.BID:
                return self._bids()
            case Phase.SHOWDOWN:
                return self._quietly() if self.chance.random() < 0.5 else self._end_showdown()
            case _:
                return self._quietly() if self.chance.random() < 0.5 else self._end_look()

    def _pass_time(self, until: float) -> float:
        """A moment from now up to `until`, which it is then."""
        self.clock.now += (until - self.clock.now) * self.chance.uniform(0.05, 0.9)
        return self.clock.now

    def _moment(self, begin: float, end: float) -> float:
        return self.chance.uniform(begin, end)

    def _quietly(self) -> Step:
        """Nothing that anybody sees, whatever is sealed."""
        begin, step = self.clock.now, Step("nothing is seen")
        is_bidding = self.state.phase is Phase.BID
        if is_bidding and self._is_uneven():
            end = min(self.clock.boundary, self.clock.deadline)
        elif is_bidding:
            end = min(self.clock.boundary + 2 * self.clock.eighth * self.chance.randrange(2), self.clock.deadline)
        else:
            end = self.clock.deadline
        window = min(end, self.clock.boundary) if is_bidding else end
        self._pass_time(end)
        waits_for = self._left_out()
        for world, table in enumerate(self.tables):
            for seat in range(table.seats):
                if seat not in (self.viewer, waits_for) and self.chance.random() < 0.7:
                    at = self._moment(begin, min(window, self.clock.now))
                    for key, action in secret_moves.seal_something(table, seat, self.chance):
                        step.acts[world].append(Act(at, seat, secret_moves.form(key, action)))
        if is_bidding and self._is_uneven() and self.clock.now > window:
            self._even_out(step, begin, window)
        return step

    def _left_out(self) -> int | None:
        """A bidder that has not bid in either world and so keeps the showdown from coming, now or with the lead."""
        if not self._bidders():
            return None
        absent = self._absent()
        if not absent:
            raise Apart
        return self.viewer if self.viewer in absent else self.chance.choice(absent)

    def _bidders(self) -> list[int]:
        return bidding(self.state)[1]

    def _key(self) -> str:
        return bidding(self.state)[0]

    def _has_bid(self, world: int, seat: int) -> bool:
        return self._key() in self.tables[world].sealed[seat]

    def _is_uneven(self) -> bool:
        return any(self._has_bid(0, seat) != self._has_bid(1, seat) for seat in self._bidders())

    def _even_out(self, step: Step, begin: float, end: float) -> None:
        """Who has bid in one world does so in the other before the eighth is over."""
        for seat in self._bidders():
            for world, table in enumerate(self.tables):
                if self._has_bid(1 - world, seat) and not self._has_bid(world, seat):
                    action = secret_moves.seal(table, seat, self._key(), self.chance)
                    at = self._moment(begin, end)
                    step.acts[world].append(Act(at, seat, secret_moves.form(self._key(), action)))

    # --- leads ------------------------------------------------------------------------------------------------------

    def _lead(self, seat: int) -> Step:
        """The same lead in both, with orders and a switch that are each world's own."""
        if not self.was_due and self.chance.random() < 0.15:
            return self._deadline("the clock leads")
        at = self._pass_time(self.clock.deadline)
        step = Step("a lead")
        key = f"r{self.state.round + (self.state.phase is Phase.LOOK)}.lead"
        card = self.chance.choice(secret_moves.common_cards(self.tables, seat))
        action = None
        for world, table in enumerate(self.tables):
            if action is None or seat != self.viewer:
                action = secret_moves.choose(table, seat, key, self.chance, card)
            table.answer(seat, key, action)
            if seat != self.viewer:
                step.acts[world].append(Act(at, seat, secret_moves.form(key, action)))
        if seat == self.viewer and action is not None:
            step.viewer.append(secret_moves.form(key, action))
        self.clock.ask(self.state)
        return step

    def _deadline(self, name: str) -> Step:
        """Nobody moves until the time is up."""
        self.was_due = True
        self._time_is_up()
        return Step(name)

    # --- bids and the showdown --------------------------------------------------------------------------------------

    def _bids(self) -> Step:
        if self.viewer in self._bidders() and not self._has_bid(0, self.viewer):
            return self._viewer_bids() if self.chance.random() < 0.6 else self._quietly()
        if self._absent() and self.chance.random() < 0.4:
            return self._quietly()
        return self._showdown()

    def _absent(self) -> list[int]:
        return [seat for seat in self._bidders() if not self._has_bid(0, seat) and not self._has_bid(1, seat)]

    def _viewer_bids(self) -> Step:
        """The viewer bids, or opens the showdown with its bid where that would open it in either world."""
        assert self.viewer is not None
        others = [seat for seat in self._bidders() if seat != self.viewer]
        if any(all(self._has_bid(world, seat) for seat in others) for world in (0, 1)):
            return self._showdown()
        more = 0 if self._is_uneven() else self.clock.eighth * self.chance.randrange(3)
        self._pass_time(min(self.clock.boundary + more, self.clock.deadline))
        action = secret_moves.choose(self.tables[0], self.viewer, self._key(), self.chance)
        for table in self.tables:
            table.answer(self.viewer, self._key(), action)
        return Step("the viewer bids", viewer=[secret_moves.form(self._key(), action)])

    def _showdown(self) -> Step:
        """All bids are in at one moment in both worlds, or the time is up; the same cards are revealed."""
        late = [] if self.was_due else [seat for seat in self._absent() if self.chance.random() < 0.3]
        step = Step("the time for bids is up" if late else "the last bid is in")
        begin, at = self._last_eighth()
        viewers = None
        if self.viewer in self._bidders() and self.viewer not in late and not self._has_bid(0, self.viewer):
            viewers = secret_moves.choose(self.tables[0], self.viewer, self._key(), self.chance)
            step.viewer.append(secret_moves.form(self._key(), viewers))
        seats = [seat for seat in self._bidders() if seat not in late and seat != self.viewer]
        cards = {seat: self.chance.choice(secret_moves.common_cards(self.tables, seat)) for seat in seats}
        wanted: object = None
        for world, table in enumerate(self.tables):
            first = [seat for seat in seats if not self._has_bid(world, seat)]
            finals, wanted = self._finals(table, cards, viewers, bool(late), wanted)
            last = None if late or viewers else self.chance.choice(first)
            for seat, action in finals.items():
                moment = at if seat == last else self._moment(begin, at)
                step.acts[world].append(Act(moment, seat, secret_moves.form(self._key(), action)))
        self.clock.now = self.clock.deadline if late else at
        self.was_due = self.was_due or bool(late)
        for table in self.tables:
            table.go_on(due=bool(late))
        self.clock.ask(self.state)
        if self.state.phase is Phase.SHOWDOWN:
            step.name = "the showdown opens"
        return step

    def _last_eighth(self) -> tuple[float, float]:
        """When the last bids begin to come, and the moment at which the last one does, all in one eighth."""
        begin, eighth = self.clock.now, self.clock.eighth
        left = int((self.clock.deadline - self.clock.boundary) // eighth)
        if not self._is_uneven() and left > 0 and self.chance.random() < 0.5:
            begin = self.clock.boundary + self.chance.randrange(left) * eighth + 1
        end = min(begin + eighth - 2, self.clock.deadline) if begin > self.clock.now else self.clock.boundary
        return begin, begin + (end - begin) * self.chance.uniform(0.5, 0.95)

    def _finals(
        self, table: OfflineTable, cards: dict[int, str], viewers: Play | None, is_due: bool, wanted: object
    ) -> tuple[dict[int, Action], object]:
        """The last bids at one of the tables, such that of the showdown is seen what is `wanted` (None: anything)."""
        for _ in range(60):
            tried = fork(table)
            finals = {
                seat: secret_moves.seal(tried, seat, self._key(), self.chance, card) for seat, card in cards.items()
            }
            if viewers is not None:
                tried.answer(viewers.seat, self._key(), viewers)
            seen = secret_moves.what_is_seen(tried, is_due)
            if wanted in (None, seen):
                table.sealed = tried.sealed
                return finals, seen
        raise Apart

    def _end_showdown(self) -> Step:
        """The drug is used in both, or the time runs out."""
        users = secret_moves.drug_users(self.tables)
        if not users or self.chance.random() < 0.4:
            self._time_is_up()
            return Step("the showdown's time is up")
        at, seat, step = self._pass_time(self.clock.deadline), users[0], Step("the drug is used")
        card = self.chance.choice(secret_moves.common_drug_cards(self.tables, seat))
        key, drug = f"r{self.state.round}.showdown", Drug(seat, card)
        for world, table in enumerate(self.tables):
            table.answer(seat, key, drug)
            if seat != self.viewer:
                step.acts[world].append(Act(at, seat, secret_moves.form(key, drug)))
        if seat == self.viewer:
            step.viewer.append(secret_moves.form(key, drug))
        self.clock.ask(self.state)
        return step

    def _time_is_up(self) -> None:
        self.clock.now = self.clock.deadline
        for table in self.tables:
            table.go_on(due=True)
        self.clock.ask(self.state)

    # --- looks ------------------------------------------------------------------------------------------------------

    def _end_look(self) -> Step:
        """The same answer comes to light in both: with the lead, or at the end of the look's own wait."""
        state, begin = self.state, self.clock.now
        seat, key = state.showdowns[-1].winner, f"r{state.round}.look"
        given = [secret_moves.given(table) for table in self.tables]
        if seat == self.viewer:
            return self._viewer_looks(key, given[0])
        wanted = self._wanted(seat, given)
        is_folded = is_look_folded(state)
        step = Step("the look is over")
        for world, table in enumerate(self.tables):
            must = is_folded or isinstance(wanted, Banish)
            if given[world] is None and (must or self.chance.random() < 0.6):
                table.answer(seat, key, wanted)
                end = self.clock.deadline if not is_folded else begin + 0.7 * (self.clock.deadline - begin)
                step.acts[world].append(Act(self._moment(begin, end), seat, secret_moves.form(key, wanted)))
        if not is_folded:
            self._time_is_up()
            return step
        self.clock.now = begin + 0.7 * (self.clock.deadline - begin)
        led = self._lead(seat)
        led.name = "the winner leads"
        for world in (0, 1):
            led.acts[world][:0] = step.acts[world]
        return led

    def _wanted(self, seat: int, given: list[Take | Banish | None]) -> Take | Banish:
        answers = [answer for answer in given if answer is not None]
        if len(set(map(type, answers))) > 1:
            raise Apart
        can_banish = all("sign" in table.state.seats[seat].hand for table in self.tables)
        wanted = answers[0] if answers else (Banish(seat) if can_banish and self.chance.random() < 0.5 else Take(seat))
        if isinstance(wanted, Banish) and not can_banish:
            raise Apart
        return wanted

    def _viewer_looks(self, key: str, given: Take | Banish | None) -> Step:
        """The viewer has won: it answers, then leads."""
        seat = self.viewer
        assert seat is not None
        if given is not None:
            if is_look_folded(self.state):
                return self._lead(seat)
            self._time_is_up()
            return Step("the look is over")
        self._pass_time(self.clock.deadline)
        action = secret_moves.choose(self.tables[0], seat, key, self.chance)
        for table in self.tables:
            table.answer(seat, key, action)
        step = Step("the viewer answers the look")
        step.viewer.append(secret_moves.form(key, action))
        return step

    # --- anything ---------------------------------------------------------------------------------------------------

    def _viewer_says_anything(self) -> Step | None:
        """The viewer sends something, sensible or not, that no rule lets through: the answer is the same."""
        if self.viewer is None:
            return None
        known_state, prompts = self.tables[0].open_to(self.viewer)
        keys = [prompt.key for prompt in prompts] or ["r1.bid", f"r{self.state.round}.showdown"]
        for _ in range(10):
            key = self.chance.choice(keys)
            action = self.chance.choice([a for a in trial.every_action(known_state) if _is_by(a, self.viewer)])
            if all(_is_refused(table, self.viewer, key, action) for table in self.tables):
                step = Step("the viewer is refused")
                self._pass_time(self.clock.boundary if self._is_bidding() else self.clock.deadline)
                step.viewer.append(secret_moves.form(key, action))
                return step
        return None

    def _is_bidding(self) -> bool:
        return self.state.phase is Phase.BID


def bidding(state: Any) -> tuple[str, list[int]]:
    """The decision that bids answer now, or ahead of the lead, and the seats that may give one."""
    is_folded = state.phase is Phase.LOOK and is_look_folded(state)
    if state.phase not in (Phase.LEAD, Phase.BID) and not is_folded:
        return "", []
    dealer = state.showdowns[-1].winner if is_folded else state.dealer
    seats = [(dealer + step) % len(state.seats) for step in range(1, len(state.seats))]
    return f"r{state.round + is_folded}.bid", seats


def fork(table: OfflineTable) -> OfflineTable:
    """Another table in the same position."""
    other = copy.copy(table)
    other.sealed, other.steps, other.events = dict(table.sealed), list(table.steps), list(table.events)
    return other


def _is_by(action: Action, seat: int) -> bool:
    return getattr(action, "seat", seat) == seat


def _is_refused(table: OfflineTable, seat: int, key: str, action: Action) -> bool:
    try:
        fork(table).answer(seat, key, action)
    except IllegalAction:
        return True
    return False
