"""Leaks at the edge: validators, ids, fragments, redirects, errors, downloads, the admin."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect

from games.models import Game, Move, Sealed
from games.rules.fram import sealed
from games.rules.kernel import gettext_noop, illegal
from games.selectors import endings
from games.selectors import tables as selectors
from games.selectors.replays import replay
from games.views import play
from tests.secrecy.planted.fault import Fault, Patch, everywhere, template
from tests.secrecy.planted.in_services import seals_in_one_only
from tests.secrecy.planted.in_view import differ_in
from tests.secrecy.position import Position
from tests.secrecy.stretch import Stretch


def validator_from_what_lies_sealed(patch: Patch) -> None:
    """What polling compares changes when anybody seals."""
    old = play.digest_of

    def digest_of(page: Any) -> str:
        rows = Sealed.objects.filter(seat__game__ref=page.ref).order_by("seat__number")
        return play.digest("version", old(page), *rows.values_list("since", flat=True))

    patch.setattr(play, "digest_of", digest_of)


def validator_from_a_version(patch: Patch) -> None:
    """What polling compares is the number of the log's last row."""
    old = play.digest_of
    patch.setattr(play, "digest_of", lambda page: f"{old(page)[:8]}{Move.objects.latest('pk').pk}")


def header_from_an_update_time(patch: Patch) -> None:
    """A header tells when something was sealed last."""
    from games.selectors.replays import since_of

    old = play.show

    def show(request: Any, page: Any, **more: Any) -> HttpResponse:
        response = old(request, page, **more)
        game = Game.objects.get(ref=page.ref)
        times = [at for s in game.seats.select_related("sealed") for at in since_of(game, s.number, s.sealed).values()]
        response["Last-Modified"] = str(int(max(times, default=0)))
        return response

    patch.setattr(play, "show", show)


def message_ids_with_gaps(patch: Patch) -> None:
    """Message-IDs count all mails of the site."""
    from games.emails import letters
    from games.models import Mail

    old = letters.message_id
    patch.setattr(letters, "message_id", lambda token: old(str(Mail.objects.get(message_token=token).pk)))


def mailed(start: Position, stretch: Stretch) -> bool:
    """The viewer has a seat, and mails go out."""
    return start.viewer is not None and any("lead" in step.name or "look" in step.name for step in stretch.steps)


def row_numbers_in_the_page(patch: Patch) -> None:
    old = play.shown

    def shown(request: Any, page: Any) -> Any:
        rows = Move.objects.filter(game__ref=page.ref).values_list("pk", flat=True)
        return old(request, page) | {"digest": f"{old(request, page)['digest']}-{max(rows, default=0)}"}

    patch.setattr(play, "shown", shown)


def fragment_kept_for_two_seats(patch: Patch) -> None:
    """What polling brings is kept by table, whoever asks."""
    kept: dict[str, HttpResponse] = {}
    old = play.table_part

    def table_part(request: Any, ref: str) -> HttpResponse:
        if ref not in kept or kept[ref].status_code == 204:
            kept[ref] = old(request, ref)
        return kept[ref]

    _for_url(patch, "table_part", table_part)


def _for_url(patch: Patch, name: str, view: Any) -> None:
    """Another view under that address."""
    from games import urls

    pattern = next(pattern for pattern in urls.urlpatterns if pattern.name == name)
    patch.setattr(pattern, "callback", view)


def redirect_that_tells(patch: Patch) -> None:
    """After an answer the address tells how many bids are in."""
    old = play.redirect

    def to(name: str, ref: str) -> HttpResponse:
        game = Game.objects.get(ref=ref)
        from games.selectors.replays import since_of

        given = sum(len(since_of(game, s.number, s.sealed)) for s in game.seats.select_related("sealed"))
        return redirect(old(name, ref).url + f"?sealed={given}")

    patch.setattr(play, "redirect", to)


def answers(start: Position, stretch: Stretch) -> bool:
    """The viewer sends something that is taken."""
    return any(step.viewer and "refused" not in step.name for step in stretch.steps)


def error_that_tells(patch: Patch) -> None:
    """A refusal names who could have done it."""

    def refuse(state: Any, prompt: Any, answer: Any) -> None:
        holder = next((s for s, seat in enumerate(state.seats) if "drug" in seat.hand), -1)
        raise illegal(gettext_noop("You cannot do that; the drug is with seat {seat}."), seat=holder)

    old = sealed._check_card

    def check(state: Any, answer: Any) -> None:
        try:
            old(state, answer)
        except sealed.StaleDecision:
            raise
        except Exception:
            refuse(state, None, answer)

    patch.setattr(sealed, "_check_card", check)


def is_refused(start: Position, stretch: Stretch) -> bool:
    """The viewer is refused a card, and not the same seat has the drug."""
    holders = [[s for s, seat in enumerate(t.state.seats) if "drug" in seat.hand] for t in start.tables]
    cards = [form for step in stretch.steps if "refused" in step.name for form in step.viewer]
    return holders[0] != holders[1] and any(
        form["do"] == "play" and form["key"].endswith((".bid", ".lead")) and form["card"].isdigit() for form in cards
    )


def record_of_a_running_game(patch: Patch) -> None:
    """A game can be downloaded before its end."""

    def unfinished(user: Any, ref: str) -> Game:
        game = selectors.visible(user).filter(ref=ref).first()
        if game is None:
            raise selectors.NotFound
        return game

    patch.setattr(endings, "_finished", unfinished)


def proof_of_a_running_game(patch: Patch) -> None:
    from games import seals

    def proof_of(*, user: Any, ref: str) -> Any:
        game = selectors.visible(user).filter(ref=ref).first()
        if game is None:
            raise selectors.NotFound
        return seals.unseal(game.deal, row=seals.deal_row(game.ref))

    everywhere(patch, selectors, "proof_of", lambda _: proof_of)


def admin_column_that_tells(patch: Patch) -> None:
    """The admin's page of a table shows the hands."""
    from games.admin import GameAdmin

    old = GameAdmin.log

    def log(self: Any, game: Game) -> str:
        hands = [sorted(seat.hand) for seat in replay(game).state.seats] if game.started_at else ""
        return f"{old(self, game)} {hands}"

    log.short_description = "log"  # type: ignore[attr-defined]  # read by the admin
    patch.setattr(GameAdmin, "log", log)


def moderators_page_that_tells(patch: Patch) -> None:
    """The moderators' page of a table counts what lies sealed."""
    from dataclasses import replace

    from games.selectors import moderating
    from games.selectors.replays import since_of

    old = moderating.sheet_of

    def sheet_of(moderator: Any, ref: str, now: Any) -> Any:
        sheet = old(moderator, ref, now)
        game = Game.objects.get(ref=ref)
        given = [len(since_of(game, s.number, s.sealed)) for s in game.seats.select_related("sealed")]
        return replace(sheet, name=f"{sheet.name} {given}")

    patch.setattr(moderating, "sheet_of", sheet_of)


def clear_text_beside_the_log(patch: Patch) -> None:
    """What is derived and stored carries who has sealed: when to wake is the time of the last bid."""
    from games.services import waits

    old = waits.save

    def save(game: Game, *, wake_at: Any = None) -> None:
        from games.selectors.replays import since_of

        times = [at for s in game.seats.select_related("sealed") for at in since_of(game, s.number, s.sealed).values()]
        game.remind_at = waits.moment(max(times)) if times else game.remind_at
        old(game, wake_at=wake_at)

    patch.setattr(waits, "save", save)


def title_that_tells(patch: Patch) -> None:
    """The title bar tells whose trump is what."""
    old = play.shown

    def shown(request: Any, page: Any) -> Any:
        trumps = replay(Game.objects.get(ref=page.ref)).state.deal.trumps if page.started_at else ()
        return old(request, page) | {"trumps": trumps}

    patch.setattr(play, "shown", shown)
    template(patch, "table/page.html", "{% block title %}", "{% block title %}{{ trumps }} ")


FAULTS = [
    Fault("a validator from what lies sealed", validator_from_what_lies_sealed, ("bid",), seals_in_one_only),
    Fault("a validator from a version", validator_from_a_version, ("bid",)),
    Fault("a header from an update time", header_from_an_update_time, ("bid",), seals_in_one_only),
    Fault("Message-IDs with gaps", message_ids_with_gaps, wants=mailed),
    Fault("row numbers in the page", row_numbers_in_the_page),
    Fault("a fragment kept for two seats", fragment_kept_for_two_seats, ("bid",), differ_in("trumps")),
    Fault("a redirect that tells", redirect_that_tells, ("bid", "lead"), answers),
    Fault("an error that tells", error_that_tells, ("bid", "lead"), is_refused),
    Fault("the record of a running game", record_of_a_running_game, is_thorough=True, steps=1),
    Fault("the proof of a running game", proof_of_a_running_game, is_thorough=True, steps=1),
    Fault("an admin column that tells", admin_column_that_tells, wants=differ_in("trumps"), is_thorough=True, steps=1),
    Fault("a moderators' page that tells", moderators_page_that_tells, ("bid",), seals_in_one_only, is_thorough=True,
          steps=1),
    Fault("clear text beside the log", clear_text_beside_the_log, ("bid",), seals_in_one_only),
    Fault("a title that tells", title_that_tells, wants=differ_in("trumps")),
]  # fmt: skip
