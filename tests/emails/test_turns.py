"""What is mailed, to whom, and what is in it."""

import html
import re

import pytest

from games import emails
from games.models import Mail, Notice, Seat, User
from games.services import gathering, people
from tests import tables
from tests.tables import NOW, after, bid, person, resolve, state, table

pytestmark = [pytest.mark.django_db]


def deliver(now=NOW):
    """What the sweep would have sent by now."""
    for seat in list(emails.seats_owed(now=now)):
        for mail in emails.claim_for_seat(seat=seat, now=now):
            emails.send(mail=mail, now=now)
    for invitation in list(emails.invitations_owed(now=now)):
        for mail in emails.claim_for_invitation(invitation=invitation, now=now):
            emails.send(mail=mail, now=now)
    for pk in list(emails.unsent(now=now)):
        emails.send(mail=Mail.objects.get(pk=pk), now=now)


def play_round(game, now=NOW):
    """All lead or bid their lowest card."""
    dealer = state(game).dealer
    seats = game.seats.count()
    for step in range(seats):
        bid(game, (dealer + step) % seats, now=now)
    return resolve(game, now)


def test_each_seat_is_told_that_the_table_began(smtp_sink):
    game = table()
    deliver()
    assert len(smtp_sink.messages) == 3
    leader = game.seats.get(number=state(game).dealer).user
    for name in ("ada", "bo", "cy"):
        (mail,) = smtp_sink.inbox(f"{name}@example.org")
        assert mail.recipients == (f"{name}@example.org",)
        assert mail.subject == "Friday"
        first = mail.body().splitlines()[0]
        assert first == f"Round 1: \u2068{leader}\u2069 leads. Waiting for \u2068{leader}\u2069."
        assert first.replace("\u2068", "").replace("\u2069", "") in re.sub(r"[\u2068\u2069]", "", mail.body("html"))


def test_nothing_is_sent_twice(smtp_sink):
    table()
    for _ in range(3):
        deliver()
    assert len(smtp_sink.messages) == 3
    assert set(Mail.objects.values_list("outcome", flat=True)) == {"sent"}
    assert not Notice.objects.filter(not_before__isnull=False).exists()


def test_all_that_is_owed_by_then_is_one_mail(smtp_sink):
    game = table()
    play_round(game)
    deliver()
    assert len(smtp_sink.messages) == 3
    assert Notice.objects.filter(seat__user__name="Ada").values("mail").distinct().count() == 1


def test_mails_of_a_table_make_one_thread_a_reader(smtp_sink):
    game = table()
    deliver()
    play_round(game)
    deliver()
    first, second = smtp_sink.inbox("ada@example.org")
    assert first.subject == second.subject
    assert first.message["References"] == second.message["References"] == second.message["In-Reply-To"]
    assert first.message["Message-ID"] != second.message["Message-ID"]
    assert first.message["References"] != smtp_sink.inbox("bo@example.org")[0].message["References"]


def test_headers_keep_robots_quiet_and_let_readers_go(smtp_sink, client):
    table()
    deliver()
    (mail,) = smtp_sink.inbox("ada@example.org")
    message = mail.message
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["X-Auto-Response-Suppress"] == "All"
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert mail.sender.endswith("@localhost") and "Ada" not in message["From"]
    assert re.fullmatch(r"<http://localhost/\S+>", message["List-Unsubscribe"].strip())


def test_the_stop_link_stops_one_table_and_needs_nobody_signed_in():
    game = table()
    other = table("Ada Bo Cy")
    ada = User.objects.get(name="Ada")
    token = people.stop_token(ada, game)
    assert people.stop_mails(token=token)
    assert Seat.objects.get(game=game, user=ada).mails == "none"
    assert Seat.objects.get(game=other, user=ada).mails == ""
    assert not people.stop_mails(token=token[:-1])


def test_the_stop_link_of_a_table_that_was_left_stops_nothing_else():
    game, ada = table(), User.objects.get(name="Ada")
    token = people.stop_token(ada, game)
    gathering.leave(user=ada, ref=game.ref, now=NOW, for_good=True)
    assert people.stop_mails(token=token)
    assert User.objects.get(name="Ada").mails == "each"


def test_a_hand_is_mailed_to_its_owner_alone(smtp_sink):
    """The faces of treasures are what only the dealer is told."""
    game = table()
    dealer = state(game).dealer
    face = state(game).deal.treasures[0].value
    deliver()
    for number, name in enumerate(("ada", "bo", "cy")):
        (mail,) = smtp_sink.inbox(f"{name}@example.org")
        told = f"treasure of {face}\N{NO-BREAK SPACE}VP"
        assert (told in mail.body()) == (told in html.unescape(mail.body("html"))) == (number == dealer)


def test_who_keeps_cards_out_of_mails_reads_what_everybody_knows(smtp_sink):
    game = table()
    User.objects.update(cards_in_mails=False)
    deliver()
    dealer = game.seats.get(number=state(game).dealer).user
    (mail,) = smtp_sink.inbox(dealer.email)
    assert "VP" not in mail.body() and "and saw" not in mail.body()
    assert "You lead" in mail.body()


def test_the_deadline_is_told_in_the_readers_own_time(smtp_sink):
    game = table()
    dealer = game.seats.get(number=state(game).dealer).user
    User.objects.filter(pk=dealer.pk).update(time_zone="Asia/Tokyo")
    deliver()
    (mail,) = smtp_sink.inbox(dealer.email)
    assert "Wed 2 Dec, 21:00 (JST)" in mail.body()


def test_only_proven_addresses_get_mail(smtp_sink):
    table()
    person("Zoe")
    bo = User.objects.get(name="Bo")
    bo.emailaddress_set.update(verified=False)
    deliver()
    assert {mail.recipients[0] for mail in smtp_sink.messages} == {"ada@example.org", "cy@example.org"}


def test_a_changed_address_counts_at_once(smtp_sink):
    table()
    bo = User.objects.get(name="Bo")
    bo.emailaddress_set.update(email="new@example.org")
    deliver()
    assert not smtp_sink.inbox("bo@example.org")
    assert len(smtp_sink.inbox("new@example.org")) == 1


def test_who_has_left_the_seat_gets_nothing_any_more(smtp_sink):
    game = table()
    bo = User.objects.get(name="Bo")
    seat = Seat.objects.get(game=game, user=bo)
    (mail,) = emails.claim_for_seat(seat=seat.pk, now=NOW)
    gathering.leave(user=bo, ref=game.ref, now=NOW, for_good=True)
    emails.send(mail=mail, now=NOW)
    assert not smtp_sink.inbox("bo@example.org")
    assert Mail.objects.get(pk=mail.pk).outcome == "dropped"


@pytest.mark.parametrize(("wish", "count"), [("each", 1), ("none", 0), ("late", 0), ("digest", 0)])
def test_people_get_the_mails_they_wish(smtp_sink, wish, count):
    table()
    User.objects.filter(name="Ada").update(mails=wish)
    deliver()
    assert len(smtp_sink.inbox("ada@example.org")) == count


def test_a_table_may_have_a_wish_of_its_own(smtp_sink):
    game = table()
    ada = User.objects.get(name="Ada")
    people.change_table_mails(user=ada, ref=game.ref, mails="none")
    deliver()
    assert not smtp_sink.inbox("ada@example.org")


def test_a_reminder_is_sent_when_most_of_the_time_is_up(smtp_sink):
    game = table()
    dealer = game.seats.get(number=state(game).dealer).user
    User.objects.update(mails="late")
    resolve(game, after(hours=19))
    deliver(after(hours=19))
    assert not smtp_sink.messages
    for _ in range(3):
        resolve(game, after(hours=19.3))
        deliver(after(hours=19.3))
    (mail,) = smtp_sink.messages
    assert mail.recipients == (dealer.email,)
    assert "Your time is nearly up." in mail.body()


def test_a_digest_comes_at_its_readers_hour_with_all_tables(smtp_sink):
    ada = person("Ada", mails="digest", digest_hour=18, time_zone="Europe/Berlin")
    table("Ada Bo Cy")
    table("Ada Bo Cy")
    deliver(after(hours=1))
    assert not smtp_sink.inbox(ada.email)
    deliver(after(hours=4, minutes=59))
    assert not smtp_sink.inbox(ada.email)
    for _ in range(2):
        deliver(after(hours=5))
    (mail,) = smtp_sink.inbox(ada.email)
    assert mail.subject == "Your tables"
    assert mail.body().count("== Friday ==") == 2


def test_an_invitation_goes_to_a_member_or_an_address(smtp_sink):
    host, bo = person("Ada"), person("Bo")
    game = gathering.open_table(host=host, kind="fram", name="Friday", seats=3, pace=tables.DAY, now=NOW)
    gathering.invite(host=host, ref=game.ref, user=bo, now=NOW)
    for _ in range(2):
        gathering.invite(host=host, ref=game.ref, address="New@Example.org", now=NOW)
    deliver()
    (mail,) = smtp_sink.inbox("bo@example.org")
    assert "Ada" in mail.body().splitlines()[0] and f"/t/{game.ref}" in mail.body()
    (mail,) = smtp_sink.inbox("new@example.org")
    assert game.join_token in mail.body()
    for form in ("plain", "html"):
        text = html.unescape(mail.body(form))
        for said in (
            "Ada",
            "Friday",
            "Fram R'lyeh, 3 seats, 1 day per decision.",
            "Twelve sealed bids",
            "friends play",
        ):
            assert said in text, said


def test_an_invitation_to_a_table_that_has_begun_is_not_sent(smtp_sink):
    host = person("Ada")
    game = gathering.open_table(host=host, kind="fram", name="Friday", seats=3, pace=tables.DAY, now=NOW)
    gathering.invite(host=host, ref=game.ref, address="new@example.org", now=NOW)
    gathering.fill_with_bots(host=host, ref=game.ref, now=NOW)
    deliver()
    assert not smtp_sink.inbox("new@example.org")


def test_an_invitation_that_is_declined_on_the_way_is_not_sent(smtp_sink):
    host, bo = person("Ada"), person("Bo")
    game = gathering.open_table(host=host, kind="fram", name="Friday", seats=3, pace=tables.DAY, now=NOW)
    gathering.invite(host=host, ref=game.ref, user=bo, now=NOW)
    smtp_sink.answer("451 later", times=1)
    deliver()
    assert Mail.objects.get().outcome == "waiting"
    gathering.decline(user=bo, ref=game.ref)
    emails.send(mail=Mail.objects.get(), now=after(hours=1))
    assert not smtp_sink.messages and Mail.objects.get().outcome == "dropped"


def test_who_is_away_is_told_once_and_then_left_alone(smtp_sink):
    game = table()
    while not game.is_finished:
        game = tables.tend(game, game.wake_at)
    assert all(seat.is_away for seat in game.seats.all())
    count = Notice.objects.filter(kind="away").count()
    assert count == 3


NASTY = ["Bo\u202eb", "Zo\u200be", "A\r\nBcc: x@example.org", "<b>Bo</b>", "\u2028x", "x" * 500]


@pytest.mark.parametrize("name", NASTY)
def test_nasty_names_add_no_header_and_hold_nothing_up(smtp_sink, name):
    """Names like these are refused where people type them; were one there all the same, its mail goes out."""
    game = table()
    type(game).objects.update(name=name[:60])
    User.objects.filter(name="Bo").update(name=name[:40])
    deliver()
    assert len(smtp_sink.messages) == 3
    for mail in smtp_sink.messages:
        assert mail.message["Bcc"] is None and len(mail.recipients) == 1
        assert "<b>Bo</b>" not in mail.body("html")
