"""Leaks in what is asked, counted, awaited, timed and written down."""

from datetime import timedelta
from typing import Any

from games.models import FormerSeat, Game, Seat
from games.rules.fram import model, sealed
from games.rules.fram.model import Phase, Settle, Switch, has_drug
from games.selectors import tables as selectors
from games.selectors import waiting
from games.services import desk, resolving, waits
from tests.secrecy.planted.fault import Fault, Patch, everywhere
from tests.secrecy.planted.in_view import differ_in, has_held_before, opens_a_showdown
from tests.secrecy.position import Position
from tests.secrecy.stretch import Stretch


def showdown_open_for_its_holder_only(patch: Patch) -> None:
    def make(old: Any) -> Any:
        return lambda state: tuple(seat for seat in old(state) if has_drug(state, seat))

    everywhere(patch, model, "holders", make)


def showdown_closed_where_no_holder_has_the_drug(patch: Patch) -> None:
    def make(old: Any) -> Any:
        def holders(state: Any) -> Any:
            return old(state) if any(has_drug(state, seat) for seat in old(state)) else ()

        return holders

    everywhere(patch, model, "holders", make)


def opens_for_the_drug(start: Position, stretch: Stretch) -> bool:
    """A showdown opens in the stretch, held by the drug in one of the worlds only."""
    if not any(step.name == "the showdown opens" for step in stretch.steps) or has_held_before(start):
        return False
    held = []
    for table in stretch.tables:
        states = [showdown.held for showdown in table.state.showdowns] + [table.state.held]
        drug = next((s for s, trump in enumerate(table.deal.trumps) if trump == "drug"), None)
        held.append(any(drug in seats for seats in states[-2:]))
    return held[0] != held[1]


def separate_look_ended_early(patch: Patch) -> None:
    """A look that is a wait of its own ends when it is answered."""

    def make(old: Any) -> Any:
        def handed_in(state: Any, lying: Any) -> Any:
            if state.phase is Phase.LOOK and not model.is_look_folded(state):
                seat = state.showdowns[-1].winner
                given = sealed.given_answer(state, seat, lying.get(seat, {}))
                return frozenset({seat} if given else ())
            return old(state, lying)

        return handed_in

    everywhere(patch, sealed, "handed_in", make)


def answer_logged_when_it_is_given(patch: Patch) -> None:
    """The answer to a folded look goes to the log at once, not with the lead."""

    def make(old: Any) -> Any:
        def submit(state: Any, seat: int, lying: Any, key: str, answer: Any) -> Any:
            done = old(state, seat, lying, key, answer)
            if key.endswith(".look") and not done.log:
                kept = {name: value for name, value in done.sealed.items() if name != key}
                return sealed.Submission(kept, (answer,))
            return done

        return submit

    everywhere(patch, sealed, "submit", make)


def answers_unseen(start: Position, stretch: Stretch) -> bool:
    """In one world the winner, who is not the viewer, answers while nothing is seen, in the other not (yet)."""
    if start.viewer == start.tables[0].state.showdowns[-1].winner:
        return False
    keys = []
    for world in (0, 1):
        acts = [act.form.get("do") for step in stretch.steps[:1] for act in step.acts[world]]
        keys.append(any(do in ("take", "banish") for do in acts))
    return keys[0] != keys[1] and stretch.steps[0].name == "nothing is seen"


def live_list_of_missing_bids(patch: Patch) -> None:
    patch.setattr(waiting, "last_boundary", lambda game, now: game.clock(now))


def list_of_missing_by_halves_of_eighths(patch: Patch) -> None:
    patch.setattr(waiting, "EIGHTHS", 640)


def reminder_to_who_is_missing_in_truth(patch: Patch) -> None:
    """The reminder goes by what lies sealed at that moment."""

    def missing(game: Game, since: Any, now: Any) -> Any:
        return frozenset(
            wait.seat for wait in waiting.asked_of(game) if wait.seat is not None and wait.key not in since[wait.seat]
        )

    patch.setattr(resolving, "said_missing", missing)
    patch.setattr(waits, "REMIND_AFTER", 0.0001)


def switch_logged_only_where_it_is_on(patch: Patch) -> None:
    """So that the length of the log tells whether the dealer held."""

    def make(old: Any) -> Any:
        def advance(state: Any, lying: Any, due: bool, stand_in: Any) -> Any:
            log = old(state, lying, due, stand_in)
            return tuple(action for action in log if not (isinstance(action, Switch) and not action.on))

        return advance

    everywhere(patch, sealed, "advance", make)


def reveals(start: Position, stretch: Stretch) -> bool:
    """The bids are opened, and the dealer's switch is on in one of the worlds only."""
    switches = [
        [action.on for action in table.log[len(began.log) :] if isinstance(action, Switch)]
        for table, began in zip(stretch.tables, start.tables, strict=True)
    ]
    return switches[0] != switches[1]


def _after_settling(patch: Patch, change: Any) -> None:
    old = desk.Desk.settle

    def settle(self: Any, before: Any, events: Any) -> bool:
        done = old(self, before, events)
        change(self)
        return done

    patch.setattr(desk.Desk, "settle", settle)


def deadline_moves_for_a_holder(patch: Patch) -> None:
    """An absence moves a deadline only where the absent seat could use the drug."""

    def change(mine: Any) -> None:
        if mine.game.deadline and "drug" in mine.state.seats[0].hand:
            mine.game.deadline += timedelta(minutes=10)

    _after_settling(patch, change)


def first_seats_trump_differs(start: Position, stretch: Stretch) -> bool:
    """The first seat has the drug in one of the worlds only, and something new is asked."""
    drugs = [table.deal.trumps[0] == "drug" for table in start.tables]
    return drugs[0] != drugs[1] and any(step.name in ("a lead", "the clock leads") for step in stretch.steps)


def miss_counted_for_a_showdown(patch: Patch) -> None:
    old = resolving._count_misses

    def count(mine: Any, asked: Any, missed: Any) -> None:
        if any(wait.kind == "showdown" for wait in asked):
            for seat in mine.seats:
                if has_drug(mine.state, seat.number) and seat.user is not None:
                    seat.misses += 1
                    seat.save(update_fields=["misses"])
        old(mine, asked, missed)

    patch.setattr(resolving, "_count_misses", count)


def lets_the_showdown_lapse(start: Position, stretch: Stretch) -> bool:
    """An open showdown lapses, and another seat has the drug."""
    lapsed = any(isinstance(action, Settle) for action in stretch.tables[0].log[len(start.tables[0].log) :])
    holders = [[s for s in range(t.seats) if has_drug(t.state, s)] for t in start.tables]
    return lapsed and holders[0] != holders[1]


def bot_whose_delay_depends_on_its_trump(patch: Patch) -> None:
    old = waits.call_bot

    def call_bot(game: Game, number: int, now: Any) -> None:
        old(game, number, now)
        if game.deal and selectors.rules_of(game).write_setup(_deal(game))["trumps"][number] in ("drug", "sign"):
            game.bots_at = {**game.bots_at, str(number): game.bots_at[str(number)] + 60}

    patch.setattr(waits, "call_bot", call_bot)


def _deal(game: Game) -> Any:
    from games.selectors.replays import deal_of

    return deal_of(game)


def a_bot_plays(start: Position, stretch: Stretch) -> bool:
    """Trumps differ, and something new is asked, so that bots are called."""
    return "trumps" in start.facts and any("lead" in step.name for step in stretch.steps)


def time_of_an_answer_in_the_log(patch: Patch) -> None:
    """Moves are dated by when they were sealed, not by when they came to light."""
    old = desk.Desk._append

    def append(self: Any, log: Any, by_clock: Any, opened: Any) -> None:
        now = self.now
        first = min((at for since in self.since.values() for at in since.values()), default=None)
        if first is not None:
            self.now = waits.moment(min(first + self.game.stood_still, now.timestamp()))
        old(self, log, by_clock, opened)
        self.now = now

    patch.setattr(desk.Desk, "_append", append)


def former_seat_still_reads(patch: Patch) -> None:
    """Who once sat there still sees the hand of the seat, and so what its new player may know."""
    old = selectors.table_for

    def table_for(*, user: Any, ref: str, now: Any, token: str = "") -> Any:
        game = selectors.visible(user, token).filter(ref=ref).first()
        sat = FormerSeat.objects.filter(game=game, user=user).first() if user is not None else None
        if game is None or sat is None:
            return old(user=user, ref=ref, now=now, token=token)
        seats = list(game.seats.select_related("sealed", "user"))
        return selectors._page(game, seats, sat.number, user, now)

    everywhere(patch, selectors, "table_for", lambda _: table_for)


def counts_of_who_waits_in_lists(patch: Patch) -> None:
    """The list of tables tells how many have answered in truth."""
    from games.selectors import lists

    old = lists.line

    def line(game: Game, user: Any) -> Any:
        from dataclasses import replace

        made = old(game, user)
        if not game.asked:
            return made
        given = sum(
            wait.key in lists.since_of(game, seat.number, seat.sealed)
            for wait in made.asked
            for seat in Seat.objects.filter(game=game, number=wait.seat).select_related("sealed")
        )
        return replace(made, name=f"{made.name} ({given} in)")

    everywhere(patch, lists, "line", lambda _: line)


def seals_in_one_only(start: Position, stretch: Stretch) -> bool:
    """Somebody's bid is in in one of the worlds only."""
    return "bid sealed" in start.facts


FAULTS = [
    Fault("a showdown open for its holder only", showdown_open_for_its_holder_only, ("bid",), opens_for_the_drug),
    Fault("a showdown closed where no holder has the drug", showdown_closed_where_no_holder_has_the_drug, ("bid",),
          opens_for_the_drug),
    Fault("a separate look ended early", separate_look_ended_early, ("separate look",), differ_in("answer given")),
    Fault("an answer logged when it is given", answer_logged_when_it_is_given, ("folded look, not answered",),
          answers_unseen),
    Fault("a live list of missing bids", live_list_of_missing_bids, ("bid",), seals_in_one_only),
    Fault("a list of missing bids at short intervals", list_of_missing_by_halves_of_eighths, ("bid",),
          seals_in_one_only),
    Fault("a reminder to who is missing in truth", reminder_to_who_is_missing_in_truth, ("bid",), seals_in_one_only),
    Fault("a switch logged only where it is on", switch_logged_only_where_it_is_on, ("bid",), reveals),
    Fault("a deadline that moves for the drug's holder", deadline_moves_for_a_holder, ("lead",),
          first_seats_trump_differs),
    Fault("a miss counted for a showdown", miss_counted_for_a_showdown, ("showdown",), lets_the_showdown_lapse),
    Fault("a bot whose delay depends on its trump", bot_whose_delay_depends_on_its_trump, ("lead",), a_bot_plays),
    Fault("the time of an answer in the log", time_of_an_answer_in_the_log, ("bid",), reveals),
    Fault("a former seat that still reads", former_seat_still_reads, ("bid",), differ_in("trumps")),
    Fault("a list that counts who has sealed", counts_of_who_waits_in_lists, ("bid",), seals_in_one_only),
    Fault("a mail to the drug's holder only, seen in what is owed", live_list_of_missing_bids, ("bid",),
          seals_in_one_only),
]  # fmt: skip
FAULTS.pop()

__all__ = ["FAULTS", "opens_a_showdown"]
