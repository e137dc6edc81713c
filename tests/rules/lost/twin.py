"""Two games of Lost in R'lyeh that one viewer cannot tell apart (lost.md, *Who knows what*): how the second is made.

Each of the 75 cards is a token, followed through the log. The viewer has seen a token's face while it lay open, or was
its own. What it has not seen is dealt anew, as freely as it could be without its noticing:

- tokens in another's hand that it will not see again change what becomes of them from then on (which of them is laid
  as an Ultimate, given, swapped);
- the faces of all tokens that it has never seen are shuffled.

What everybody sees of legality stays true: who passed could play nothing, who played under Fear played the highest.
Knows nothing of `view` and `tell`, and takes the rules' word only for where cards went.
"""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from games.rules import lost
from games.rules.kernel import IllegalAction, Terms
from games.rules.lost import happenings as happened
from games.rules.lost.cards import ESCAPE_CARDS, Deal, in_order
from games.rules.lost.model import Action, LayUltimate, Play, State, TakeUp, own_row

Zone = tuple[str, int]  # hand, escape or ultimate of a seat; stack, pile, banished
EXCHANGES = 12
ATTEMPTS = 300
TRIES = 4  # at other faces for the tokens on which one move hangs


@dataclass
class Moved:
    """The tokens that an action names where the viewer may not see them, and where all tokens lay before it."""

    card: int | None = None
    give: tuple[int, ...] = ()
    escape: int | None = None
    zones: tuple[tuple[Zone, tuple[int, ...]], ...] = ()


@dataclass
class Trace:
    """A game followed token by token. `seen_at[token]`: the last action before which (or in which) it was seen."""

    viewer: int | None
    faces: list[str]
    zones: dict[Zone, list[int]]
    known_down: set[int] = field(default_factory=set)  # face-down tokens that the viewer has owned
    seen_at: dict[int, int] = field(default_factory=dict)
    moves: list[Moved] = field(default_factory=list)

    def look(self, number: int) -> None:
        """The viewer sees what lies open to it."""
        for (kind, seat), tokens in self.zones.items():
            if kind in ("escape", "stack", "banished") or (kind in ("hand", "ultimate") and seat == self.viewer):
                for token in tokens:
                    self.seen_at[token] = number
            if kind == "ultimate":
                self.known_down |= set(tokens) if seat == self.viewer else set()
                for token in set(tokens) & self.known_down:
                    self.seen_at[token] = number

    def take(self, zone: Zone, face: str, *, hidden: bool = False) -> int:
        """A token with that face out of the zone: of equal ones an unseen one for a hidden move, else a seen one."""
        tokens = [token for token in self.zones[zone] if self.faces[token] == face]
        if zone[0] == "hand":
            tokens.sort(key=lambda token: (token in self.seen_at) == hidden)
        self.zones[zone].remove(tokens[0])
        return tokens[0]

    def move_all(self, zone: Zone, to: Zone) -> None:
        self.zones[to] += self.zones[zone]
        self.zones[zone] = []


def follow(deal: Deal, log: Sequence[Action], viewer: int | None) -> Trace:
    """The game's tokens followed through the log."""
    zones: dict[Zone, list[int]] = {(kind, 0): [] for kind in ("stack", "pile", "banished")}
    left = list(range(len(deal.cards)))
    for seat in range(deal.seats):
        for kind, size in (("hand", deal.hand_size), ("escape", ESCAPE_CARDS), ("ultimate", 0)):
            zones[kind, seat], left = left[:size], left[size:]
    zones["pile", 0] = left
    trace = Trace(viewer, list(deal.cards), zones)
    state, _ = lost.setup(deal, Terms())
    trace.look(0)
    for number, action in enumerate(log):
        state, events = lost.apply(state, action)
        moved = Moved(zones=tuple((zone, tuple(tokens)) for zone, tokens in trace.zones.items()))
        trace.moves.append(moved)
        for event in events:
            _follow(trace, event, action, moved)
            trace.look(number)
        trace.look(number + 1)
    return trace


def _follow(trace: Trace, event: happened.Event, action: Action, moved: Moved) -> None:
    zones = trace.zones
    match event:
        case happened.UltimateLaid(seat, card):
            moved.card = trace.take(("hand", seat), card, hidden=True)
            zones["ultimate", seat].append(moved.card)
        case happened.TookUp(seat, card, knowers):
            moved.card = trace.take(("escape" if knowers is None else "ultimate", seat), card)
            zones["hand", seat].append(moved.card)
            trace.known_down.discard(moved.card)
        case happened.Played(seat, cards):
            zones["stack", 0] += [trace.take(("hand", seat), card) for card in cards]
        case happened.PickedUp(seat, cards):  # the oldest is left where the tide takes it
            left = len(zones["stack", 0]) - len(cards)
            zones["hand", seat] += zones["stack", 0][left:]
            del zones["stack", 0][left:]
        case happened.TideTook():
            zones["banished", 0].append(zones["stack", 0].pop(0))
        case happened.ThisBanished():
            zones["banished", 0].append(zones["stack", 0].pop())
        case happened.StackBanished():
            trace.move_all(("stack", 0), ("banished", 0))
        case happened.HandBanished(seat, cards):
            zones["banished", 0] += [trace.take(("hand", seat), card) for card in cards]
        case happened.EscapeBanished(seat, card, down):
            moved.escape = trace.take(("ultimate" if down else "escape", seat), card)
            zones["banished", 0].append(moved.escape)
        case happened.Drew(seat, cards):
            zones["hand", seat] += zones["pile", 0][: len(cards)]
            del zones["pile", 0][: len(cards)]
        case happened.Gave(seat, to, cards):
            moved.give = tuple(trace.take(("hand", seat), card, hidden=True) for card in cards)
            zones["hand", to] += moved.give
        case happened.Laid(seat, to, card):
            moved.give = (trace.take(("hand", seat), card),)
            zones["escape", to] += moved.give
        case happened.HandSwapped() | happened.EscapeMoved() | happened.EscapesSwapped():
            _follow_escape_card(trace, event, action, moved)
        case _:
            pass


def _follow_escape_card(
    trace: Trace,
    event: happened.HandSwapped | happened.EscapeMoved | happened.EscapesSwapped,
    action: Action,
    moved: Moved,
) -> None:
    zones = trace.zones
    match event:
        case happened.HandSwapped(seat, laid, taken, knowers):
            kind = "escape" if knowers is None else "ultimate"
            place = _faces(trace, (kind, seat)).index(taken)
            moved.escape = zones[kind, seat][place]
            moved.give = (trace.take(("hand", seat), laid, hidden=knowers is not None),)
            zones[kind, seat][place] = moved.give[0]
            zones["hand", seat].append(moved.escape)
            trace.known_down.discard(moved.escape)
        case happened.EscapeMoved(seat, to, card, knowers):
            kind = "escape" if knowers is None else "ultimate"
            moved.escape = trace.take((kind, seat), card)
            zones[kind, to].append(moved.escape)
        case happened.EscapesSwapped(seat, to, mine, mine_knowers, theirs, their_knowers):
            assert isinstance(action, Play)
            from_kind = "escape" if mine_knowers is None else "ultimate"
            to_kind = "escape" if their_knowers is None else "ultimate"
            own = _faces(trace, (from_kind, seat)).index(mine)
            position = action.their
            other = position if isinstance(position, int) else _faces(trace, (to_kind, to)).index(theirs)
            moved.escape, second = zones[from_kind, seat].pop(own), zones[to_kind, to].pop(other)
            same = from_kind == to_kind
            zones[to_kind, seat].insert(own if same else len(zones[to_kind, seat]), second)
            zones[from_kind, to].insert(other if same else len(zones[from_kind, to]), moved.escape)


def _faces(trace: Trace, zone: Zone) -> list[str]:
    return [trace.faces[token] for token in trace.zones[zone]]


def make(deal: Deal, log: Sequence[Action], viewer: int | None, chance: random.Random) -> tuple[Deal, list[Action]]:
    """A second deal and log that look the same to the viewer, as different as can be."""
    trace = follow(deal, log, viewer)
    fates = _exchanged_fates(trace, chance)
    faces = Faces(trace, chance)
    for attempt in range(ATTEMPTS):
        two = replace(deal, cards=tuple(faces.now))
        actions = [
            _renamed(action, moved, fate, faces.now)
            for action, moved, fate in zip(log, trace.moves, fates, strict=True)
        ]
        fault = _first_fault(two, actions, trace)
        if fault is None:
            return two, actions
        number, seat = fault, log[fault].seat
        faces.repair({fates[number].get(token, token) for token in _hidden_at(trace, number, seat)})
        if attempt == ATTEMPTS // 2:
            fates = [{} for _ in log]
    return deal, list(log)


class Faces:
    """The faces of all tokens in the second world: those never seen have changed places."""

    def __init__(self, trace: Trace, chance: random.Random) -> None:
        self.first = tuple(trace.faces)
        self.chance = chance
        self.free = [token for token in range(len(trace.faces)) if token not in trace.seen_at]
        self.tries: Counter[frozenset[int]] = Counter()
        self.now = list(self.first)
        for token, other in zip(self.free, chance.sample(self.free, len(self.free)), strict=True):
            self.now[token] = self.first[other]

    def repair(self, tokens: set[int]) -> None:
        """These tokens, on which a move hangs, get other faces; after some tries their own, for good."""
        mine = [token for token in self.free if token in tokens]
        self.tries[frozenset(mine)] += 1
        for token in mine:
            if self.tries[frozenset(mine)] <= TRIES:
                self._swap(token, self.chance.choice(self.free))
            else:
                self._swap(token, next(other for other in self.free if self.now[other] == self.first[token]))
                self.free.remove(token)

    def _swap(self, one: int, two: int) -> None:
        self.now[one], self.now[two] = self.now[two], self.now[one]


def _exchanged_fates(trace: Trace, chance: random.Random) -> list[dict[int, int]]:
    """For each action, which token now does what another did in the first world.

    Two tokens that lie in one hand, and will not be seen again, exchange all that becomes of them from then on.
    """
    fates: list[dict[int, int]] = [{} for _ in trace.moves]
    for _ in range(EXCHANGES if fates else 0):
        number = chance.randrange(len(fates))
        zones = trace.moves[number].zones
        hands = [tokens for (kind, seat), tokens in zones if kind == "hand" and seat != trace.viewer]
        hand = [fates[number].get(token, token) for token in chance.choice(hands)]
        free = [token for token in hand if trace.seen_at.get(token, -1) < number]
        if len(free) > 1:
            one, two = chance.sample(free, 2)
            for place in range(number, len(fates)):
                _exchange(fates[place], one, two)
    return fates


def _exchange(fate: dict[int, int], one: int, two: int) -> None:
    first = next((role for role, token in fate.items() if token == one), one)
    second = next((role for role, token in fate.items() if token == two), two)
    fate[first], fate[second] = two, one


def _renamed(action: Action, moved: Moved, fate: dict[int, int], faces: Sequence[str]) -> Action:
    """The action with the names that its hidden tokens have in the second world."""

    def name(token: int) -> str:
        return faces[fate.get(token, token)]

    match action:
        case LayUltimate() | TakeUp():
            assert moved.card is not None
            return replace(action, card=name(moved.card))
        case Play():
            give = in_order([name(token) for token in moved.give])
            return replace(action, give=give, escape=None if moved.escape is None else name(moved.escape))
        case _:
            return action


def _first_fault(deal: Deal, log: Sequence[Action], trace: Trace) -> int | None:
    """The first action that would be illegal, or would show another position, in the second world."""
    state, _ = lost.setup(deal, Terms())
    for number, action in enumerate(log):
        if not _is_same_position(state, action, trace.moves[number]):
            return number
        try:
            state, _ = lost.apply(state, action)
        except IllegalAction:
            return number
    return None


def _is_same_position(state: State, action: Action, moved: Moved) -> bool:
    """Whether the Escape card named lies where the token lies: of equal ones the first is meant."""
    match action:
        case TakeUp(seat, name):
            token = moved.card
        case Play(seat, escape=str(name)):
            token = moved.escape
        case _:
            return True
    assert token is not None
    zones = dict(moved.zones)
    row = zones["escape", seat] or zones["ultimate", seat]
    names = own_row(state, seat)
    return name in names and names.index(name) == row.index(token)


def _hidden_at(trace: Trace, number: int, seat: int) -> list[int]:
    """The tokens on which the legality of that action hangs: the hand and the face-down cards of its seat."""
    zones = dict(trace.moves[number].zones)
    return [*zones["hand", seat], *zones["ultimate", seat]]
