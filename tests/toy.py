"""A third game, of a few lines, to show that the house plays any: two rounds, each seat seals 1, 2 or 3, highest wins.

Whoever is alone with the highest number of a round gets a point. `tell` keeps nothing back; the number dealt to each
seat is its own secret.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

from games.rules.kernel import (
    Asked,
    Due,
    Outcome,
    Prompt,
    SeatName,
    StaleDecision,
    Submission,
    Terms,
    Title,
    illegal,
    say,
)

ROUNDS = 2


@dataclass(frozen=True)
class Pick:
    seat: int
    number: int
    secret: int = 0


@dataclass(frozen=True)
class Opened:
    round: int
    picks: tuple[int, ...]


@dataclass(frozen=True)
class State:
    secrets: tuple[int, ...]
    points: tuple[int, ...]
    round: int = 1
    picks: tuple[int | None, ...] = ()


TITLE = Title("toy", "Toy", 2, 6, 1, "Two rounds of numbers.")


def read_seed(seed: Any) -> dict[str, Any]:
    return {"numbers": [1, 2, 3]}


def deal(deck: Any, shuffle: Any, seats: int, options: Any) -> tuple[int, ...]:
    return tuple(shuffle(range(10))[:seats])


def read_setup(seats: int, setup: Any, deck: Any) -> tuple[int, ...]:
    return tuple(setup["secrets"])


def write_setup(deal: tuple[int, ...]) -> dict[str, Any]:
    return {"secrets": list(deal)}


def setup(deal: tuple[int, ...], terms: Terms) -> tuple[State, tuple[Any, ...]]:
    nobody = (None,) * len(deal)
    return State(deal, (0,) * len(deal), 1, nobody), ()


def prompts(state: State) -> tuple[Prompt, ...]:
    if state.round > ROUNDS:
        return ()
    return tuple(Prompt(seat, "pick", f"r{state.round}.pick", True) for seat in range(len(state.secrets)))


def apply(state: State, action: Pick) -> tuple[State, tuple[Any, ...]]:
    if action.number not in (1, 2, 3) or state.round > ROUNDS or state.picks[action.seat] is not None:
        raise illegal("no")
    picks = (*state.picks[: action.seat], action.number, *state.picks[action.seat + 1 :])
    if None in picks:
        return replace(state, picks=picks), ()
    best = max(n for n in picks if n is not None)
    points = state.points
    if picks.count(best) == 1:
        winner = picks.index(best)
        points = tuple(p + (s == winner) for s, p in enumerate(points))
    after = replace(state, points=points, round=state.round + 1, picks=(None,) * len(picks))
    return after, (Opened(state.round, tuple(n or 0 for n in picks)),)


def standing_in(state: State, prompt: Prompt, draw: Any) -> Pick:
    return Pick(prompt.seat, 1)


def read_answer(seat: int, form: Mapping[str, Any]) -> tuple[str, Pick]:
    if form.get("number") not in ("1", "2", "3"):
        raise illegal("Choose a number.")
    return form["key"], Pick(seat, int(form["number"]))


def submit(state: State, seat: int, sealed: Mapping[str, Any], key: str, answer: Pick) -> Submission:
    if key not in {prompt.key for prompt in prompts(state)}:
        raise StaleDecision(say("That is over."))
    return Submission({**sealed, key: replace(answer, secret=state.secrets[seat])})


def handed_in(state: State, sealed: Mapping[int, Mapping[str, Any]]) -> frozenset[int]:
    return frozenset(seat for seat, answers in sealed.items() if f"r{state.round}.pick" in answers)


def advance(state: State, sealed: Any, due: bool, stand_in: Any) -> tuple[Pick, ...]:
    given = handed_in(state, sealed)
    if state.round > ROUNDS or not (due or len(given) == len(state.secrets)):
        return ()
    key = f"r{state.round}.pick"
    return tuple(sealed[p.seat][key] if p.seat in given else stand_in(state, p) for p in prompts(state))


def keeps(state: State, seat: int, key: str) -> bool:
    return key == f"r{state.round}.pick"


def asked(state: State) -> tuple[Asked, ...]:
    return tuple(Asked(prompt.seat, prompt.kind, prompt.key) for prompt in prompts(state))


def view(state: State, seat: int | None, pending: Any) -> Any:
    mine = None if seat is None else state.secrets[seat]
    return SimpleNamespace(me=seat, secret=mine, round=state.round, pending=pending, points=state.points)


def tell(event: Opened, seat: int | None) -> Any:
    seats = tuple(SeatName(number) for number in range(len(event.picks)))
    return say("{seats} chose {picks}.", seats=seats, picks=event.picks)


def dues(before: State | None, after: State, events: Iterable[Any]) -> tuple[Due, ...]:
    if before is not None and before.round == after.round:
        return ()
    kind = "over" if after.round > ROUNDS else "pick"
    return tuple(Due(seat, kind, f"r{after.round}.pick") for seat in range(len(after.secrets)))


def outcome(state: State) -> Outcome | None:
    if state.round <= ROUNDS:
        return None
    best = max(state.points)
    places = tuple(1 + sum(p > points for p in state.points) for points in state.points)
    return Outcome(places, state.points, tuple(s for s, p in enumerate(state.points) if p == best), say("Over."))


def bot(table: Any, chance: Any) -> dict[str, str] | None:
    key = f"r{table.round}.pick"
    if key in table.pending.sealed or table.round > ROUNDS:
        return None
    return {"key": key, "number": str(1 + int(chance() * 3))}


def encode(action: Pick) -> tuple[dict[str, Any], dict[str, Any]]:
    return {"seat": action.seat, "number": action.number}, {"secret": action.secret}


def decode(move: Mapping[str, Any]) -> Pick:
    return Pick(move["seat"], move["number"], move["secret"])


def rounds(state: State) -> None:
    return None


def waiting(state: State) -> list[Any]:
    return [{"seat": prompt.seat, "kind": "pick"} for prompt in prompts(state)]


def result(state: State) -> dict[str, Any] | None:
    return None if state.round <= ROUNDS else {"points": list(state.points)}
