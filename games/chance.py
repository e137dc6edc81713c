"""All randomness of the site: the system's own, asked for in one place."""

import base64
import random
import secrets
from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")
_system = random.SystemRandom()


def token(purpose: str, size: int = 10) -> str:
    """A fresh unguessable word of lower-case letters and digits, from `size` random bytes.

    `purpose` says what it is for (`game`, `message`, …), so that a test can hand out its own.
    """
    return base64.b32encode(secrets.token_bytes(size)).decode().rstrip("=").lower()


def nonce(purpose: str) -> bytes:
    """256 fresh random bits."""
    return secrets.token_bytes(32)


def draw(number: int) -> int:
    """A number of 0 … number-1."""
    return _system.randrange(number)


def fraction() -> float:
    """A number from 0 up to, not including, 1."""
    return _system.random()


def shuffle(items: Sequence[Item]) -> list[Item]:
    """The same items in random order."""
    return _system.sample(items, len(items))
