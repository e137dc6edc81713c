"""What is secret in the database: sealed with keys that are kept outside of it.

A sealed text tells neither when it was made (its clock stands at 0) nor how long its content is (padded to one size a
purpose), and names the row it belongs to, so that it cannot be read from another row.
"""

import base64
import hashlib
import json
from functools import lru_cache
from typing import Any

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.views.decorators.debug import sensitive_variables

Json = dict[str, Any]

# Sizes in bytes before encryption. What does not fit takes the next doubling: rules keep their answers far below.
DEAL = 2048
ANSWERS = 1024
SINCE = 256
PRIVATE = 256
OPENED = 1536
NOTE = 16384


class SealBroken(Exception):
    """A sealed text was made with another key, was changed, or belongs to another row. It says no more."""


@sensitive_variables()
def seal(payload: Json, *, row: str, size: int) -> str:
    """The payload encrypted for that row. `size` is the length it is padded to."""
    text = canonical([row, payload])
    while len(text) > size:
        size *= 2
    return _keys(tuple(settings.SEAL_KEYS)).encrypt_at_time(text.ljust(size), 0).decode()


@sensitive_variables()
def unseal(token: str, *, row: str) -> Json:
    """The payload that was sealed for that row; SealBroken for any other."""
    try:
        text = _keys(tuple(settings.SEAL_KEYS)).decrypt(token.encode())
    except InvalidToken:
        raise SealBroken from None
    owner, payload = json.loads(text)
    if owner != row:
        raise SealBroken
    return payload


def rotate(token: str) -> str:
    """The same sealed text under the newest key."""
    try:
        return _keys(tuple(settings.SEAL_KEYS)).rotate(token.encode()).decode()
    except InvalidToken:
        raise SealBroken from None


def canonical(value: object) -> bytes:
    """The one way in which a JSON value is written where its hash is taken."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True).encode()


def commitment(nonce: bytes, value: object) -> str:
    """What can be shown of a value before the value is: a hash over 256 random bits and its canonical form."""
    return hashlib.sha256(nonce + canonical(value)).hexdigest()


def text_of(nonce: bytes) -> str:
    """A nonce as it is kept in JSON."""
    return base64.urlsafe_b64encode(nonce).decode().rstrip("=")


def nonce_of(text: str) -> bytes:
    """The nonce that `text_of` wrote."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def deal_row(ref: str) -> str:
    """The name of a game's deal."""
    return f"{ref}:deal"


def answers_row(ref: str, seat: int) -> str:
    """The name of what a seat has sealed."""
    return f"{ref}:{seat}:answers"


def since_row(ref: str, seat: int) -> str:
    """The name of the times at which a seat first sealed."""
    return f"{ref}:{seat}:since"


def move_row(ref: str, number: int) -> str:
    """The name of a logged move's private part."""
    return f"{ref}:move:{number}"


def opened_row(ref: str, number: int) -> str:
    """The name of what a step opened."""
    return f"{ref}:opened:{number}"


def note_row(ref: str, person: str) -> str:
    """The name of a person's notes at a table: not of a seat, which others may have later."""
    return f"{ref}:note:{person}"


@lru_cache(maxsize=4)
def _keys(keys: tuple[str, ...]) -> MultiFernet:
    return MultiFernet([Fernet(key) for key in keys])
