"""§8.9 Murong: Die Hun (蝶魂)."""

from __future__ import annotations

from typing import Final

from engine.core.ids import Seat
from engine.games.herokill import goods
from engine.games.herokill.board import Board
from engine.games.herokill.events import Use
from engine.games.herokill.skill import Hero, On, Skill, Window
from engine.games.herokill.state import Faction, Gender

__all__ = ["HERO"]


def _among_many(board: Board, owner: Seat, use: Use) -> bool:
    return board.kind(use.name).many and owner in use.targets


def _flutter_by(board: Board, owner: Seat, use: Use) -> None:
    """She is no target any more, and draws: before anything is asked or shown."""
    use.targets.remove(owner)
    board.table.tell("acts", by=owner, skill=board.title(DIE_HUN.name))
    goods.draw(board, owner, 1)


DIE_HUN: Final = Skill("die_hun", (On(Window.TARGETED, _among_many, _flutter_by),))

HERO: Final = Hero("murong", 9, Faction.RULER, Gender.FEMALE, 4, (DIE_HUN,))
