"""My tables."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games import links
from games.forms import offered
from games.selectors.lists import my_tables
from games.views.access import member


@login_required
@require_safe
def tables(request: HttpRequest) -> HttpResponse:
    """Those that wait for me first, by time left; then the others, invitations, open tables, finished ones."""
    user = member(request)
    mine = my_tables(user=user)
    context = {"mine": mine, "waiting_count": len(mine.waiting), "asked_to": links.kept(request), "games": offered()}
    return render(request, "tables.html", context)
