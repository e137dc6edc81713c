"""Handing mails to a mail server that misbehaves."""

from datetime import timedelta

import pytest

from games import emails
from games.models import Mail, Notice
from games.services import gathering, people
from tests.emails.test_turns import deliver
from tests.tables import NOW, after, table

pytestmark = [pytest.mark.django_db]


def one_mail():
    """A mail that is claimed and not yet sent."""
    table()
    seat = Notice.objects.filter(seat__user__name="Ada").first().seat_id
    Notice.objects.exclude(seat=seat).update(not_before=None)
    (mail,) = emails.claim_for_seat(seat=seat, now=NOW)
    return mail


def outcome(mail):
    return Mail.objects.get(pk=mail.pk).outcome


def test_two_claims_make_one_mail():
    mail = one_mail()
    assert emails.claim_for_seat(seat=mail.notices.first().seat_id, now=NOW) == []
    assert Mail.objects.count() == 1


def test_a_mail_in_hand_is_nobody_elses(smtp_sink):
    mail = one_mail()
    Mail.objects.filter(pk=mail.pk).update(next_try=NOW + timedelta(minutes=5))
    emails.send(mail=mail, now=NOW)
    assert not smtp_sink.messages
    emails.send(mail=mail, now=after(minutes=5))
    assert len(smtp_sink.messages) == 1


def test_a_claim_whose_sender_died_runs_out(smtp_sink):
    mail = one_mail()
    assert list(emails.unsent(now=NOW)) == [mail.pk]
    deliver(NOW)
    assert outcome(mail) == "sent" and list(emails.unsent(now=after(days=9))) == []


def test_what_is_refused_for_now_is_tried_again_later(smtp_sink):
    mail = one_mail()
    smtp_sink.answer("451 later")
    emails.send(mail=mail, now=NOW)
    assert outcome(mail) == "waiting"
    emails.send(mail=mail, now=after(seconds=30))
    assert not smtp_sink.messages
    emails.send(mail=mail, now=after(minutes=1))
    assert len(smtp_sink.messages) == 1 and outcome(mail) == "sent"


@pytest.mark.parametrize("at", ["rcpt", "data"])
def test_what_is_refused_for_good_is_flagged_and_left(smtp_sink, at):
    mail = one_mail()
    smtp_sink.answer("550 nobody here", at=at)
    emails.send(mail=mail, now=NOW)
    assert outcome(mail) == "refused"
    assert Mail.objects.get(pk=mail.pk).reply == "550"
    deliver(after(days=1))
    assert not smtp_sink.messages


def test_a_server_that_is_away_loses_no_mail(smtp_sink):
    mail = one_mail()
    smtp_sink.stop()
    emails.send(mail=mail, now=NOW)
    assert outcome(mail) == "waiting"
    smtp_sink.start()
    emails.send(mail=mail, now=after(minutes=1))
    assert outcome(mail) == "sent"


def test_after_a_lost_answer_the_same_message_is_sent_again(smtp_sink):
    mail = one_mail()
    smtp_sink.cut("unanswered")
    emails.send(mail=mail, now=NOW)
    emails.send(mail=mail, now=after(minutes=1))
    first, second = smtp_sink.messages
    assert first.message["Message-ID"] == second.message["Message-ID"]


def test_one_refusal_holds_up_no_other(smtp_sink):
    table("Ada Bo Cy Dee Eve")
    smtp_sink.answer("550 nobody", at="rcpt", to="bo@example.org", times=None)
    smtp_sink.answer("451 later", to="cy@example.org", times=1)
    deliver()
    assert {mail.recipients[0][:3] for mail in smtp_sink.messages} == {"ada", "dee", "eve"}
    deliver(after(minutes=2))
    assert len(smtp_sink.inbox("cy@example.org")) == 1
    assert len(smtp_sink.messages) == 4


def test_a_mail_that_cannot_be_written_is_given_up_and_holds_up_no_other(smtp_sink, monkeypatch, caplog):
    mail = one_mail()

    def fails(*_args):
        raise ValueError("S13 r1.bid")

    monkeypatch.setattr("games.emails.sending.letter", fails)
    for tries in range(8):
        emails.send(mail=mail, now=after(days=tries))
    assert outcome(mail) == "given up"
    assert Mail.objects.get(pk=mail.pk).tries == 5
    assert "S13" not in caplog.text and mail.message_token in caplog.text


def test_a_mail_that_cannot_be_handed_over_is_given_up_and_holds_up_no_other(smtp_sink, monkeypatch, caplog):
    mail = one_mail()

    def fails(*_args):
        raise UnicodeError("r1.bid")

    monkeypatch.setattr("games.emails.letters.Letter.send", fails)
    for tries in range(8):
        emails.send(mail=mail, now=after(days=tries))
    assert outcome(mail) == "given up"
    assert Mail.objects.get(pk=mail.pk).tries == 5
    assert "r1.bid" not in caplog.text and mail.message_token in caplog.text


def test_a_mail_sent_again_goes_to_who_sits_there_under_its_message_id(smtp_sink):
    mail = one_mail()
    smtp_sink.answer("550 nobody here", times=1)
    emails.send(mail=mail, now=NOW)
    assert outcome(mail) == "refused"
    mail.refresh_from_db()
    assert people.send_again(user=mail.user, token=mail.message_token, now=after(days=9))
    deliver(after(days=9))
    (sent,) = smtp_sink.messages
    assert outcome(mail) == "sent" and mail.message_token in sent.message["Message-ID"]
    Mail.objects.filter(pk=mail.pk).update(outcome="refused")
    gathering.leave(user=mail.user, ref=mail.game.ref, now=after(days=9), for_good=True)
    assert people.send_again(user=mail.user, token=mail.message_token, now=after(days=9))
    deliver(after(days=9))
    assert outcome(mail) == "dropped" and len(smtp_sink.messages) == 1
