"""My own page: name, settings, mails, my data, goodbye."""

import json

from allauth.account.utils import get_next_redirect_url
from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.serializers.json import DjangoJSONEncoder
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games import links
from games.forms import NameForm, PreferencesForm
from games.models import Mail
from games.selectors.lists import mails_of, seat_by_ref
from games.selectors.mine import data_of
from games.services import people
from games.views.access import member, members_only


@login_required
@require_safe
def me(request: HttpRequest) -> HttpResponse:
    """What belongs to me, and where it is changed."""
    return _show_me(request, NameForm(initial={"name": str(request.user)}))


def _show_me(request: HttpRequest, form: NameForm, status: int = 200) -> HttpResponse:
    """Write the page; `next` is where one wants to go with a new name."""
    context = {"name_form": form, "next": get_next_redirect_url(request) or "", "asked_to": links.kept(request)}
    return render(request, "me/me.html", context, status=status)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest) -> HttpResponse:
    """Time zone, language, look, mails."""
    user = member(request)
    form = PreferencesForm(request.POST or None, instance=user)
    if request.method == "POST" and form.is_valid():
        people.change_preferences(user=user, changes=form.cleaned_data)
        messages.success(request, _("Your settings are kept."))
        response = redirect("settings")
        response.delete_cookie("theme", samesite="Lax")  # what was clicked before gives way to what is set
        return response
    return render(request, "me/settings.html", {"form": form}, status=422 if form.errors else 200)


@login_required
@require_http_methods(["POST"])
def rename(request: HttpRequest) -> HttpResponse:
    """Another display name, if it can be had."""
    user = member(request)
    form = NameForm(request.POST)
    if form.is_valid():
        try:
            people.rename(user=user, name=form.cleaned_data["name"])
        except ValidationError as refusal:
            form.add_error("name", refusal)
        else:
            messages.success(request, _("That is your name now. The old one stays reserved for you."))
            return HttpResponseRedirect(get_next_redirect_url(request) or reverse("me"))
    user.refresh_from_db()
    return _show_me(request, form, status=422)


@login_required
@require_safe
def mails(request: HttpRequest) -> HttpResponse:
    """Every mail that was sent to me, and what became of it."""
    user = member(request)
    sent = list(mails_of(user=user))
    is_refused = any(mail.outcome == Mail.Outcome.REFUSED for mail in sent)
    return render(request, "me/mails.html", {"mails": sent, "is_refused": is_refused, "failed": people.FAILED})


@require_POST
@members_only
def send_again(request: HttpRequest, token: str) -> HttpResponse:
    """A mail that could not be delivered is tried once more."""
    user = member(request)
    limited = ratelimit.consume_or_429(request, action="send_again", user=user)
    if limited:
        return limited
    if not people.send_again(user=user, token=token, now=timezone.now()):
        raise Http404
    messages.success(request, _("The mail is on its way again."))
    return redirect("mails")


@login_required
@require_safe
@sensitive_variables()
def my_data(request: HttpRequest) -> HttpResponse:
    """What the site keeps of me, as one file."""
    user = member(request)
    text = json.dumps(data_of(user), cls=DjangoJSONEncoder, ensure_ascii=False, indent=1) + "\n"
    name = 'attachment; filename="my-data.json"'
    return HttpResponse(text, content_type="application/json; charset=utf-8", headers={"Content-Disposition": name})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def goodbye(request: HttpRequest) -> HttpResponse:
    """Delete the account, once it is confirmed on a page of its own."""
    user = member(request)
    if request.method == "POST":
        logout(request)
        people.say_goodbye(user=user, now=timezone.now())
        messages.success(request, _("Your account is gone, and your name with it. Bots play on in your seats."))
        return redirect("front")
    return render(request, "me/goodbye.html")


@csrf_exempt  # mail programs send it without cookie or token (RFC 8058); the signed link is all it needs
@require_http_methods(["GET", "HEAD", "POST"])
def stop_mails(request: HttpRequest, token: str) -> HttpResponse:
    """Stop the mails of a table, or all: asked on a page, done by POST."""
    is_done = request.method == "POST" and people.stop_mails(token=token)
    if request.method == "POST" and not is_done:
        raise Http404
    seat = seat_by_ref(*people.read_stop_token(token))
    return render(request, "me/stop_mails.html", {"is_done": is_done, "game": seat and seat.game})
