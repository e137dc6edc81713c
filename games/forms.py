"""Forms: what people type is put right or refused with a sentence before a service sees it."""

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games import names
from games.models import User


class SignupForm(forms.Form):
    """What is asked at sign-up beside the address: the display name."""

    name = forms.CharField(label=_("Display name"), max_length=names.LONGEST, help_text=_("Others see it at table."))

    def clean_name(self) -> str:
        """Return the name as it is kept, if nobody has one that looks like it."""
        name = names.clean(self.cleaned_data["name"])
        if User.objects.filter(name_key=names.skeleton(name)).exists():
            raise forms.ValidationError(_("Somebody has that name, or one that looks like it. Please choose another."))
        return name

    def signup(self, request: HttpRequest, user: User) -> None:
        """Give the fresh account its name (allauth calls this)."""
        user.name = self.cleaned_data["name"]
        user.save()
