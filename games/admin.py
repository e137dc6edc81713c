"""The admin: tables, reports, people and the log of acts, to be read. What is done is done on the moderators' pages.

No hand, bid, order, receipt, deal, face, notice or mail is in it, nor anything from which one could be told. A table in
which the moderator has a part is in none of its pages: not in a list, a count, a search, nor under its own address.
"""

from datetime import datetime
from typing import TYPE_CHECKING, Any, NoReturn

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext_lazy as _

from games.models import Act, Game, Report, User
from games.selectors.moderating import complaint, done, history_of
from games.selectors.staff import acts_for, is_moderator, people_for, reports_for, tables_for
from games.selectors.tables import is_watched
from games.selectors.talk import names_at

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin


class ByReference(ChangeList):
    """A list whose links name things by their reference, never by a row's number; no list for picking rows either."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.is_popup, self.to_field = False, None

    def url_for_result(self, result: Any) -> str:
        """The address of the thing."""
        return reverse(f"admin:{self.opts.app_label}_{self.opts.model_name}_change", args=[result.ref])


class ReadOnly(ModelAdmin):
    """Things that the moderator may read: what `mine` gives, and nothing may be added, changed or deleted."""

    actions = None
    list_per_page = 50
    show_full_result_count = False

    def mine(self, moderator: User) -> QuerySet[Any]:
        """What exists for that moderator."""
        raise NotImplementedError

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """What exists for whoever asks."""
        return self.mine(request.user) if isinstance(request.user, User) else self.model._default_manager.none()

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Any:
        """The thing of that reference, if it exists for whoever asks."""
        return self.get_queryset(request).filter(ref=object_id.replace("\x00", "")).first()

    def _get_obj_does_not_exist_redirect(self, *args: Any) -> NoReturn:
        raise Http404

    def history_view(self, *args: Any, **kwargs: Any) -> NoReturn:
        """Nothing is changed here, so there is no history."""
        raise Http404

    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        """Name things by their reference."""
        return ByReference

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Only what is offered as a filter: a look-up of any other column would tell what is in it."""
        return lookup.removesuffix("__exact") in self.list_filter

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """For moderators."""
        return isinstance(request.user, User) and is_moderator(request.user)

    def has_module_permission(self, request: HttpRequest) -> bool:
        """For moderators."""
        return self.has_view_permission(request)

    def has_add_permission(self, request: HttpRequest, *args: Any) -> bool:
        """For nobody."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """For nobody."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """For nobody."""
        return False


@admin.register(Game)
class GameAdmin(ReadOnly):
    """Tables, as everybody may know them."""

    list_display = ("name", "kind", "status", "opened_at", "ended_at")
    list_filter = ("status", "kind")
    search_fields = ("name",)
    ordering = ("-opened_at",)
    fields = readonly_fields = (
        "name",
        "kind",
        "status",
        "seats_wanted",
        "pace",
        "opened_at",
        "started_at",
        "ended_at",
        "time",
        "names",
        "log",
        "act",
    )

    def mine(self, moderator: User) -> QuerySet[Game]:
        """The tables that are the moderator's to touch."""
        return tables_for(moderator)

    @admin.display(description=_("deadline"))
    def time(self, game: Game) -> datetime | None:
        """Until when something is asked, as far as others than who sits there may know."""
        return game.deadline if is_watched(game) else None

    @admin.display(description=_("seats"))
    def names(self, game: Game) -> str:
        """Who sits there, by number where names are hidden."""
        names = names_at(game, list(game.seats.select_related("user")))
        return format_html_join(", ", "<bdi>{}</bdi>", ((name,) for name in names))

    @admin.display(description=_("public log"))
    def log(self, game: Game) -> str:
        """What everybody was told."""
        names = names_at(game, list(game.seats.select_related("user")))
        lines = ((sentence,) for _at, sentence in history_of(game, names))
        return format_html("<ol>{}</ol>", format_html_join("", "<li>{}</li>", lines))

    @admin.display(description=_("do something"))
    def act(self, game: Game) -> str:
        """The moderators' page of the table."""
        return format_html('<a href="{}">{}</a>', reverse("moderate_table", args=[game.ref]), _("Moderate"))


@admin.register(Report)
class ReportAdmin(ReadOnly):
    """Reports that wait."""

    list_display = ("table", "about", "said", "text", "by_whom", "at")
    fields = readonly_fields = ("table", "about", "said", "text", "by_whom", "at")
    ordering = ("at",)

    def mine(self, moderator: User) -> QuerySet[Report]:
        """Those that are the moderator's to see."""
        return reports_for(moderator)

    @admin.display(description=_("table"))
    def table(self, report: Report) -> str:
        """The moderators' page of its table."""
        return format_html(
            '<a href="{}"><bdi>{}</bdi></a>', reverse("moderate_table", args=[report.game.ref]), report.game
        )

    @admin.display(description=_("about"))
    def about(self, report: Report) -> str:
        """Whose message, by seat where names are hidden."""
        return complaint(report).about

    @admin.display(description=_("said"))
    def said(self, report: Report) -> str:
        """The message."""
        return complaint(report).said

    @admin.display(description=_("by"))
    def by_whom(self, report: Report) -> str:
        """Who reports it, by seat where names are hidden."""
        return complaint(report).by


@admin.register(Act)
class ActAdmin(ReadOnly):
    """The log of what moderators did."""

    list_display = ("at", "by_whom", "kind", "whom", "table", "reason")
    list_filter = ("kind",)
    fields = readonly_fields = ("at", "by_whom", "kind", "whom", "table", "reason", "until")
    ordering = ("-at",)

    def mine(self, moderator: User) -> QuerySet[Act]:
        """What that moderator may read of it."""
        return acts_for(moderator)

    @admin.display(description=_("by"))
    def by_whom(self, act: Act) -> str:
        """Who did it."""
        return done(act).by

    @admin.display(description=_("whom"))
    def whom(self, act: Act) -> str:
        """To whom, by seat where names are hidden."""
        return done(act).whom

    @admin.display(description=_("table"))
    def table(self, act: Act) -> str:
        """Where."""
        return done(act).table


@admin.register(User)
class UserAdmin(ReadOnly):
    """People: no address, no password, no session, no settings."""

    list_display = ("name", "is_guest", "is_active", "date_joined")
    list_filter = ("is_active", "is_guest")
    search_fields = ("name",)
    fields = readonly_fields = ("name", "is_guest", "is_active", "date_joined", "act")
    ordering = ("name",)

    def mine(self, moderator: User) -> QuerySet[User]:
        """Those whom the moderator may act upon."""
        return people_for(moderator)

    @admin.display(description=_("do something"))
    def act(self, person: User) -> str:
        """The moderators' page of the person."""
        return format_html('<a href="{}">{}</a>', reverse("moderate_person", args=[person.ref]), _("Moderate"))
