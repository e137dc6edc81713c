"""Golden games: short records that show every power, both sides of every OR, every Event, restriction and way to end.

`python -m tests.rules.lost.golden 3000 7` plays that many random games from that seed and writes, for each thing to
show, the shortest record that shows it, to `seeds/records/lost/golden.jsonl`. They must replay for ever.
"""

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path

from games.rules import lost
from games.rules.kernel import Json, Terms
from games.rules.lost.cards import ANGELL, CARDS, RATING
from games.rules.lost.happenings import Escaped, Event, TideTook
from games.rules.lost.model import Action, LayUltimate, Pass, PickUp, Play, State, Stop, TakeUp, own_row, their_row
from games.rules.lost.powers import asks, chosen_option, resolution
from games.rules.lost.vocabulary import Effect
from tests.rules.lost.positions import DECK, STANDARD

PATH = Path(__file__).resolve().parents[3] / "seeds" / "records" / "lost" / "golden.jsonl"
RESTRICTING = ("the next player plays no Events", "the next player plays only rating N or an Event", "Fear")


def to_show() -> set[str]:
    """All that the golden games must show."""
    powers = {f"{card} #{size}" for card in RATING for size in range(1, 6)}
    sides = {f"{name} side {side}" for name in powers for side in (0, 1) if len(_options(name)) > 1}
    events = {f"{card} played" for card in CARDS if card not in RATING}
    angells = {f"angell acts as {card}" for card in CARDS if card not in (ANGELL, "cthulhu")} | {"angell does nothing"}
    restrictions = {f"{how} under: {name}" for name in RESTRICTING for how in ("plays", "picks up")}
    swaps = {f"swaps {mine} for {theirs}" for mine in ("up", "down") for theirs in ("up", "down")}
    ends = {f"ends at {seats} seats" for seats in range(2, 7)} | {"ends with the tide", "ends without the tide"}
    return (
        powers
        | sides
        | events
        | angells
        | restrictions
        | swaps
        | ends
        | {"escapes by a Horror", "escapes by an Event", "escapes by Angell", "escapes by a last Legrasse"}
        | {"the chooser escapes", "declines to join", "stops", "passes", "joins more than five"}
        | {"Legrasse banishes", "Legrasse picks up", "the tide, at a pick-up", "the tide, by a power"}
        | {"takes up an Escape card", "takes up an Ultimate", "takes up one of several Ultimates"}
        | {"nothing to act on", "swaps a hand card for an Ultimate", "moves an Ultimate", "banishes an Ultimate"}
    )


def _options(name: str) -> tuple[tuple[Effect, ...], ...]:
    card, _, size = name.partition(" #")
    return STANDARD.power(card, int(size)).options


def shown(state: State, action: Action, after: State, events: tuple[Event, ...]) -> Iterator[str]:
    """What the action shows."""
    match action:
        case Play():
            yield from _shown_by_play(state, action, after, events)
        case PickUp():
            yield from (f"picks up under: {name}" for name in _restrictions(state))
            if any(isinstance(event, TideTook) for event in events):
                yield "the tide, at a pick-up"
        case TakeUp():
            if state.escapes[action.seat]:
                yield "takes up an Escape card"
            else:
                yield "takes up an Ultimate"
                if len(state.ultimates[action.seat]) > 1:
                    yield "takes up one of several Ultimates"
        case Stop():
            yield "stops"
        case Pass():
            yield "passes"
        case _:
            pass
    if after.phase == "over":
        yield f"ends at {state.seats} seats"
        yield "ends with the tide" if state.deal.tide else "ends without the tide"


def _restrictions(state: State) -> list[str]:
    fear = ["Fear"] if state.seat in state.feared else []
    return [*(effect.verb for effect in state.bound), *fear]


def _shown_by_play(state: State, play: Play, after: State, events: tuple[Event, ...]) -> Iterator[str]:
    card = play.cards[0]
    power = resolution(state, play.cards, play.join)
    option = chosen_option(play, power.options)
    count = len(play.cards) + (power.run if play.join else 0)
    acting = power.acts or card
    if acting in RATING:
        name = f"{acting} #{min(count, 5)}"
        yield name if play.option is None else f"{name} side {play.option}"
        yield name
        if count > 5:
            yield "joins more than five"
    if card not in RATING:
        yield f"{card} played"
    if card == ANGELL:
        yield f"angell acts as {power.acts}" if power.acts else "angell does nothing"
    if not play.join:
        yield "declines to join"
    yield from (f"plays under: {name}" for name in _restrictions(state))
    if acting == "legrasse":
        yield "Legrasse banishes" if play.banish else "Legrasse picks up"
    if any(isinstance(event, TideTook) for event in events):
        yield "the tide, by a power"
    yield from _shown_by_choices(state, play, option)
    if Escaped(play.seat) in events:
        yield "escapes by a last Legrasse" if card == "legrasse" else _escape_by(card)
        if play.to is not None and any(effect.verb == "choose the next player" for effect in option):
            yield "the chooser escapes"


def _escape_by(card: str) -> str:
    return "escapes by a Horror" if card in RATING else "escapes by Angell" if card == ANGELL else "escapes by an Event"


def _shown_by_choices(state: State, play: Play, option: tuple[Effect, ...]) -> Iterator[str]:
    hand = list(state.hands[play.seat])
    for card in play.cards:
        hand.remove(card)
    wanted = asks(state, play.seat, hand, option)
    down = bool(play.escape and not state.escapes[play.seat] and own_row(state, play.seat))
    if play.their is not None and play.to is not None:
        other_down = not isinstance(their_row(state, play.to)[0], str)
        yield f"swaps {'down' if down else 'up'} for {'down' if other_down else 'up'}"
    for effect in option:
        if effect.verb == "an Escape card moves to a player" and down:
            yield "moves an Ultimate"
        if effect.verb == "swap a hand card with an Escape card" and down:
            yield "swaps a hand card for an Ultimate"
        if effect.verb == "banish an Escape card" and down:
            yield "banishes an Ultimate"
        if effect.verb == "an Escape card moves to a player" and not wanted.escape:
            yield "nothing to act on"


def random_game(chance: random.Random) -> Iterator[tuple[Json, set[str]]]:
    """A random game, cut after each of its actions, and what that action shows. It likes large sets and swaps."""
    seats = chance.choice([2, 2, 3, 4, 5, 6])
    dreams = chance.random() < 0.5
    options = {"tide": chance.random() < 0.75}
    deal = lost.deal(DECK, lambda items: chance.sample(list(items), len(items)), seats, options)
    state, _ = lost.setup(deal, Terms())
    actions: list[Action] = []
    while state.phase != "over" and len(actions) < 500:
        choices = list(lost.choices(state, lost.prompts(state)[0]))
        action = _choice(choices, chance, dreams=dreams)
        after, events = lost.apply(state, action)
        actions.append(action)
        yield {"setup": deal, "actions": tuple(actions), "after": after}, set(shown(state, action, after, events))
        state = after


def _choice(choices: list[Action], chance: random.Random, *, dreams: bool) -> Action:
    """Something legal. Who dreams keeps the cards of A Dream of Strange Cities until they swap Escape cards."""
    swaps = [choice for choice in choices if isinstance(choice, Play) and choice.their is not None]
    if swaps and chance.random() < 0.9:
        return chance.choice(swaps)
    if dreams and chance.random() < 0.95:
        choices = [choice for choice in choices if not _wastes_dreams(choice)] or choices
    if chance.random() < 0.5:
        return max(chance.sample(choices, min(len(choices), 8)), key=_size)
    return chance.choice(choices)


def _wastes_dreams(action: Action) -> bool:
    match action:
        case LayUltimate(_, card):
            return card == "h3"
        case Play(_, cards, give=give, banish=banish):
            return "h3" in cards + give + banish
        case _:
            return False


def _size(action: Action) -> int:
    return len(action.cards) if isinstance(action, Play) else 0


def write(name: str, found: Json) -> Json:
    """The record."""
    state = found["after"]
    end = lost.result(state)
    return {
        "name": name,
        "format": "rlyeh-record/1",
        "game": "lost",
        "seats": [f"P{seat}" for seat in range(state.seats)],
        "setup": lost.write_setup(found["setup"]),
        "moves": lost.write_moves(found["actions"]),
        **({"waiting": lost.waiting(state)} if end is None else {"result": end}),
    }


def find(games: int, seed: int) -> dict[str, Json]:
    """For each thing to show, the shortest game cut right after it."""
    best: dict[str, Json] = {}
    wanted = to_show()
    for number in range(games):
        for found, names in random_game(random.Random(f"golden {seed} {number}")):
            for name in names & wanted:
                if name not in best or len(found["actions"]) < len(best[name]["actions"]):
                    best[name] = found
    return best


def everything_shown(record: Json) -> set[str]:
    """All that a record shows, from its first move to its last."""
    state, _ = lost.setup(lost.read_setup(len(record["seats"]), record["setup"], DECK), Terms())
    names: set[str] = set()
    for move in record["moves"]:
        (action,) = lost.read_move(state, move)
        after, events = lost.apply(state, action)
        names |= set(shown(state, action, after, events))
        state = after
    return names


def main(games: int, seed: int) -> None:
    best = find(games, seed)
    missing = to_show() - set(best)
    records: list[Json] = []
    left = set(best)
    for name in sorted(best, key=lambda name: -len(best[name]["actions"])):
        if name in left:
            records.append(write(name, best[name]))
            left -= everything_shown(records[-1])
    PATH.parent.mkdir(parents=True, exist_ok=True)
    lines = [json.dumps(record, ensure_ascii=False, separators=(",", ":")) for record in records]
    PATH.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(records)} records, not found: {sorted(missing)}")  # noqa: T201  # its figure


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
