"""What a viewer of Fram R'lyeh has come to know, said once more and by itself (fram.md, *Who knows what*).

It is not asked of the rules that are under test: who dealt and who won follows from the cards that lie open.
"""

from typing import Any

from games.rules.fram.cards import ROUNDS, TRUMPS
from games.rules.offline import OfflineTable

LAST = ROUNDS - 1
REMOVED = (ROUNDS, ROUNDS + 1, ROUNDS + 2)


def faces(table: OfflineTable, viewer: int | None) -> list[object]:
    """The depths that all know, then the faces that the viewer has seen, by place."""
    state, deal = table.state, table.deal
    ahead = viewer is not None and has_answered(table, viewer)
    number = state.round + (1 if ahead else 0)
    depths = [deal.treasures[place].depth for place in range(min(number + 2, ROUNDS))]
    places = places_seen(state, viewer, ahead)
    return [depths, [(place, str(deal.treasure(place))) for place in sorted(places)]]


def has_answered(table: OfflineTable, seat: int) -> bool:
    """Whether the seat leads the next round and has said what becomes of what it won: it sees the next treasure."""
    state = table.state
    if state.phase.value != "look" or state.showdowns[-1].winner != seat or "mead" in state.showdowns[-1].played:
        return False
    sealed = table.sealed[seat]
    orders = [getattr(sealed.get(f"r{state.round}.{kind}"), "orders", None) for kind in ("bid", "switch")]
    is_ordered = any(order is not None and order.below is not None for order in orders)
    return state.round < ROUNDS and (f"r{state.round}.look" in sealed or is_ordered)


def places_seen(state: Any, viewer: int | None, ahead: bool) -> set[int]:
    """Where lies what the viewer has seen."""
    seen = {LAST}
    if viewer is None:
        return seen
    if state.deal.trumps[viewer] == "text":
        seen |= set(REMOVED)
    rounds = [(showdown.round, showdown.dealer) for showdown in state.showdowns]
    if state.phase.value != "over":
        rounds.append((state.round, state.dealer))
    for number, dealer in rounds:
        if dealer == viewer:
            seen |= {number - 1} | ({number} if _by_mead(state, number) and number < ROUNDS else set())
    seen |= {showdown.round - 1 for showdown in state.showdowns if showdown.winner == viewer}
    return seen | ({state.round} if ahead else set())


def trumps_seen(state: Any) -> set[str]:
    """The trumps that everybody has seen: the text, those played, the drug once used, the sign once discarded."""
    seen = {"text"} | {card for card in state.revealed or () if card in TRUMPS}
    for showdown in state.showdowns:
        seen |= {card for card in showdown.revealed if card in TRUMPS}
        seen |= ({"drug"} if showdown.drugged is not None else set()) | ({"sign"} if showdown.banished else set())
    lead = state.played[state.dealer]
    return seen | ({lead} if lead in TRUMPS else set())


def _by_mead(state: Any, number: int) -> bool:
    return any(showdown.round == number - 1 and "mead" in showdown.played for showdown in state.showdowns)
