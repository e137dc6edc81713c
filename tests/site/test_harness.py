"""The services behind the tests are real, and each misbehaves when told to."""

import smtplib

import pytest
from django.core import mail
from django.db import connection


def send(to: str = "ada@example.org") -> None:
    mail.send_mail("Your lead", "The stars are right.", None, [to])


def test_sink_keeps_what_it_is_sent(smtp_sink):
    send()
    (received,) = smtp_sink.inbox("ada@example.org")
    assert received.subject == "Your lead"
    assert "stars" in received.body()


@pytest.mark.parametrize(
    ("order", "error", "kept"),
    [
        (lambda sink: sink.answer("451 later"), smtplib.SMTPDataError, 0),
        (lambda sink: sink.answer("550 nobody here", at="rcpt"), smtplib.SMTPRecipientsRefused, 0),
        (lambda sink: sink.cut("before"), smtplib.SMTPServerDisconnected, 0),
        (lambda sink: sink.cut("unanswered"), smtplib.SMTPServerDisconnected, 1),
        (lambda sink: sink.stop(), ConnectionRefusedError, 0),
    ],
)
def test_sink_misbehaves_once(smtp_sink, order, error, kept):
    order(smtp_sink)
    with pytest.raises(error):
        send()
    assert len(smtp_sink.messages) == kept
    if error is not ConnectionRefusedError:
        send()
        assert len(smtp_sink.messages) == kept + 1


def test_sink_troubles_one_address_only(smtp_sink):
    smtp_sink.answer("451 later", to="bo@example.org", times=None)
    send("ada@example.org")
    with pytest.raises(smtplib.SMTPDataError):
        send("bo@example.org")


@pytest.mark.sqlite
@pytest.mark.django_db
def test_database_is_the_one_asked_for():
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA journal_mode")
            assert cursor.fetchone() == ("wal",)
            cursor.execute("PRAGMA foreign_keys")
            assert cursor.fetchone() == (1,)
        else:
            cursor.execute("SHOW server_version_num")
            assert int(cursor.fetchone()[0]) >= 150000


@pytest.mark.sqlite
def test_worker_lives_and_dies(worker):
    worker.sweep()
    worker.wait_idle()
    worker.kill()
    assert not worker.is_running()
    worker.start()
    worker.sweep()
    worker.wait_idle()


def test_browser_meets_the_site(live_server, people):
    page = people(width=360)
    answer = page.goto(live_server.url + "/health")
    assert answer.status == 200
    assert answer.json()["database"] is True
