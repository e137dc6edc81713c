"""The site's entry in Django: whose admin it is."""

from django.contrib.admin.apps import AdminConfig


class SiteAdminConfig(AdminConfig):
    """Use the site's own wherever Django speaks of the admin."""

    default_site = "fram_site.admin.Site"
