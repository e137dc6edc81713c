"""What a report of an error may hold, whoever is sent it: where it happened, and no value of anything."""

from collections.abc import ItemsView
from types import FrameType
from typing import Any

from django.http import HttpRequest
from django.views.debug import SafeExceptionReporterFilter


class Places(SafeExceptionReporterFilter):
    """Leaves out every variable and everything that was sent: a state, a hand or a bid could be among them."""

    def get_traceback_frame_variables(self, request: HttpRequest | None, tb_frame: FrameType) -> ItemsView[str, Any]:
        """Nothing."""
        return {}.items()

    def get_post_parameters(self, request: HttpRequest | None) -> dict[str, Any]:
        """Nothing."""
        return {}
