"""Seats that are offered, and taking one."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from games.selectors.offers import offers_for
from games.services import offers as services
from games.services.desk import NoSuchTable
from games.views.access import member, members_only


@login_required
@require_safe
def offers(request: HttpRequest) -> HttpResponse:
    """The seats that I may take."""
    user = member(request)
    return render(request, "moderation/offers.html", {"offers": offers_for(user)})


@require_POST
@members_only
def take(request: HttpRequest, offer: str) -> HttpResponse:
    """The seat is mine."""
    user = member(request)
    try:
        return redirect("table", services.take(user=user, offer=offer, now=timezone.now()))
    except NoSuchTable:
        raise Http404 from None
