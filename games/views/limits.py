"""How often somebody may do something, counted in this process alone: no row of the database says when they did."""

import threading
from datetime import datetime, timedelta

MINUTE = timedelta(minutes=1)


class Limit:
    """So many acts of one person within a minute, of the `people` who acted last.

    Each process counts for itself, and begins at nothing: of several each takes as many.
    """

    def __init__(self, most: int, people: int = 1000) -> None:
        self._most = most
        self._people = people
        self._acts: dict[int, list[datetime]] = {}  # who acted last comes last
        self._lock = threading.Lock()

    def allows(self, person: int, now: datetime) -> bool:
        """Whether they may once more; it is counted if so."""
        with self._lock:
            # Threads come in any order, and a clock may be turned back: what is a minute ahead is over, too.
            acts = [at for at in self._acts.pop(person, ()) if abs(now - at) < MINUTE]
            is_allowed = len(acts) < self._most
            self._acts[person] = [*acts, now] if is_allowed else acts
            if len(self._acts) > self._people:
                del self._acts[next(iter(self._acts))]
            return is_allowed

    def forget(self) -> None:
        """Nobody has acted yet."""
        with self._lock:
            self._acts.clear()


# Whoever asks for a table's lock all the time could feel when somebody seals.
ANSWERS = Limit(120)
