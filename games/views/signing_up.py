"""Signing up, after the address was given: its code, then a display name, then back to where one wanted to go."""

from allauth.account.forms import BaseConfirmCodeForm
from allauth.account.internal.flows.login import record_authentication
from allauth.account.utils import perform_login
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.accounts import Proof
from games.forms import NameForm, zone_of
from games.models import User
from games.services import people
from games.views.access import reader


@require_http_methods(["GET", "HEAD", "POST"])
def code(request: HttpRequest) -> HttpResponse:
    """The code from the mail. Who has an account is signed in by it, who has none chooses a name."""
    proof = _proof(request)
    if proof is None:
        return redirect("account_signup")
    if proof.is_proven:
        return redirect("sign_up_name")
    if request.method == "POST" and request.POST.get("action") == "resend":
        return _resend(request, proof)
    form = BaseConfirmCodeForm(request.POST or None, code=proof.code)
    if form.is_valid():
        return _prove(request, proof)
    if request.method == "POST" and not proof.record_invalid_attempt():
        messages.error(request, _("That was one wrong code too many. Please begin once more."))
        return redirect(_beginning(proof))
    context = {
        "verify_form": form,
        "email": proof.email,
        "can_resend": proof.can_resend,
        "cancel_url": _beginning(proof),
    }
    return render(request, "account/sign_up_code.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def name(request: HttpRequest) -> HttpResponse:
    """The display name of whoever has proven an address; with it there is an account."""
    proof = _proof(request)
    if proof is None or not proof.is_proven:
        return redirect("sign_up_code" if proof else "account_signup")
    form = NameForm(request.POST or None)
    if form.is_valid():
        try:
            user = people.welcome(email=proof.email, name=form.cleaned_data["name"], time_zone=zone_of(request).key)
        except ValidationError as refusal:
            form.add_error("name", refusal)
        else:
            return _sign_in(request, proof, user)
    return render(request, "account/sign_up_name.html", {"form": form}, status=422 if form.errors else 200)


def _proof(request: HttpRequest) -> Proof | None:
    return None if reader(request) is not None else Proof.resume(request)


def _beginning(proof: Proof) -> str:
    query = urlencode({"next": proof.state["next"]}) if proof.state["next"] else ""
    return f"{reverse('account_signup')}?{query}".rstrip("?")


def _resend(request: HttpRequest, proof: Proof) -> HttpResponse:
    if not proof.can_resend:
        messages.error(request, _("That address has had codes enough. Please begin once more."))
        return redirect(_beginning(proof))
    if proof.send():
        proof.record_resend()
        proof.persist()
        messages.success(request, _("Another code is on its way; the one before it is spent."))
    else:
        messages.error(request, _("A code has just been sent. Please wait a moment before you ask for another."))
    return redirect("sign_up_code")


def _prove(request: HttpRequest, proof: Proof) -> HttpResponse:
    user = people.enter(email=proof.email)
    if user is not None:
        return _sign_in(request, proof, user)
    proof.prove()
    return redirect("sign_up_name")


def _sign_in(request: HttpRequest, proof: Proof, user: User) -> HttpResponse:
    proof.abort()
    record_authentication(request, user, method="code", email=proof.email)
    response: HttpResponse = perform_login(request, user, email=proof.email, redirect_url=proof.state["next"] or None)
    return response
