"""Leaks in what a seat is shown: in the table's view, in the sentences, in the mails."""

from dataclasses import replace
from typing import Any

from games.rules import fram
from games.rules.fram import model, play, table, telling
from games.rules.fram.model import Phase, has_drug
from games.selectors import tables as selectors
from games.selectors.replays import Replay, actions, answers_of
from tests.secrecy.planted.fault import Fault, Patch, everywhere, template
from tests.secrecy.position import Position
from tests.secrecy.stretch import Stretch

FOLDED = ("folded look, not answered", "folded look, answered")
sealed_by_all: dict[int, Any] = {}


def differ_in(*facts: str) -> Any:
    """The pair differs in one of these."""
    return lambda start, stretch: bool(set(facts) & set(start.facts))


def _shown(patch: Patch, change: Any) -> None:
    """Every view is changed by `change(view, state, seat)`."""

    def make(old: Any) -> Any:
        return lambda state, seat, pending: change(old(state, seat, pending), state, seat)

    everywhere(patch, table, "view", make)


def _see_all_that_lies_sealed(patch: Patch) -> None:
    """Whoever makes a page can look at what all have sealed (`sealed_by_all`)."""
    old = selectors._page

    def page(game: Any, seats: Any, *rest: Any, **more: Any) -> Any:
        sealed_by_all.clear()
        if game.started_at is not None:
            rules = selectors.rules_of(game)
            for seat in seats:
                sealed_by_all[seat.number] = actions(answers_of(rules, game, seat.number, seat.sealed))
        return old(game, seats, *rest, **more)

    patch.setattr(selectors, "_page", page)


# --- Hands and faces --------------------------------------------------------------------------------------------------


def hand_in_a_data_attribute(patch: Patch) -> None:
    def change(view: Any, state: Any, seat: int | None) -> Any:
        seats = tuple(replace(s, hand=table._sorted_hand(state, s.number)) for s in view.seats)
        return replace(view, seats=seats)

    _shown(patch, change)
    template(patch, "fram/_seat.html", '<details data-keep="', '<details data-hand="{{ seat.hand }}" data-keep="')


def trump_in_a_class(patch: Patch) -> None:
    def change(view: Any, state: Any, seat: int | None) -> Any:
        return replace(view, seats=tuple(replace(s, trump=state.seats[s.number].trump) for s in view.seats))

    _shown(patch, change)
    template(patch, "fram/_seat.html", '<li class="seat ', '<li class="seat has-{{ seat.trump }} ')


def choices_in_an_order_that_tells(patch: Patch) -> None:
    """The choices stand in an order that depends on the trump of the seat to the left."""

    def make(old: Any) -> Any:
        def playable(state: Any, seat: int) -> Any:
            left = state.seats[(seat + 1) % len(state.seats)].trump
            return tuple(sorted(old(state, seat), key=lambda card: hash_of(left + card)))

        return playable

    everywhere(patch, model, "playable", make)


def hash_of(text: str) -> int:
    """A number that a text comes to, in every process the same."""
    return sum((place + 1) * ord(sign) ** 2 for place, sign in enumerate(text)) % 9973


def faces_for_spectators(patch: Patch) -> None:
    """Who has no seat sees every face."""
    old = table._sees
    patch.setattr(table, "_sees", lambda state, seat, place: seat is None or old(state, seat, place))


def next_treasure_for_every_dealer(patch: Patch) -> None:
    old = table._sees

    def sees(state: Any, seat: int | None, place: int) -> bool:
        return old(state, seat, place) or (seat == state.dealer and place == state.round)

    patch.setattr(table, "_sees", sees)


def removed_treasures_for_all(patch: Patch) -> None:
    old = table._sees
    patch.setattr(table, "_sees", lambda state, seat, place: place >= 12 or old(state, seat, place))


def struck_out_by_what_others_have_seen(patch: Patch) -> None:
    def change(view: Any, state: Any, seat: int | None) -> Any:
        return replace(view, depths=tuple(table._depth(state, state.dealer, depth.letter) for depth in view.depths))

    _shown(patch, change)


def deeper_backs(patch: Patch) -> None:
    """The deck shows the back below its top."""

    def change(view: Any, state: Any, seat: int | None) -> Any:
        place = state.round + 2
        deck = table._treasure(state, None, place) if place < 11 else None
        return replace(view, row=replace(view.row, deck=deck))

    _shown(patch, change)


def undealt_trumps_named(patch: Patch) -> None:
    def change(view: Any, state: Any, seat: int | None) -> Any:
        there = tuple(trump for trump in view.known_trumps if trump in state.deal.trumps)
        more = tuple(trump for trump in ("sign", "mead") if trump in state.deal.trumps and trump not in there)
        return replace(view, known_trumps=(*there, *more))

    _shown(patch, change)
    template(patch, "fram/_status.html", '<p class="round">', '<p class="round" title="{{ table.known_trumps }}">')


# --- The showdown -----------------------------------------------------------------------------------------------------


def who_held_before_the_end(patch: Patch) -> None:
    def change(view: Any, state: Any, seat: int | None) -> Any:
        held = [showdown.held for showdown in state.showdowns]
        shown = [replace(s, held=tuple(sorted(h))) for s, h in zip(view.showdowns, held, strict=False)]
        return replace(view, showdowns=tuple(shown))

    _shown(patch, change)
    template(patch, "fram/_seats.html", "<", "<!-- {% for s in table.showdowns %}{{ s.held }}{% endfor %} --><")


def standing_winner_by_the_drug(patch: Patch) -> None:
    """While the showdown is open the likely winner is said: whoever has the drug and held."""

    def change(view: Any, state: Any, seat: int | None) -> Any:
        users = [s for s in state.held if has_drug(state, s)]
        return replace(view, standing=users[0]) if users and state.phase is Phase.SHOWDOWN else view

    _shown(patch, change)
    template(patch, "fram/_status.html", '<p class="round">', '<p class="round" data-first="{{ table.standing }}">')


def is_held_at(start: Position, stretch: Stretch) -> bool:
    """An open showdown, in which not the same seat with the drug holds."""
    states = [table.state for table in start.tables]
    return [{s for s in st.held if has_drug(st, s)} for st in states][0] != {
        s for s in states[1].held if has_drug(states[1], s)
    }


# --- The look before its lead -----------------------------------------------------------------------------------------


def _winner_ahead(state: Any) -> Any:
    """The state as the winner's sealed answer makes it, told to all; None if there is none."""
    if state.phase is not Phase.LOOK or not sealed_by_all:
        return None
    winner = state.showdowns[-1].winner
    ahead = fram.as_known_to(state, winner, sealed_by_all[winner])
    return None if ahead is state else replace(ahead, before=None, withheld=())


def _ahead(patch: Patch, change: Any) -> None:
    def peek(view: Any, state: Any, seat: int | None) -> Any:
        ahead = _winner_ahead(state)
        return view if ahead is None or seat == ahead.dealer else change(view, table.view(ahead, seat, fram_nothing()))

    _see_all_that_lies_sealed(patch)
    _shown(patch, peek)


def fram_nothing() -> Any:
    """Nothing pending."""
    from games.rules.kernel import NOTHING_PENDING

    return NOTHING_PENDING


def _seat_by_seat(view: Any, ahead: Any, *names: str) -> Any:
    seats = zip(view.seats, ahead.seats, strict=True)
    return replace(view, seats=tuple(replace(s, **{name: getattr(a, name) for name in names}) for s, a in seats))


def take_in_the_stack(patch: Patch) -> None:
    _ahead(patch, lambda view, ahead: _seat_by_seat(view, ahead, "prizes", "exorcised", "insanity"))


def take_in_the_hand_size(patch: Patch) -> None:
    _ahead(patch, lambda view, ahead: _seat_by_seat(view, ahead, "hand_size"))


def take_in_the_known_trumps(patch: Patch) -> None:
    _ahead(patch, lambda view, ahead: _seat_by_seat(view, ahead, "trump", "trump_is_known"))


def take_in_an_offer(patch: Patch) -> None:
    """An order to banish is not offered any more once the sign is gone, before all know it."""

    def change(view: Any, ahead: Any) -> Any:
        if view.decision is None or "sign" not in ahead.known_trumps:
            return view
        return replace(view, decision=replace(view.decision, banish_order_offered=False, switch_offered=False))

    _ahead(patch, change)


def take_in_the_decks_back(patch: Patch) -> None:
    _ahead(patch, lambda view, ahead: replace(view, row=replace(view.row, deck=ahead.row.deck, next=ahead.row.next)))


def has_answered_in_one(start: Position, stretch: Stretch) -> bool:
    """A folded look that is answered in one of the worlds only."""
    return "answer given" in start.facts and start.viewer != start.tables[0].state.showdowns[-1].winner


def is_answered_otherwise(start: Position, stretch: Stretch) -> bool:
    """A folded look that is banished in one of the worlds only."""
    from tests.secrecy.secret_moves import given

    kinds = [type(given(table)).__name__ for table in start.tables]
    winner = start.tables[0].state.showdowns[-1].winner
    return kinds.count("Banish") == 1 and start.viewer not in (None, winner)


# --- Sentences and mails ----------------------------------------------------------------------------------------------


def face_told_to_all(patch: Patch) -> None:
    old = telling._took
    patch.setattr(telling, "_took", lambda event, seat: old(replace(event, knowers=frozenset({seat})), seat))


def first_look_told_to_all(patch: Patch) -> None:
    old = telling._began
    patch.setattr(telling, "_began", lambda event, seat: old(event, event.dealer))


def mail_to_the_drugs_holder_only(patch: Patch) -> None:
    def make(old: Any) -> Any:
        def dues(before: Any, after: Any, events: Any) -> Any:
            owed = old(before, after, events)
            if after.phase is Phase.SHOWDOWN:
                return tuple(due for due in owed if has_drug(after, due.seat))
            return owed

        return dues

    everywhere(patch, telling, "dues", make)


def opens_a_showdown(start: Position, stretch: Stretch) -> bool:
    """A showdown opens while the viewer watches, and not the same seat has the drug."""
    holders = [next((s for s in range(t.seats) if has_drug(t.state, s)), None) for t in start.tables]
    is_open = any(step.name == "the showdown opens" for step in stretch.steps)
    return is_open and holders[0] != holders[1] and not has_held_before(start)


def has_held_before(start: Position) -> bool:
    """A showdown stood open earlier in that game."""
    from games.rules.fram.model import Settle

    return any(isinstance(action, Settle) for action in start.tables[0].log)


def subject_with_the_treasure(patch: Patch) -> None:
    from games.emails import letters

    old = letters._letter

    def letter(mail: Any, address: str, subject: str, template: str, context: Any, *rest: Any) -> Any:
        part = context.get("part")
        if part is not None and part.page.started_at is not None:
            from games.models import Game
            from games.selectors.replays import replay

            state = replay(Game.objects.get(ref=part.page.ref)).state
            subject = f"{subject}: {state.deal.treasure(state.place)}"
        return old(mail, address, subject, template, context, *rest)

    patch.setattr(letters, "_letter", letter)


def look_asked_of_the_signs_owner(patch: Patch) -> None:
    def make(old: Any) -> Any:
        def is_look_asked(state: Any) -> bool:
            return old(state) and "sign" in state.seats[state.showdowns[-1].winner].hand

        return is_look_asked

    everywhere(patch, model, "is_look_asked", make)


def ends_in_a_look(start: Position, stretch: Stretch) -> bool:
    """A round is won while the viewer watches by who has the sign in one world only, in the first round."""
    states = [table.state for table in stretch.tables]
    if start.tables[0].state.round > 1 or not states[0].showdowns:
        return False
    winner = states[0].showdowns[0].winner
    return start.tables[0].state.showdowns == () and len({"sign" in s.seats[winner].hand for s in states}) == 2


FAULTS = [
    Fault("a hand in a data attribute", hand_in_a_data_attribute, wants=differ_in("trumps")),
    Fault("a trump in a class", trump_in_a_class, wants=differ_in("trumps")),
    Fault("choices in an order that tells", choices_in_an_order_that_tells, wants=differ_in("trumps")),
    Fault("faces for spectators", faces_for_spectators, wants=differ_in("treasures of the rounds")),
    Fault("the next treasure for every dealer", next_treasure_for_every_dealer, ("lead", "bid"),
          lambda start, stretch: start.tables[0].state.dealer == start.viewer),
    Fault("removed treasures for all", removed_treasures_for_all, wants=differ_in("removed treasures")),
    Fault("struck out by what others have seen", struck_out_by_what_others_have_seen, ("lead", "bid")),
    Fault("backs deeper in the deck", deeper_backs, wants=differ_in("depths deep in the deck")),
    Fault("the trumps not dealt", undealt_trumps_named, wants=differ_in("trumps not dealt")),
    Fault("who held, before the end", who_held_before_the_end, wants=differ_in("who held")),
    Fault("the standing winner, by the drug", standing_winner_by_the_drug, ("showdown",), is_held_at),
    Fault("a take in the stack before its lead", take_in_the_stack, FOLDED, has_answered_in_one),
    Fault("a banishing in the hand size before its lead", take_in_the_hand_size, FOLDED, is_answered_otherwise),
    Fault("a banishing in the known trumps before its lead", take_in_the_known_trumps, FOLDED, is_answered_otherwise),
    Fault("a banishing in an offer before its lead", take_in_an_offer, FOLDED, is_answered_otherwise),
    Fault("an answer in the deck's back before its lead", take_in_the_decks_back, FOLDED, has_answered_in_one),
    Fault("a face told to all", face_told_to_all, wants=differ_in("treasures of the rounds")),
    Fault("what the dealer saw, told to all", first_look_told_to_all, wants=differ_in("treasures of the rounds")),
    Fault("a mail to the drug's holder only", mail_to_the_drugs_holder_only, ("bid",), opens_a_showdown),
    Fault("a subject with the treasure", subject_with_the_treasure, wants=differ_in("treasures of the rounds")),
    Fault("a look asked of the sign's owner only", look_asked_of_the_signs_owner, ("bid", "lead"), ends_in_a_look),
]  # fmt: skip

__all__ = ["FAULTS", "Replay", "play"]
