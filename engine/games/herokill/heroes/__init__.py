"""§8 The heroes, one module each. Whatever module lies in this folder is a hero of the game; its attribute is `HERO`."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from engine.games.herokill.skill import Hero

__all__ = ["HEROES"]


def _find() -> tuple[Hero, ...]:
    """In the order of their numbers: the order in which a folder lists its files decides nothing (law 1)."""
    found: list[Hero] = [import_module(f"{__name__}.{module.name}").HERO for module in iter_modules(__path__)]
    return tuple(sorted(found, key=lambda hero: hero.number))


HEROES: Final = _find()
