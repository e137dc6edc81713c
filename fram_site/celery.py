"""The Celery app. Queues are a hint: what must happen is a row in the database and the sweep finds it."""

import os

from celery import Celery
from celery.signals import celeryd_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "fram_site.settings")

app = Celery("rlyeh")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@celeryd_init.connect
def be_patient(conf, **_kwargs) -> None:
    """Give a worker process longer socket timeouts than a web request can afford to wait for the broker."""
    patience = {"socket_timeout": 30, "socket_connect_timeout": 5}
    options = conf.broker_transport_options
    conf.broker_transport_options = {**options, **{key: value for key, value in patience.items() if key in options}}
