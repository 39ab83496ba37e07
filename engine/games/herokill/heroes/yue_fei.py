"""§8.15 Yue Fei: Wu Mu (武穆)."""

from __future__ import annotations

from typing import Final

from engine.core.ids import CardId, Seat
from engine.games.herokill.board import Board
from engine.games.herokill.deck import DODGE, KILL
from engine.games.herokill.skill import Convert, Hero, Skill
from engine.games.herokill.state import Faction, Gender

__all__ = ["HERO"]


def _is_kill(board: Board, owner: Seat, card: CardId) -> bool:
    return board.name(card) == KILL


def _is_dodge(board: Board, owner: Seat, card: CardId) -> bool:
    return board.name(card) == DODGE


WU_MU: Final = Skill(
    "wu_mu", (Convert(DODGE, _is_kill, zones=("hand",)), Convert(KILL, _is_dodge, zones=("hand",)))
)

HERO: Final = Hero("yue_fei", 15, Faction.MINISTER, Gender.MALE, 4, (WU_MU,))
