"""What is kept: people, tables, logged moves, what is sealed, mails owed and sent."""

from games.models.mails import Mail, Notice
from games.models.people import OldName, User
from games.models.tables import Game, Invitation, Move, Pulse, Sealed, Seat

__all__ = ["Game", "Invitation", "Mail", "Move", "Notice", "OldName", "Pulse", "Sealed", "Seat", "User"]
