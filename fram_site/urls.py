"""All addresses of the site."""

from django.contrib import admin
from django.urls import include, path

from fram_site.health import health
from games.views.signing_in import SignInCode

urlpatterns = [
    path("health", health, name="health"),
    path("account/login/code/confirm/", SignInCode.as_view(), name="account_confirm_login_code"),
    path("account/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("", include("games.urls")),
]
