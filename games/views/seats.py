"""What a person sets for one seat: the mails of that table, and giving it up."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from games.models import User
from games.selectors.lists import seat_of
from games.services import people
from games.views.access import member


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def seat(request: HttpRequest, ref: str) -> HttpResponse:
    """The seat's own settings."""
    user = member(request)
    mine = seat_of(user=user, ref=ref)
    if mine is None:
        raise Http404
    if request.method == "POST":
        try:
            people.change_table_mails(user=user, ref=ref, mails=request.POST.get("mails", ""))
        except ValidationError:
            raise Http404 from None
        messages.success(request, _("That is kept for this table."))
        return redirect("table", ref)
    choices = [("", _("as everywhere: {mails}").format(mails=user.get_mails_display())), *User.Mails.choices]
    return render(request, "me/seat.html", {"seat": mine, "game": mine.game, "choices": choices})
