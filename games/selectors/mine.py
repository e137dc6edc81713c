"""What the site keeps of one person, for themselves: the download of their data."""

from collections.abc import Iterator, Mapping
from typing import Any

from allauth.account.models import EmailAddress
from django.views.decorators.debug import sensitive_variables

from games.models import Mail, Message, Report, Seat, User
from games.selectors.talk import notes_of


@sensitive_variables()
def data_of(user: User) -> Mapping[str, Any]:
    """What the person has given and what is kept of them; tables are named by their references.

    Cards are not in it: those of a finished game are in its record, those of one in play on its page. Nothing of others
    is, not even their names; nor are invitations, which not every list of theirs shows, nor what has a page of its own
    (sessions, passkeys), nor what others have decided about them.
    """
    return {
        "account": _account(user),
        "mail addresses": [
            {"address": entry.email, "proven": entry.verified}
            for entry in EmailAddress.objects.filter(user=user).order_by("email")
        ],
        "tables": list(_tables(user)),
        "said": [
            {"table": said.game.ref, "at": said.at, "text": said.text}
            for said in Message.objects.filter(user=user, act=None).select_related("game").order_by("at", "ref")
        ],
        "notes": [{"table": ref, "text": text} for ref, text in sorted(notes_of(user).items()) if text],
        "reports": [
            {"table": report.game.ref, "at": report.at, "text": report.text}
            for report in Report.objects.filter(by=user).select_related("game").order_by("at", "ref")
        ],
        "mails": [
            {
                "table": mail.game and mail.game.ref,
                "about": mail.kind,
                "made": mail.made_at,
                "outcome": mail.outcome,
                "sent": mail.sent_at,
            }
            for mail in Mail.objects.filter(user=user).select_related("game").order_by("made_at", "message_token")
        ],
    }


def _account(user: User) -> Mapping[str, Any]:
    return {
        "name": user.name,
        "is a guest": user.is_guest,
        "here since": user.date_joined,
        "time zone": user.time_zone,
        "language": user.language,
        "look": user.theme,
        "mails": user.mails,
        "hour of the daily mail": user.digest_hour,
        "cards in mails": user.cards_in_mails,
    }


def _tables(user: User) -> Iterator[Mapping[str, Any]]:
    for seat in Seat.objects.filter(user=user).select_related("game").order_by("game__opened_at", "game__ref"):
        game, result = seat.game, seat.game.result or {}
        yield {
            "table": game.ref,
            "name": game.name,
            "game": game.kind,
            "seat": seat.number,
            "host": game.host_id == user.pk,
            "opened": game.opened_at,
            "started": game.started_at,
            "ended": game.ended_at,
            "status": game.status,
            "place": _mine(result, "places", seat.number),
            "score": _mine(result, "scores", seat.number),
            "mails": seat.mails,
        }


def _mine(result: Mapping[str, Any], what: str, number: int) -> Any:
    values = result.get(what) or ()
    return values[number] if number < len(values) else None
