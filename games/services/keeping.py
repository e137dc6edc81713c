"""Looking after what is kept: new keys for what is sealed, and what is derived made afresh from the log."""

from datetime import datetime
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.cache import caches
from django.db import transaction
from django.db.models import Exists, Model, OuterRef

from games import seals
from games.models import AccountMail, Game, Move, Note, Sealed
from games.selectors.replays import replay, rules_of
from games.selectors.waiting import asked_of, kept_form
from games.services import waits
from games.services.desk import lock, result_of

SEALED: tuple[tuple[type[Model], str], ...] = (
    (Game, "deal"),
    (Sealed, "answers"),
    (Sealed, "since"),
    (Move, "private"),
    (Move, "opened"),
    (Note, "text"),
    (AccountMail, "sealed"),
)


def rotate_seals() -> int:
    """Everything sealed is under the newest key; returns how many texts there were. Games go on meanwhile.

    A text that somebody has written anew in between, with the newest key, is left as it is.
    """
    count = 0
    for model, field in SEALED:
        rows = model._default_manager.exclude(**{field: ""}).order_by("pk").values_list("pk", field)
        for pk, text in rows.iterator(chunk_size=500):
            same = model._default_manager.filter(pk=pk, **{field: text})
            count += same.update(**{field: seals.rotate(text)})
    return count + _rotate_sessions() + _rotate_codes()


def _rotate_sessions() -> int:
    """Open sessions are sealed within Django's own wrapping."""
    count, store = 0, SessionStore()
    for key, text in Session.objects.order_by("pk").values_list("pk", "session_data").iterator(chunk_size=500):
        held = store.decode(text)
        same = Session.objects.filter(pk=key, session_data=text)
        count += same.update(session_data=store.encode(held)) if held else 0
    return count


def _rotate_codes() -> int:
    """What recovery codes are made of stands in a row's JSON, beside which of them were used."""
    count, held = 0, Authenticator.objects.filter(type=Authenticator.Type.RECOVERY_CODES)
    for pk in list(held.values_list("pk", flat=True)):
        with transaction.atomic():
            row = held.select_for_update().filter(pk=pk).first()  # whoever uses a code locks it likewise
            if row is not None and "seed" in row.data:  # there is none where codes were brought along
                row.data["seed"] = seals.rotate(row.data["seed"])
                row.save(update_fields=["data"])
                count += 1
    return count


def forget_sessions(*, now: datetime) -> None:
    """No session is kept whose time is over, nor from where somebody was signed in who is not any more."""
    Session.objects.filter(expire_date__lt=now).delete()
    open_ones = Session.objects.filter(session_key=OuterRef("session_key"))
    UserSession.objects.filter(~Exists(open_ones)).delete()


def forget_cached() -> None:
    """Nothing lies in the cache whose time is over, though nobody asks for it."""
    clear = getattr(caches["default"], "clear_expired", None)  # the site's own has it, Django's have not
    if clear is not None:
        clear()


def rebuild(*, ref: str, now: datetime) -> list[str]:
    """What is derived from the game's log is as the log says; returns the columns that were not.

    The times of pauses, outages and extensions are not in the log: a deadline stays where it is unless what is asked
    was wrong; then it runs anew from now.
    """
    with transaction.atomic():
        game = lock(ref)
        if game.started_at is None or game.status == Game.Status.CALLED_OFF:
            return []
        right = _derived(game)
        wrong = [column for column, value in right.items() if getattr(game, column) != value]
        for column in wrong:
            setattr(game, column, right[column])
        if "asked" in wrong or "status" in wrong:
            _time_anew(game, now)
        if wrong:
            waits.save(game, wake_at=now)
        return wrong


def _derived(game: Game) -> dict[str, Any]:
    moves = list(game.moves.defer("opened"))
    state = replay(game, moves).state
    rules = rules_of(game)
    outcome = rules.outcome(state)
    asked = kept_form(rules.asked(state))
    derived: dict[str, Any] = {"moves_logged": len(moves), "asked": asked, "result": None}
    if outcome is not None:
        derived |= {"status": Game.Status.FINISHED, "result": result_of(outcome), "asked": []}
    elif game.status == Game.Status.FINISHED:
        derived["status"] = Game.Status.RUNNING
    return derived


def _time_anew(game: Game, now: datetime) -> None:
    if game.status == Game.Status.FINISHED:
        waits.end(game, game.ended_at or now)
        return
    asked, game.asked, game.ended_at = asked_of(game), [], None
    waits.ask(game, asked, list(game.seats.all()), now)
