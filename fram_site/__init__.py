"""The Django project: settings, addresses, the Celery app and the WSGI entry point."""

from fram_site.celery import app as celery_app

__all__ = ["celery_app"]
