"""The standing cast of the view tests: Ada, Bo and Cy sit at a table, Dee is a stranger, one more is nobody."""

from collections.abc import Callable
from typing import Any

import pytest


@pytest.fixture
def game(db: None) -> Any:
    """A running table of Ada (seat 0), Bo (1) and Cy (2)."""
    from django.utils import timezone

    from tests.tables import table

    return table("Ada Bo Cy", now=timezone.now())


@pytest.fixture
def enter() -> Callable[[str], Any]:
    """Return a maker of browsers in which that person is signed in; "" is nobody."""
    from games.models import User
    from tests.harness.client import Client
    from tests.tables import person

    def sign_in(name: str) -> Client:
        client = Client()
        if name:
            user = User.objects.filter(name=name).first() or person(name)
            client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        return client

    return sign_in


@pytest.fixture
def match(db: None, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A match of Lost in R'lyeh: Ada, Bo and Cy; it is Ada's turn, who holds 6 6 8 8 8, on 2 × The Horror in Clay."""
    from games.services import publishing
    from tests.scenes import lost
    from tests.tables import person

    monkeypatch.setattr(publishing, "_send", lambda *_: None)
    cast = [person(name) for name in ("Ada", "Bo", "Cy")]
    made = lost.three(cast).lay("legrasse", "angell", "cthulhu")
    return made.play(0, 400, "h6x1").do(1, 300, "pickup").play(2, 200, "h2x2")
