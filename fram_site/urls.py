"""All addresses of the site."""

from django.contrib import admin
from django.urls import include, path

from fram_site.health import health

urlpatterns = [
    path("health", health, name="health"),
    path("account/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("", include("games.urls")),
]
