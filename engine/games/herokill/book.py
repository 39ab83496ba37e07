"""Everything that has a name in Herokill, found by it."""

from __future__ import annotations

from typing import Final

from engine.games.herokill.cards import EQUIPMENT, KINDS
from engine.games.herokill.heroes import HEROES
from engine.games.herokill.kind import Book
from engine.games.herokill.lords import LORD_SKILLS

__all__ = ["BOOK"]

_SKILLS = (*(skill for hero in HEROES for skill in hero.skills), *LORD_SKILLS, *EQUIPMENT)

BOOK: Final = Book(HEROES, _SKILLS, KINDS)
"""§5.1 Skills act in the order of the heroes' numbers, then the lords', then equipment's."""
