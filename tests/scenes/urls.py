"""All addresses of the site, with those that only `make play` has, and one that is asked for too often."""

from allauth.core.ratelimit import respond_429
from django.urls import path

from fram_site.urls import urlpatterns as site
from games.views import mailbox

urlpatterns = [
    *site,
    path("too-many", respond_429),
    path("mailbox/", mailbox.mailbox, name="mailbox"),
    path("mailbox/<slug:name>", mailbox.letter, name="letter"),
    path("mailbox/<slug:name>/html", mailbox.letter_html, name="letter_html"),
]
