"""Making moves: sealed, replaced, refused, opened."""

import pytest
from django.db import connection

from games.models import Game, Move, Sealed
from games.rules.kernel import IllegalAction, StaleDecision
from games.selectors.replays import replay
from games.services import playing
from games.services.desk import NoSuchTable
from tests import tables
from tests.tables import NOW, after, answer, bid, fresh, own, person, pick, play_rounds, resolve, state, table, view

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.mark.parametrize("seats", ["Ada Bo Cy", "Ada Bo Cy Dee Eve"])
def test_a_game_of_fram_is_played_to_its_end(seats):
    game = play_rounds(table(seats), 12, NOW)
    assert 1 in game.result["places"]
    assert game.asked == [] and game.deadline is None and game.wake_at is None
    assert state(game) == replay(game).state


def test_an_answer_is_sealed_and_not_logged():
    game = table(kind="toy")
    receipt = pick(game, 0, 3)
    assert not receipt.is_open and len(receipt.code) == 64
    assert own(game, 0)["r1.pick"].number == 3
    assert own(game, 1) == {}
    assert fresh(game).moves_logged == 0 and not Move.objects.exists()


def test_a_sealed_answer_is_replaced_and_has_a_new_receipt():
    game = table(kind="toy")
    first, second = pick(game, 0, 3), pick(game, 0, 1)
    assert own(game, 0)["r1.pick"].number == 1
    assert first.code != second.code


def test_the_same_answer_sent_twice_is_one():
    game = table(kind="toy")
    assert pick(game, 0, 3) == pick(game, 0, 3)


def test_the_same_answer_of_two_seats_has_two_receipts():
    game = table(kind="toy")
    assert pick(game, 0, 3).code != pick(game, 1, 3).code


def test_the_last_answer_opens_all():
    game = table(kind="toy")
    for number in range(3):
        pick(game, number, 1 + number)
        assert fresh(game).moves_logged == 0
    game = resolve(game)
    assert game.moves_logged == 3
    assert [move.public for move in game.moves.all()] == [{"seat": n, "number": n + 1} for n in range(3)]
    assert len({move.at for move in game.moves.all()}) == 1
    assert own(game, 0) == {}


def test_resolving_again_changes_nothing():
    game = table(kind="toy")
    for number in range(3):
        pick(game, number)
    game = resolve(game)
    before = Game.objects.values().get(pk=game.pk)
    for _ in range(3):
        resolve(game)
    assert Game.objects.values().get(pk=game.pk) == before


def test_a_closed_decision_is_refused_with_a_sentence():
    game = table(kind="toy")
    for number in range(3):
        pick(game, number)
    resolve(game)
    with pytest.raises(StaleDecision, match="over"):
        answer(game, 0, key="r1.pick", number="3")
    assert own(game, 0) == {}


def test_an_unreadable_answer_is_refused_and_nothing_is_lost():
    game = table(kind="toy")
    pick(game, 0, 3)
    with pytest.raises(IllegalAction):
        answer(game, 0, key="r1.pick", number="9")
    assert own(game, 0)["r1.pick"].number == 3


def test_a_stranger_meets_no_table():
    game = table(kind="toy")
    with pytest.raises(NoSuchTable):
        playing.hand_in(user=person("Zoe"), ref=game.ref, form={"key": "r1.pick", "number": "1"}, now=NOW)
    with pytest.raises(NoSuchTable):
        playing.hand_in(user=person("Yan"), ref="nowhere", form={}, now=NOW)


def test_at_a_finished_table_nothing_can_be_moved():
    game = table(kind="toy")
    for _ in range(2):
        for number in range(3):
            pick(game, number)
        resolve(game)
    assert fresh(game).is_finished
    with pytest.raises(StaleDecision):
        answer(game, 0, key="r2.pick", number="1")


def test_a_lead_is_logged_at_once_and_bids_are_asked():
    game = table()
    dealer = state(game).dealer
    receipt = bid(game, dealer, "12")
    assert receipt.is_open and receipt.code != ""
    game = fresh(game)
    assert game.moves.get().public == {"seat": dealer, "do": "play", "card": "12"}
    assert {wait[0] for wait in game.asked} == {0, 1, 2} - {dealer}
    assert game.deadline == after(days=1)


def test_a_bid_may_come_before_the_lead():
    game = table()
    dealer = state(game).dealer
    early = (dealer + 1) % 3
    bid(game, early, "9")
    bid(game, dealer, "12")
    assert own(game, early)["r1.bid"].card == "9"


def test_bids_all_laid_ahead_are_opened_after_the_lead():
    game = table()
    dealer = state(game).dealer
    for seat in ((dealer + 1) % 3, (dealer + 2) % 3, dealer):
        bid(game, seat)
    assert fresh(game).wake_at == NOW
    assert resolve(game).moves_logged > 1


def test_an_open_showdown_takes_no_drug_after_its_time_though_no_sweep_came():
    game, seat = with_open_showdown()
    late = fresh(game).deadline
    with pytest.raises(StaleDecision):
        answer(game, seat, late, key="r1.showdown", do="drug", card="15")
    assert answer(game, seat, late - (late - NOW) / 9, key="r1.showdown", do="drug", card="15").is_open


def with_open_showdown() -> tuple[Game, int]:
    """A table of five whose first showdown is held open by all, and the seat with the drug."""
    game = table("Ada Bo Cy Dee Eve")
    dealer = state(game).dealer
    drug = next(number for number, seat in enumerate(state(game).seats) if seat.trump == "drug")
    for step in range(5):
        seat = (dealer + step) % 5
        hold = {} if state(game).seats[seat].trump == "text" else {"hold": "on"}
        bid(game, seat, **hold)
    resolve(game)
    assert fresh(game).asked == [[None, "showdown", "r1.showdown", "short"]]
    return game, drug


def test_every_sealed_row_is_rewritten_with_one_length_whoever_seals():
    game = table("Ada Bo Cy Dee Eve")
    rows = {row.pk: (row.answers, row.since) for row in Sealed.objects.all()}
    bid(game, (state(game).dealer + 1) % 5)
    changed = {row.pk: (row.answers, row.since) for row in Sealed.objects.all()}
    assert all(rows[pk] != changed[pk] for pk in rows)
    assert len({len(text) for texts in [*rows.values(), *changed.values()] for text in texts[:1]}) == 1
    assert len({len(texts[1]) for texts in [*rows.values(), *changed.values()]}) == 1


def test_a_bid_takes_few_statements(django_assert_max_num_queries):
    game = table("Ada Bo Cy Dee Eve")
    dealer = state(game).dealer
    bid(game, dealer)
    user = game.seats.get(number=(dealer + 1) % 5).user
    choice = view(game, (dealer + 1) % 5).decision
    form = {"key": choice.key, "do": "play", "card": choice.choices[0].card}
    with django_assert_max_num_queries(9 if connection.vendor == "postgresql" else 9):
        playing.hand_in(user=user, ref=game.ref, form=form, now=NOW)


def test_opening_all_takes_few_statements(django_assert_max_num_queries):
    game = table("Ada Bo Cy Dee Eve")
    dealer = state(game).dealer
    for step in range(5):
        bid(game, (dealer + step) % 5)
    with django_assert_max_num_queries(11):
        resolve(game)


def test_a_switch_keeps_its_last_position():
    game = table()
    holder = next(n for n, seat in enumerate(state(game).seats) if seat.trump != "text")
    dealer = state(game).dealer
    for step in range(3):
        seat = (dealer + step) % 3
        bid(game, seat, **({"hold": "on"} if seat == holder else {}))
    game = resolve(game)
    game = resolve(game, game.deadline)
    assert own(game, holder)["switch"].on
    assert set(own(game, (holder + 1) % 3)) <= {"switch", "r1.bid", "r1.switch"}


def test_the_names_of_a_table_stay_when_people_go():
    game = table(kind="toy")
    tables.User.objects.get(name="Bo").delete()
    for number in (0, 2):
        pick(game, number)
    playing.move_bots(ref=game.ref, now=after(days=1))
    assert resolve(game, after(days=1)).moves_logged == 3


def test_an_answer_sent_again_after_all_were_opened_comes_to_the_same():
    game = table(kind="toy")
    receipts = [pick(game, number, 1 + number) for number in range(3)]
    resolve(game)
    again = answer(game, 2, key="r1.pick", number="3")
    assert again.code == receipts[2].code and again.is_open
    with pytest.raises(StaleDecision):
        answer(game, 2, key="r1.pick", number="2")


def test_a_lead_sent_twice_is_one():
    game = table()
    dealer = state(game).dealer
    key = view(game, dealer).decision.key
    first = answer(game, dealer, key=key, do="play", card="12")
    assert answer(game, dealer, key=key, do="play", card="12") == first
    assert fresh(game).moves_logged == 1
