"""Every page of the site beside the tables: signed out, signed in, of moderators, and what is shown when it fails."""

import itertools
from collections.abc import Iterator
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.core.exceptions import BadRequest, PermissionDenied
from django.urls import reverse
from django.utils import timezone

from games import emails, seals
from games.decks import seed
from games.models import AccountMail, Mail, User
from games.services import gathering, moderation, people, publishing, staffing, talk
from games.services.people import stop_token
from tests import tables
from tests.harness.pages import press, until
from tests.scenes.fram import LONG_NAME, LONG_TABLE
from tests.scenes.laid import DAY
from tests.scenes.match import Match, begin
from tests.scenes.scene import Scene
from tests.site.test_recovery_codes import PASSKEY

FAULTS = {"bad": BadRequest, "forbidden": PermissionDenied, "broken": RuntimeError}
VISITS = itertools.count(1)


def prepare(settings: Any, monkeypatch: Any, folder: Any) -> None:
    """Let there be a mailbox in that folder, addresses under which the site fails, and no worker."""
    settings.ROOT_URLCONF = "tests.scenes.urls"
    settings.MAILBOX = settings.EMAIL_FILE_PATH = str(folder)
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"

    def fail(slug: str) -> Any:
        if slug in FAULTS:
            raise FAULTS[slug]
        return seed(slug)

    monkeypatch.setattr("games.views.front.seed", fail)
    monkeypatch.setattr(publishing, "_send", lambda *_: None)  # a worker of an earlier test would send the codes away


def scenes(*groups: str) -> list[Scene]:
    """Those of some groups, else all."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(publishing, "_send", lambda *_: None)
        cast = [tables.person(name) for name in ("Ada", LONG_NAME, "Cy", "Dagny", "Efua")]
        return [scene for group in groups or GROUPS for make in GROUPS[group] for scene in make(cast)]


def _to(name: str, *args: Any) -> str:
    return reverse(name, args=args)


def _fill(**values: str) -> Any:
    """Fill in the page's form and send it."""

    def act(page: Any) -> None:
        form = page.locator("main form:has([type=email], [type=text], textarea)").first
        for name, value in values.items():
            form.locator(f"[name={name}]").fill(value)
        press(page, form.locator("button").first)

    return act


def _sign_up(page: Any) -> None:
    """An address gets a code at most once in a few seconds: each visit brings another."""
    _fill(email=f"new{next(VISITS)}@example.org")(page)


def _enter(code: str) -> Any:
    def act(page: Any) -> None:
        _sign_up(page)
        page.locator("[name=code]").fill(code or _mailed_code())
        press(page, page.locator("main form button").first)

    return act


def _mailed_code() -> str:
    row = AccountMail.objects.latest("pk")
    return seals.unseal(row.sealed, row=f"account mail {row.message_token}")["text"].split("\n\n")[1].strip()


def _take_name(page: Any) -> None:
    _enter("")(page)
    _fill(name="Ada")(page)


def _signed_out(cast: list[User]) -> Iterator[Scene]:
    yield Scene("front", _to("front"), "Treasure has a price")
    yield Scene("rules", _to("rules"), "Rules")
    yield Scene("rules-fram", _to("rules_game", "fram"), "Fram R'lyeh")
    yield Scene("rules-fram-search", _to("rules_game", "fram") + "?q=tie", "Fram R'lyeh")
    yield Scene("rules-lost", _to("rules_game", "lost"), "Lost in R'lyeh")
    signup, login = _to("account_signup"), _to("account_login")
    yield Scene("signup", signup, "Sign up")
    yield Scene("signup-refused", signup, "Sign up", act=_fill(email="new@example"))
    yield Scene("signup-code", signup, "Enter the code", act=_sign_up)
    yield Scene("signup-wrong-code", signup, "Enter the code", act=_enter("WRONG1"), status=422)
    yield Scene("signup-name", signup, "Your name at the table", act=_enter(""))
    yield Scene("signup-name-taken", signup, "Your name at the table", act=_take_name, status=422)
    yield Scene("login", login, "Sign in")
    yield Scene("login-code", login, "Enter the code", act=_fill(login="ada@example.org"))
    yield Scene("login-wrong-code", login, "Enter the code", act=_wrong_code)
    yield Scene("login-by-code", _to("account_request_login_code"), "Send me a sign-in code")
    yield Scene("password-reset", _to("account_reset_password"), "No password here")
    yield Scene("password-reset-done", _to("account_reset_password_done"), "No password here")
    yield Scene("password-reset-key", _to("account_reset_password_from_key", "a", "b-c"), "This link has expired")
    yield Scene("password-reset-key-done", _to("account_reset_password_from_key_done"), "No password here")
    yield Scene("inactive", _to("account_inactive"), "This account is shut")


def _wrong_code(page: Any) -> None:
    _fill(login="ada@example.org")(page)
    page.locator("[name=code]").fill("WRONG1")
    press(page, page.locator("main form button").first)


def _choose_lost(page: Any) -> None:
    page.select_option("[name=kind]", "lost")


def _accounts(cast: list[User]) -> Iterator[Scene]:
    reader = tables.person("Greta", time_zone="Europe/Berlin")
    yield Scene("me", _to("me"), "Greta", reader)
    yield Scene("me-taken", _to("me"), "Greta", reader, act=_fill(name="Ada"), status=422)
    yield Scene("settings", _to("settings"), "Settings", reader)
    yield Scene("mails-empty", _to("mails"), "Mails to me", reader)
    yield Scene("goodbye", _to("goodbye"), "Delete my account", reader)
    yield Scene("stop-mails", _to("stop_mails", stop_token(reader, None)), "Stop these mails?")
    yield Scene("tables-empty", _to("tables"), "My tables", reader)
    yield Scene("new-table", _to("new_table"), "New table", reader)
    yield Scene("new-table-lost", _to("new_table"), "New table", reader, act=_choose_lost)
    yield Scene("logout", _to("account_logout"), "Sign out", reader)
    yield Scene("email", _to("account_email"), "Mail address", reader)
    yield Scene(
        "email-change",
        _to("account_email"),
        "Enter the code",
        reader,
        act=_fill(email="other@example.org"),
    )
    yield Scene("email-awaited", _to("account_email"), "Mail address", reader, act=_look_away)
    yield Scene("password-set", _to("account_set_password"), "No password here", reader)
    yield Scene("passkeys", _to("mfa_index"), "Passkeys", reader)
    yield Scene("passkeys-list", _to("mfa_list_webauthn"), "Your passkeys", reader)
    yield Scene("passkeys-add", _to("mfa_add_webauthn"), "Add a passkey", reader)
    yield Scene("recovery-codes", _to("mfa_generate_recovery_codes"), "Recovery codes", reader)
    yield Scene("sessions", _to("usersessions_list"), "Sessions", reader)
    yield Scene("reauthenticate", _to("account_reauthenticate"), "Is it you?", reader)
    yield from _with_passkey()
    guest = people.make_guest()
    yield Scene("guest-tables", _to("tables"), "My tables", guest)
    yield Scene("guest-me", _to("me"), str(guest), guest)
    yield Scene("guest-new-table", _to("new_table"), "New table", guest)


def _with_passkey() -> Iterator[Scene]:
    """The pages of somebody who has a passkey, and codes for when it is lost."""
    hal = tables.person("Hal")
    key = Authenticator.objects.create(user=hal, type=Authenticator.Type.WEBAUTHN, data=PASSKEY)
    RecoveryCodes.activate(hal)
    yield Scene("passkeys-kept", _to("mfa_index"), "Passkeys", hal)
    yield Scene("passkeys-kept-list", _to("mfa_list_webauthn"), "Your passkeys", hal)
    yield Scene("passkeys-rename", _to("mfa_edit_webauthn", key.pk), "Rename the passkey", hal)
    yield Scene("passkeys-remove", _to("mfa_remove_webauthn", key.pk), "Remove the passkey?", hal)
    yield Scene("recovery-codes-kept", _to("mfa_view_recovery_codes"), "Recovery codes", hal)


def _look_away(page: Any) -> None:
    """Ask for a code, and leave the page for it."""
    _fill(email="another@example.org")(page)
    press(page, page.get_by_role("link", name="Cancel"))


def _lists(cast: list[User]) -> Iterator[Scene]:
    """My tables: two that wait, others that go on, gather, are open, invite, are over."""
    now = timezone.now()
    begin(cast, LONG_TABLE, rounds=3).play(3)
    waiting = begin([*cast[1:], cast[0]], "Night watch", rounds=2, pace=7 * DAY).play(2)
    waiting.send(1, "14", waiting.ago(200))
    begin([cast[2], cast[0]], "With bots", bots=2, rounds=1)
    begin(cast[:3], "Over and done", rounds=12).play(12)
    gathering.open_table(host=cast[0], kind="fram", name="Sunday", seats=4, pace=DAY, now=now)
    asked = gathering.open_table(host=cast[1], kind="fram", name="Come along", seats=5, pace=DAY, now=now)
    gathering.invite(host=cast[1], ref=asked.ref, now=now, user=cast[0])
    for seats, name in enumerate(("Open to all", "Beginners welcome"), 3):
        gathering.open_table(host=cast[3], kind="fram", name=name, seats=seats, pace=2 * DAY, now=now, is_open=True)
    yield Scene("tables", _to("tables"), "My tables", cast[0])


def _gathering(cast: list[User]) -> Iterator[Scene]:
    now = timezone.now()
    game = gathering.open_table(host=cast[0], kind="fram", name=LONG_TABLE, seats=5, pace=DAY, now=now, is_open=True)
    gathering.join(user=cast[1], ref=game.ref, now=now)
    gathering.invite(host=cast[0], ref=game.ref, now=now, user=cast[2])
    gathering.invite(host=cast[0], ref=game.ref, now=now, address="somebody.with.a.long.name@example.org")
    yield Scene("gathering-host", _to("table", game.ref), LONG_TABLE, cast[0])
    yield Scene("gathering-refused", _to("table", game.ref), LONG_TABLE, cast[0], act=_fill(who="Nobody"), status=422)
    yield Scene("gathering-seated", _to("table", game.ref), LONG_TABLE, cast[1])
    yield Scene("gathering-link", _to("join", game.ref, game.join_token), LONG_TABLE, cast[2])
    yield Scene("gathering-stranger", _to("join", game.ref, game.join_token), LONG_TABLE)
    yield Scene("gathering-guest", _to("table", game.ref), LONG_TABLE, people.make_guest())
    off = gathering.open_table(host=cast[0], kind="fram", name="Called off", seats=5, pace=DAY, now=now)
    gathering.call_off(host=cast[0], ref=off.ref)
    yield Scene("gathering-called-off", _to("table", off.ref), "Called off", cast[0])


def _asked(cast: list[User]) -> Iterator[Scene]:
    """Somebody without an account has opened a table's link, and then goes elsewhere first."""
    now = timezone.now()
    game = gathering.open_table(host=cast[1], kind="fram", name=LONG_TABLE, seats=5, pace=DAY, now=now)
    link = _to("join", game.ref, game.join_token)
    guest = people.make_guest()
    begin([guest], "Fram R'lyeh", bots=4, rounds=12, pace=gathering.SOLO_PACE).play(12)
    yield Scene("front-asked", link, "Treasure has a price", act=_go(".brand"))
    yield Scene("guest-asked", link, "My tables", guest, act=_go(".site-nav a"))
    yield Scene("guest-asked-over", link, "You win with", guest, act=_go(".site-nav a", ".table-row a"))


def _go(*links: str) -> Any:
    """Follow the first link of each kind."""

    def act(page: Any) -> None:
        for link in links:
            press(page, page.locator(link).first)

    return act


def _again(cast: list[User]) -> Iterator[Scene]:
    """A new table as one was that is over; one of its people has asked Ada already."""
    match = begin(cast, LONG_TABLE, rounds=12).play(12)
    asked = gathering.open_table(host=cast[2], kind="fram", name="Once more", seats=5, pace=DAY, now=match.now)
    gathering.invite(host=cast[2], ref=asked.ref, now=match.now, user=cast[0])
    yield Scene("proof", _to("check_proof", match.ref), "Proof of the deal", cast[0])
    yield Scene("new-table-again", _to("new_table") + f"?again={match.ref}", "New table", cast[0])


def _mails(cast: list[User]) -> Iterator[Scene]:
    """What is owed by now is mailed, into the mailbox."""
    now = timezone.now()
    for seat in list(emails.seats_owed(now=now)):
        for mail in emails.claim_for_seat(seat=seat, now=now):
            emails.send(mail=mail, now=now)
    Mail.objects.filter(user=cast[0]).order_by("pk").update(outcome=Mail.Outcome.REFUSED, reply="550")
    yield Scene("mails", _to("mails"), "Mails to me", cast[0])
    yield Scene("mailbox", "/mailbox/", "Mailbox", cast[0], play=True)
    yield Scene("mailbox-letter", "/mailbox/", "As HTML", cast[0], act=_open_letter, play=True)


def _open_first(page: Any) -> None:
    press(page, page.locator(".table-row a, #result_list tbody a").first)


def _open_letter(page: Any) -> None:
    """A mail is as long as it is, and nothing of it has to be scrolled for inside the page."""
    _open_first(page)
    until(page, "() => document.querySelector('iframe.letter').style.blockSize !== ''")


def _staff(cast: list[User]) -> Iterator[Scene]:
    mo = tables.person("Mo")
    staffing.appoint(user=mo)
    mo = User.objects.get(pk=mo.pk)
    match = _reported(cast)
    yield Scene("moderation", _to("moderation"), "Moderation", mo)
    yield Scene("moderation-tables", _to("moderation_tables"), "Tables", mo)
    yield Scene("moderation-table", _to("moderate_table", match.ref), "Loud table", mo)
    yield Scene("moderation-people", _to("moderation_people") + "?q=Ada", "People", mo)
    yield Scene("moderation-person", _to("moderate_person", cast[0].ref), "Ada", mo)
    yield Scene("moderation-mails", _to("moderation_mails"), "Mail trouble", mo)
    yield Scene("moderation-log", _to("moderation_log"), "Log", mo)
    yield Scene("moderation-open", _to("open_table", match.ref), "Loud table", mo)
    yield Scene("talk", _to("talk", match.ref), "Talk at", cast[1])
    yield Scene("report", _to("report_table", match.ref), "Report", cast[1])
    yield Scene("seat", _to("seat", match.ref), "My seat at", cast[1])
    yield Scene("admin-login", _to("admin:login"), "Sign in", None)
    yield Scene("admin", _to("admin:index"), "What moderators may look up", mo)
    yield Scene("admin-list", _to("admin:games_game_changelist"), "Select game to view", mo)
    yield from _of_moderators(cast, mo)
    yield Scene("admin-game", _to("admin:games_game_changelist"), "View game", mo, act=_open_first)


def _of_moderators(cast: list[User], mo: User) -> Iterator[Scene]:
    """A seat that anybody may take, and a table whose cards a moderator looks at."""
    free = begin(cast, "Free seat", rounds=2).play(2)
    moderation.hand_on(by=mo, ref=free.ref, seat=2, reason="Gone for weeks.", now=free.now, is_offered=True)
    yield Scene("offers", _to("offers"), "Seats to take", tables.person("Iris"))

    def look(page: Any) -> None:
        odd = begin(cast, "Odd table", rounds=2).play(2)  # who has looked once cannot look again
        page.goto(page.url + f"/t/{odd.ref}/open")
        _fill(reason="They are said to play as one.")(page)

    yield Scene("moderation-opened", _to("moderation"), "Odd table", mo, act=look)


def _reported(cast: list[User]) -> Match:
    match = begin(cast, "Loud table", rounds=2).play(2)
    rude = talk.say(user=cast[0], ref=match.ref, text="You play like a shoggoth.", form="", now=match.ago(50))
    talk.say(user=cast[1], ref=match.ref, text="Shoggoths win: https://example.org/proof", form="", now=match.ago(40))
    talk.report(user=cast[2], ref=match.ref, message=rude.ref, text="That was uncalled for.", now=match.ago(30))
    return match


def _faults(cast: list[User]) -> Iterator[Scene]:
    reader = cast[0]
    yield Scene("404", "/t/nothing", "Off the chart", reader, status=404)
    yield Scene("404-signed-out", "/nothing", "Off the chart", status=404)
    yield Scene("400", _to("rules_game", "bad"), "That was not understood", reader, status=400)
    yield Scene("403", _to("rules_game", "forbidden"), "Not yours to see", reader, status=403)
    yield Scene("500", _to("rules_game", "broken"), "Something broke", reader, status=500)
    yield Scene("405", _to("try_now"), "Nothing to see here", reader, status=405)
    yield Scene("429", "/too-many", "Too many at once", reader, status=429)
    yield Scene("csrf", _to("new_table"), "This page had grown old", reader, act=_forget_token, status=403)


def _forget_token(page: Any) -> None:
    page.locator("main [name=csrfmiddlewaretoken]").first.evaluate("field => field.remove()")
    press(page, page.locator("main form button").last)


GROUPS = {
    "visitors": (_signed_out,),
    "accounts": (_accounts,),
    "tables": (_lists, _gathering, _asked, _again, _mails),
    "staff": (_staff,),
    "faults": (_faults,),
}
