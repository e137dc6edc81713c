"""Table talk and private notes: fragments of their own, which disturb no form of the table; pages without script."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from games.rules.kernel import IllegalAction
from games.selectors.sentences import render_text
from games.selectors.tables import NotFound
from games.selectors.talk import ALL, MOST, Line, Talk, note_for, talk_for
from games.services import talk as services
from games.services.desk import NoSuchTable
from games.views.access import digest, member, members_only, reader

LONGEST_SENT = 20_000


def _is_htmx(request: HttpRequest) -> bool:
    return bool(getattr(request, "htmx", False))


def _sent(request: HttpRequest, name: str) -> str:
    return request.POST.get(name, "")[:LONGEST_SENT]


@require_http_methods(["GET", "HEAD", "POST"])
def talk(request: HttpRequest, ref: str) -> HttpResponse:
    """The talk: a page, or to htmx a fragment (204 while nothing is new to this reader); sent, something is said."""
    user = reader(request)
    if request.method == "POST":
        return _say(request, ref) if user is not None else redirect_to_login(reverse("table", args=[ref]))
    try:
        is_all = "all" in request.GET
        said = talk_for(user=user, ref=ref, now=timezone.now(), most=ALL if is_all else MOST)
    except NotFound:
        if user is not None:
            raise
        return _sign_in(request, ref)
    seen = request.GET.get("seen", "")
    if not _is_htmx(request):
        return _page(request, said, is_all=is_all)
    if seen and seen == _digest(said):
        return HttpResponse(status=204)
    return render(request, "talk/_list.html" if seen else "talk/_talk.html", _context(said))


def _sign_in(request: HttpRequest, ref: str) -> HttpResponse:
    way = redirect_to_login(reverse("table", args=[ref]))
    return HttpResponse(status=204, headers={"HX-Redirect": way.url}) if _is_htmx(request) else way


def _digest(said: Talk) -> str:
    return digest("talk", said.ref, said.lines, said.muted)


def _context(said: Talk, **more: Any) -> dict[str, Any]:
    return {"talk": said, "seen": _digest(said), "longest": services.LONGEST} | more


@sensitive_variables()
def _page(request: HttpRequest, said: Talk, status: int = 200, **more: Any) -> HttpResponse:
    context = _context(said, **more)
    if said.is_seated and "note" not in context:
        context["note"] = note_for(user=member(request), ref=said.ref)
    return render(request, "talk/page.html", context, status=status)


def _say(request: HttpRequest, ref: str) -> HttpResponse:
    text, now, fault = _sent(request, "text"), timezone.now(), ""
    try:
        services.say(user=member(request), ref=ref, text=text, form=_sent(request, "form"), now=now)
    except NoSuchTable:
        raise Http404 from None
    except IllegalAction as refusal:
        fault = render_text(refusal.sentence, ())
    if not fault and not _is_htmx(request):
        return redirect(reverse("talk", args=[ref]) + "#say")
    said = talk_for(user=member(request), ref=ref, now=now)
    more = {"fault": fault, "sent": text if fault else "", "is_answer": True}
    if _is_htmx(request):  # htmx shows no answer that is an error
        return render(request, "talk/_talk.html", _context(said, **more))
    return _page(request, said, 422, **more)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@sensitive_post_parameters()
@sensitive_variables()
def note(request: HttpRequest, ref: str) -> HttpResponse:
    """My notes at the table: to htmx a fragment, else the page of talk and notes; sent, they are kept."""
    user = member(request)
    if request.method == "POST":
        return _keep(request, ref)
    if not _is_htmx(request):
        return redirect(reverse("talk", args=[ref]) + "#notes")
    return render(request, "talk/_note.html", {"ref": ref, "note": note_for(user=user, ref=ref)})


@sensitive_variables()
def _keep(request: HttpRequest, ref: str) -> HttpResponse:
    user, text, fault = member(request), _sent(request, "text"), ""
    try:
        services.keep_note(user=user, ref=ref, text=text)
    except NoSuchTable:
        raise Http404 from None
    except IllegalAction as refusal:
        fault = render_text(refusal.sentence, ())
    if _is_htmx(request):
        return render(request, "talk/_kept.html", {"note_fault": fault})
    if fault:
        said = talk_for(user=user, ref=ref, now=timezone.now())
        return _page(request, said, 422, note=text, note_fault=fault)
    messages.success(request, _("Your notes are kept."))
    return redirect(reverse("talk", args=[ref]) + "#notes")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def report(request: HttpRequest, ref: str, message: str = "") -> HttpResponse:
    """Tell moderators of a message, or of the table; on the same page its author can be muted."""
    user, now = member(request), timezone.now()
    said = talk_for(user=user, ref=ref, now=now, most=ALL)
    line = _line(said, message) if message else None
    if not said.is_seated:
        raise Http404
    context: dict[str, Any] = {"talk": said, "line": line, "longest": services.LONGEST}
    if request.method == "POST":
        text = _sent(request, "text")
        try:
            services.report(user=user, ref=ref, message=message, text=text, now=now)
        except NoSuchTable:
            raise Http404 from None
        except IllegalAction as refusal:
            context |= {"fault": render_text(refusal.sentence, ()), "sent": text}
            return render(request, "talk/report.html", context, status=422)
        messages.success(request, _("Moderators will look at it. Nobody at the table is told who reported."))
        return redirect("talk", ref)
    return render(request, "talk/report.html", context)


def _line(said: Talk, ref: str) -> Line:
    for line in said.lines:
        if line.ref == ref and line.told is None and not line.is_mine:
            return line
    raise Http404


@require_POST
@members_only
def mute(request: HttpRequest, ref: str, message: str) -> HttpResponse:
    """I do not read any more what this message's author says."""
    try:
        services.mute(user=member(request), ref=ref, message=message)
    except NoSuchTable:
        raise Http404 from None
    return redirect("talk", ref)


@require_POST
@members_only
def unmute(request: HttpRequest, ref: str, mute: str) -> HttpResponse:
    """I read it again."""
    try:
        services.unmute(user=member(request), ref=ref, mute=mute)
    except NoSuchTable:
        raise Http404 from None
    return redirect("talk", ref)
