"""§8.5 Gou Jian: Yin Ren (隐忍), Tu Qiang (图强)."""

from __future__ import annotations

from typing import Final

from engine.core.ids import Seat
from engine.games.herokill import goods
from engine.games.herokill.board import Board
from engine.games.herokill.deck import DODGE
from engine.games.herokill.events import Supply
from engine.games.herokill.skill import Hero, Measure, On, Skill, Tune, Window
from engine.games.herokill.state import Faction, Gender

__all__ = ["HERO"]

ALL = 999


def _limit(board: Board, owner: Seat, limit: int) -> int:
    """Without a Kill in his play phase he keeps everything, or (§10.4) what the room allows."""
    return limit if board.turn.attacked else max(limit, board.options.yin_ren_cap or ALL)


def _dodged(board: Board, owner: Seat, supply: Supply) -> bool:
    return supply.seat == owner and supply.name == DODGE and board.turn.seat != owner


def _draw(board: Board, owner: Seat, supply: Supply) -> None:
    goods.draw(board, owner, 1)


YIN_REN: Final = Skill("yin_ren", (Tune(Measure.HAND_LIMIT, _limit),))
TU_QIANG: Final = Skill("tu_qiang", (On(Window.SUPPLIED, _dodged, _draw),))

HERO: Final = Hero("gou_jian", 5, Faction.RULER, Gender.MALE, 3, (YIN_REN, TU_QIANG))
