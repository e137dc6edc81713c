"""What every test that drives a browser does."""

import re
from typing import Any


def press(page: Any, target: Any) -> None:
    """Click what leads to another page, and be there: the click itself does not wait for it."""
    with page.expect_navigation(wait_until="load"):
        target.click()


def until(page: Any, expression: str) -> None:
    """Wait until it is true on the page: what Playwright has for that is forbidden by the policy of the site."""
    for _try in range(200):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"never true: {expression}")


def poll(client: Any, page: Any) -> Any:
    """The answer to what the page that Django's client got asks for while somebody looks at it."""
    found = re.search(r'hx-get="([^"]+)"[^>]*hx-trigger="tick', page.content.decode())
    assert found
    return client.get(found[1].replace("&amp;", "&"), headers={"HX-Request": "true"})


def is_named(name: str, text: str) -> bool:
    """Whether it stands there with no letter or digit beside it: any few are somewhere within a token by chance."""
    return re.search(rf"(?<![A-Za-z0-9]){re.escape(name)}(?![A-Za-z0-9])", text) is not None
