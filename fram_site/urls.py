"""All addresses of the site."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from fram_site.health import health

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    path("health", health, name="health"),
    path("account/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("", include("games.urls")),
]
