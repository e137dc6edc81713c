"""The site's entry in Django: whose admin it is, and how a request is read."""

from django.contrib.admin.apps import AdminConfig
from django.core.handlers.wsgi import WSGIHandler

from fram_site.requests import Request


class SiteAdminConfig(AdminConfig):
    """Use the site's own wherever Django speaks of the admin."""

    default_site = "fram_site.admin.Site"

    def ready(self) -> None:
        """Have every server read requests the site's way."""
        super().ready()
        WSGIHandler.request_class = Request
