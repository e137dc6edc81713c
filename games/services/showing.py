"""Tables to be looked at: a finished game from its record."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction

from games import chance, seals
from games.decks import standard_deck
from games.models import Game, Sealed, Seat
from games.rules import GAMES
from games.rules.kernel import Terms
from games.services.desk import Desk, seal_row

PACE = 24 * 60 * 60


def show_finished(*, record: Mapping[str, Any], name: str, began_at: datetime, step: timedelta) -> Game:
    """A finished table that anybody may look at, its moves that far apart; the record has been checked and is whole."""
    rules = GAMES[record["game"]]
    deck = record.get("deck") or standard_deck(record["game"])
    deal = rules.read_setup(len(record["seats"]), record["setup"], deck)
    nonce = chance.nonce("deal")
    with transaction.atomic():
        game = Game(
            kind=record["game"],
            rules_version=rules.TITLE.version,
            name=name,
            seats_wanted=len(record["seats"]),
            pace=PACE,
            is_open=True,
            status=Game.Status.RUNNING,
            opened_at=began_at,
            started_at=began_at,
            deck=deck,
            commitment=seals.commitment(nonce, record["setup"]),
        )
        payload = {"setup": record["setup"], "nonce": seals.text_of(nonce)}
        game.deal = seals.seal(payload, row=seals.deal_row(game.ref), size=seals.DEAL)
        game.save()
        seats = [_seat(game, number, player) for number, player in enumerate(record["seats"])]
        state, events = rules.setup(deal, Terms())
        nothing: Any = {number: {} for number in range(len(seats))}
        desk = Desk(game, rules, seats, state, nothing, {number: {} for number in nothing}, began_at)
        desk.settle(None, events)
        for move in record["moves"]:
            desk.now += step
            before = desk.state
            desk.settle(before, desk.log(rules.read_move(desk.state, move)))
        desk.save()
        return game


def _seat(game: Game, number: int, player: str) -> Seat:
    seat = Seat.objects.create(game=game, number=number, is_bot=True, bot_name=player)
    sealed = Sealed(seat=seat)
    seal_row(sealed, game.ref, number, {}, {})
    sealed.save()
    return seat
