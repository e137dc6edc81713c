"""What the pages and mails about accounts say."""

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from allauth.account.internal.flows.email_verification_by_code import EMAIL_VERIFICATION_CODE_SESSION_KEY
from allauth.usersessions.models import UserSession
from django import template
from django.conf import settings
from django.forms import BoundField
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

register = template.Library()
# By what browsers say of themselves, the more special first: Edge calls itself Chrome as well, and all say Safari.
BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser/": "Samsung Internet",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "Chrome/": "Chrome",
    "CriOS/": "Chrome",
    "Safari/": "Safari",
}
MACHINES = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "CrOS": "Chromebook",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "Linux": "Linux",
}


@register.filter
def bare(field: BoundField) -> SafeString:
    """The field without the example that allauth writes into it: its label says it."""
    return field.as_widget(attrs={"placeholder": False})


@register.filter
def device(agent: str) -> str:
    """Say with which browser on what machine, as far as it says so itself."""
    browser = next((name for mark, name in BROWSERS.items() if mark in agent), "")
    machine = next((name for mark, name in MACHINES.items() if mark in agent), "")
    if browser and machine:
        return _("{browser} on {machine}").format(browser=browser, machine=machine)
    return browser or machine or _("An unknown browser")


@dataclass(frozen=True, slots=True)
class Place:
    """Sessions that look alike: the newest, how many there are, whether the reader is in one of them."""

    session: UserSession
    count: int
    is_this: bool


@register.filter
def places(sessions: Iterable[UserSession]) -> list[Place]:
    """The sessions by browser and network, where the reader is first, then the newest."""
    alike: dict[tuple[str, str], list[UserSession]] = {}
    for session in sorted(sessions, key=lambda session: session.created_at, reverse=True):
        alike.setdefault((device(session.user_agent), session.ip), []).append(session)
    found = [Place(group[0], len(group), any(one.is_current() for one in group)) for group in alike.values()]
    return sorted(found, key=lambda place: not place.is_this)


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
