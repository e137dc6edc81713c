"""What the pages and mails about accounts say."""

import time
from typing import Any

from allauth.account.internal.flows.email_verification_by_code import EMAIL_VERIFICATION_CODE_SESSION_KEY
from django import template
from django.conf import settings
from django.utils.translation import ngettext

register = template.Library()


@register.simple_tag
def code_lasts() -> str:
    """Say how long a mailed code can be used, whatever it was asked for."""
    minutes = settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT // 60
    return ngettext("The code lasts {n} minute.", "The code lasts {n} minutes.", minutes).format(n=minutes)


@register.simple_tag(takes_context=True)
def code_awaited(context: dict[str, Any]) -> str:
    """Return the address to which a code is on its way that the reader has not entered yet; "" if there is none."""
    state = context["request"].session.get(EMAIL_VERIFICATION_CODE_SESSION_KEY) or {}
    lasts = settings.ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT
    return str(state["email"]) if state.get("email") and time.time() - state["at"] <= lasts else ""
