"""§8.24 Zhao Feiyan: Yu Bu (玉步), Qing Ying (轻影)."""

from __future__ import annotations

from typing import Final

from engine.core.ids import CardId, Seat
from engine.core.poll import Rule
from engine.games.herokill import goods
from engine.games.herokill.asks import confirm
from engine.games.herokill.board import Board
from engine.games.herokill.deck import DODGE, Colour
from engine.games.herokill.events import Turn
from engine.games.herokill.hint import Hint
from engine.games.herokill.judge import judge
from engine.games.herokill.skill import Convert, Hero, On, Skill, Window
from engine.games.herokill.state import Faction, Gender

__all__ = ["HERO"]


def _own_turn(board: Board, owner: Seat, turn: Turn) -> bool:
    return turn.seat == owner


def _step(board: Board, owner: Seat, turn: Turn) -> Rule[None]:
    """Judgement after judgement, as long as she likes and black comes up; what is black is hers. Not offered without a card (§9.6)."""
    while goods.can_flip(board) and (yield from confirm(board, owner, YU_BU.name)):
        judgement = yield from judge(board, owner, YU_BU.name, hold=True)
        if judgement is None:
            return
        if judgement.red:
            goods.spend(board, [judgement.card])
            return
        goods.gain(board, [judgement.card], owner, "gained")


def _black(board: Board, owner: Seat, card: CardId) -> bool:
    return board.colour(owner, card) is Colour.BLACK


YU_BU: Final = Skill("yu_bu", (On(Window.BEFORE_DRAW, _own_turn, _step),), Hint(own=5))
QING_YING: Final = Skill("qing_ying", (Convert(DODGE, _black, zones=("hand",)),))

HERO: Final = Hero("zhao_feiyan", 24, Faction.PEOPLE, Gender.FEMALE, 3, (YU_BU, QING_YING))
