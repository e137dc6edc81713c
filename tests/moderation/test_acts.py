"""What moderators do: it works, has a reason, is logged for good and told to the table."""

from datetime import timedelta

import pytest

from games import emails
from games.models import Act, FormerSeat, Game, Notice, Offer, Report, Seat, User
from games.models.moderation import CannotChange
from games.rules.kernel import IllegalAction
from games.selectors.staff import people_for, reports_for
from games.selectors.talk import talk_for
from games.selectors.waiting import last_boundary
from games.services import faults, gathering, moderation, talk
from games.services.moderation import NoSuchPerson
from tests import tables
from tests.moderation.cast import REASON, last, moderator, said, told, user
from tests.tables import DAY, NOW, after

pytestmark = pytest.mark.django_db


def hide_names(game: Game) -> None:
    """The table shows no names until its end."""
    Game.objects.filter(pk=game.pk).update(options={"hidden_names": True})


# --- Every act --------------------------------------------------------------------------------------------------------

TABLE_ACTS = {
    "pause": {},
    "extend": {"eighths": 2},
    "call_off": {},
    "hand_on": {"seat": 1},
}


@pytest.mark.parametrize("what", TABLE_ACTS)
def test_an_act_upon_a_table_is_logged_and_told_with_its_reason(what):
    game, mo = tables.table(), moderator()
    getattr(moderation, what)(by=mo, ref=game.ref, reason=REASON, now=NOW, **TABLE_ACTS[what])
    act = last()
    assert (act.by, act.by_ref, act.at, act.reason, act.game) == (mo, mo.ref, NOW, REASON, game)
    (line,) = told(game)
    assert "A moderator" in line and REASON in line and "Mo" not in line.replace("A moderator", "")


@pytest.mark.parametrize("what", TABLE_ACTS)
@pytest.mark.parametrize("reason", ["", "  ", "no", "\u200b\u200b\u200b\u200b"])
def test_an_act_without_a_reason_does_nothing(what, reason):
    game, mo = tables.table(), moderator()
    with pytest.raises(IllegalAction):
        getattr(moderation, what)(by=mo, ref=game.ref, reason=reason, now=NOW, **TABLE_ACTS[what])
    assert not Act.objects.exists()
    fresh = tables.fresh(game)
    assert (fresh.status, fresh.deadline, fresh.seats.filter(is_bot=True).count()) == ("running", game.deadline, 0)


def test_the_log_of_acts_only_grows():
    game, mo = tables.table(), moderator()
    moderation.pause(by=mo, ref=game.ref, reason=REASON, now=NOW)
    act = last()
    act.reason = "another"
    for change in (act.save, act.delete, Act.objects.all().delete, lambda: Act.objects.update(reason="another")):
        with pytest.raises(CannotChange):
            change()


def test_a_deleted_moderator_stays_in_the_log_by_reference():
    game, mo = tables.table(), moderator()
    moderation.pause(by=mo, ref=game.ref, reason=REASON, now=NOW)
    ref = mo.ref
    mo.delete()
    assert (last().by, last().by_ref) == (None, ref)


def test_a_nasty_reason_harms_nobody():
    game, mo = tables.table(), moderator()
    moderation.pause(by=mo, ref=game.ref, reason="<b>{seat}</b>\u202e %s", now=NOW)
    assert "&lt;b&gt;{seat}&lt;/b&gt; %s" in told(game)[0]


# --- Tables -----------------------------------------------------------------------------------------------------------


def test_a_paused_table_stands_and_goes_on_without_loss():
    game, mo = tables.table(), moderator()
    moderation.pause(by=mo, ref=game.ref, reason=REASON, now=NOW)
    assert tables.fresh(game).status == Game.Status.PAUSED
    moderation.resume(by=mo, ref=game.ref, reason=REASON, now=after(hours=5))
    fresh = tables.fresh(game)
    assert (fresh.status, fresh.deadline) == (Game.Status.RUNNING, game.deadline + timedelta(hours=5))


def test_more_time_adds_eighths_and_moves_no_boundary():
    game, mo = tables.table(pace=DAY), moderator()
    before = last_boundary(game, after(hours=7))
    moderation.extend(by=mo, ref=game.ref, reason=REASON, eighths=3, now=NOW)
    fresh = tables.fresh(game)
    assert fresh.deadline == game.deadline + timedelta(hours=9)
    assert (last_boundary(fresh, after(hours=7)), fresh.span) == (before, game.span)


@pytest.mark.parametrize("eighths", [0, -1, 17])
def test_no_other_time_can_be_given(eighths):
    game, mo = tables.table(), moderator()
    with pytest.raises(IllegalAction):
        moderation.extend(by=mo, ref=game.ref, reason=REASON, eighths=eighths, now=NOW)


def test_an_open_showdown_cannot_be_made_longer():
    game, mo = tables.table(always_open=True), moderator()
    dealer = tables.view(game, 0).dealer
    tables.bid(game, dealer)
    for number in {0, 1, 2} - {dealer}:
        tables.bid(game, number)
    game = tables.resolve(game)
    assert game.asked[0][1] == "showdown"
    with pytest.raises(IllegalAction, match="could take longer"):
        moderation.extend(by=mo, ref=game.ref, reason=REASON, eighths=1, now=NOW)
    assert tables.fresh(game).deadline == game.deadline


def test_a_table_called_off_has_no_result_and_asks_nobody():
    game, mo = tables.table(), moderator()
    moderation.call_off(by=mo, ref=game.ref, reason=REASON, now=NOW)
    fresh = tables.fresh(game)
    assert (fresh.status, fresh.result, fresh.asked, fresh.wake_at) == (Game.Status.CALLED_OFF, None, [], None)


def test_a_parked_table_goes_on():
    game, mo = tables.table(), moderator()
    for _ in range(faults.MOST_TRIES):
        faults.count_fault(ref=game.ref, error=ValueError(), now=NOW)
    moderation.unpark(by=mo, ref=game.ref, reason=REASON, now=NOW)
    assert tables.fresh(game).status == Game.Status.RUNNING


def test_a_seat_handed_on_is_a_bots_with_what_was_sealed():
    game, mo = tables.table(), moderator()
    dealer = tables.view(game, 0).dealer
    other = (dealer + 1) % 3
    tables.bid(game, other)
    sealed = tables.own(game, other)
    name = str(Seat.objects.get(game=game, number=other).user)
    moderation.hand_on(by=mo, ref=game.ref, seat=other, reason=REASON, now=NOW)
    seat = Seat.objects.get(game=game, number=other)
    assert (seat.user, seat.is_bot, tables.own(game, other)) == (None, True, sealed)
    assert FormerSeat.objects.get(game=game).user.name == name
    assert f"<bdi>{name}</bdi>" in told(game)[0]


def test_a_table_of_one_person_is_never_offered():
    game, mo = tables.table("Ada", bots=2), moderator()
    with pytest.raises(IllegalAction, match="never offered"):
        moderation.hand_on(by=mo, ref=game.ref, seat=0, reason=REASON, now=NOW, is_offered=True)
    assert not Offer.objects.exists()


# --- Talk -------------------------------------------------------------------------------------------------------------


def test_a_hidden_message_is_read_by_nobody_until_it_is_shown_again():
    game, mo = tables.table(), moderator()
    message = said(game, text="rude-canary")
    moderation.hide(by=mo, ref=game.ref, message=message.ref, reason=REASON, now=NOW)
    for reader in ("Ada", "Bo"):
        assert "canary" not in repr(talk_for(user=user(reader), ref=game.ref, now=NOW))
    moderation.hide(by=mo, ref=game.ref, message=message.ref, reason=REASON, now=NOW, is_hidden=False)
    assert "canary" in repr(talk_for(user=user("Bo"), ref=game.ref, now=NOW))


def test_who_is_muted_at_a_table_cannot_talk_there_until_then():
    game, other, mo = tables.table(), tables.table(), moderator()
    moderation.mute_seat(by=mo, ref=game.ref, message=said(game).ref, reason=REASON, days=2, now=NOW)
    with pytest.raises(IllegalAction, match="muted you"):
        said(game)
    said(game, "Bo")
    said(other)
    talk.say(user=user("Ada"), ref=game.ref, text="sorry", form="", now=after(days=2, seconds=1))


def test_who_is_muted_everywhere_cannot_talk_anywhere():
    game, mo = tables.table(), moderator()
    moderation.mute_person(by=mo, person=user("Ada").ref, reason=REASON, days=2, now=NOW)
    with pytest.raises(IllegalAction, match="muted you"):
        said(game)
    assert "<bdi>Ada</bdi>" in told(game)[0]


def test_a_lifted_mute_holds_no_more():
    game, mo = tables.table(), moderator()
    moderation.mute_seat(by=mo, ref=game.ref, message=said(game).ref, reason=REASON, days=2, now=NOW)
    moderation.lift(by=mo, act=last().ref, reason="They made up.", now=NOW)
    said(game)
    with pytest.raises(NoSuchPerson):
        moderation.lift(by=mo, act=Act.objects.get(kind="mute").ref, reason="Again.", now=NOW)


def test_where_names_are_hidden_acts_know_the_seat_only():
    game, mo = tables.table(), moderator()
    hide_names(game)
    message = said(game)
    moderation.hide(by=mo, ref=game.ref, message=message.ref, reason=REASON, now=NOW)
    moderation.mute_seat(by=mo, ref=game.ref, message=message.ref, reason=REASON, days=2, now=NOW)
    moderation.hand_on(by=mo, ref=game.ref, seat=1, reason=REASON, now=NOW)
    assert set(Act.objects.values_list("person", flat=True)) == {None}
    with pytest.raises(IllegalAction, match="muted you"):
        said(game)
    assert "Ada" not in "".join(told(game)) and "Seat 1" in told(game)[0]


def test_a_settled_report_leaves_the_queue_and_the_table_is_not_told():
    game, mo = tables.table(), moderator()
    talk.report(user=user("Bo"), ref=game.ref, message=said(game).ref, text="", now=NOW)
    report = Report.objects.get()
    assert list(reports_for(mo)) == [report]
    moderation.settle(by=mo, report=report.ref, reason="It was a joke.", now=NOW)
    assert (list(reports_for(mo)), told(game)) == ([], [])
    assert last().reason == "It was a joke."


# --- People -----------------------------------------------------------------------------------------------------------


def test_a_suspended_account_is_out_until_its_time_is_served(client):
    tables.table()
    mo, ada = moderator(), user("Ada")
    client.force_login(ada)
    moderation.suspend(by=mo, person=ada.ref, reason=REASON, days=3, now=NOW)
    assert client.get("/me").status_code == 302
    moderation.end_suspensions(now=after(days=2))
    assert not user("Ada").is_active
    moderation.end_suspensions(now=after(days=3))
    assert user("Ada").is_active


def test_a_closed_account_stays_out_and_bots_have_its_seats():
    game, mo = tables.table(), moderator()
    moderation.suspend(by=mo, person=user("Ada").ref, reason=REASON, days=3, now=NOW)
    moderation.close_account(by=mo, person=user("Ada").ref, reason=REASON, now=NOW)
    moderation.end_suspensions(now=after(days=30))
    assert not user("Ada").is_active
    assert Seat.objects.get(game=game, number=0).is_bot
    moderation.lift(by=mo, act=Act.objects.get(kind="close").ref, reason="A mistake.", now=after(days=30))
    assert user("Ada").is_active


def test_where_names_are_hidden_nothing_tells_whose_account_was_closed():
    game, mo = tables.table(), moderator()
    hide_names(game)
    moderation.close_account(by=mo, person=user("Ada").ref, reason=REASON, now=NOW)
    assert Seat.objects.filter(game=game, user__isnull=False).count() == 3
    assert talk_for(user=user("Bo"), ref=game.ref, now=NOW).lines == ()


@pytest.mark.parametrize("days", [0, -1, 400])
def test_a_suspension_has_a_bearable_length(days):
    ada, mo = tables.person("Ada"), moderator()
    with pytest.raises(IllegalAction):
        moderation.suspend(by=mo, person=ada.ref, reason=REASON, days=days, now=NOW)


def test_moderators_cannot_touch_themselves_each_other_or_who_sits_with_them():
    mo, other = moderator(), moderator("Max")
    chief = User.objects.create_superuser("chief@example.org", name="Chief")
    tables.table("Ada Bo Cy")
    tables.table("Mo Dot Eli")
    assert set(people_for(mo).values_list("name", flat=True)) == {"Ada", "Bo", "Cy"}
    for person in (mo, other, chief, user("Dot")):
        with pytest.raises(NoSuchPerson):
            moderation.suspend(by=mo, person=person.ref, reason=REASON, days=1, now=NOW)
    assert other in people_for(chief)


def test_nobody_becomes_untouchable_by_inviting_moderators():
    mo, ada = moderator(), tables.person("Ada")
    game = gathering.open_table(host=ada, kind="fram", name="Nobody may", seats=3, pace=86400, now=NOW)
    gathering.invite(host=ada, ref=game.ref, user=mo, now=NOW)
    assert ada in people_for(mo)
    moderation.suspend(by=mo, person=ada.ref, reason=REASON, days=1, now=NOW)
    with pytest.raises(moderation.NoSuchTable):
        moderation.call_off(by=mo, ref=game.ref, reason=REASON, now=NOW)


def test_who_sits_with_a_moderator_under_a_hidden_name_is_not_told_by_that():
    mo = moderator()
    game = tables.table("Mo Dot Eli")
    hide_names(game)
    assert user("Dot") in people_for(mo)


def test_an_act_that_is_sent_twice_is_done_once():
    game, mo = tables.table(), moderator()
    ada, rude, before = user("Ada"), said(game), tables.fresh(game).deadline
    twice = {"by": mo, "reason": REASON}
    for now in (NOW, after(seconds=2)):
        moderation.extend(**twice, ref=game.ref, eighths=1, now=now)
        moderation.mute_seat(**twice, ref=game.ref, message=rude.ref, days=1, now=now)
        moderation.mute_person(**twice, person=ada.ref, days=1, now=now)
        moderation.suspend(**twice, person=ada.ref, days=1, now=now)
    assert Act.objects.count() == 4
    assert tables.fresh(game).deadline - before == timedelta(seconds=DAY / 8)
    moderation.extend(**twice, ref=game.ref, eighths=1, now=after(minutes=5))
    assert Act.objects.count() == 5


def test_nobody_but_moderators_does_anything():
    game = tables.table()
    staff = tables.person("Stan", is_staff=True)
    plain = tables.person("Pat")
    message = said(game)
    for who in (staff, plain, user("Ada")):
        with pytest.raises(moderation.NoSuchTable):
            moderation.hide(by=who, ref=game.ref, message=message.ref, reason=REASON, now=NOW)
        with pytest.raises(NoSuchPerson):
            moderation.suspend(by=who, person=user("Bo").ref, reason=REASON, days=1, now=NOW)


@pytest.mark.parametrize("what", ["pause", "call_off"])
def test_everybody_is_owed_a_mail_when_the_table_stops(what, smtp_sink):
    game, mo = tables.table(), moderator()
    Notice.objects.update(not_before=None)
    getattr(moderation, what)(by=mo, ref=game.ref, reason=REASON, now=NOW)
    for seat in game.seats.all():
        (mail,) = emails.claim_for_seat(seat=seat.pk, now=NOW)
        emails.send(mail=mail, now=NOW)
    words = {"pause": "The table is paused", "call_off": "The table was called off"}[what]
    assert len(smtp_sink.messages) == 3
    assert all(words in str(message) for message in smtp_sink.messages)
