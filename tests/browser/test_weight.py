"""What the first visit to a table costs (P10), in bytes after gzip: five seats in round 12, big hands, the end."""

import gzip
from collections import Counter
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.scenes import fram, lost
from tests.scenes.scene import visit

MOST = {"document": 20_000, "stylesheet": 20_000, "script": 25_000}
FROM_OURSELVES = MOST.keys() | {"xhr", "fetch", "other", "image"}  # the last two: the icon
HEAVIEST = {
    fram: {"fram-round-12", "fram-finished", "fram-first-game-second-round"},
    lost: {"lost-big-hand", "lost-six-seats", "lost-finished"},
}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("game", HEAVIEST)
def test_a_first_visit_is_light(browser, live_server, game):
    scenes = [scene for scene in game.scenes() if scene.name in HEAVIEST[game]]
    assert len(scenes) == len(HEAVIEST[game])
    for scene in scenes:
        fetched: list[Any] = []
        with visit(browser, live_server.url, scene, fetched=fetched) as page:
            weigh(scene.name, live_server.url, fetched)
            assert page.evaluate("[...document.scripts].every(script => script.defer && script.src)"), scene.name
            assert page.evaluate("document.fonts.size") == 0, scene.name


def weigh(name: str, url: str, fetched: list[Any]) -> None:
    """All came from this site, and none of it is too heavy."""
    weight: Counter[str] = Counter()
    for response in fetched:
        kind = response.request.resource_type
        assert urlsplit(response.url).netloc == urlsplit(url).netloc, f"{name}: {response.url}"
        assert kind in FROM_OURSELVES, f"{name}: {kind} {response.url}"
        weight[kind] += len(gzip.compress(response.body(), 6)) if kind in MOST else 0
    for kind, most in MOST.items():
        assert 0 < weight[kind] <= most, f"{name}: {weight[kind]} bytes of {kind}"
