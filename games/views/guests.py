"""Guests become members: by an address of their own, or by signing in to the account they already have."""

import time
from typing import Any

from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.signals import user_logged_in
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from games import links
from games.accounts import TO_BE_NAMED
from games.models import User
from games.services import people
from games.views.access import members_only, reader

GUEST = "guest"  # whose tables go to the account that is signed in to next, and since when
LASTS = 60 * 60  # seconds


@require_POST
@members_only
def to_my_account(request: HttpRequest) -> HttpResponse:
    """The guest has an account: once they have signed in to it, the guest's tables are its own."""
    guest = reader(request)
    if guest is None or not guest.is_guest:
        return redirect("tables")
    link, asked_to = links.link_in(request), links.kept(request)
    logout(request)
    request.session[GUEST] = [guest.ref, time.time()]
    links.keep(request, link)
    query = f"?{urlencode({'next': asked_to.path})}" if asked_to is not None else ""
    return redirect(reverse("account_login") + query)


@receiver(user_logged_in)
def bring_the_tables(sender: object, request: HttpRequest | None, user: User, **_kwargs: Any) -> None:
    """Give the account that was signed in to the tables of the guest who has."""
    ref, at = request.session.pop(GUEST, ("", 0)) if request is not None and hasattr(request, "session") else ("", 0)
    is_fresh = time.time() - at < LASTS  # later it may be somebody else who signs in there
    guest = User.objects.filter(ref=ref, is_guest=True).first() if ref and is_fresh else None
    if guest is not None and not user.is_guest:
        people.merge(guest=guest, user=user, now=timezone.now())


@receiver(email_confirmed)
def keep_the_guest(sender: object, request: HttpRequest, email_address: EmailAddress, **_kwargs: Any) -> None:
    """A guest who has proved an address is a member."""
    user = email_address.user
    if user.is_guest:
        people.settle(guest=user, email=email_address.email, name="")
        request.session[TO_BE_NAMED] = True
        messages.success(request, _("Your tables are yours for good now. Choose the name that others see."))
