"""What the pages and mails about accounts say."""

from django import template
from django.conf import settings
from django.utils.translation import ngettext

register = template.Library()


@register.simple_tag
def code_lasts() -> str:
    """Say how long a mailed code can be used, whatever it was asked for."""
    minutes = settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT // 60
    return ngettext("The code lasts {n} minute.", "The code lasts {n} minutes.", minutes).format(n=minutes)
