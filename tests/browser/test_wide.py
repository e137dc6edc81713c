"""The table on a wide page: what product.md wants in sight is in sight without scrolling."""

from typing import Any

from tests.scenes import fram
from tests.scenes.scene import visit

SEEN_FIRST = {
    "fram-bid",
    "fram-prime",
    "fram-closed-with-tie",
    "fram-drug-used",
    "fram-showdown-with-drug",
    "fram-look-separate",
}


def test_every_seat_is_in_sight_below_a_showdown_that_nobody_has_watched_yet(
    transactional_db: None, browser: Any, live_server: Any
) -> None:
    scenes = [scene for scene in fram.scenes("lead", "bid", "showdown") if scene.name in SEEN_FIRST]
    assert {scene.name for scene in scenes} == SEEN_FIRST
    size = {"width": 1280, "height": 900}
    for scene in scenes:
        with visit(browser, live_server.url, scene, viewport=size, reduced_motion="reduce") as page:
            assert page.locator("#reveal[open] .reveal").is_visible(), scene.name
            boxes = [seat.bounding_box() for seat in page.locator(".seat").all()]
            assert len(boxes) == 5, scene.name
            assert all(box["y"] > 0 and box["y"] + box["height"] <= 900 for box in boxes), scene.name
            assert page.locator("#answer .act button").first.bounding_box()["y"] < 860, scene.name
