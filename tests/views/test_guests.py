"""A guest's tables are kept: by an address, or by the account the guest already has."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import time_machine
from django.urls import reverse
from django.utils import timezone

from games.models import Game, Seat, User
from tests.harness.client import Client
from tests.tables import person, table


def try_now() -> tuple[Client, User]:
    """A guest at a table against bots."""
    client = Client()
    page = client.post(reverse("try_now"), follow=True)
    return client, page.context["user"]


def code_for(address: str, sink: Any) -> str:
    """The code that was mailed there."""
    found = re.search(r"^\s*([A-Z0-9]{3,6}-?[A-Z0-9]{3,6})\s*$", sink.wait_for(1, to=address)[-1].body(), re.MULTILINE)
    assert found
    return found[1]


def test_a_guest_who_proves_an_address_keeps_the_tables(
    transactional_db: None, smtp_sink: Any, eager_tasks: None
) -> None:
    client, guest = try_now()
    answer = client.post(reverse("account_email"), {"email": "New@example.org", "action_add": ""})
    asked = client.get(answer["Location"]).content.decode()
    assert "Enter the code from the mail" in asked and "The code lasts 15 minutes." in asked and "mailto:" not in asked
    assert 'role="status"' not in asked
    meanwhile = client.get(reverse("account_email")).content.decode()
    assert "A code is on its way to" in meanwhile and f'href="{answer["Location"]}"' in meanwhile
    assert "enter the code from the mail" in client.get(reverse("me")).content.decode()
    page = client.post(answer["Location"], {"code": code_for("new@example.org", smtp_sink)}, follow=True)
    assert page.status_code == 200
    assert page.redirect_chain == [(f"{reverse('me')}", 302)]
    assert "Choose the name" in page.content.decode() and "name_form" in page.context
    assert "The code lasts 15 minutes." in smtp_sink.inbox("new@example.org")[0].body()
    guest.refresh_from_db()
    assert (guest.is_guest, guest.email) == (False, "new@example.org")
    assert Seat.objects.filter(user=guest, game__solo=True).count() == 1
    assert client.get(reverse("tables")).status_code == 200


def test_a_code_that_lasts_no_more_is_not_waited_for(db: None) -> None:
    client, _guest = try_now()
    client.post(reverse("account_email"), {"email": "new@example.org", "action_add": ""})
    with time_machine.travel(timezone.now() + timedelta(minutes=16)):
        assert "A code is on its way" not in client.get(reverse("account_email")).content.decode()


def test_a_guest_who_has_an_account_brings_the_tables_to_it(
    transactional_db: None, smtp_sink: Any, eager_tasks: None
) -> None:
    ada = person("Ada")
    client, guest = try_now()
    answer = client.post(reverse("to_my_account"))
    assert answer["Location"] == reverse("account_login")
    assert Seat.objects.filter(user=guest).count() == 1
    client.post(reverse("account_request_login_code"), {"email": ada.email})
    code = code_for("ada@example.org", smtp_sink)
    page = client.post(reverse("account_confirm_login_code"), {"code": code}, follow=True)
    assert page.context["user"] == ada
    assert Game.objects.get(seats__user=ada).host == ada
    assert not User.objects.filter(is_guest=True).exists()


def test_who_signs_in_there_much_later_gets_no_tables_of_a_guest(
    transactional_db: None, smtp_sink: Any, eager_tasks: None
) -> None:
    bo = person("Bo")
    client, guest = try_now()
    client.post(reverse("to_my_account"))
    with time_machine.travel(timezone.now() + timedelta(hours=2)):
        client.post(reverse("account_request_login_code"), {"email": bo.email})
        client.post(reverse("account_confirm_login_code"), {"code": code_for(bo.email, smtp_sink)})
        assert client.get(reverse("me")).context["user"] == bo
    assert Seat.objects.get(user__isnull=False).user == guest


def test_a_member_stays_who_they_are(db: None) -> None:
    client = Client()
    client.force_login(person("Ada"), backend="django.contrib.auth.backends.ModelBackend")
    assert client.post(reverse("to_my_account"))["Location"] == reverse("tables")
    assert client.get(reverse("me")).status_code == 200


def test_a_guest_is_asked_for_an_address_and_told_why(db: None) -> None:
    client, _guest = try_now()
    text = client.get(reverse("account_email")).content.decode()
    assert "your games stay yours" in text and "Send me a code" in text and "Mail address</label>" in text
    assert "password" not in text


def test_a_guest_who_has_no_address_is_promised_no_mails(db: None) -> None:
    client, guest = try_now()
    Seat.objects.filter(user=guest).update(is_away=True)
    wish = guest.mails
    assert "mails" not in client.get(reverse("settings")).context["form"].fields
    assert client.post(reverse("settings"), {"time_zone": "Asia/Tokyo", "theme": "dark"}).status_code == 302
    guest.refresh_from_db()
    assert (guest.time_zone, guest.mails) == ("Asia/Tokyo", wish)
    assert "With a mail address, a mail calls you" in client.get(reverse("tables")).content.decode()


def test_the_guide_lies_open_in_anybodys_first_game_alone(game: Game, enter: Callable[[str], Client]) -> None:
    client, address = enter("Ada"), reverse("table", args=[game.ref])
    assert client.get(address).context["is_first"]
    table("Ada Dee Eve", kind="lost", now=timezone.now())
    assert client.get(address).context["is_first"]  # that is another game, with a guide of its own
    table("Ada Dee Eve", now=timezone.now())
    assert not client.get(address).context["is_first"]
    assert enter("Bo").get(address).context["is_first"]


def test_a_guest_is_called_just_that_at_the_table(db: None) -> None:
    client, user = try_now()
    text = client.get(reverse("table", args=[Game.objects.get().ref])).content.decode()
    assert '<bdi class="name">Guest</bdi>' in text
    assert user.name.startswith("Guest ") and user.name not in text
