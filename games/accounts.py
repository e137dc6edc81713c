"""How allauth does things here: its mails go through the worker, like all others."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.contrib.sites.shortcuts import get_current_site
from django.views.decorators.debug import sensitive_variables

from games.emails.accounts import keep
from games.forms import check_address


class Accounts(DefaultAccountAdapter):
    """The site's ways with accounts."""

    def clean_email(self, email: str) -> str:
        """Return the address, if a mail can be sent to it."""
        check_address(email)
        return email

    @sensitive_variables()
    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Hand the mail to the worker: a request neither waits for the mail server nor tells by it who is known."""
        site = get_current_site(self.request)
        keep(
            self.render_mail(
                template_prefix, email, {"request": self.request, "email": email, "current_site": site} | context
            )
        )
