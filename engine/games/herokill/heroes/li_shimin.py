"""§8.7 Li Shimin: Kong Ju (控局)."""

from __future__ import annotations

from typing import Final

from engine.core.ids import Seat
from engine.games.herokill.board import Board
from engine.games.herokill.deck import CONFINE, DISMANTLE, SNATCH
from engine.games.herokill.skill import Forbid, Hero, Measure, Skill, Tune
from engine.games.herokill.state import Faction, Gender

__all__ = ["HERO"]


def _limit(board: Board, owner: Seat, limit: int) -> int:
    return max(limit, board.max_hp(owner))


def _forbids(board: Board, owner: Seat, user: Seat, name: str) -> bool:
    """With fewer cards than his hit points at full no Snatch or Dismantle, with more no Confinement."""
    held, full = len(board.hands[owner]), board.max_hp(owner)
    return (held < full and name in (SNATCH, DISMANTLE)) or (held > full and name == CONFINE)


KONG_JU: Final = Skill("kong_ju", (Tune(Measure.HAND_LIMIT, _limit), Forbid(_forbids)))

HERO: Final = Hero("li_shimin", 7, Faction.RULER, Gender.MALE, 4, (KONG_JU,))
