"""Mails as a phone's mail program shows them."""

from typing import Any

from tests.scenes import site
from tests.scenes.scene import visit


def test_a_mail_with_its_table_is_no_wider_than_a_phone(
    transactional_db: None, browser: Any, live_server: Any, settings: Any, monkeypatch: Any, tmp_path: Any
) -> None:
    site.prepare(settings, monkeypatch, tmp_path)
    (scene,) = (scene for scene in site.scenes() if scene.name == "mailbox")
    with visit(browser, live_server.url, scene) as page:
        letters = page.locator("main .rows a").evaluate_all("links => links.map(link => link.href)")
        for width in (320, 360):
            page.set_viewport_size({"width": width, "height": 740})
            with_a_table = 0
            for letter in letters:
                page.goto(f"{letter}/html")
                with_a_table += page.get_by_text("The table, round").count()
                assert page.evaluate("document.documentElement.scrollWidth") == width, letter
                cells = page.locator(".data :is(td, th)")
                assert cells.evaluate_all("them => them.every(it => it.scrollWidth <= it.clientWidth + 1)"), letter
            assert with_a_table > 1
