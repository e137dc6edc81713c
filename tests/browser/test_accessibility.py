"""Every page and every state of a table: axe finds nothing (WCAG 2.2 AA), by day and by night, and all of it fits.

All rules run at 360 px by night; what depends on colours and sizes once more at 1280 px by day.
"""

from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Error

from tests.scenes import fram, lost, site
from tests.scenes.scene import Scene, visit

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
ALL = {"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"]}
SEEN = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block", "target-size"]}}
LEAST_RULES = 20  # that had something to judge on the barest page
TALL = 3000  # so that nothing pinned lies over anything else
SPACED = """const sheet = new CSSStyleSheet();
    const much = { "letter-spacing": ".12em", "word-spacing": ".16em", "line-height": "1.5" };
    sheet.insertRule("* {}");
    for (const name in much) sheet.cssRules[0].style.setProperty(name, much[name], "important");
    document.adoptedStyleSheets.push(sheet)"""
WIDEST = """[...document.body.querySelectorAll("*")].filter(e => e.getBoundingClientRect().right > innerWidth)
    .map(e => e.outerHTML.slice(0, 80)).slice(-3)"""
TWICE = """[...document.querySelectorAll("[id]")].map(e => e.id).filter((id, i, all) => all.indexOf(id) !== i)"""


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("group", fram.GROUPS)
def test_tables(browser, live_server, group):
    judge(browser, live_server.url, fram.scenes(group))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("group", lost.GROUPS)
def test_tables_of_lost(browser, live_server, group):
    judge(browser, live_server.url, lost.scenes(group))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("group", site.GROUPS)
def test_pages(browser, live_server, settings, monkeypatch, tmp_path, group):
    site.prepare(settings, monkeypatch, tmp_path)
    judge(browser, live_server.url, site.scenes(group))


def judge(browser: Any, url: str, scenes: list[Scene]) -> None:
    """Nothing is wrong with any of the scenes; all that is, is told at once."""
    faults: list[str] = []
    for scene in scenes:
        try:
            faults += _faults(browser, url, scene)
        except (AssertionError, Error) as fault:
            faults.append(f"{scene.name}: {fault}")
    assert not faults, "\n".join(faults)


def _faults(browser: Any, url: str, scene: Scene) -> list[str]:
    small = {"width": 360, "height": TALL}
    with visit(browser, url, scene, viewport=small, reduced_motion="reduce", color_scheme="dark") as page:
        page.evaluate(AXE_SCRIPT)
        faults = _judged(page, f"{scene.name}, 360 px, dark", ALL, LEAST_RULES)
        faults += [f"{scene.name}: two parts are called {name}" for name in page.evaluate(TWICE)]  # links miss one
        page.set_viewport_size({"width": 1280, "height": TALL})
        page.emulate_media(color_scheme="light")
        faults += _judged(page, f"{scene.name}, 1280 px, light", SEEN, 1)
        widths = () if scene.path.startswith("/admin") else (320, 640, 1280)
        page.evaluate(f"() => {{ {SPACED} }}")  # WCAG 1.4.12; and whatever fonts a machine has, it fits there too
        return faults + [f"{scene.name}: {what}" for width in widths for what in _sticking_out(page, width)]


def _judged(page: Any, what: str, options: dict[str, Any], least: int) -> list[str]:
    found = page.evaluate("options => axe.run(options)", options)
    assert len(found["passes"]) >= least, f"{what}: only {len(found['passes'])} rules ran"
    return [
        f"{what}: {fault['id']}: {[node['html'][:160] for node in fault['nodes'][:3]]}" for fault in found["violations"]
    ]


def _sticking_out(page: Any, width: int) -> list[str]:
    """What sticks out to the side: 320 px are 1280 at a zoom of 400 %, 640 at 200 %."""
    page.set_viewport_size({"width": width, "height": TALL})
    if page.evaluate("document.documentElement.scrollWidth <= innerWidth"):
        return []
    return [f"wider than {width} px: {page.evaluate(WIDEST)}"]
