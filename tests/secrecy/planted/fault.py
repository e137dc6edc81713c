"""A planted leak: what it changes, where it would show, and whether the suite catches it."""

import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.template import engines

from tests.secrecy import pairs, position
from tests.secrecy.pairs import Leak
from tests.secrecy.position import Position
from tests.secrecy.stretch import Stretch

MOST_SOUGHT, MOST_PLAYED, STEPS = 400, 8, 4
Patch = pytest.MonkeyPatch
Wish = Callable[[Position, Stretch], bool]


class NotCaught(AssertionError):
    """The suite is blind to this leak."""


def anything(start: Position, stretch: Stretch) -> bool:
    """Any pair will do."""
    return True


@dataclass(frozen=True)
class Fault:
    """`apply` plants it, or fails where what it changes is no longer there.

    By default pairs of worlds must catch it, from starts of these kinds that are as it `wants`; or else `catch` does,
    with the same Leak.
    """

    name: str
    apply: Callable[[Patch], None]
    kinds: tuple[str, ...] = position.KINDS
    wants: Wish = anything
    is_thorough: bool = False
    catch: Callable[[], None] | None = None
    steps: int = STEPS


def caught(fault: Fault, casts: dict[int, pairs.Cast]) -> Leak:
    """How the suite catches it; NotCaught."""
    if fault.catch is not None:
        with Patch.context() as patch, templates_anew():
            fault.apply(patch)
            try:
                fault.catch()
            except Leak as leak:
                return leak
        raise NotCaught(fault.name)
    played = 0
    for number in range(MOST_SOUGHT):
        name = f"{fault.name} {number}"
        chance = random.Random(name)
        start = position.begin(chance.choice(fault.kinds), chance)
        stretch = position.stretch_of(start, chance, fault.steps)
        if not fault.wants(start, stretch):
            continue
        if start.seats not in casts:
            casts[start.seats] = pairs.cast(start.seats)
        plan = pairs.Plan(casts[start.seats], start, stretch.steps, sorted(start.facts), name, fault.is_thorough)
        with Patch.context() as patch, templates_anew():
            fault.apply(patch)
            try:
                pairs.compare(plan, pairs.Figure())
            except Leak as leak:
                if leak.viewer and leak.facts:
                    return leak
        played += 1
        if played == MOST_PLAYED:
            break
    raise NotCaught(f"{fault.name}: {played} pairs showed nothing")


# --- What faults are made with ----------------------------------------------------------------------------------------


class templates_anew:  # noqa: N801 - reads as what it does
    """Templates are read again before and after."""

    def __enter__(self) -> None:
        _forget_templates()

    def __exit__(self, *_: object) -> None:
        _forget_templates()


def _forget_templates() -> None:
    for engine in engines.all():
        for loader in getattr(engine, "engine", engine).template_loaders:
            loader.reset()


def everywhere(patch: Patch, module: Any, name: str, make: Callable[[Any], Any]) -> None:
    """Put another function in the place of one, wherever it was imported."""
    old = getattr(module, name)
    new = make(old)
    for other in list(sys.modules.values()):
        if getattr(other, "__name__", "").startswith("games") and getattr(other, name, None) is old:
            patch.setattr(other, name, new)


def template(patch: Patch, name: str, old: str, new: str) -> None:
    """Another text in a template."""
    from django.template.loaders import base, filesystem

    assert issubclass(filesystem.Loader, base.Loader)
    read = filesystem.Loader.get_contents

    def changed(self: Any, origin: Any) -> str:
        text = read(self, origin)
        if origin.template_name != name:
            return text
        return text.replace(old, new, 1)

    source = engines["django"].get_template(name).template.source
    if old not in source:
        raise AttributeError(f"{name} has no {old!r} any more")
    patch.setattr(filesystem.Loader, "get_contents", changed)
    _forget_templates()
