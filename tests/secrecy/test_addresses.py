"""No address of the site escapes the suite."""

from tests.secrecy import addresses


def test_every_address_is_in_the_table():
    names, nameless = addresses.site()
    assert names - set(addresses.ADDRESSES) == set(), "add it to tests/secrecy/addresses.py and access.tsv"
    assert nameless - set(addresses.NAMELESS) == set(), "add it to tests/secrecy/addresses.py"


def test_every_address_in_the_table_is_there():
    names, nameless = addresses.site()
    assert set(addresses.ADDRESSES) - names == set()
    assert set(addresses.NAMELESS) - nameless == set()
