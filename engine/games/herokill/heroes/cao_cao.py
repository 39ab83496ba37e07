"""§8.10 Cao Cao: Jian Xiong (奸雄)."""

from __future__ import annotations

from typing import Final

from engine.core.ids import CardId, Seat
from engine.games.herokill.board import Board
from engine.games.herokill.skill import Convert, Hero, Skill, Why
from engine.games.herokill.state import Faction, Gender

__all__ = ["HERO"]


def _previous(board: Board, owner: Seat) -> str | None:
    """The card that he used just before; equipment cannot be copied."""
    name = board.turn.previous
    return name if name in board.book.kinds else None


def _any_card(board: Board, owner: Seat, card: CardId) -> bool:
    return True


def _in_play(board: Board, owner: Seat, why: Why) -> bool:
    return why is Why.PLAY


JIAN_XIONG: Final = Skill("jian_xiong", (Convert(_previous, _any_card, _in_play, once=True),))

HERO: Final = Hero("cao_cao", 10, Faction.RULER, Gender.MALE, 4, (JIAN_XIONG,))
