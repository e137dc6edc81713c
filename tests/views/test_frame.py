"""The frame around each page: where the reader is, whom to write to, addresses that were nearly right."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from games.models import Game
from tests.harness.client import Client

Enter = Callable[[str], Client]
CONTACT = "keeper@example.org"


def test_the_part_of_the_site_is_marked_but_not_by_what_is_not_there(db: None, enter: Enter) -> None:
    client = enter("Ada")
    for address, status, marks in (("/rules", 200, 1), ("/rules/none", 404, 0), ("/me/none", 404, 0)):
        page = client.get(address)
        assert page.status_code == status
        nav = page.content.decode().partition('class="site-nav"')[2].partition("</nav>")[0]
        assert nav.count("aria-current") == marks and nav.count("<a ") == 4


@pytest.mark.parametrize("contact", ["", CONTACT])
def test_whom_to_write_to_is_said_where_it_is_known(db: None, settings: Any, contact: str) -> None:
    settings.CONTACT = contact
    for address in (reverse("rules"), reverse("account_inactive")):
        text = Client().get(address).content.decode()
        assert text.count(f'href="mailto:{CONTACT}"') == bool(contact)
    shut = Client().get(reverse("account_inactive")).content.decode()
    assert f"write to {contact or 'whoever runs this site'}." in shut


def test_a_second_address_is_called_the_new_one(db: None, enter: Enter) -> None:
    client = enter("Ada")
    assert ">New mail address</label>" in client.get(reverse("account_email")).content.decode()
    assert ">Mail address</label>" in Client().get(reverse("account_login")).content.decode()


def test_a_slash_too_many_leads_on(game: Game, enter: Enter) -> None:
    client = enter("Ada")
    address = reverse("table", args=[game.ref])
    for asked, got in (
        ("/rules/", "/rules"),
        ("/rules/fram/?q=a%2Fb", "/rules/fram?q=a%2Fb"),
        (f"{address}/", address),
        (address.replace(game.ref, "nosuchtable") + "/", address.replace(game.ref, "nosuchtable")),
    ):
        answer = client.get(asked)
        assert (answer.status_code, answer["Location"]) == (301, got)


@pytest.mark.parametrize("address", ["//rules/", "//example.org/", "/none/", "/t/", "//"])
def test_no_other_address_leads_anywhere(db: None, address: str) -> None:
    assert Client().get("/", PATH_INFO=address).status_code == 404


def test_what_is_sent_to_such_an_address_is_not_taken(game: Game, enter: Enter) -> None:
    assert enter("Ada").post(f"/t/{game.ref}/leave/", {"for_good": "yes"}).status_code == 404
    assert game.seats.filter(user__isnull=True).count() == 0


def test_what_is_sent_after_the_session_has_ended_leads_to_its_page_and_says_that_it_was_not_done(
    game: Game, enter: Enter
) -> None:
    """Not to the address of the form, which shows nothing to who comes from the sign-in."""
    for name in ("answer", "leave", "come_back", "decline", "sit_down"):
        client = Client()
        answer = client.post(reverse(name, args=[game.ref]), {"key": "r1.lead", "do": "play", "card": "4"})
        assert (answer.status_code, answer["Location"]) == (302, f"/account/login/?next=/t/{game.ref}")
        assert "You were signed out, so this was not done." in client.get(answer["Location"]).content.decode()
    moderation = Client().post(reverse("moderate", args=[game.ref, "pause"]))
    assert moderation["Location"] == "/account/login/?next=/moderation"


@pytest.mark.parametrize("name", ["", "Ada"])
def test_an_address_that_only_takes_a_form_shows_a_page_of_the_site(game: Game, enter: Enter, name: str) -> None:
    client = enter(name)
    for address in (reverse("leave", args=[game.ref]), reverse("leave", args=["nosuchtable"]), reverse("try_now")):
        page = client.get(address)
        assert (page.status_code, page["Allow"]) == (405, "POST")
        text = page.content.decode()
        assert "Nothing to see here" in text and 'class="site-nav"' in text
        assert (">To the table</a>" in text) == address.endswith("/leave")
        assert address == reverse("try_now") or f'href="{address.removesuffix("/leave")}"' in text
    assert client.put(reverse("rules")).content == b""
