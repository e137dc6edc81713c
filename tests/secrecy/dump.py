"""The whole database, row by row, so that two moments can be compared and anything be searched for in it."""

from django.db import connection

# Sessions and the cache are written to while reading: they hold nothing of tables (`test_canaries.py` reads them).
OF_READING = {"django_session", "rlyeh_cache"}


def dump(*left_out: str) -> dict[str, list[str]]:
    """Every table's rows as text, in order; without those that reading writes to."""
    tables = set(connection.introspection.table_names()) - OF_READING - set(left_out)
    return {table: rows(table) for table in sorted(tables)}


def whole() -> dict[str, list[str]]:
    """Every table's rows, sessions and cache included."""
    return {table: rows(table) for table in sorted(connection.introspection.table_names())}


def rows(table: str) -> list[str]:
    """The rows of a table as text."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")  # names from the database
        return sorted(map(repr, cursor.fetchall()))


def everything() -> str:
    """All that is in the database, sessions and cache included."""
    return "\n".join(row for kept in whole().values() for row in kept)
