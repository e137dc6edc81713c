"""How allauth does things here: its mails go through the worker, like all others."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.forms import SignupForm
from django.contrib import messages
from django.contrib.sites.shortcuts import get_current_site
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from games.emails.accounts import keep
from games.forms import check_address

TO_BE_NAMED = "to be named"  # who has just become a member and has the name of a guest still


class Accounts(DefaultAccountAdapter):
    """The site's ways with accounts."""

    def clean_email(self, email: str) -> str:
        """Return the address, if a mail can be sent to it."""
        check_address(email)
        return email

    def get_email_verification_redirect_url(self, email_address: Any) -> str:
        """Return where to go with a proven address: to choose a name, for who was a guest."""
        if self.request.session.pop(TO_BE_NAMED, False):
            return reverse("me")
        return super().get_email_verification_redirect_url(email_address)

    @sensitive_variables()
    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Hand the mail to the worker: a request neither waits for the mail server nor tells by it who is known."""
        site = get_current_site(self.request)
        keep(
            self.render_mail(
                template_prefix, email, {"request": self.request, "email": email, "current_site": site} | context
            )
        )


class Signup(SignupForm):
    """Signing up, wholly or not at all, also where two come at one moment."""

    def try_save(self, request: HttpRequest) -> Any:
        """Make the account; who was a moment too late is told so, whatever it was that was taken."""
        try:
            with transaction.atomic():
                return super().try_save(request)
        except IntegrityError:
            text = _("That name or address was taken at this very moment, perhaps by your own second click.")
            messages.error(request, f"{text} {_('If no code comes by mail, sign up once more.')}")
            return None, redirect("account_signup")
