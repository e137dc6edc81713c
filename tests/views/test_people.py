"""My own pages, and the front."""

import json
import re
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.mail import EmailMultiAlternatives, get_connection
from django.urls import reverse
from django.utils import timezone

from games.models import Game, Mail, User
from games.services import talk
from games.services.people import stop_token
from games.views import mailbox
from tests.harness.client import Client
from tests.harness.pages import is_named
from tests.tables import NOW, person, play_on, table

Enter = Callable[[str], Client]
CHOSEN = {"time_zone": "Asia/Tokyo", "language": "", "theme": "dark", "mails": "late", "digest_hour": "7"}


@pytest.mark.parametrize("name", ["front", "rules", "account_login", "account_signup"])
def test_everybody_may_read(db: None, enter: Enter, name: str) -> None:
    assert enter("").get(reverse(name)).status_code == 200


@pytest.mark.parametrize("slug", ["fram", "lost"])
def test_the_rules_of_both_games_are_told(db: None, enter: Enter, slug: str) -> None:
    assert enter("").get(reverse("rules_game", args=[slug])).status_code == 200
    assert enter("").get(reverse("rules_game", args=["chess"])).status_code == 404


@pytest.mark.parametrize("name", ["tables", "new_table", "me", "settings", "mails", "my_data", "goodbye"])
def test_my_pages_are_mine(db: None, enter: Enter, name: str) -> None:
    assert enter("").get(reverse(name))["Location"] == f"/account/login/?next={reverse(name)}"
    page = enter("Ada").get(reverse(name))
    assert page.status_code == 200
    assert page["Cache-Control"] == "no-store, private"


def test_settings_are_kept_and_times_follow_them(game: Game, enter: Enter) -> None:
    client = enter("Ada")
    assert client.post(reverse("settings"), CHOSEN).status_code == 302
    ada = User.objects.get(name="Ada")
    assert (ada.time_zone, ada.mails, ada.digest_hour, ada.cards_in_mails) == ("Asia/Tokyo", "late", 7, False)
    text = client.get(reverse("table", args=[game.ref])).content.decode()
    assert 'data-theme="dark"' in text
    assert "JST" in text


def test_my_data_is_all_that_is_kept_of_me_and_nothing_of_others(game: Game, enter: Enter) -> None:
    now, users = timezone.now(), {name: User.objects.get(name=name) for name in ("Ada", "Bo")}
    for name, user in users.items():
        talk.say(user=user, ref=game.ref, text=f"{name} said so", form="", now=now)
        talk.keep_note(user=user, ref=game.ref, text=f"{name} noted it")
        Mail.objects.create(user=user, game=game, kind="started", outcome=Mail.Outcome.SENT, sent_at=now)
    answer = enter("Ada").get(reverse("my_data"))
    assert answer["Content-Disposition"] == 'attachment; filename="my-data.json"'
    text = answer.content.decode()
    data = json.loads(text)
    assert data["account"]["name"] == "Ada" and data["mail addresses"] == [
        {"address": "ada@example.org", "proven": True}
    ]
    (mine,) = data["tables"]
    assert (mine["table"], mine["game"], mine["host"], mine["status"]) == (game.ref, "fram", True, "running")
    assert (mine["place"], mine["score"], mine["ended"]) == (None, None, None)
    assert [said["text"] for said in data["said"]] == ["Ada said so"]
    assert data["notes"] == [{"table": game.ref, "text": "Ada noted it"}]
    assert [(mail["table"], mail["about"], mail["outcome"]) for mail in data["mails"]] == [
        (game.ref, "started", "sent")
    ]
    assert data["reports"] == []
    assert not is_named("Bo", text) and "bo@example.org" not in text and game.join_token not in text
    assert "My data" in enter("Ada").get(reverse("me")).content.decode()


def test_my_data_tells_how_a_finished_game_ended_for_me(db: None, enter: Enter) -> None:
    game = table("Ada Bo", kind="lost")
    ended = play_on(game, lambda state: state.phase == "over", lambda step: NOW)
    for number, name in enumerate(("Ada", "Bo")):
        (mine,) = json.loads(enter(name).get(reverse("my_data")).content)["tables"]
        assert mine["place"] == ended.result["places"][number] and mine["status"] == "finished"


def test_the_browsers_zone_counts_where_none_is_set(game: Game, enter: Enter) -> None:
    client = enter("Ada")
    client.cookies["tz"] = "Asia/Tokyo"
    assert "JST" in client.get(reverse("table", args=[game.ref])).content.decode()
    client.cookies["tz"] = "../../etc/passwd"
    assert client.get(reverse("table", args=[game.ref])).status_code == 200


@pytest.mark.parametrize("field", ["time_zone", "theme", "mails", "digest_hour"])
def test_settings_that_cannot_be_are_refused(db: None, enter: Enter, field: str) -> None:
    assert enter("Ada").post(reverse("settings"), CHOSEN | {field: "nonsense"}).status_code == 422


def test_a_name_is_changed_unless_somebody_has_it(db: None, enter: Enter) -> None:
    person("Bo")
    client = enter("Ada")
    page = client.post(reverse("rename"), {"name": "B0"})
    assert page.status_code == 422
    assert "Somebody has that name" in page.content.decode()
    for word in ("h5", "1", "__class__"):  # no addresses, nor names of pages
        assert client.post(reverse("rename"), {"name": f"Ada {word}", "next": word}).status_code == 302
    assert client.post(reverse("rename"), {"name": "Ada L."}).status_code == 302
    assert User.objects.filter(name="Ada L.").exists()


def test_goodbye_is_asked_twice(game: Game, enter: Enter) -> None:
    client = enter("Ada")
    client.get(reverse("goodbye"))
    assert User.objects.filter(name="Ada").exists()
    page = client.post(reverse("goodbye"), follow=True)
    assert "Your account is gone" in page.content.decode()
    assert not User.objects.filter(name="Ada").exists()
    assert game.seats.get(number=0).is_bot


def test_mails_are_stopped_by_post_alone(db: None, enter: Enter) -> None:
    ada = person("Ada")
    link = reverse("stop_mails", args=[stop_token(ada, None)])
    client = Client(enforce_csrf_checks=True)
    assert "Nothing has changed yet" in client.get(link).content.decode()
    assert client.post(link, {"List-Unsubscribe": "One-Click"}).status_code == 200
    ada.refresh_from_db()
    assert ada.mails == User.Mails.NONE
    assert client.post(reverse("stop_mails", args=["nonsense"])).status_code == 404


def test_a_link_says_which_mails_it_stops(game: Game, enter: Enter) -> None:
    ada, client = User.objects.get(name="Ada"), Client()
    of_table, of_all = (reverse("stop_mails", args=[stop_token(ada, one)]) for one in (game, None))
    ask, all_of_them = (client.get(link).content.decode() for link in (of_table, of_all))
    assert game.name in ask and "other tables keep theirs" in ask
    assert "at all your tables" in all_of_them and game.name not in all_of_them
    done = client.post(of_table).content.decode()
    assert f"no more mails about <b><bdi>{game.name}" in done
    game.seats.filter(user=ada).update(user=None)  # a bot's by now: nothing is told of it any more
    assert game.name not in client.get(of_table).content.decode()


def test_a_list_of_names_is_isolated_and_escaped(db: None, enter: Enter) -> None:
    game = table("Ada Bo Cy", now=timezone.now())
    User.objects.filter(name="Bo").update(name="<b>x")
    text = enter("Ada").get(reverse("table", args=[game.ref])).content.decode()
    assert "<b>x" not in text
    assert "&lt;b&gt;x</bdi>" in text


def test_the_mailbox_reads_what_would_have_been_sent(tmp_path: Path, settings: Any) -> None:
    settings.MAILBOX = tmp_path
    connection = get_connection("django.core.mail.backends.filebased.EmailBackend", file_path=tmp_path)
    connection.open()
    for number in range(2):
        to = ["ada@example.org"]
        mail = EmailMultiAlternatives(f"Table {number}", "\nYour turn.\n", to=to, connection=connection)
        mail.attach_alternative("<p>Your turn.</p>", "text/html")
        mail.send()
    connection.close()
    letters = mailbox._letters()
    assert {letter.subject for letter in letters} == {"Table 0", "Table 1"}
    assert letters[0].first_line == "Your turn."
    assert letters[0].html.strip() == "<p>Your turn.</p>"
    assert isinstance(letters[0].at, datetime)


def test_the_mailbox_tells_apart_what_has_one_subject(db: None, enter: Enter, tmp_path: Path, settings: Any) -> None:
    settings.MAILBOX, settings.ROOT_URLCONF = tmp_path, "tests.scenes.urls"
    connection = get_connection("django.core.mail.backends.filebased.EmailBackend", file_path=tmp_path)
    state = "Cy led 14. Waiting for Bartholomew Featherstonehaugh-Marchbanks, Dagny, Efua and Ada."
    EmailMultiAlternatives("Friday", f"{state}\n\nMore.", to=["ada@example.org"], connection=connection).send()
    page = enter("Ada").get("/mailbox/").content.decode()
    link = re.search(r'<a href="/mailbox/.+?</a>', page)
    assert link and "Friday" in link[0] and state in link[0]


def test_mails_can_be_set_for_one_table(game: Game, enter: Enter) -> None:
    client = enter("Ada")
    path = reverse("seat", args=[game.ref])
    assert client.get(path).status_code == 200
    assert client.post(path, {"mails": "none"}).status_code == 302
    assert game.seats.get(number=0).mails == User.Mails.NONE
    assert client.post(path, {"mails": "nonsense"}).status_code == 404
    for method in (enter("Dee").get, enter("Dee").post):
        assert method(path).status_code == 404


def test_a_seat_is_given_up_to_a_bot(game: Game, enter: Enter) -> None:
    client = enter("Ada")
    assert client.post(reverse("leave", args=[game.ref])).status_code == 302  # from an old page: it was not said
    assert not game.seats.get(number=0).is_bot
    assert client.post(reverse("leave", args=[game.ref]), {"for_good": "yes"}).status_code == 302
    assert game.seats.get(number=0).is_bot
    assert client.get(reverse("table", args=[game.ref])).status_code == 404


def test_a_mail_that_was_refused_can_be_sent_again(game: Game, enter: Enter) -> None:
    ada, bo = (User.objects.get(name=name) for name in ("Ada", "Bo"))
    outcomes = {"refused": True, "given up": True, "sent": False, "waiting": False, "dropped": False}
    for outcome, may in outcomes.items():
        client = enter("Ada")
        mail = Mail.objects.create(
            user=ada, game=game, kind="turn", outcome=outcome, next_try=None, tries=7, reply="550"
        )
        address = reverse("send_again", args=[mail.message_token])
        assert (f'action="{address}"' in client.get(reverse("mails")).content.decode()) == may
        assert enter("Bo").post(address).status_code == 404
        page = client.post(address, follow=True)
        assert page.status_code == (200 if may else 404)
        kept = Mail.objects.get(pk=mail.pk)
        assert (kept.outcome, kept.tries, kept.message_token) == (
            ("waiting", 0, mail.message_token) if may else (outcome, 7, mail.message_token)
        )
        if may:
            assert "The mail is on its way again." in page.content.decode()
            assert client.post(address).status_code == 404  # it waits already
    assert not Mail.objects.filter(user=bo).exists()
