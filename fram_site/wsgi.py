"""The WSGI entry point: `gunicorn fram_site.wsgi`. It refuses to start where something would be lost or shown."""

import os
import sys

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fram_site.settings")

application = get_wsgi_application()

from games.checks import refusals  # noqa: E402 - Django's apps had to be loaded first

if faults := refusals():
    sys.exit("\n".join(["This site is not started:", *map(str, faults)]))
