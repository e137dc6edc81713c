"""What somebody reads who has the database, a dump of it, or the queue, without the keys (S10)."""

import base64
import re
from collections.abc import Iterator

from games import seals
from games.models import Game, Move, Note, Sealed
from tests.secrecy.dump import everything
from tests.secrecy.pairs import Leak

THIEF = "who reads the database"
# What is sealed or signed: long runs of letters, in which a short word stands by chance.
TOKEN = re.compile(r"gAAAA[\w=-]+|[\w=-]{40,}")
# Words in which secrets would be written: trumps, treasures, switches and orders, the parts of a deal.
SECRET = re.compile(
    r"\b(trapezohedron|sign|mead|drug|hold|held|cap|below|lowest|orders|treasures|removed|[SMA]\d\d?)\b"
)


def sealed_columns() -> Iterator[tuple[str, str]]:
    """Every sealed text in the database, with the kind of its column."""
    for game in Game.objects.exclude(deal=""):
        yield "deal", game.deal
    for row in Sealed.objects.all():
        yield "answers", row.answers
        yield "since", row.since
    for move in Move.objects.all():
        yield "private", move.private
        if move.opened:
            yield "opened", move.opened
    for note in Note.objects.all():
        yield "note", note.text


def check_lengths() -> None:
    """All of a kind has one length, so that none tells what is in it."""
    lengths: dict[str, set[int]] = {}
    for kind, token in sealed_columns():
        lengths.setdefault(kind, set()).add(len(token))
    for kind, found in lengths.items():
        if len(found) > 1:
            raise Leak(THIEF, ["what lies sealed"], f"lengths of {kind}", str(found).encode(), b"one length")


def check_times() -> None:
    """No sealed text says when it was made."""
    for kind, token in sealed_columns():
        moment = int.from_bytes(base64.urlsafe_b64decode(token)[1:9], "big")
        if moment:
            raise Leak(THIEF, ["when something was sealed"], f"time in {kind}", str(moment).encode(), b"0")


def check_rows() -> None:
    """No sealed text can be read in the place of another."""
    for game in Game.objects.exclude(deal=""):
        names = [seals.deal_row(game.ref)]
        names += [seals.answers_row(game.ref, seat.number) for seat in game.seats.all()]
        for place, row in enumerate(Sealed.objects.filter(seat__game=game).order_by("seat__number")):
            for name in names[: place + 1] + names[place + 2 :]:
                try:
                    seals.unseal(row.answers, row=name)
                except seals.SealBroken:
                    continue
                raise Leak(THIEF, ["another seat's answers"], f"a text copied into {name}", b"read", b"refused")


def check_words(shown: set[str]) -> None:
    """Nowhere is a secret word in clear, but what was `shown` to all."""
    for line in everything().splitlines():
        text = TOKEN.sub("", line)
        if "permission" in text or "Can " in text:
            continue  # Django's own names of rights
        found = {match[1] for match in SECRET.finditer(text)} - shown
        if found:
            raise Leak(THIEF, sorted(found), "a word in clear", text[:300].encode(), b"")
