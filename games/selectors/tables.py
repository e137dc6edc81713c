"""One table as one reader may know it: for its page and for its mails."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables

from games import seals
from games.models import Game, Invitation, Seat, User
from games.rules.kernel import Asked, Pending, Sentence
from games.selectors.replays import AnyRules, Replay, actions, answers_of, replay, rules_of, since_of
from games.selectors.staff import opened_by_kin
from games.selectors.waiting import asked_of, said_missing


class NotFound(Http404):
    """There is no such table, as far as this reader may know."""


@dataclass(frozen=True, slots=True)
class Plate:
    """A seat's name plate: what everybody knows of who sits there. `is_away`: a bot plays until the person is back."""

    number: int
    name: str
    person_ref: str
    is_bot: bool
    is_away: bool
    is_me: bool


@dataclass(frozen=True, slots=True)
class Told:
    """A step of the history as the reader may know it. `by_clock`: the seats that the clock moved for.

    `round` is the round it belongs to, 0 before the first and in a game without rounds.
    """

    round: int
    at: datetime
    sentences: tuple[Sentence, ...]
    by_clock: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """All that a reader may know of a table. `me` is None for a spectator, `table` None before the deal.

    `table` is what the game's own `view` makes for the seat. `missing` are the seats that are said to be waited for;
    `my_asks` is what the reader is publicly asked, and `i_have_answered` whether all of it is given.
    `codes` are the receipts of what the reader has sealed, by key. `join_token` and `invited` are for the host's eyes.
    """

    ref: str
    kind: str
    game_name: str
    name: str
    status: str
    pace: int
    is_open: bool
    always_open: bool
    is_solo: bool
    me: int | None
    is_host: bool
    is_invited: bool
    may_join: bool
    join_token: str
    invited: tuple[str, ...]
    plates: tuple[Plate, ...]
    free_seats: int
    table: Any
    asked: tuple[Asked, ...]
    missing: tuple[int, ...]
    my_asks: tuple[Asked, ...]
    i_have_answered: bool
    deadline: datetime | None
    started_at: datetime | None
    ended_at: datetime | None
    history: tuple[Told, ...]
    codes: Mapping[str, str]
    commitment: str
    places: tuple[int, ...]
    fault_ref: str

    @property
    def names(self) -> tuple[str, ...]:
        """The names at the table by seat number, as sentences want them."""
        return tuple(plate.name for plate in self.plates)


def visible(user: User | None, token: str = "") -> QuerySet[Game]:
    """The tables of which that reader may know: where they sit or are asked to, whose link they have, and open ones.

    Of a table of one person and bots the others know once it is over: only that person can hold a showdown there.
    """
    gathering = Q(status=Game.Status.GATHERING)
    may = Q(is_open=True) & (Q(solo=False) | Q(status=Game.Status.FINISHED))
    if token:
        may |= gathering & Q(join_token=token)
    if user is not None:
        may |= gathering & Q(Exists(Invitation.objects.filter(game=OuterRef("pk"), user=user)))
        may &= ~opened_by_kin(user)  # whoever has looked at its cards as a moderator watches it no more
        may |= Q(Exists(Seat.objects.filter(game=OuterRef("pk"), user=user)))
    return Game.objects.filter(may)


def is_watched(game: Game) -> bool:
    """Whether what everybody knows of the game may be shown to who does not sit there, to moderators too."""
    return not game.solo or game.status == Game.Status.FINISHED


def linked(*, user: User | None, ref: str, token: str) -> Game | None:
    """The table whose link it is, while it gathers, where the reader does not sit and to which nobody asked them else.

    Whom somebody asked by name finds it among their invitations, unless they declined.
    """
    games = visible(user, token).filter(ref=ref, join_token=token, status=Game.Status.GATHERING)
    if user is not None:
        games = games.exclude(seats__user=user).exclude(invitations__user=user)
    return games.first()


@sensitive_variables()
def table_for(*, user: User | None, ref: str, now: datetime, token: str = "") -> Page:
    """The table as this reader (None: nobody known) may see it; NotFound if they may not know of it."""
    game = visible(user, token).filter(ref=ref).first()
    if game is None:
        raise NotFound
    seats = list(game.seats.select_related("sealed", "user"))
    me = next((seat.number for seat in seats if user is not None and seat.user_id == user.pk), None)
    return _page(game, seats, me, user, now, token=token)


@sensitive_variables()
def mail_pages(*, seat: Seat, now: datetime, with_cards: bool) -> tuple[Page, Page]:
    """The table as whoever sits on that seat may see it, and as everybody does.

    Without cards the first shows nothing that everybody does not see, but what it says of the reader's own answers.
    """
    game = seat.game
    seats = list(game.seats.select_related("sealed", "user"))
    fold = replay(game) if game.started_at is not None else None
    public = _page(game, seats, None, None, now, fold=fold)
    own = _page(game, seats, seat.number, seat.user, now, fold=fold)
    return (own if with_cards else replace(own, table=public.table, history=public.history)), public


@sensitive_variables()
def _page(
    game: Game,
    seats: list[Seat],
    me: int | None,
    user: User | None,
    now: datetime,
    *,
    token: str = "",
    fold: Replay | None = None,
) -> Page:
    rules = rules_of(game)
    has_begun = game.started_at is not None
    if fold is None and has_begun:
        fold = replay(game)
    since = {seat.number: since_of(game, seat.number, seat.sealed) for seat in seats} if game.asked else {}
    answers = answers_of(rules, game, me, seats[me].sealed) if has_begun and me is not None else {}
    missing = said_missing(game, since, now)
    own_since = since.get(me, {}) if me is not None else {}
    my_asks = tuple(wait for wait in asked_of(game) if me is not None and wait.seat == me)
    is_gathering = game.status == Game.Status.GATHERING
    is_host = user is not None and game.host_id == user.pk
    result = game.result or {}
    return Page(
        ref=game.ref,
        kind=game.kind,
        game_name=rules.TITLE.name,
        name=game.name,
        status=game.status,
        pace=game.pace,
        is_open=game.is_open,
        always_open=game.always_open,
        is_solo=game.solo,
        me=me,
        is_host=is_host,
        is_invited=is_gathering and user is not None and game.invitations.filter(user=user, declined=False).exists(),
        may_join=is_gathering and me is None and user is not None and not user.is_guest,
        join_token=game.join_token if is_gathering and (is_host or token == game.join_token) else "",
        invited=invited(game, seats, user) if is_gathering and is_host else (),
        plates=tuple(plate(seat, me) for seat in seats),
        free_seats=game.seats_wanted - len(seats),
        table=fold and rules.view(fold.state, me, Pending(actions(answers), missing)),
        asked=asked_of(game),
        missing=tuple(sorted(missing)),
        my_asks=my_asks,
        i_have_answered=bool(my_asks) and all(wait.key in own_since for wait in my_asks),
        deadline=game.deadline,
        started_at=game.started_at,
        ended_at=game.ended_at,
        history=told(rules, fold, me) if fold else (),
        codes={key: answer.receipt for key, answer in answers.items()},
        commitment=game.commitment,
        places=tuple(result.get("places", ())),
        fault_ref=game.fault_ref,
    )


def invited(game: Game, seats: list[Seat], user: User | None) -> tuple[str, ...]:
    """Whom the host has asked, as the host gave them: an address stays one, whoever's it is, and a name the old one.

    Not who sits there by now, under the name by which they were asked. An address is shown to who gave it alone, not to
    who is host after them.
    """
    seated = {str(seat.user) for seat in seats if seat.user is not None}
    asked = game.invitations.order_by("pk")
    mine = [one for one in asked if one.user_id or (user is not None and one.by_id == user.pk)]
    return tuple(one.name or one.address for one in mine if one.name not in seated)


def plate(seat: Seat, me: int | None) -> Plate:
    """The seat's name plate."""
    is_bot = seat.is_bot or seat.user is None
    return Plate(
        number=seat.number,
        name=seat_name(seat),
        person_ref=seat.user.ref if seat.user is not None else "",
        is_bot=is_bot,
        is_away=seat.is_away,
        is_me=seat.number == me,
    )


def seat_name(seat: Seat) -> str:
    """What whoever plays on that seat is called at the table: a guest, who sits among bots alone, just that."""
    if seat.user is not None and seat.user.is_guest:
        return _("Guest")
    if seat.user is not None:
        return str(seat.user)
    return _("{name} (bot)").format(name=seat.bot_name) if seat.bot_name else _("bot")


def told(rules: AnyRules, fold: Replay, me: int | None) -> tuple[Told, ...]:
    """The history as the seat may read it. An event that has a `round` begins it, or still belongs to it."""
    history: list[Told] = []
    number = 0
    for step in fold.steps:
        lines: dict[int, list[Sentence]] = {}
        for event in step.events:
            sentence = rules.tell(event, me)
            number = getattr(event, "round", number)
            if sentence is not None:
                lines.setdefault(number, []).append(sentence)
        by_clock = tuple(sorted(step.by_clock))
        history += [Told(part, step.at, tuple(sentences), by_clock) for part, sentences in lines.items()]
    return tuple(history)


@sensitive_variables()
def proof_of(*, user: User | None, ref: str) -> dict[str, Any]:
    """After the end: what the commitment was made of, and the receipts of the reader's own seat, to be checked.

    Of others no answer is shown: orders stand in them, and which are missing tells what the clock or an order took.
    """
    game = visible(user).filter(ref=ref, status=Game.Status.FINISHED).first()
    if game is None:
        raise NotFound
    deal = seals.unseal(game.deal, row=seals.deal_row(game.ref))
    me = None if user is None else game.seats.filter(user=user).values_list("number", flat=True).first()
    answers = []
    for move in game.moves.exclude(opened=""):
        opened = seals.unseal(move.opened, row=seals.opened_row(game.ref, move.number))
        for key, (answer, nonce, _echo) in opened.items():
            seat, _space, name = key.partition(" ")
            if int(seat) == me:
                code = seals.commitment(seals.nonce_of(nonce), answer)
                answers.append({"seat": me, "key": name, "answer": answer, "nonce": nonce, "receipt": code})
    return {"commitment": game.commitment, "setup": deal["setup"], "nonce": deal["nonce"], "answers": answers}
