"""Everything that has a name in Herokill, found by it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.games.herokill.cards import EQUIPMENT, KINDS
from engine.games.herokill.heroes import HEROES
from engine.games.herokill.kind import Book
from engine.games.herokill.lords import LORD_SKILLS
from engine.games.herokill.skill import Hero

__all__ = ["BOOK", "book_of"]


def book_of(heroes: Sequence[Hero]) -> Book:
    """The game with these heroes. §5.1 Skills act in the order of the heroes' numbers, then the lords', then equipment's."""
    skills = [skill for hero in heroes for skill in hero.skills]
    return Book(heroes, [*skills, *LORD_SKILLS, *EQUIPMENT], KINDS)


BOOK: Final = book_of(HEROES)
