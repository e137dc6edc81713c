"""How allauth does things here: its mails go through the worker, like all others."""

import logging
import time
from typing import Any

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter, get_adapter
from allauth.account.forms import SignupForm
from allauth.account.internal.flows.code_verification import AbstractCodeVerificationProcess
from allauth.account.utils import get_next_redirect_url
from allauth.core import context, ratelimit
from allauth.core.ratelimit import respond_429
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.contrib.sites.shortcuts import get_current_site
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.debug import sensitive_variables

from games import links, seals
from games.emails.accounts import keep
from games.forms import check_address

log = logging.getLogger(__name__)
TO_BE_NAMED = "to be named"  # who has just become a member and has the name of a guest still
PROOF = "signing up"  # what is known of who has no account yet
TO_CHOOSE_A_NAME = 60 * 60  # seconds
SEEDS = "mfa"  # the row of what recovery codes are made of: allauth does not say whose they are
SEED = 128  # bytes


class Accounts(DefaultAccountAdapter):
    """The site's ways with accounts."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "email_taken": _("Please give another mail address."),
        "duplicate_email": _("That is your mail address already."),
        "incorrect_code": _("That is not the code. Please look at the newest mail."),
        "rate_limited": _("That was a little fast. Please wait a moment."),
        "too_many_login_attempts": _("Too many tries. Please wait a while."),
    }

    def clean_email(self, email: str) -> str:
        """Return the address, if a mail can be sent to it."""
        check_address(email)
        return email

    def get_email_verification_redirect_url(self, email_address: Any) -> str:
        """Return where to go with a proven address: to choose a name, for who was a guest, and then where asked to."""
        if self.request.session.pop(TO_BE_NAMED, False):
            asked_to = links.kept(self.request)
            return reverse("me") + (f"?{urlencode({'next': asked_to.path})}" if asked_to is not None else "")
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


class CodesLost(ValidationError, Http404):
    """Recovery codes whose seal cannot be opened: a form says so, and a page that would show them is not there."""


class Passkeys(DefaultMFAAdapter):
    """The site's ways with passkeys and the recovery codes that come with them."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _("That did not let you in. Please try again."),
        "unverified_email": _("Please confirm your mail address first."),
        "cannot_generate_recovery_codes": _("Recovery codes come with a passkey: add one first."),
    }

    def generate_authenticator_name(self, user: Any, type: Any) -> str:
        """Return what a passkey is called that got no name."""
        count = Authenticator.objects.filter(user_id=user.pk, type=type).count()
        return gettext("Passkey {number}").format(number=count + 1) if count else gettext("Passkey")

    @sensitive_variables()
    def encrypt(self, text: str) -> str:
        """Return what recovery codes are made of as it lies in the database: sealed."""
        return seals.seal({"text": text}, row=SEEDS, size=SEED)

    @sensitive_variables()
    def decrypt(self, encrypted_text: str) -> str:
        """Return what `encrypt` was given; CodesLost if its key is gone."""
        try:
            return str(seals.unseal(encrypted_text, row=SEEDS)["text"])
        except seals.SealBroken:
            log.error("recovery codes cannot be read: is a key missing in SEAL_KEYS?")
            raise CodesLost(_("Your recovery codes cannot be read any more. Please use your passkey.")) from None


class Signup(SignupForm):
    """Signing up: an address and nothing else. Whether it has an account is not looked up, whatever is answered."""

    @property
    def awaited(self) -> str:
        """The address that this browser has given before and that is not proven yet; "" if there is none."""
        proof = Proof.resume(context.request)
        return "" if proof is None or proof.is_proven else proof.email

    def validate_unique_email(self, value: str) -> str:
        """Take the address, known or not."""
        return value

    def try_save(self, request: HttpRequest) -> Any:
        """Mail a code; what allauth would make here is made once the address is proven and there is a name."""
        proof = Proof.begin(request, self.cleaned_data["email"], get_next_redirect_url(request) or "")
        return None, redirect("sign_up_code") if proof.send() else respond_429(request)


class Proof(AbstractCodeVerificationProcess):
    """Signing up before there is an account: a code to an address, then a name. It lies in the session alone."""

    def __init__(self, request: HttpRequest, state: dict[str, Any]) -> None:
        self.request = request
        timeout = TO_CHOOSE_A_NAME if state["proven"] else app_settings.EMAIL_VERIFICATION_BY_CODE_TIMEOUT
        super().__init__(app_settings.EMAIL_VERIFICATION_BY_CODE_MAX_ATTEMPTS, timeout, state)

    @classmethod
    def begin(cls, request: HttpRequest, email: str, next_url: str) -> "Proof":
        """Whoever asks wants an account with that address, and to go there with it."""
        return cls(request, cls.initial_state(None, email) | {"next": next_url, "proven": False})

    @classmethod
    def resume(cls, request: HttpRequest) -> "Proof | None":
        """What the browser has begun, if it is not over."""
        state = request.session.get(PROOF)
        return cls(request, state).abort_if_invalid() if state else None

    @property
    def email(self) -> str:
        """The address."""
        return str(self.state["email"])

    @property
    def is_proven(self) -> bool:
        """Whether the code was right."""
        return bool(self.state["proven"])

    @property
    def can_resend(self) -> bool:
        """Whether another code may be asked for."""
        return not self.is_resend_quota_reached(app_settings.EMAIL_VERIFICATION_MAX_RESEND_COUNT)

    @sensitive_variables()
    def send(self) -> bool:
        """Mail a fresh code, unless one went to that address a moment ago."""
        if not ratelimit.consume(self.request, action="confirm_email", key=self.email):
            return False
        adapter = get_adapter(self.request)
        self.state["code"] = adapter.generate_email_verification_code()
        adapter.send_mail("account/email/email_confirmation_signup", self.email, {"code": self.code})
        self.persist()
        return True

    def prove(self) -> None:
        """The code was right: there is time to choose a name."""
        self.state |= {"code": "", "proven": True, "at": time.time()}
        self.persist()

    def persist(self) -> None:
        """Keep it in the browser's session."""
        self.request.session[PROOF] = self.state

    def abort(self) -> None:
        """Forget it."""
        self.request.session.pop(PROOF, None)
