"""What every test that drives a browser does."""

from typing import Any


def press(page: Any, target: Any) -> None:
    """Click what leads to another page, and be there: the click itself does not wait for it."""
    with page.expect_navigation(wait_until="load"):
        target.click()
