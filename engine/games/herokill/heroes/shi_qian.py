"""§8.31 Shi Qian: Fei Zei (飞贼), Shen Tou (神偷)."""

from __future__ import annotations

from typing import Final

from engine.core.ids import CardId, Seat
from engine.games.herokill.board import Board
from engine.games.herokill.deck import SNATCH
from engine.games.herokill.skill import Convert, Hero, Measure, Skill, Tune
from engine.games.herokill.state import Faction, Gender

__all__ = ["HERO"]

ANYWHERE = 99
"""Farther than any two players sit apart."""


def _club(board: Board, owner: Seat, card: CardId) -> bool:
    return board.suit(owner, card) == "C"


FEI_ZEI: Final = Skill("fei_zei", (Tune(Measure.SNATCH_RANGE, lambda board, owner, reach: ANYWHERE),))
SHEN_TOU: Final = Skill("shen_tou", (Convert(SNATCH, _club, zones=("hand",)),))

HERO: Final = Hero("shi_qian", 31, Faction.PEOPLE, Gender.MALE, 3, (FEI_ZEI, SHEN_TOU))
