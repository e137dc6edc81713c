"""The Celery app. Queues are a hint: what must happen is a row in the database and the sweep finds it."""

import os
import sys
from typing import Any

import django
from celery import Celery
from celery.signals import beat_init, celeryd_init, worker_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fram_site.settings")

app = Celery("rlyeh")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.set_default()  # for the threads of a web server too
app.autodiscover_tasks()


@celeryd_init.connect
def be_patient(conf: Any, **_kwargs: Any) -> None:
    """Give a worker process longer socket timeouts than a web request can afford to wait for the broker."""
    patience = {"socket_timeout": 30, "socket_connect_timeout": 5}
    options = conf.broker_transport_options
    conf.broker_transport_options = {**options, **{key: value for key, value in patience.items() if key in options}}


@worker_init.connect
@beat_init.connect
def refuse_what_loses_data(**_kwargs: Any) -> None:
    """End a worker or beat that was started where something would be lost."""
    django.setup()
    from games.checks import refusals

    if faults := refusals():
        sys.exit("\n".join(["This process is not started:", *map(str, faults)]))
