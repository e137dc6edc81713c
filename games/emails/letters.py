"""Writing a mail: from its reader's own view of the table, at the moment it is sent.

Subject, headers and first line are made from what everybody knows, since mail programs show them on locked screens.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from email.utils import format_datetime
from typing import Any

import css_inline
from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string, select_template
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.debug import sensitive_variables

from games.emails import words
from games.emails.addresses import address_of, link, message_id, stop_link, thread_id
from games.models import Game, Mail, Move, Notice, Seat, User
from games.selectors.sentences import by_clock, isolated, joined, render, render_text
from games.selectors.tables import Page, Told, mail_pages

_inliner = css_inline.CSSInliner(load_remote_stylesheets=False, keep_at_rules=True)


class NotNeeded(Exception):
    """Nobody is to get this mail any more: its reader has left the seat, or has no address."""


class Letter(EmailMultiAlternatives):
    """A mail whose bytes follow from what is in it: no random boundary."""

    token = ""

    def message(self, **options: Any) -> Any:
        """The message as it goes to the mail server."""
        message: Any = super().message(**options)
        if message.is_multipart():
            message.set_boundary(f"=_{self.token}")
        return message


@dataclass(frozen=True, slots=True)
class Part:
    """What a mail says of one table."""

    page: Page
    kinds: tuple[str, ...]
    state: str
    news: tuple[tuple[str, str], ...]  # text and HTML of each sentence
    ask: str
    table_text: str
    table_html: str
    link: str


@sensitive_variables()
def letter(mail: Mail, now: datetime) -> Letter:
    """The mail, ready to be sent; NotNeeded if nobody is to get it."""
    notices = list(mail.notices.select_related("seat__game", "seat__user", "invitation__by").order_by("pk"))
    if not notices:
        raise NotNeeded
    user = mail.user
    with translation.override(user.language if user and user.language else settings.LANGUAGE_CODE):
        zone = user.zone if user else timezone.get_default_timezone()
        with timezone.override(zone):
            if notices[0].invitation is not None:
                return _invitation(mail, notices[0], now)
            if user is None:
                raise NotNeeded
            return _turn(mail, user, notices, now)


@sensitive_variables()
def _turn(mail: Mail, user: User, notices: list[Notice], now: datetime) -> Letter:
    address = address_of(user)
    parts = []
    seats = {notice.seat_id: notice.seat for notice in notices if notice.seat is not None}
    for seat in seats.values():
        if seat.user_id == user.pk and not seat.is_bot:
            kinds = tuple(notice.kind for notice in notices if notice.seat_id == seat.pk)
            parts.append(_part(seat, user, kinds, now))
    if not parts or not address:
        raise NotNeeded
    context: dict[str, Any] = {"parts": parts, "part": parts[0], "is_digest": mail.game_id is None, "user": user}
    if mail.game_id is None:
        subject = _("Your tables")
        count = len(parts)
        context["state"] = ngettext("News from {count} table.", "News from {count} tables.", count).format(count=count)
        thread = thread_id(user.ref, "digest")
    else:
        subject = parts[0].page.name
        context["state"] = parts[0].state
        thread = thread_id(user.ref, parts[0].page.ref)
    stop = stop_link(user, mail.game)
    return _letter(mail, address, subject, "turn", context | {"stop": stop}, thread, stop, now)


@sensitive_variables()
def _part(seat: Seat, user: User, kinds: tuple[str, ...], now: datetime) -> Part:
    page, public = mail_pages(seat=seat, now=now, with_cards=user.cards_in_mails)
    context = {"page": page, "table": page.table, "names": page.names, "shows_cards": user.cards_in_mails}
    return Part(
        page=page,
        kinds=kinds,
        state=state_line(public),
        news=tuple(_news(seat, page)),
        ask=words.ask(page, kinds),
        table_text=_table(page, "txt", context),
        table_html=_table(page, "html", context),
        link=link("table", page.ref),
    )


def _table(page: Page, form: str, context: dict[str, Any]) -> str:
    """The table as the game draws it for mails, if it does."""
    if page.table is None:
        return ""
    template = select_template([f"{page.kind}/mail_table.{form}", f"mail/no_table.{form}"])
    return template.render(context).strip("\n")


def state_line(public: Page) -> str:
    """What everybody knows: what happened last, and who is waited for.

    Of a round the last sentence is told, what it came to; in a game without rounds the first, what was played.
    """
    last = public.history[-1] if public.history else None
    said = [render_text(sentence, public.names) for sentence in last.sentences] if last else []
    if last is not None and public.status == Game.Status.RUNNING and not last.round:
        said = said[:1]
    if public.status != Game.Status.RUNNING:
        return " ".join([*said[-1:], words.status(public)]).strip()
    missing = [isolated(public.names[number]) for number in public.missing]
    if missing:
        said = [*said[-1:], _("Waiting for {names}.").format(names=joined(missing))]
    return " ".join(said[-2:])


def _news(seat: Seat, page: Page) -> Iterable[tuple[str, str]]:
    """What happened since the reader's last move, that move included, as the reader may know it."""
    last = Move.objects.filter(game=seat.game_id, seat=seat.number).order_by("-number").values_list("at", flat=True)
    since = last.first()
    for told in page.history:
        if since is None or told.at >= since:
            yield from _told(told, page)


def _told(told: Told, page: Page) -> Iterable[tuple[str, str]]:
    for sentence in told.sentences:
        yield render_text(sentence, page.names), render(sentence, page.names)
    if told.by_clock:
        sentence = by_clock(told.by_clock)
        yield render_text(sentence, page.names), render(sentence, page.names)


@sensitive_variables()
def _invitation(mail: Mail, notice: Notice, now: datetime) -> Letter:
    invitation, game, user = notice.invitation, notice.game, mail.user
    assert invitation is not None
    address = address_of(user) if user else invitation.address
    if not address or invitation.declined or game.status != Game.Status.GATHERING:
        raise NotNeeded
    by = str(invitation.by) if invitation.by else _("Somebody")
    stop = stop_link(user, None) if user else ""
    context: dict[str, Any] = {
        "state": _("{name} invites you to a table.").format(name=isolated(by)),
        "facts": words.facts(game),
        "summary": words.summary(game),
        "game": {"name": game.name, "kind": game.kind, "seats": game.seats_wanted},
        "by": by,
        "user": user,
        "link": link("table", game.ref) if user else link("join", game.ref, game.join_token),
        "stop": stop,
    }
    thread = thread_id(user.ref if user else address, game.ref)
    return _letter(mail, address, game.name, "invitation", context, thread, stop, now)


def _letter(
    mail: Mail,
    address: str,
    subject: str,
    template: str,
    context: dict[str, Any],
    thread: str,
    stop: str,
    now: datetime,
) -> Letter:
    context |= {"subject": subject, "preview": context["state"], "site_url": settings.SITE_URL}
    headers = {
        "Message-ID": message_id(mail.message_token),
        "In-Reply-To": thread,
        "References": thread,
        "Date": format_datetime(now),
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
    }
    if stop:
        headers |= {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    message = Letter(
        subject=" ".join(subject.split()),
        body=render_to_string(f"mail/{template}.txt", context).strip() + "\n",
        to=[address],
        headers=headers,
    )
    message.token = mail.message_token
    message.attach_alternative(_inliner.inline(render_to_string(f"mail/{template}.html", context)), "text/html")
    return message
