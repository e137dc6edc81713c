"""The front page, the try against bots, the rules."""

from allauth.core import ratelimit
from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from games import links
from games.decks import seed
from games.forms import offered, zone_of
from games.selectors.tables import Page
from games.services import gathering, people
from games.views.access import named, reader

TRY_SEATS = 4


@require_safe
def front(request: HttpRequest) -> HttpResponse:
    """What this is; who is known goes to their tables."""
    if reader(request) is not None:
        return redirect("tables")
    return render(request, "front.html", {"played": _played(), "asked_to": links.kept(request)})


@require_POST
def try_now(request: HttpRequest) -> HttpResponse:
    """A table against bots, at once and without an account, of the `kind` sent or the first game there is.

    `again`: the reader's table that is played once more.

    Who is unknown becomes a guest.
    """
    kind = request.POST.get("kind", "")
    if kind not in _played():
        kind = _played()[0]
    limited = ratelimit.consume_or_429(request, action="try_now")
    if limited is not None:
        return limited
    user = reader(request)
    if user is None:
        user = people.make_guest()
        people.change_preferences(user=user, changes={"time_zone": zone_of(request).key})
        login(request, user, backend="django.contrib.auth.backends.ModelBackend")
    again = named(request.POST, "again")
    game = gathering.guest_table(user=user, kind=kind, seats=TRY_SEATS, now=timezone.now(), again=again)
    return redirect("table", game.ref)


def is_a_try(page: Page) -> bool:
    """Whether the table is one as `try_now` makes them, so that a click makes another."""
    mine = (len(page.plates), page.pace, page.name)
    return page.is_solo and mine == (TRY_SEATS, gathering.SOLO_PACE, page.game_name)


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """The games of which there are rules."""
    return render(request, "rules/index.html", {"played": _played()})


def _played() -> list[str]:
    return [title.slug for title in offered()]


@require_safe
def rules_game(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules of a game in the site's own words."""
    try:
        deck = seed(slug)
    except FileNotFoundError:
        raise Http404 from None
    is_played = slug in _played()
    return render(request, f"rules/{slug}.html", {"deck": deck, "is_played": is_played})
