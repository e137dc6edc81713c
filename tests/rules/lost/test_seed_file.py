"""A wrong deck file is refused with the line and what is wrong."""

from pathlib import Path

import pytest

from games import decks
from tests.rules.lost.positions import DECK, SEED


def refused(tmp_path: Path, old: str, new: str) -> str:
    """What is said of the seed file after the change."""
    text = SEED.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "lost.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(decks.FaultyDeck) as fault:
        decks.read_deck("lost", path)
    return str(fault.value)


def line(text: str) -> int:
    """The line of the seed file that begins so."""
    return next(n for n, line in enumerate(SEED.read_text("utf-8").splitlines(), start=1) if line.startswith(text))


def test_the_standard_deck_is_read() -> None:
    assert decks.standard_deck("lost") == DECK


def test_a_power_of_a_horror(tmp_path: Path) -> None:
    said = refused(tmp_path, '3 = { power = "banish the stack"', '3 = { power = "banish all"')
    assert said == f"lost.toml, line {line('[h1]') + 2}: h1.3: “banish all” is not in the vocabulary"


def test_an_event(tmp_path: Path) -> None:
    said = refused(tmp_path, '[door] # A Mighty Door\npower = "skip the next player"', '[door]\npower = "skip"')
    assert said == f"lost.toml, line {line('[door]')}: door: “skip” is not in the vocabulary"


def test_a_card_that_is_missing_or_too_many(tmp_path: Path) -> None:
    assert refused(tmp_path, "[fear]", "[panic]") == f"lost.toml, line {line('[fear]')}: panic: no such card"
    assert refused(tmp_path, "[fear]", "[h1.x]").startswith("lost.toml, line ")


def test_what_is_no_toml(tmp_path: Path) -> None:
    said = refused(tmp_path, "[h2]", "[h2")
    assert said.startswith("lost.toml: ") and f"line {line('[h2]')}" in said
