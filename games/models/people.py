"""Who plays: an account known by its mail address, shown under its display name."""

from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games import chance, names


def fresh_ref() -> str:
    """A person's public reference."""
    return chance.token("person")


def check_time_zone(name: str) -> None:
    """Refuse what is no IANA time zone."""
    if name not in available_timezones():
        raise ValidationError(_("No such time zone: %(name)s."), params={"name": name[:60]})


class UserManager(BaseUserManager["User"]):
    """Makes accounts."""

    def create_user(self, email: str | None = None, password: str | None = None, **fields: Any) -> "User":
        """A new account; without a password it is entered by mailed code or passkey."""
        user = self.model(email=email, **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """A new account that may use the whole admin."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> "User":
        """The account of that address, however its letters are written."""
        return self.get(email=(username or "").lower())


class User(AbstractBaseUser, PermissionsMixin):
    """An account. Guests have no address. There is no "last seen" on purpose."""

    class Mails(models.TextChoices):
        """Which mails a person wants."""

        EACH = "each", _("each turn")
        DIGEST = "digest", _("one a day")
        LATE = "late", _("only when time is nearly up")
        NONE = "none", _("none")

    class Theme(models.TextChoices):
        """How the pages look."""

        SYSTEM = "", _("as the system")
        DARK = "dark", _("dark")
        LIGHT = "light", _("light")

    last_login = None  # nobody needs to know
    ref = models.CharField(max_length=32, unique=True, editable=False, default=fresh_ref)
    email = models.EmailField(_("mail address"), unique=True, null=True, blank=True)
    name = models.CharField(_("display name"), max_length=names.LONGEST, blank=True)
    name_key = models.CharField(max_length=4 * names.LONGEST, unique=True, null=True, editable=False)  # noqa: DJ001 - unique
    is_guest = models.BooleanField(default=False)
    is_staff = models.BooleanField(default=False)
    is_active = models.BooleanField(default=True)
    date_joined = models.DateTimeField(default=timezone.now)
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC", validators=[check_time_zone])
    language = models.CharField(_("language"), max_length=12, blank=True)
    theme = models.CharField(_("look"), max_length=8, blank=True, choices=Theme.choices)
    mails = models.CharField(_("mails"), max_length=8, choices=Mails.choices, default=Mails.EACH)
    digest_hour = models.PositiveSmallIntegerField(_("hour of the daily mail"), default=18)
    cards_in_mails = models.BooleanField(_("show my cards in mails"), default=True)

    objects = UserManager()

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS = ["name"]

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(digest_hour__lte=23), name="digest_hour_is_an_hour"),
        ]

    def __str__(self) -> str:
        return self.name or self.ref

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Keep address and name in the form in which they are compared."""
        self.email = self.email.lower() if self.email else None
        self.name_key = names.skeleton(self.name) or None
        fields = kwargs.get("update_fields")
        if fields is not None and "name" in fields:
            kwargs["update_fields"] = {*fields, "name_key"}
        super().save(*args, **kwargs)

    def get_full_name(self) -> str:
        """The display name."""
        return str(self)

    def get_short_name(self) -> str:
        """The display name."""
        return str(self)

    @property
    def zone(self) -> ZoneInfo:
        """The time zone in which this person reads times."""
        try:
            return ZoneInfo(self.time_zone)
        except (ZoneInfoNotFoundError, ValueError):
            return ZoneInfo("UTC")


class OldName(models.Model):
    """A name that somebody had once: reserved for them, or for nobody once they are gone.

    Only a keyed hash of its skeleton is kept, so that a deleted person's name is nowhere.
    """

    digest = models.CharField(max_length=64, unique=True)
    user = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="old_names")

    def __str__(self) -> str:
        return self.digest[:8]
