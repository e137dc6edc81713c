"""A position of Fram R'lyeh in one line, so that a test is a position, an action and an assertion.

    text mead drug | r9 M8 A22 | 12 13! mead | drug:14 | take

First the trumps by seat. Then, if wanted, the round in which it begins and the treasures of it and of the following
ones: in all rounds before, everybody played the lowest number, so that the text's seat won them all as the dealer.
Then what was logged, a step between two bars: cards clockwise from the dealer (`!` held the showdown), `drug:14`,
`settle`, `take`, `banish`.
"""

from collections.abc import Iterable

from games.rules import fram
from games.rules.fram.cards import DEPTHS, ROUNDS, Deal, Treasure, read_deck
from games.rules.fram.model import Action, Banish, Drug, Event, Phase, Play, Settle, State, Switch, Take, has_drug
from games.rules.kernel import Terms
from games.rules.offline import OfflineTable
from tests.rules.fram.trial import DECK


class Table(OfflineTable):
    """A table whose seats send their answers as one line: `r9.bid play 13 hold cap=14 lowest below=5`."""

    def send(self, seat: int, line: str) -> None:
        """The seat hands in what the line says."""
        key, do, *words = line.split()
        form = {"key": key, "do": do}
        for word in words:
            name, equals, value = word.partition("=")
            if equals:
                form[name] = value
            elif name in ("hold", "lowest"):
                form[name] = "on"
            else:
                form["card"] = name
        self.hand_in(seat, form)

    def happened(self, kind: type) -> list[Event]:
        """The events of that kind so far."""
        return [event for event in self.events if isinstance(event, kind)]


def deal(trumps: Iterable[str], fixed: dict[int, str] | None = None) -> Deal:
    """A deal with these trumps and, by round, these treasures."""
    cards = read_deck(DECK)
    left = [str(treasure) for treasure in cards.treasures()]
    row = dict(fixed or {})
    for card in row.values():
        left.remove(card)
    if 1 not in row:
        row[1] = next(card for card in left if card[0] == "S")
        left.remove(row[1])
    removed = [next(card for card in left if card[0] == depth) for depth in DEPTHS]
    rest = [card for card in left if card not in removed]
    for number in range(1, ROUNDS + 1):
        if number not in row:
            row[number] = rest.pop(0)
    order = [row[number] for number in range(1, ROUNDS + 1)]
    return Deal(cards, tuple(trumps), tuple(map(_treasure, order)), tuple(map(_treasure, removed)))


def _treasure(text: str) -> Treasure:
    return Treasure(text[0], int(text[1:]))


def table(line: str, terms: Terms | None = None) -> Table:
    """The table at that position."""
    trumps, *parts = [part.split() for part in line.split("|")]
    number, fixed = 1, {}
    if parts and parts[0] and parts[0][0][0] == "r":
        number = int(parts[0][0][1:])
        fixed = {number + ahead: card for ahead, card in enumerate(parts.pop(0)[1:])}
    made = Table(fram, deal(trumps, fixed), len(trumps), lambda n: 0, terms or Terms())
    for _ in range(1, number):
        for _ in trumps:
            made.log_step(_logged(made.state, fram.choices(made.state, awaited(made.state)).__next__().card))
    for part in parts:
        step: list[Action] = []
        state = made.state
        for word in part:
            for action in _logged(state, word):
                step.append(action)
                state, _ = fram.apply(state, action)
        made.log_step(step)
    return made


def after(line: str) -> State:
    """The state at that position."""
    return table(line).state


def awaited(state: State):  # type: ignore[no-untyped-def]  # a Prompt
    """The first decision that the game waits for."""
    return next(prompt for prompt in fram.prompts(state) if prompt.awaited)


def _logged(state: State, word: str) -> tuple[Action, ...]:
    """The actions that the word stands for in that state."""
    if word.startswith("drug:"):
        seat = next(seat for seat in state.clockwise if has_drug(state, seat))
        return (Drug(seat, word[5:]),)
    if word == "settle":
        return (Settle(),)
    if word in ("take", "banish"):
        seat = state.showdowns[-1].winner
        return (Take(seat) if word == "take" else Banish(seat),)
    card, hold = word.rstrip("!"), word.endswith("!")
    if state.phase is Phase.LEAD:
        lead = Play(state.dealer, card)
        return (lead, Switch(state.dealer)) if hold else (lead,)
    seat = next(seat for seat in state.clockwise if state.played[seat] is None)
    return (Play(seat, card, hold),)


def vp(line: str) -> list[int]:
    """The score of every seat at that position."""
    state = after(line)
    return [fram.play.vp(state, seat) for seat in range(len(state.seats))]
