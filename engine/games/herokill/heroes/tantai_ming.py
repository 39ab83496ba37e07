"""§8.21 Tantai Ming: Ao Jian (傲剑)."""

from __future__ import annotations

from typing import Final

from engine.core.ids import CardId, Seat
from engine.games.herokill.board import Board
from engine.games.herokill.deck import KILL, Colour
from engine.games.herokill.skill import Convert, Hero, Skill
from engine.games.herokill.state import Faction, Gender

__all__ = ["HERO"]


def _red(board: Board, owner: Seat, card: CardId) -> bool:
    return board.colour(owner, card) is Colour.RED


AO_JIAN: Final = Skill("ao_jian", (Convert(KILL, _red),))

HERO: Final = Hero("tantai_ming", 21, Faction.MINISTER, Gender.MALE, 4, (AO_JIAN,))
