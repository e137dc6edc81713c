"""The moderators' pages. To everybody else, and over a table of their own, they do not exist."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.models import User
from games.rules.kernel import IllegalAction
from games.selectors import moderating
from games.selectors.sentences import render as render_sentence
from games.selectors.sentences import render_text
from games.selectors.staff import is_moderator, mail_trouble
from games.services import moderation as services
from games.services.desk import NoSuchTable
from games.services.moderation import NoSuchPerson, Opened
from games.views.access import member, reader

Page = Callable[..., HttpResponse]
TABLE_ACTS: dict[str, tuple[Callable[..., None], tuple[str, ...]]] = {
    "pause": (services.pause, ()),
    "resume": (services.resume, ()),
    "unpark": (services.unpark, ()),
    "extend": (services.extend, ("eighths",)),
    "call-off": (services.call_off, ()),
    "hand-on": (services.hand_on, ("seat", "is_offered")),
    "hide": (services.hide, ("message", "is_hidden")),
    "mute": (services.mute_seat, ("message", "days")),
}
PERSON_ACTS: dict[str, tuple[Callable[..., None], tuple[str, ...]]] = {
    "mute": (services.mute_person, ("days",)),
    "suspend": (services.suspend, ("days",)),
    "close": (services.close_account, ()),
}
NUMBERS = {"eighths", "seat", "days"}
SWITCHES = {"is_offered", "is_hidden"}
LONGEST_SENT = 4_000


def moderators_only(view: Page) -> Page:
    """The view for moderators; nothing at all for others, and the way to sign in for somebody unknown."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        user = reader(request)
        if user is None:
            return redirect_to_login(reverse("moderation") if request.method == "POST" else request.get_full_path())
        if not is_moderator(user):
            raise Http404
        limited = ratelimit.consume_or_429(request, action="moderate", user=user) if request.method == "POST" else None
        return limited or view(request, *args, **kwargs)

    return guarded


def _search(request: HttpRequest) -> str:
    return request.GET.get("q", "").replace("\x00", "").strip()[:80]


def _fields(request: HttpRequest, names: tuple[str, ...]) -> dict[str, Any]:
    """The fields of an act as its service wants them; what is no number is -1, which every service refuses."""
    found: dict[str, Any] = {"reason": request.POST.get("reason", "")[:LONGEST_SENT]}
    for name in names:
        sent = request.POST.get(name, "")[:40].replace("\x00", "")
        if name in NUMBERS:
            found[name] = int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 5 else -1
        else:
            found[name] = sent == "on" if name in SWITCHES else sent
    return found


@require_safe
@moderators_only
def queue(request: HttpRequest) -> HttpResponse:
    """What waits for a moderator: reports, and tables that a fault has stopped."""
    me = member(request)
    context = {"complaints": moderating.complaints_for(me), "stopped": moderating.stopped_for(me)}
    return render(request, "moderation/queue.html", context)


@require_safe
@moderators_only
def tables(request: HttpRequest) -> HttpResponse:
    """The tables that are not over, or those of a name."""
    search = _search(request)
    context = {"search": search, "tables": moderating.running_for(member(request), search)}
    return render(request, "moderation/tables.html", context)


@require_safe
@moderators_only
@sensitive_variables()
def table(request: HttpRequest, ref: str) -> HttpResponse:
    """A table without its cards."""
    return _table(request, ref)


def _table(request: HttpRequest, ref: str, status: int = 200, **more: Any) -> HttpResponse:
    context = {"sheet": moderating.sheet_of(member(request), ref, timezone.now())} | more
    return render(request, "moderation/table.html", context, status=status)


@require_POST
@moderators_only
def act(request: HttpRequest, ref: str, what: str) -> HttpResponse:
    """An act upon a table."""
    if what not in TABLE_ACTS:
        raise Http404
    service, names = TABLE_ACTS[what]
    fault = _do(service, member(request), ref=ref, **_fields(request, names))
    if fault:
        return _table(request, ref, 422, fault=fault, sent=request.POST.get("reason", "")[:LONGEST_SENT])
    messages.success(request, _("Done. The table is told."))
    return redirect("moderate_table", ref)


def _do(service: Callable[..., None], by: User, **fields: Any) -> str:
    """Call the service; returns why it was refused, "" if it was not. 404 for what is not the moderator's."""
    try:
        service(by=by, now=timezone.now(), **fields)
    except (NoSuchTable, NoSuchPerson):
        raise Http404 from None
    except IllegalAction as refusal:
        return render_text(refusal.sentence, ())
    return ""


@require_http_methods(["GET", "HEAD", "POST"])
@moderators_only
@sensitive_variables()
def open_table(request: HttpRequest, ref: str) -> HttpResponse:
    """Look at all cards, once: asked first, then shown as the answer to the form, never again at any address."""
    if request.method != "POST":
        sheet = moderating.sheet_of(member(request), ref, timezone.now())
        if not sheet.may_open:
            raise Http404
        return render(request, "moderation/open.html", {"sheet": sheet})
    now, fields = timezone.now(), _fields(request, ())
    try:
        opened = services.open_table(by=member(request), ref=ref, now=now, **fields)
    except NoSuchTable:
        raise Http404 from None
    except IllegalAction as refusal:
        sheet = moderating.sheet_of(member(request), ref, now)
        context = {"sheet": sheet, "fault": render_text(refusal.sentence, ()), "sent": fields["reason"]}
        return render(request, "moderation/open.html", context, status=422)
    return render(request, "moderation/opened.html", {"opened": opened, "hands": _hands(opened)})


@sensitive_variables()
def _hands(opened: Opened) -> list[dict[str, Any]]:
    return [
        {
            "name": hand.name,
            "table": hand.table,
            "history": [
                (step.at, render_sentence(text, opened.names)) for step in hand.history for text in step.sentences
            ],
            "template": [f"moderation/opened/{opened.kind}.html", "moderation/opened/any.html"],
        }
        for hand in opened.hands
    ]


@require_safe
@moderators_only
def people(request: HttpRequest) -> HttpResponse:
    """The people of a name; without one those who are shut out."""
    search = _search(request)
    context = {"search": search, "people": moderating.search_people(member(request), search)}
    return render(request, "moderation/people.html", context)


@require_safe
@moderators_only
def person(request: HttpRequest, ref: str) -> HttpResponse:
    """A person: what was done, and which accounts may be the same person's."""
    return _person(request, ref)


def _person(request: HttpRequest, ref: str, status: int = 200, **more: Any) -> HttpResponse:
    context = {"person": moderating.dossier_of(member(request), ref, timezone.now())} | more
    return render(request, "moderation/person.html", context, status=status)


@require_POST
@moderators_only
def act_on(request: HttpRequest, ref: str, what: str) -> HttpResponse:
    """An act upon a person."""
    if what not in PERSON_ACTS:
        raise Http404
    service, names = PERSON_ACTS[what]
    fault = _do(service, member(request), person=ref, **_fields(request, names))
    if fault:
        return _person(request, ref, 422, fault=fault, sent=request.POST.get("reason", "")[:LONGEST_SENT])
    messages.success(request, _("Done. The tables at which they sit under their name are told."))
    return redirect("moderate_person", ref)


@require_POST
@moderators_only
def lift(request: HttpRequest, act: str) -> HttpResponse:
    """A mute, a suspension or a closing ends."""
    fault = _do(services.lift, member(request), act=act, **_fields(request, ()))
    if fault:
        messages.error(request, fault)
    else:
        messages.success(request, _("Lifted."))
    return redirect("moderation_log")


@require_POST
@moderators_only
def settle(request: HttpRequest, report: str) -> HttpResponse:
    """A report is dealt with."""
    moderating.complaint_for(member(request), report)
    fault = _do(services.settle, member(request), report=report, **_fields(request, ()))
    if fault:
        messages.error(request, fault)
    return redirect("moderation")


@require_safe
@moderators_only
def log(request: HttpRequest) -> HttpResponse:
    """What moderators did."""
    return render(request, "moderation/log.html", {"acts": moderating.log_for(member(request), timezone.now())})


@require_safe
@moderators_only
def mails(request: HttpRequest) -> HttpResponse:
    """How many mails to whom failed on which day."""
    return render(request, "moderation/mails.html", {"troubles": mail_trouble(member(request), timezone.now())})
