"""§8.6 Xiang Yu: Ba Wang (霸王)."""

from __future__ import annotations

from typing import Final

from engine.core.ids import Seat
from engine.games.herokill.board import Board
from engine.games.herokill.deck import DUEL, KILL
from engine.games.herokill.events import Use
from engine.games.herokill.skill import Demand, Hero, Skill
from engine.games.herokill.state import Faction, Gender

__all__ = ["HERO"]


def _two(board: Board, owner: Seat, use: Use, other: Seat) -> int:
    """Two Dodges against his Kill, two Kills against him in any Duel."""
    return 2 if use.name == DUEL or (use.name == KILL and use.user == owner) else 1


BA_WANG: Final = Skill("ba_wang", (Demand(_two),))

HERO: Final = Hero("xiang_yu", 6, Faction.RULER, Gender.MALE, 4, (BA_WANG,))
