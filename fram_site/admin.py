"""The Django admin of this site: for moderators, and for nothing but what `games.admin` shows."""

from collections.abc import Iterable
from typing import Any

from django.contrib.admin import AdminSite, ModelAdmin
from django.contrib.auth.views import redirect_to_login
from django.db.models import Model
from django.db.models.base import ModelBase
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, URLResolver, reverse
from django.utils.translation import gettext_lazy as _

from games.models import User
from games.selectors.staff import is_moderator

# Passwords are changed on one's own account pages; the others would show rows past the admin's own queries.
LEFT_OUT = {"password_change", "password_change_done", "view_on_site", "autocomplete"}


class Site(AdminSite):
    """An admin that other apps cannot put anything into: no addresses, passwords, sessions, keys, mails."""

    site_title = site_header = "R'lyeh by mail"
    index_title = _("What moderators may look up")

    def register(
        self,
        model_or_iterable: type[Model] | Iterable[type[Model]],
        admin_class: "type[ModelAdmin[Any]] | None" = None,
        **options: Any,
    ) -> None:
        """Take what the games show, and leave out what any other app would."""
        models = [model_or_iterable] if isinstance(model_or_iterable, ModelBase) else list(model_or_iterable)
        ours = [model for model in models if model._meta.app_label == "games"]
        super().register(ours, admin_class, **options)

    def has_permission(self, request: HttpRequest) -> bool:
        """Only moderators come in."""
        return isinstance(request.user, User) and is_moderator(request.user)

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Send whoever is not known to the site's own sign-in; for who is no moderator there is nothing here."""
        if not request.user.is_authenticated:
            return redirect_to_login(request.GET.get("next", "") or reverse("admin:index"))
        if not self.has_permission(request):
            raise Http404
        return redirect("admin:index")

    def get_urls(self) -> list[URLResolver | URLPattern]:
        """The admin's pages without those left out."""
        return [pattern for pattern in super().get_urls() if getattr(pattern, "name", None) not in LEFT_OUT]
