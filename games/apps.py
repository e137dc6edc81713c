"""The app's entry in Django: its checks, and the cache table that comes with every migration."""

from typing import Any

from django.apps import AppConfig
from django.core.management import call_command
from django.core.validators import validate_email
from django.db.models.signals import post_migrate


class GamesConfig(AppConfig):
    """R'lyeh by mail."""

    name = "games"
    verbose_name = "R'lyeh by mail"

    def ready(self) -> None:
        """Register checks and tasks, listen to sign-ins, and see that migrating also makes the cache's table."""
        from games import checks, middleware, tasks  # noqa: F401 - whoever queues a task must know it
        from games.forms import NO_ADDRESS

        validate_email.message = NO_ADDRESS  # forms of others say the same as ours
        post_migrate.connect(make_cache_table, sender=self)


def make_cache_table(using: str, verbosity: int, **_kwargs: Any) -> None:
    """Make the table of the database cache, where rate limits live, if it is not there yet."""
    call_command("createcachetable", database=using, verbosity=0)
