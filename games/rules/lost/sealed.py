"""What a seat may hand in, and what the game does by itself: it opens the Ultimates, and plays for the absent.

Only the Ultimate lies sealed outside the log, under its prompt's key; all else is logged as it comes.
"""

from collections.abc import Mapping

from games.rules.kernel import (
    Asked,
    StaleDecision,
    StandIn,
    Submission,
    gettext_noop,
    illegal,
    say,
)
from games.rules.lost.model import Action, LayUltimate, State
from games.rules.lost.play import apply, prompts

Sealed = Mapping[str, Action]


def submit(state: State, seat: int, sealed: Sealed, key: str, answer: Action) -> Submission:
    """What comes of it when the seat gives this answer to that decision; StaleDecision or IllegalAction."""
    if not any(prompt.seat == seat and prompt.key == key for prompt in prompts(state)):
        raise StaleDecision(say(gettext_noop("That decision is closed. Nothing was changed.")))
    if state.phase == "ultimate":
        if not isinstance(answer, LayUltimate) or answer.card not in state.hands[seat]:
            raise illegal(gettext_noop("Choose a card of your hand as your Ultimate Escape card."))
        return Submission({**sealed, key: answer})
    apply(state, answer)
    return Submission(sealed, (answer,))


def asked(state: State) -> tuple[Asked, ...]:
    """What everybody knows is waited for: an Ultimate of every seat that has none, or the seat on turn."""
    return tuple(Asked(prompt.seat, prompt.kind, prompt.key) for prompt in prompts(state))


def handed_in(state: State, sealed: Mapping[int, Sealed]) -> frozenset[int]:
    """The seats whose Ultimate lies sealed; in turns nothing lies sealed."""
    if state.phase != "ultimate":
        return frozenset()
    return frozenset(prompt.seat for prompt in prompts(state) if prompt.key in sealed.get(prompt.seat, {}))


def advance(state: State, sealed: Mapping[int, Sealed], due: bool, stand_in: StandIn) -> tuple[Action, ...]:
    """The Ultimates once the last is in or the time is up, by seat; a turn whose time is up, to its end."""
    if state.phase == "ultimate":
        if not due and len(handed_in(state, sealed)) < len(prompts(state)):
            return ()
        return tuple(
            sealed.get(prompt.seat, {}).get(prompt.key) or stand_in(state, prompt) for prompt in prompts(state)
        )
    actions: tuple[Action, ...] = ()
    turn = state.turn
    while due and state.turn == turn and state.phase != "over":
        action = stand_in(state, prompts(state)[0])
        actions = (*actions, action)
        state, _ = apply(state, action)
    return actions


def keeps(state: State, seat: int, key: str) -> bool:
    """A sealed Ultimate is of use until it is laid."""
    return state.phase == "ultimate" and not state.ultimates[seat]


def as_known_to(state: State, seat: int, sealed: Sealed) -> State:
    """The state itself: a sealed Ultimate changes nothing for its seat until all are laid."""
    return state
