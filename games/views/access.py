"""Who may see what: decided in the query, and told the same whether a table is not theirs or does not exist."""

from collections.abc import Callable, Mapping
from datetime import datetime
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from games.models import User
from games.selectors.tables import NotFound, Page, table_for

LONGEST_FIELD = 200
View = Callable[..., HttpResponse]


def reader(request: HttpRequest) -> User | None:
    """The person who asks, or None for somebody unknown."""
    return request.user if isinstance(request.user, User) else None


def member(request: HttpRequest) -> User:
    """The person who asks, where only members come."""
    user = reader(request)
    assert user is not None
    return user


@sensitive_variables()
def page_of(request: HttpRequest, ref: str, now: datetime, token: str = "") -> Page | HttpResponse:
    """The table as this reader may see it; NotFound, or the way to sign in for somebody unknown, who may be anyone."""
    user = reader(request)
    try:
        return table_for(user=user, ref=ref, now=now, token=token)
    except NotFound:
        if user is not None:
            raise
        return redirect_to_login(request.get_full_path())


def members_only(view: View) -> View:
    """The view of what a form sends, for members. Somebody unknown signs in, and then comes to where the form stands.

    What they had sent is not done: whoever signs in may be somebody else.
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if reader(request) is not None:
            return view(request, *args, **kwargs)
        messages.warning(request, _("You were signed out, so this was not done. Sign in and do it once more."))
        return redirect_to_login(reverse("table", args=[kwargs["ref"]]) if "ref" in kwargs else reverse("tables"))

    return guarded


def named(data: Mapping[str, Any], field: str) -> str:
    """The reference in that field; "" where none is, nor anything that could be one."""
    ref = str(data.get(field, ""))
    return ref if ref.isalnum() else ""


def fields(data: Mapping[str, Any]) -> dict[str, str]:
    """What was sent, as texts of a bearable length; what was chosen several times under one name, between commas."""
    names = (name for name in data if name != "csrfmiddlewaretoken")
    return {name: _text(data, name)[:LONGEST_FIELD] for name in names}


def _text(data: Mapping[str, Any], name: str) -> str:
    return ",".join(data.getlist(name)) if isinstance(data, QueryDict) else str(data[name])


def digest(purpose: str, *shown: object) -> str:
    """A keyed word that changes when what is shown does, and tells nothing of it."""
    return salted_hmac(f"games.views.{purpose}", repr(shown), algorithm="sha256").hexdigest()[:32]
