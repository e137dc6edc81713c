"""Signing in by a mailed code, where allauth does more for an address that has an account than for another."""

from typing import Any

from allauth.account.internal.flows.signup import send_unknown_account_mail
from allauth.account.views import ConfirmLoginCodeView
from django.http import HttpResponse


class SignInCode(ConfirmLoginCodeView):
    """The page for the code. Asked for another, it mails an address without an account as well."""

    def _resend_form_valid(self, form: Any) -> HttpResponse:
        if self._process.user is None:
            send_unknown_account_mail(self.request, self._process.state["email"])
        response: HttpResponse = super()._resend_form_valid(form)
        return response
