"""The cache, in the database and as JSON: rate limits hold whenever the site does, and nothing is ever unpickled.

A copy of the table tells neither whose limits they are (keys are keyed hashes) nor when they came (values are sealed).
When each row is over stands in clear, since it is by that that they are found and swept away.
"""

from datetime import UTC, datetime
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.db import BaseDatabaseCache
from django.db import connection
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.views.decorators.debug import sensitive_variables

from games import seals

NEVER = datetime(9999, 12, 31, tzinfo=UTC)
SIZE = 256  # bytes


class JsonDatabaseCache(BaseDatabaseCache):
    """Django's database cache table (`createcachetable`), read and written with one statement each."""

    _table: str

    @sensitive_variables()
    def get(self, key: str, default: Any = None, version: int | None = None) -> Any:
        """Return the value kept, `default` if there is none, its time is over or the key of its seal is gone."""
        sql = f"SELECT value FROM {self._quoted} WHERE cache_key = %s AND expires > %s"
        name = self._key(key, version)
        rows = self._execute(sql, [name, _column(timezone.now())])
        try:
            return seals.unseal(rows[0][0], row=name)["v"] if rows else default
        except seals.SealBroken:
            return default

    def set(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        """Keep the value, whatever was kept before."""
        self._write(key, value, timeout, version, "UPDATE SET value = excluded.value, expires = excluded.expires")

    def add(self, key: str, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Keep the value if none is kept; tell whether it was."""
        return bool(self._write(key, value, timeout, version, "NOTHING"))

    def touch(self, key: str, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Keep what is kept for longer; tell whether there is anything."""
        sql = f"UPDATE {self._quoted} SET expires = %s WHERE cache_key = %s AND expires > %s RETURNING 1"
        return bool(self._execute(sql, [self._expires(timeout), self._key(key, version), _column(timezone.now())]))

    def delete(self, key: str, version: int | None = None) -> bool:
        """Forget it; tell whether it was there."""
        sql = f"DELETE FROM {self._quoted} WHERE cache_key = %s RETURNING 1"
        return bool(self._execute(sql, [self._key(key, version)]))

    def clear(self) -> None:
        """Forget everything."""
        self._execute(f"DELETE FROM {self._quoted} RETURNING 1", [])

    def clear_expired(self) -> None:
        """Forget everything whose time is over."""
        self._execute(f"DELETE FROM {self._quoted} WHERE expires <= %s RETURNING 1", [_column(timezone.now())])

    @property
    def _quoted(self) -> str:
        return connection.ops.quote_name(self._table)

    def _key(self, key: str, version: int | None) -> str:
        made = str(self.make_and_validate_key(key, version=version))
        return salted_hmac("fram_site.cache", made, algorithm="sha256").hexdigest()

    def _expires(self, timeout: Any) -> Any:
        seconds = self.get_backend_timeout(timeout)
        return _column(NEVER if seconds is None else datetime.fromtimestamp(seconds, tz=UTC))

    @sensitive_variables()
    def _write(self, key: str, value: Any, timeout: Any, version: int | None, otherwise: str) -> list[Any]:
        self.clear_expired()
        sql = (
            f"INSERT INTO {self._quoted} (cache_key, value, expires) VALUES (%s, %s, %s) "
            f"ON CONFLICT (cache_key) DO {otherwise} RETURNING 1"
        )
        name = self._key(key, version)
        return self._execute(sql, [name, seals.seal({"v": value}, row=name, size=SIZE), self._expires(timeout)])

    def _execute(self, sql: str, values: list[Any]) -> list[Any]:
        with connection.cursor() as cursor:
            cursor.execute(sql, values)
            return cursor.fetchall()


def _column(moment: datetime) -> Any:
    return connection.ops.adapt_datetimefield_value(moment)
