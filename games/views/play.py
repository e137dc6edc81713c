"""The table: its page, what polling fetches of it, and the answers that are sent from it."""

from collections.abc import Mapping
from typing import Any

from allauth.core.ratelimit import respond_429
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_POST, require_safe

from games import links
from games.models import Game, User
from games.rules.kernel import IllegalAction, StaleDecision
from games.selectors.again import company
from games.selectors.lists import is_first_game, next_table
from games.selectors.sentences import render as render_sentence
from games.selectors.tables import Page
from games.services import playing
from games.services.desk import NoSuchTable
from games.services.playing import Receipt
from games.views.access import digest, fields, member, members_only, page_of, reader
from games.views.front import is_a_try
from games.views.gathering import show_lobby
from games.views.history import rounds_of
from games.views.kinds import KINDS
from games.views.limits import ANSWERS

Sent = Mapping[str, str]
STILL: Mapping[str, Any] = {
    Game.Status.PAUSED: _("The table is paused, and its clock stands still."),
    Game.Status.PARKED: _(
        "A fault on our side has stopped this table. Nothing is lost, its clock stands still, and we have been told. "
        "There is nothing you need to do."
    ),
    Game.Status.CALLED_OFF: _("This table was called off. It has no result."),
}


@require_safe
@sensitive_variables()
def table(request: HttpRequest, ref: str) -> HttpResponse:
    """The table's page, whatever it is doing."""
    page = page_of(request, ref, timezone.now())
    if isinstance(page, HttpResponse):
        return page
    chosen = KINDS[page.kind].chosen
    return show(request, page, sent=fields({chosen: request.GET.get(chosen, "")}))


@sensitive_variables()
def show(
    request: HttpRequest,
    page: Page,
    *,
    sent: Sent | None = None,
    fault: str = "",
    sure: bool = False,
    status: int = 200,
) -> HttpResponse:
    """Write the page of that table. `sent`: what stands in its form; `fault`: why that was not taken."""
    if page.table is None:
        return show_lobby(request, page, fault=fault, status=status)
    context = shown(request, page) | {"sent": sent or {}, "fault": fault, "sure": sure}
    is_early = context["is_seated"] and KINDS[page.kind].is_early(page.table)
    context["is_first"] = is_early and is_first_game(reader(request), page.ref, page.kind)
    return render(request, f"{page.kind}/table.html", context, status=status)


@sensitive_variables()
def shown(request: HttpRequest, page: Page) -> dict[str, Any]:
    """All that the templates of a table write down."""
    user, view = reader(request), page.table
    still = STILL.get(page.status, "")  # what is said where nobody can move
    decision = None if still else view.decision
    again = _again(user, page)
    is_asked = not still and bool(page.my_asks) and not page.i_have_answered
    return {
        "game": page,
        "table": view,
        "decision": decision,
        "players": page.plates,
        "names": page.names,
        "history": rounds_of(page),
        "deadline": page.deadline,
        "paused": still,
        "is_asked": is_asked,
        "is_away": view.me is not None and page.plates[view.me].is_away,
        "is_seated": view.me is not None,
        "has_talk": not page.is_solo and (view.me is not None or page.status == Game.Status.FINISHED),
        "is_live": page.status == Game.Status.RUNNING,
        "tick": 2 if page.is_solo else min(max(page.pace // 60, 5), 20),
        "again": again,
        "asked_to": links.kept(request) if again and page.is_solo else None,
        "next_ref": next_table(user=user, after=page.ref) if user is not None and not is_asked else "",
        "code": page.codes.get(decision.key, "") if decision else "",
        "digest": digest_of(page),
        "standing": standing_of(page),
        "asked_for": _number(request.GET.get("showdown", "")),
        "sent": {},
    }


def _again(user: User | None, page: Page) -> str:
    """How who sat at a table that is over plays another: "people" with them, "try" by a click, "terms"; else ""."""
    if user is None or page.me is None or page.status not in (Game.Status.FINISHED, Game.Status.CALLED_OFF):
        return ""
    if company(user, page.ref).exists():
        return "people"
    return "try" if is_a_try(page) else "terms"


def digest_of(page: Page) -> str:
    """Changes when anything changes that this reader is shown of the table."""
    told = [(step.at, step.sentences, step.by_clock) for step in page.history]
    return digest("shown", page.ref, page.table, page.plates, told, page.deadline, page.status, page.codes)


def standing_of(page: Page) -> str:
    """Changes when the reader's form must: another decision, or another wait for all. What lies sealed is not in it."""
    decision = page.table.decision if page.status == Game.Status.RUNNING else None
    what = decision and (decision.key, decision.kind)
    return digest("standing", page.ref, page.table.me, what, sorted({wait.key for wait in page.asked}))


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0


@require_safe
@sensitive_variables()
def table_part(request: HttpRequest, ref: str) -> HttpResponse:
    """What has changed since the reader's page was written: 204 while that is nothing."""
    page = page_of(request, ref, timezone.now())
    seat = request.GET.get("seat", "")
    if isinstance(page, HttpResponse) or (page.me is None and seat):
        return _go(redirect_to_login(reverse("table", args=[ref])).url if reader(request) is None else _table(ref))
    if page.table is None or page.table.outcome is not None or seat != ("" if page.me is None else str(page.me)):
        return _go(_table(ref))
    if request.GET.get("seen") == digest_of(page):
        return HttpResponse(status=204)
    context = shown(request, page)
    context["is_new_form"] = request.GET.get("form") != context["standing"]
    return render(request, f"{page.kind}/_part.html", context)


def _go(url: str) -> HttpResponse:
    return HttpResponse(status=204, headers={"HX-Redirect": url})


def _table(ref: str) -> str:
    return reverse("table", args=[ref])


@require_POST
@members_only
@sensitive_post_parameters()
@sensitive_variables()
def answer(request: HttpRequest, ref: str) -> HttpResponse:
    """Hand in what was chosen. What cannot be taken is said on the current page, with the choice kept."""
    user, now = member(request), timezone.now()
    if not ANSWERS.allows(user.pk, now):
        return respond_429(request)
    sent = fields(request.POST)
    if sent.get("confirm") and "sure" not in sent:
        page = page_of(request, ref, now)
        assert isinstance(page, Page)
        if page.table is not None and _is_offered(page, sent):
            return show(request, page, sent=sent, sure=True)
    try:
        receipt = playing.hand_in(user=user, ref=ref, form=sent, now=now)
    except NoSuchTable:
        raise Http404 from None
    except IllegalAction as refusal:
        return _refuse(request, ref, sent, refusal)
    if not receipt.is_open:
        _confirm(request, receipt, sent.get("do", ""))
    return redirect("table", ref)


def _confirm(request: HttpRequest, receipt: Receipt, do: str) -> None:
    """Say that it is taken; that it lies sealed only if the page still asks for it: a round's last answer opens all."""
    done = KINDS[receipt.kind].done.get(do)
    tags = "" if done else f"sealed {receipt.key}"
    messages.success(request, done or _("Sealed. Only you see what."), extra_tags=tags)


@sensitive_variables()
def _is_offered(page: Page, sent: Sent) -> bool:
    """Whether what is to be confirmed is one of the decision's choices; all else goes on, to be refused in words."""
    decision = page.table.decision
    return decision is not None and decision.key == sent.get("key") and KINDS[page.kind].is_offered(decision, sent)


@sensitive_variables()
def _refuse(request: HttpRequest, ref: str, sent: Sent, refusal: IllegalAction) -> HttpResponse:
    page = page_of(request, ref, timezone.now())
    if isinstance(page, HttpResponse):
        return page
    is_stale = isinstance(refusal, StaleDecision)
    fault = render_sentence(refusal.sentence, page.names)
    return show(request, page, sent=sent, fault=fault, status=409 if is_stale else 422)


@require_POST
@members_only
def come_back(request: HttpRequest, ref: str) -> HttpResponse:
    """The person plays again, no longer the bot."""
    user = member(request)
    try:
        playing.come_back(user=user, ref=ref, now=timezone.now())
    except NoSuchTable:
        raise Http404 from None
    except IllegalAction as refusal:
        return _refuse(request, ref, {}, refusal)
    return HttpResponseRedirect(_table(ref))
