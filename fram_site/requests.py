"""How a request is read."""

from typing import Any

from django.core.handlers.wsgi import WSGIRequest
from django.utils.http import parse_header_parameters


class Request(WSGIRequest):
    """A request of which everything is read as UTF-8.

    Django takes whatever codec of Python's the header names before any middleware runs, and some cannot read text at
    all: then nobody would be left to answer. What claims another one is refused by `middleware.read_with_care`.
    """

    def _set_content_type_params(self, meta: dict[str, Any]) -> None:
        try:
            self.content_type, self.content_params = parse_header_parameters(meta.get("CONTENT_TYPE", ""))
        except ValueError:
            self.content_type, self.content_params = "", {}
