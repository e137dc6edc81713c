"""What is kept: people, tables, logged moves, what is sealed, mails owed and sent, talk, what moderators do."""

from games.models.mails import AccountMail, Mail, Notice
from games.models.moderation import Act, FormerSeat, Mark, Offer, Report, Trace
from games.models.people import OldName, User
from games.models.tables import Game, Invitation, Move, Pulse, Sealed, Seat
from games.models.talk import Message, Mute, Note

__all__ = [
    "AccountMail",
    "Act",
    "FormerSeat",
    "Game",
    "Invitation",
    "Mail",
    "Mark",
    "Message",
    "Move",
    "Mute",
    "Note",
    "Notice",
    "Offer",
    "OldName",
    "Pulse",
    "Report",
    "Sealed",
    "Seat",
    "Trace",
    "User",
]
