"""Before the first move: tables are opened, found, joined, filled."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games import links
from games.forms import InviteForm, NewTableForm
from games.models import Game, User
from games.rules import GAMES
from games.rules.kernel import IllegalAction
from games.selectors.again import again_from
from games.selectors.lists import invitation_of
from games.selectors.sentences import isolated, joined, render_text
from games.selectors.tables import NotFound, Page
from games.services import gathering
from games.services.desk import NoSuchTable
from games.views.access import member, members_only, named, page_of


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_table(request: HttpRequest) -> HttpResponse:
    """The form of a new table; sent, the table is opened and its host sits at it.

    `again` names a table that is over and whose terms it has: the people of that one can be asked to it.
    """
    user = member(request)
    ref = named(request.POST if request.method == "POST" else request.GET, "again")
    again = again_from(user=user, ref=ref) if ref else None
    form = NewTableForm(request.POST or None, user=user, again=again)
    if request.method == "POST" and form.is_valid():
        try:
            game = gathering.open_table(host=user, now=timezone.now(), **form.terms())
        except IllegalAction as refusal:
            form.add_error(None, render_text(refusal.sentence, ()))
        else:
            _ask(request, form, user, game)
            return redirect("table", game.ref)
    context = {"form": form, "again": again}
    return render(request, "new_table.html", context, status=422 if form.errors else 200)


def _ask(request: HttpRequest, form: NewTableForm, user: User, game: Game) -> None:
    """Invite those of the table before whom the form names. Who cannot be asked is said; the table stands."""
    asked, gone = form.asked()
    if not asked and not gone:
        return
    try:
        left = gathering.invite_all(host=user, ref=game.ref, users=asked, now=timezone.now())
    except NoSuchTable:  # an old form, sent again: the table has begun since
        return
    count = len(asked) - len(left)
    if count:
        text = ngettext("The invitation is on its way.", "{count} invitations are on their way.", count)
        messages.success(request, text.format(count=count))
    if left:
        text = _("You have invited many people today, so not all could be asked: {names}. Send them the table's link.")
        messages.warning(request, text.format(names=joined([isolated(str(person)) for person in left])))
    if gone:
        messages.warning(request, _("Not everybody could be asked: somebody is here no more."))


def show_lobby(
    request: HttpRequest,
    page: Page,
    *,
    token: str = "",
    fault: str = "",
    status: int = 200,
    invite: InviteForm | None = None,
) -> HttpResponse:
    """The page of a table that has not begun."""
    link = request.build_absolute_uri(reverse("join", args=[page.ref, page.join_token])) if page.join_token else ""
    context = {
        "game": page,
        "link": link,
        "summary": gettext(GAMES[page.kind].TITLE.summary),
        "fault": fault,
        "free": range(page.free_seats),
        "invite": invite or InviteForm(),
        "join_action": reverse("join", args=[page.ref, token]) if token else reverse("sit_down", args=[page.ref]),
    }
    return render(request, "lobby.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, ref: str, token: str) -> HttpResponse:
    """A table's common link: it shows the table, and is kept; sent, the person sits at the table."""
    if request.method == "POST":
        return _join(request, ref, token)
    page = page_of(request, ref, timezone.now(), token)
    if isinstance(page, HttpResponse):
        return page
    if page.me is not None:
        return redirect("table", ref)
    if page.join_token:  # the link's word is right: an open table's page opens without
        links.keep(request, [ref, token])
    return show_lobby(request, page, token=token)


@require_POST
def no_thanks(request: HttpRequest) -> HttpResponse:
    """The person does not want to be reminded of the link any more."""
    links.forget(request)
    return redirect("front")


@require_POST
@members_only
def sit_down(request: HttpRequest, ref: str) -> HttpResponse:
    """The person sits at an open table, or at one they are invited to."""
    return _join(request, ref, "")


@require_POST
@members_only
def decline(request: HttpRequest, ref: str) -> HttpResponse:
    """The person does not want to sit at the table they are asked to."""
    user = member(request)
    if not gathering.decline(user=user, ref=ref):
        raise NotFound
    links.forget(request, ref)
    messages.success(request, _("The invitation is off your list. Its host is not told."))
    return redirect("tables")


@login_required
def _join(request: HttpRequest, ref: str, token: str) -> HttpResponse:
    def act(user: User) -> Any:
        gathering.join(user=user, ref=ref, now=timezone.now(), token=token)
        links.forget(request, ref)

    return _done(request, ref, act, token=token)


@require_POST
@members_only
def leave(request: HttpRequest, ref: str) -> HttpResponse:
    """The person gets up: from a game in play only who has been told that it is for good."""
    for_good = request.POST.get("for_good") == "yes"

    def act(user: User) -> Any:
        gathering.leave(user=user, ref=ref, now=timezone.now(), for_good=for_good)

    return _done(request, ref, act, then=redirect("tables"))


@require_POST
@members_only
def add_bot(request: HttpRequest, ref: str) -> HttpResponse:
    """The host has a bot sit down."""
    number = request.POST.get("free", "")
    free = int(number) if number.isascii() and number.isdigit() and len(number) < 3 else 1

    def act(user: User) -> Any:
        gathering.add_bot(host=user, ref=ref, now=timezone.now(), free=free)

    return _done(request, ref, act)


@require_POST
@members_only
def start(request: HttpRequest, ref: str) -> HttpResponse:
    """The host fills the table with bots, and it begins."""
    return _done(request, ref, lambda user: gathering.fill_with_bots(host=user, ref=ref, now=timezone.now()))


@require_POST
@members_only
def call_off(request: HttpRequest, ref: str) -> HttpResponse:
    """The host gives the table up before it has begun."""
    return _done(request, ref, lambda user: gathering.call_off(host=user, ref=ref), then=redirect("tables"))


@require_POST
@members_only
def invite(request: HttpRequest, ref: str) -> HttpResponse:
    """The host asks somebody to the table by name or address. Whether an address is known here is not told."""
    form = InviteForm(request.POST)
    if not form.is_valid():
        page = page_of(request, ref, timezone.now())
        if isinstance(page, HttpResponse) or not page.is_host or page.table is not None:
            raise Http404
        return show_lobby(request, page, invite=form, status=422)
    whom = form.whom()

    def act(user: User) -> Any:
        gathering.invite(host=user, ref=ref, now=timezone.now(), **whom)
        who = isolated(form.cleaned_data["who"])
        messages.success(request, _("The invitation to {who} is on its way.").format(who=who))

    return _done(request, ref, act)


def _done(
    request: HttpRequest,
    ref: str,
    act: Callable[[User], Any],
    *,
    token: str = "",
    then: HttpResponse | None = None,
) -> HttpResponse:
    """Do it and go on to the table, or to `then`; what cannot be done is said on the table's page."""
    user = member(request)
    try:
        act(user)
    except NoSuchTable:
        page = page_of(request, ref, timezone.now(), token)
        if isinstance(page, HttpResponse) or not page.is_host or page.table is None:
            raise NotFound from None
        messages.error(request, _("The table has begun meanwhile. Nothing was changed."))
    except IllegalAction as refusal:
        shown = _page_or_none(request, ref, token)
        fault = render_text(refusal.sentence, shown.names if shown else ())
        if shown is None:
            if invitation_of(user=user, ref=ref) is None:  # who has its link alone knows of no table once it has begun
                raise NotFound from None
            messages.error(request, fault)
            return redirect("tables")
        if shown.table is None:
            return show_lobby(request, shown, token=token, fault=fault, status=422)
        messages.error(request, fault)
    else:
        if then is not None:
            return then
    return redirect("table", ref)


def _page_or_none(request: HttpRequest, ref: str, token: str) -> Page | None:
    try:
        page = page_of(request, ref, timezone.now(), token)
    except NotFound:
        return None
    return page if isinstance(page, Page) else None
