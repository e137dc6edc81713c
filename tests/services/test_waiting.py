"""Time: deadlines, eighths, misses, reminders, pauses, outages."""

from datetime import timedelta

import pytest

from games.models import Game, Notice, Pulse, Seat
from games.rules.kernel import Asked, StaleDecision, Wait
from games.selectors.replays import since_of
from games.selectors.tables import table_for
from games.selectors.waiting import due, last_boundary, said_missing
from games.services import faults, playing, pulse, waits
from tests import tables
from tests.services.test_playing import with_open_showdown
from tests.tables import NOW, after, answer, bid, fresh, pick, resolve, state, table

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def missing(game, now):
    game = fresh(game)
    seats = game.seats.select_related("sealed")
    return set(said_missing(game, {seat.number: since_of(game, seat.number, seat.sealed) for seat in seats}, now))


def test_in_the_first_eighth_all_are_said_to_be_missing():
    game = table(kind="toy", pace=8 * 3600)
    pick(game, 0)
    assert missing(game, after(minutes=59, seconds=59)) == {0, 1, 2}
    assert missing(game, after(hours=1, minutes=1)) == {1, 2}


def test_what_was_on_its_way_when_an_eighth_ended_is_told_with_it():
    """Its moment is that of its request: told at once, it would be seen to come in after the eighth."""
    game = table(kind="toy", pace=8 * 3600)
    pick(game, 0)
    pick(game, 1, now=after(minutes=59, seconds=59))  # kept later
    assert missing(game, after(hours=1, seconds=59)) == {0, 1, 2}
    assert missing(game, after(hours=1, minutes=1)) == {2}


def test_missing_is_said_as_it_stood_at_the_last_full_eighth():
    game = table(kind="toy", pace=8 * 3600)
    pick(game, 0, now=after(hours=1))
    pick(game, 1, now=after(hours=1, seconds=1))
    assert missing(game, after(hours=1, minutes=30)) == {1, 2}
    assert missing(game, after(hours=2, minutes=1)) == {2}


@pytest.mark.parametrize("days", [1, 3, 7])
def test_a_bot_acts_within_a_short_wait(days, monkeypatch):
    monkeypatch.setattr("games.chance.fraction", lambda: 1.0)
    game = Game(pace=days * tables.DAY, solo=False, bots_at={})
    for wait in (Wait.SHORT, Wait.PACE):
        game.span = waits.span([Asked(1, "look", "r3.look", wait)], game.pace)
        waits.call_bot(game, 1, NOW)
        assert 0 < game.bots_at["1"] - NOW.timestamp() <= min(game.span / 2, game.pace * 0.05)


def test_replacing_an_answer_moves_nothing():
    game = table(kind="toy", pace=8 * 3600)
    pick(game, 0, now=after(minutes=30))
    pick(game, 0, 3, now=after(hours=1, minutes=30))
    assert missing(game, after(hours=1, minutes=31)) == {1, 2}


def test_a_bid_before_the_lead_is_missing_until_the_first_eighth_after_it():
    game = table(pace=8 * 3600)
    dealer = state(game).dealer
    early, late = (dealer + 1) % 3, (dealer + 2) % 3
    bid(game, early, now=after(hours=1))
    bid(game, dealer, now=after(hours=3))
    assert missing(game, after(hours=4)) == {early, late}
    assert missing(game, after(hours=4, minutes=1)) == {late}


def test_more_time_adds_eighths_and_moves_none():
    game = table(kind="toy", pace=8 * 3600)
    waits.shift(game, timedelta(hours=4))
    waits.save(game)
    game = fresh(game)
    assert game.deadline == after(hours=12)
    assert last_boundary(game, after(hours=9, minutes=30)) == after(hours=9).timestamp()


def test_a_pause_stops_the_eighths_and_the_deadline():
    game = table(kind="toy", pace=8 * 3600)
    pick(game, 0, now=after(minutes=70))
    faults.pause(ref=game.ref, now=after(minutes=90))
    assert missing(game, after(hours=6)) == {0, 1, 2}
    with pytest.raises(StaleDecision):
        pick(game, 1, now=after(hours=6))
    faults.resume(ref=game.ref, now=after(hours=6, minutes=30))
    assert fresh(game).deadline == after(hours=13)
    assert missing(game, after(hours=7)) == {0, 1, 2}
    assert missing(game, after(hours=7, minutes=1)) == {1, 2}


def test_ones_own_state_is_live_and_others_is_not():
    game = table(pace=8 * 3600)
    dealer = state(game).dealer
    early, late = (dealer + 1) % 3, (dealer + 2) % 3
    bid(game, dealer)
    bid(game, early, now=after(minutes=5))
    for number, said in ((early, {late}), (late, {early, late}), (dealer, {early, late})):
        user = game.seats.get(number=number).user
        page = table_for(user=user, ref=game.ref, now=after(minutes=6))
        assert set(page.table.missing) == said
        assert set(page.missing) == {early, late}
        assert page.i_have_answered == (number == early)


def test_an_open_showdown_lasts_an_eighth_from_when_it_opened():
    game, _drug = with_open_showdown()
    assert fresh(game).deadline == after(hours=3)
    assert resolve(game, after(hours=2, minutes=59)).asked[0][1] == "showdown"
    assert resolve(game, after(hours=3)).asked[0][1] != "showdown"


@pytest.mark.parametrize(("pace", "seconds"), [(60, 60), (480, 60), (4 * 3600, 1800), (7 * 86400, 6 * 3600)])
def test_short_waits_take_an_eighth_within_bounds(pace, seconds):
    game = table("Ada Bo Cy Dee Eve", pace=pace, always_open=True)
    dealer = state(game).dealer
    for step in range(5):
        bid(game, (dealer + step) % 5)
    game = resolve(game)
    assert (game.deadline - NOW).total_seconds() == seconds


def with_folded_look():
    """A table at which the winner of a round is asked to look and to lead, with one deadline; and that seat."""
    game = table()
    dealer = state(game).dealer
    trumps = [seat.trump for seat in state(game).seats]
    winner = next(number for number in range(3) if trumps[number] != "text")
    for step in range(3):
        seat = (dealer + step) % 3
        bid(game, seat, "15" if seat == winner else "4")
    game = resolve(game)
    assert game.asked == [[winner, "lead", "r2.lead", "pace"]]
    return game, winner


def test_a_look_with_the_lead_starts_no_new_time():
    game, winner = with_folded_look()
    now = after(hours=9)
    answer(game, winner, now, key="r1.look", do="take")
    resolve(game, now)
    assert fresh(game).deadline == game.deadline and fresh(game).asked == game.asked
    assert fresh(game).moves_logged == game.moves_logged
    assert tables.view(game, winner).decision.kind == "lead"
    bid(game, winner, now=after(hours=10))
    assert fresh(game).deadline == after(hours=34)


def test_a_look_that_the_clock_answers_is_not_said_to_be_the_clocks():
    game, winner = with_folded_look()
    game = resolve(game, game.deadline)
    taken, led = game.moves.order_by("-number")[:2][::-1]
    assert (taken.public["do"], taken.by_clock) == ("take", False)
    assert (led.public["do"], led.by_clock) == ("play", True)
    assert game.seats.get(number=winner).misses == 1


def test_the_clock_plays_for_who_is_missing_and_says_so():
    game = table()
    dealer = state(game).dealer
    bid(game, dealer)
    bid(game, (dealer + 1) % 3)
    game = resolve(game, after(days=1))
    moves = {move.seat: move.by_clock for move in game.moves.filter(public__do="play")}
    assert moves == {dealer: False, (dealer + 1) % 3: False, (dealer + 2) % 3: True}
    assert Seat.objects.get(game=game, number=(dealer + 2) % 3).misses == 1
    page = table_for(user=game.seats.first().user, ref=game.ref, now=after(days=1))
    assert {seat for told in page.history for seat in told.by_clock} == {(dealer + 2) % 3}


def test_the_clock_does_not_move_before_its_time():
    game = table()
    assert resolve(game, after(hours=23, minutes=59)).moves_logged == 0


def test_two_misses_in_a_row_bring_a_bot_until_its_person_comes_back():
    game = table(kind="toy")
    for _ in range(2):
        pick(game, 0, now=NOW)
        pick(game, 1, now=NOW)
        game = resolve(game, fresh(game).deadline)
    seat = Seat.objects.get(game=game, number=2)
    assert seat.is_away and seat.all_misses == 2
    assert not Seat.objects.filter(game=game, is_away=True).exclude(number=2).exists()


def test_a_miss_between_moves_brings_nobody():
    game = table(kind="fram")
    for round_number in range(4):
        dealer = state(game).dealer
        absent = next(n for n in range(3) if n != dealer)
        for step in range(3):
            seat = (dealer + step) % 3
            if seat != absent or round_number % 2:
                bid(game, seat, now=fresh(game).asked_at)
        game = resolve(game, fresh(game).deadline)
        while game.asked[0][1] != "lead" or state(game).phase.value == "look":
            seat = game.asked[0][0]
            if seat is not None and tables.view(game, seat).decision.kind == "look":
                key = tables.view(game, seat).decision.key
                answer(game, seat, game.asked_at, key=key, do="take")
            if game.asked[0][3] == "short":
                game = resolve(game, game.deadline)
            elif game.asked[0][1] == "lead":
                break
    assert not Seat.objects.filter(game=game, is_away=True).exists()


def test_to_seal_does_not_tell_that_an_absent_person_is_back():
    """Everybody sees who is away: the mark would go at the moment of sealing."""
    game = table(kind="toy")
    Seat.objects.filter(game=game, number=1).update(is_away=True, misses=2)
    pick(game, 1)
    assert Seat.objects.get(game=game, number=1).is_away


def test_to_move_openly_brings_an_absent_person_back():
    game = table()
    dealer = Seat.objects.get(game=game, number=state(game).dealer)
    Seat.objects.filter(pk=dealer.pk).update(is_away=True, misses=2)
    bid(game, dealer.number)
    dealer.refresh_from_db()
    assert not dealer.is_away and dealer.misses == 0


def test_one_click_brings_an_absent_person_back():
    game = table(kind="toy")
    seat = game.seats.get(number=1)
    Seat.objects.filter(pk=seat.pk).update(is_away=True, misses=2)
    playing.come_back(user=seat.user, ref=game.ref, now=NOW)
    playing.come_back(user=seat.user, ref=game.ref, now=NOW)
    assert not Seat.objects.get(pk=seat.pk).is_away


def test_looks_and_showdowns_are_never_missed():
    """Nobody has moved at all: what is counted are leads and bids."""
    game = table()
    while not game.is_finished:
        game = tables.tend(game, game.wake_at)
    looks = game.moves.filter(public__do__in=["take", "banish", "settle"])
    assert looks.exists() and not looks.filter(by_clock=True).exists()


def test_reminders_follow_what_is_said_to_be_missing():
    game = table(kind="toy", pace=tables.DAY)
    pick(game, 0, now=after(hours=1))
    pick(game, 1, now=after(hours=18, minutes=30))  # after the boundary at 18 h: said to be missing at 80 %
    assert fresh(game).remind_at == after(hours=19.2)
    for _ in range(2):
        resolve(game, after(hours=19.2))
    reminded = Notice.objects.filter(kind="reminder").values_list("seat__number", flat=True)
    assert sorted(reminded) == [1, 2]
    assert fresh(game).wake_at == fresh(game).deadline


def test_live_tables_remind_nobody():
    assert table(kind="toy", pace=1800).remind_at is None


def test_the_sweep_finds_what_is_due_and_what_was_lost():
    game = table(kind="toy")
    assert not due(after(hours=19)).exists()
    assert due(after(hours=19.2)).get() == game
    for number in range(3):
        pick(game, number)
    assert due(NOW).get() == game
    resolve(game)
    assert not due(NOW).exists()


def test_an_outage_times_nobody_out(settings):
    settings.SWEEP_SECONDS = 60
    game = table(kind="toy", pace=3600)
    pulse.beat(now=after(minutes=30))
    assert resolve(game, after(minutes=90)).moves_logged == 0
    for _ in range(3):
        pulse.beat(now=after(minutes=90))
    assert fresh(game).deadline == after(hours=2)
    pulse.beat(now=after(minutes=91))
    assert fresh(game).deadline == after(hours=2)
    pulse.beat(now=after(minutes=119))
    assert Pulse.objects.count() == 1


def test_a_beat_on_time_moves_nothing():
    game = table(kind="toy", pace=3600)
    for minute in range(60):
        pulse.beat(now=after(minutes=minute))
    assert fresh(game).deadline == after(hours=1)
    assert resolve(game, after(hours=1)).moves_logged == 3


def test_silence_ends_every_game():
    game = table("Ada Bo Cy Dee Eve", pace=60)
    rounds = 0
    while not game.is_finished:
        assert rounds < 200
        rounds += 1
        game = tables.tend(game, game.wake_at)
    assert game.ended_at - NOW <= 12 * timedelta(seconds=60) * 4


def test_the_time_of_a_first_answer_is_kept_sealed():
    game = table(kind="toy")
    pick(game, 0, now=after(hours=1))
    row = Game.objects.values().get(pk=game.pk)
    assert row["wake_at"] == row["remind_at"] and row["moves_logged"] == 0
