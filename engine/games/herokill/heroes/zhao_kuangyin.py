"""§8.4 Zhao Kuangyin: Shi Quan (释权)."""

from __future__ import annotations

from typing import Final

from engine.core.ids import CardId, Seat
from engine.games.herokill.board import Board
from engine.games.herokill.deck import DISMANTLE, Colour
from engine.games.herokill.skill import Convert, Hero, Skill, Why
from engine.games.herokill.state import Faction, Gender

__all__ = ["HERO"]


def _black(board: Board, owner: Seat, card: CardId) -> bool:
    return board.colour(owner, card) is Colour.BLACK


def _in_play(board: Board, owner: Seat, why: Why) -> bool:
    return why is Why.PLAY


SHI_QUAN: Final = Skill("shi_quan", (Convert(DISMANTLE, _black, _in_play),))

HERO: Final = Hero("zhao_kuangyin", 4, Faction.RULER, Gender.MALE, 4, (SHI_QUAN,))
