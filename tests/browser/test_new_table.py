"""The form of a new table shows what belongs to the game that is chosen, by the stylesheet alone."""

from collections.abc import Callable
from typing import Any

import pytest

from tests import tables
from tests.scenes.scene import cookies


@pytest.mark.parametrize("scripts", [True, False])
def test_only_what_belongs_to_the_game_is_shown(
    transactional_db: None, live_server: Any, people: Callable[..., Any], scripts: bool
) -> None:
    page = people(java_script_enabled=scripts)
    page.context.add_cookies(cookies(tables.person("Ada"), live_server.url))
    page.goto(f"{live_server.url}/tables/new")
    for kind, is_fram in (("fram", True), ("lost", False), ("fram", True)):
        page.select_option("[name=kind]", kind)
        assert page.get_by_label("Keep every showdown open for a while").is_visible() is is_fram
        assert page.get_by_label("Play with the tide").is_visible() is not is_fram
        sizes = page.locator("[name=seats] option")
        shown = sizes.evaluate_all("all => all.filter(e => getComputedStyle(e).display !== 'none').map(e => e.value)")
        assert shown == (["3", "4", "5"] if is_fram else ["2", "3", "4", "5", "6"])
