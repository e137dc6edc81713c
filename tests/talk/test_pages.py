"""The pages of talk and notes: fragments beside the table's form, and whole pages without script."""

import pytest

from games.models import Game, Message, Mute, Note, Report
from games.services import talk
from tests import tables
from tests.harness.client import Client
from tests.harness.pages import is_named
from tests.tables import NOW
from tests.talk.test_talk import end, say, user

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def browser(name: str) -> Client:
    """A browser in which the person of that name has signed in."""
    client = Client()
    client.force_login(user(name))
    return client


def test_a_message_sent_without_script_comes_back_on_the_page():
    game, ada = tables.table(), None
    ada = browser("Ada")
    sent = ada.post(f"/t/{game.ref}/talk", {"text": "who leads?", "form": "a1"}, follow=True)
    assert sent.status_code == 200 and "who leads?" in sent.content.decode()
    assert "who leads?" in browser("Bo").get(f"/t/{game.ref}/talk").content.decode()


def test_new_talk_is_a_fragment_that_holds_no_form_of_the_table():
    game = tables.table()
    ada = browser("Ada")
    first = ada.get(f"/t/{game.ref}/talk", headers=HTMX).content.decode()
    assert 'name="text"' in first
    seen = first.partition("?seen=")[2].partition('"')[0]
    assert ada.get(f"/t/{game.ref}/talk?seen={seen}", headers=HTMX).status_code == 204
    say("Bo", game, "news")
    fragment = ada.get(f"/t/{game.ref}/talk?seen={seen}", headers=HTMX)
    assert fragment.status_code == 200 and "news" in fragment.content.decode()
    assert "<textarea" not in fragment.content.decode()  # what is being typed stays


def test_what_cannot_be_said_is_kept_in_its_form():
    game = tables.table()
    ada = browser("Ada")
    for headers, status in (({}, 422), (HTMX, 200)):
        answer = ada.post(f"/t/{game.ref}/talk", {"text": "x" * 1001}, headers=headers)
        assert answer.status_code == status
        assert "x" * 1001 in answer.content.decode() and "too long" in answer.content.decode()
    assert not Message.objects.exists()


@pytest.mark.parametrize(
    "nasty",
    [
        "<script>alert(1)</script>",
        '"><img src=x onerror=alert(1)>',
        "javascript:alert(1) https://evil.example/",
        "{{ user.email }}{% debug %}",
        "\u202egnp.exe",
    ],
)
def test_nasty_text_stays_text(nasty):
    game = tables.table()
    say("Ada", game, nasty)
    page = browser("Bo").get(f"/t/{game.ref}/talk").content.decode()
    list_ = page.partition('<ol class="talk">')[2].partition("</ol>")[0]
    assert "<script" not in list_ and "<img" not in list_ and "\u202e" not in list_ and "@example" not in list_
    assert "<a " not in list_.partition('dir="auto">')[2].partition("</p>")[0]  # links are plain text


def test_no_row_number_is_in_the_page():
    game = tables.table()
    message = say("Ada", game)
    Message.objects.filter(pk=message.pk).update(id=987654)
    assert "987654" not in browser("Bo").get(f"/t/{game.ref}/talk").content.decode()


def test_strangers_and_those_unknown_find_nothing_or_the_sign_in():
    game = tables.table()
    said = say("Ada", game)
    tables.person("Dot")
    dot, nobody = browser("Dot"), Client()
    for address in ("talk", "note", "report", f"talk/{said.ref}/report"):
        missing = dot.get(f"/t/missing/{address}", headers=HTMX)
        real = dot.get(f"/t/{game.ref}/{address}", headers=HTMX)
        assert real.status_code == missing.status_code == 404
    for address in ("talk", "note", "report", f"talk/{said.ref}/report", f"talk/{said.ref}/mute", "talk/unmute/x"):
        assert dot.post(f"/t/{game.ref}/{address}", {"text": "hello"}).status_code == 404
        assert nobody.post(f"/t/{game.ref}/{address}", {"text": "hello"}).status_code == 302
    assert nobody.get(f"/t/{game.ref}/talk").status_code == 302
    assert nobody.get(f"/t/{game.ref}/talk", headers=HTMX).headers["HX-Redirect"].startswith("/account/login/")
    assert Message.objects.count() == 1 and not Report.objects.exists() and not Mute.objects.exists()


def test_spectators_after_the_end_read_and_have_no_form():
    game = tables.table(is_open=True)
    say("Ada", game, "well played")
    end(game)
    page = Client().get(f"/t/{game.ref}/talk")
    assert page.status_code == 200 and "well played" in page.content.decode()
    assert "<textarea" not in page.content.decode() and "/report" not in page.content.decode()


def test_notes_are_kept_with_and_without_script():
    game = tables.table()
    ada = browser("Ada")
    assert ada.post(f"/t/{game.ref}/note", {"text": "sign is with Cy"}).status_code == 302
    assert "sign is with Cy" in ada.get(f"/t/{game.ref}/note", headers=HTMX).content.decode()
    assert "sign is with Cy" in ada.get(f"/t/{game.ref}/talk").content.decode()
    kept = ada.post(f"/t/{game.ref}/note", {"text": "or not"}, headers=HTMX)
    assert kept.status_code == 200 and "<textarea" not in kept.content.decode()
    note = browser("Bo").get(f"/t/{game.ref}/note", headers=HTMX).content.decode()
    assert "Notes for myself" in note and not is_named("Cy", note)
    long = ada.post(f"/t/{game.ref}/note", {"text": "x" * 19_000})
    assert long.status_code == 422 and "x" * 19_000 in long.content.decode()
    assert Note.objects.count() == 1


def test_reporting_and_muting_from_the_page():
    game = tables.table()
    said = say("Ada", game, "rude")
    bo = browser("Bo")
    address = f"/t/{game.ref}/talk/{said.ref}"
    assert f"{address}/report" in bo.get(f"/t/{game.ref}/talk").content.decode()
    assert "rude" in bo.get(f"{address}/report").content.decode()
    assert bo.post(f"{address}/report", {"text": ""}).status_code == 302
    assert Report.objects.get().by == user("Bo")
    assert bo.post(f"{address}/mute").status_code == 302
    page = bo.get(f"/t/{game.ref}/talk").content.decode()
    assert "rude" not in page
    assert bo.post(f"/t/{game.ref}/talk/unmute/{Mute.objects.get().ref}").status_code == 302
    assert "rude" in bo.get(f"/t/{game.ref}/talk").content.decode()


def test_reading_changes_nothing():
    game = tables.table()
    said = say("Ada", game)
    bo = browser("Bo")
    before = (Message.objects.count(), Report.objects.count(), Note.objects.count())
    for address in ("talk", "note", "report", f"talk/{said.ref}/report"):
        for _ in range(3):
            assert bo.get(f"/t/{game.ref}/{address}", follow=True).status_code == 200
    for address in (f"talk/{said.ref}/mute", "talk/unmute/x"):
        assert bo.get(f"/t/{game.ref}/{address}").status_code == 405
    assert (Message.objects.count(), Report.objects.count(), Note.objects.count()) == before


def test_nul_and_strange_fields_are_no_trouble():
    game = tables.table()
    ada = browser("Ada")
    for field in ("text", "form"):
        answer = ada.post(f"/t/{game.ref}/talk", {"text": "hello", "form": "f"} | {field: "a\x00b\ud83d\ude00"[:3]})
        assert answer.status_code in {302, 422}
    assert ada.post(f"/t/{game.ref}/note", {"text": "a\x00b"}).status_code == 302
    assert ada.get(f"/t/{game.ref}/talk?seen=%00").status_code == 400


def test_a_message_of_another_table_is_not_found_under_this_one():
    game, other = tables.table(), tables.table()
    said = say("Ada", other)
    bo = browser("Bo")
    for what in ("report", "mute"):
        assert bo.post(f"/t/{game.ref}/talk/{said.ref}/{what}", {"text": "x"}).status_code == 404


def test_two_who_write_at_once_are_both_heard():
    game = tables.table()
    assert Game.objects.filter(pk=game.pk).exists()
    talk.say(user=user("Ada"), ref=game.ref, text="one", form="same", now=NOW)
    talk.say(user=user("Bo"), ref=game.ref, text="two", form="same", now=NOW)
    assert Message.objects.count() == 2
