"""Forms: what people type is put right or refused with a sentence before a service sees it."""

import re
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo, available_timezones

from django import forms
from django.conf import settings
from django.core.validators import EmailValidator
from django.http import HttpRequest
from django.template import TemplateDoesNotExist
from django.template.loader import get_template
from django.utils import timezone
from django.utils.encoding import punycode
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import chance, names
from games.models import User
from games.rules import GAMES
from games.rules.kernel import Title
from games.selectors.again import Again

if TYPE_CHECKING:
    UserForm = forms.ModelForm[User]
else:
    UserForm = forms.ModelForm

LONGEST_ADDRESS = 254
NO_ADDRESS = _("That is no mail address. One looks like this: name@example.org")
FORM = re.compile(r"[a-z0-9]{1,40}")
MINUTE, HOUR, DAY = 60, 60 * 60, 24 * 60 * 60
PACES = (
    (2 * MINUTE, _("2 minutes: all at the table at once")),
    (10 * MINUTE, _("10 minutes")),
    (HOUR, _("1 hour")),
    (12 * HOUR, _("12 hours")),
    (DAY, _("1 day")),
    (2 * DAY, _("2 days")),
    (3 * DAY, _("3 days")),
    (7 * DAY, _("7 days")),
)


def nearest_pace(pace: int) -> int:
    """The shortest of the paces to choose from that gives no less time."""
    return next((seconds for seconds, _name in PACES if seconds >= pace), PACES[-1][0])


def _todays_table() -> str:
    """What a table is called whose host thinks of nothing: no person's name, which would stay when theirs is gone."""
    return gettext("Table of {date}").format(date=date_format(timezone.localdate(), "MONTH_DAY_FORMAT"))


def zone_of(request: HttpRequest) -> ZoneInfo:
    """The time zone that the browser has named in a cookie, UTC if it has not."""
    name = request.COOKIES.get("tz", "")
    return ZoneInfo(name) if name in all_zones() else ZoneInfo("UTC")


@cache
def all_zones() -> frozenset[str]:
    """The names of all time zones; looking them up reads a folder."""
    return frozenset(available_timezones())


@cache
def zones() -> list[str]:
    """The time zones one can live in, by name."""
    return sorted(zone for zone in all_zones() if "/" in zone and not zone.startswith("Etc/")) + ["UTC"]


@cache
def offered() -> tuple[Title, ...]:
    """The games that can be played here: those that have a page for their table."""
    return tuple(game.TITLE for slug, game in GAMES.items() if _has_page(slug))


def _has_page(slug: str) -> bool:
    try:
        get_template(f"{slug}/table.html")
    except TemplateDoesNotExist:
        return False
    return True


def check_address(text: str) -> None:
    """Refuse what is no mail address, and one that no mail can be sent to or that the database cannot hold."""
    EmailValidator(NO_ADDRESS)(text)
    name, _at, host = text.rpartition("@")
    try:
        written = f"{name}@{punycode(host)}"
    except UnicodeError:  # a part of the domain that is empty, or too long
        written = ""
    if not (written.isascii() and written.isprintable() and 0 < len(written) <= LONGEST_ADDRESS):
        raise forms.ValidationError(NO_ADDRESS)


class Refs(forms.MultipleChoiceField):
    """Boxes to tick that stand for people by their references. What is none of the choices is kept: who is it?

    Somebody may have gone since the form was written, which is no fault of who sends it.
    """

    widget = forms.CheckboxSelectMultiple

    def valid_value(self, value: Any) -> bool:
        """Take anything: it stands for somebody, or for nobody."""
        return True


class NewTableForm(forms.Form):
    """The terms of a new table; with `again` those of a table that is over, and which of its people are asked."""

    form = forms.CharField(widget=forms.HiddenInput, required=False)
    again = forms.CharField(widget=forms.HiddenInput, required=False)
    kind = forms.ChoiceField(label=_("Game"))
    name = forms.CharField(label=_("Name of the table"), max_length=names.LONGEST_TABLE)
    seats = forms.TypedChoiceField(label=_("Seats"), coerce=int, initial=4)
    pace = forms.TypedChoiceField(
        label=_("Time for each decision"),
        coerce=int,
        choices=PACES,
        initial=2 * DAY,
        help_text=_(
            "If somebody's time runs out, the site makes a plain move for them. "
            "After two misses a bot plays until they return."
        ),
    )
    with_bots = forms.BooleanField(
        label=_("Begin now, with bots on all other seats"), required=False, help_text=_("Nobody else can join then.")
    )
    is_open = forms.BooleanField(
        label=_("Anybody may join and watch"),
        required=False,
        help_text=_("Otherwise only those with the table's link, or an invitation."),
    )
    always_open = forms.BooleanField(
        label=_("Keep every showdown open for a while"),
        required=False,
        help_text=_("Otherwise a showdown stays open only when a player has secretly asked for it."),
    )

    tide = forms.BooleanField(
        label=_("Play with the tide"),
        required=False,
        initial=True,
        help_text=_("From turn 100 on, picking up the stack banishes its oldest card, so it ends."),
    )
    ask = Refs(label=_("Whom to invite"), required=False, help_text=_("They are invited once the table is open."))

    def __init__(self, data: Any = None, *, user: User, again: Again | None = None) -> None:
        super().__init__(data, initial=_terms_of(again) if again else None)
        self.user, self.before = user, again
        self.fields["form"].initial = chance.token("form")
        titles = offered()
        sizes = range(min(title.least for title in titles), max(title.most for title in titles) + 1)
        self.fields["kind"].choices = [(title.slug, title.name) for title in titles]  # type: ignore[attr-defined]  # typed as Field
        self.fields["seats"].choices = [(size, size) for size in sizes]  # type: ignore[attr-defined]  # as above
        self.fields["name"].initial = _todays_table()
        self._offer_to_ask(again.people if again else ())
        if user.is_guest:  # plays with bots only
            for name in ("with_bots", "is_open"):
                del self.fields[name]

    def _offer_to_ask(self, people: Sequence[User]) -> None:
        """Let those be ticked. Where some can be asked, the table cannot begin at once, with bots in their places."""
        del self.fields["with_bots" if people else "ask"]
        if people:
            self.fields["ask"].choices = [(person.ref, str(person)) for person in people]  # type: ignore[attr-defined]  # as above

    def clean_form(self) -> str:
        """Return the word by which the form is known again; what is none is nothing."""
        form = self.cleaned_data["form"]
        return form if FORM.fullmatch(form) else ""

    def clean_name(self) -> str:
        """Return the table's name as it is kept."""
        return names.clean(self.cleaned_data["name"], names.LONGEST_TABLE)

    def clean(self) -> dict[str, Any]:
        """Check that the game seats so many."""
        terms = self.cleaned_data
        if "kind" in terms and "seats" in terms:
            title = GAMES[terms["kind"]].TITLE
            if not title.least <= terms["seats"] <= title.most:
                text = gettext("%(game)s is for %(least)d to %(most)d players.")
                self.add_error("seats", text % {"game": title.name, "least": title.least, "most": title.most})
        return terms

    def terms(self) -> dict[str, Any]:
        """What the service wants to know."""
        others = {name: value for name, value in self.cleaned_data.items() if name not in ("ask", "tide")}
        options = {"tide": self.cleaned_data["tide"]} if self.cleaned_data["kind"] == "lost" else {}
        # What belongs to the other game is out of sight, and may still be ticked.
        others["always_open"] = others["always_open"] and self.cleaned_data["kind"] == "fram"
        # A guest, who is not asked, plays with bots.
        return {"with_bots": self.user.is_guest, "options": options, **others}

    def asked(self) -> tuple[list[User], int]:
        """Whom the host wants to ask, and how many they ticked who are not to be found by now."""
        ticked = set(self.cleaned_data.get("ask", ()))
        found = [person for person in self.before.people if person.ref in ticked] if self.before else []
        return found, len(ticked) - len(found)


def _terms_of(again: Again) -> dict[str, Any]:
    """What stands in the form of a table that is to be as that one was."""
    return {
        "again": again.ref,
        "kind": again.kind,
        "name": again.name,
        "seats": again.seats,
        "pace": nearest_pace(again.pace),
        "with_bots": again.is_solo,
        "is_open": again.is_open,
        "always_open": again.always_open,
        "tide": again.tide,
        "ask": [person.ref for person in again.people if person.ref not in again.unread],
    }


class InviteForm(forms.Form):
    """Whom to ask to a table: somebody of this site by name, or whoever reads mail at an address."""

    who = forms.CharField(
        label=_("Name or mail address"), max_length=LONGEST_ADDRESS, widget=forms.TextInput({"autocomplete": "off"})
    )

    def clean_who(self) -> str:
        """Check that it is an address, or the name of somebody."""
        who = self.cleaned_data["who"].strip()
        if "@" in who:
            check_address(who)
        elif self._person(who) is None:
            raise forms.ValidationError(gettext("Nobody here has that name. You can give a mail address instead."))
        return who

    def whom(self) -> dict[str, Any]:
        """What the service wants to know."""
        who = self.cleaned_data["who"]
        return {"address": who} if "@" in who else {"user": self._person(who)}

    @staticmethod
    def _person(name: str) -> User | None:
        return User.objects.filter(name_key=names.skeleton(name), is_guest=False, is_active=True).first()


class NameForm(forms.Form):
    """A display name; whether it can be had is the service's to say."""

    name = forms.CharField(label=_("Display name"), max_length=names.LONGEST, help_text=_("Others at a table see it."))


class PreferencesForm(UserForm):
    """A person's own settings."""

    time_zone = forms.ChoiceField(label=_("Time zone"), choices=lambda: [(zone, zone) for zone in zones()])
    language = forms.ChoiceField(
        label=_("Language"), choices=[("", _("as the browser")), *settings.LANGUAGES], required=False
    )
    digest_hour = forms.TypedChoiceField(
        label=_("Hour of the daily mail"), coerce=int, choices=[(hour, f"{hour}:00") for hour in range(24)]
    )

    class Meta:
        model = User
        fields = ["time_zone", "language", "theme", "mails", "digest_hour", "cards_in_mails"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.is_guest:  # who has no address gets no mails
            for name in ("mails", "digest_hour", "cards_in_mails"):
                del self.fields[name]
