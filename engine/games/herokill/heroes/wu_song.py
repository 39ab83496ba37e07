"""§8.23 Wu Song: Zui Jiu (醉酒)."""

from __future__ import annotations

from typing import Final

from engine.core.ids import Seat
from engine.core.poll import Rule
from engine.games.herokill.asks import confirm
from engine.games.herokill.board import Board
from engine.games.herokill.deck import DUEL, KILL
from engine.games.herokill.events import Draw
from engine.games.herokill.hint import Hint
from engine.games.herokill.skill import Hero, On, Skill, Window
from engine.games.herokill.state import Faction, Gender

__all__ = ["HERO"]


def _draws(board: Board, owner: Seat, draw: Draw) -> bool:
    return draw.seat == owner and draw.count > 1


def _drink(board: Board, owner: Seat, draw: Draw) -> Rule[None]:
    """One card only; and what he hurts with his own Kills and Duels of this turn, he hurts for one point more."""
    if (yield from confirm(board, owner, ZUI_JIU.name)):
        board.table.tell("acts", by=owner, skill=board.title(ZUI_JIU.name))
        draw.count = 1
        board.turn.extra_damage = 1


ZUI_JIU: Final = Skill("zui_jiu", (On(Window.DRAWING, _draws, _drink),), Hint(own=3, needs=(KILL, DUEL)))

HERO: Final = Hero("wu_song", 23, Faction.PEOPLE, Gender.MALE, 4, (ZUI_JIU,))
