"""Pictures of every page and of every state of a table (`make shots`), at 360 and 1280 px, by day and by night."""

import os
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error

from tests.scenes import fram, lost, site
from tests.scenes.scene import Scene, visit

FOLDER = Path(os.environ.get("RLYEH_SHOTS") or "var/shots")
ONLY = re.compile(os.environ.get("RLYEH_SHOTS_ONLY", ""))
SIZES = {360: 760, 1280: 900}


@pytest.mark.django_db(transaction=True)
def test_draw_the_tables(browser, live_server):
    draw(browser, live_server.url, fram.scenes())


@pytest.mark.django_db(transaction=True)
def test_draw_the_tables_of_lost(browser, live_server):
    draw(browser, live_server.url, lost.scenes())


@pytest.mark.django_db(transaction=True)
def test_draw_the_site(browser, live_server, settings, monkeypatch, tmp_path):
    site.prepare(settings, monkeypatch, tmp_path)
    draw(browser, live_server.url, site.scenes())


def draw(browser: Any, url: str, scenes: list[Scene]) -> None:
    """Write the pictures of all scenes."""
    faults = []
    FOLDER.mkdir(parents=True, exist_ok=True)
    for scene in scenes:
        if ONLY.search(scene.name):
            try:
                _draw(browser, url, scene)
            except (AssertionError, Error) as fault:
                faults.append(f"{scene.name}: {str(fault).splitlines()[0]}")
    assert not faults, "\n".join(faults)


def _draw(browser: Any, url: str, scene: Scene) -> None:
    for width, height in SIZES.items():
        size = {"width": width, "height": height}
        with visit(browser, url, scene, viewport=size, reduced_motion="reduce", color_scheme="dark") as page:
            _shot(page, f"{scene.name}-{width}-dark")
            if scene.name.startswith(("fram", "lost")):  # as it is seen without scrolling
                _shot(page, f"{scene.name}-{width}-top", full_page=False)
            page.emulate_media(color_scheme="light")
            _shot(page, f"{scene.name}-{width}-light")


def _shot(page: Any, name: str, **options: Any) -> None:
    page.screenshot(path=FOLDER / f"{name}.png", full_page=options.pop("full_page", True), **options)
