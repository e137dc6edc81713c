"""What the browser tests share: a running table of Fram R'lyeh, and browsers in which its people look at it."""

from collections.abc import Callable
from typing import Any

import pytest


@pytest.fixture
def game(transactional_db: None) -> Any:
    """A running table of three people."""
    from django.utils import timezone

    from tests.tables import table

    return table("Ada Bo Cy", now=timezone.now())


@pytest.fixture
def sit(game: Any, live_server: Any, people: Callable[..., Any]) -> Callable[[int], Any]:
    """Return a maker of browsers in which the person on that seat looks at the table."""
    from games.models import User
    from tests.scenes.scene import cookies

    def look(number: int) -> Any:
        page = people()
        page.context.add_cookies(cookies(User.objects.get(seats__game=game, seats__number=number), live_server.url))
        page.goto(f"{live_server.url}/t/{game.ref}")
        return page

    return look
