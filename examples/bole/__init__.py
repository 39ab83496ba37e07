"""§8.34 Bo Le: Xiang Ma (相马), Shi Tu (识途). The example of docs/adding-a-hero.md."""

from __future__ import annotations

from typing import Final

from engine.core.ids import CardId, Seat
from engine.core.poll import Rule
from engine.games.herokill import goods
from engine.games.herokill.asks import confirm
from engine.games.herokill.board import Board
from engine.games.herokill.deck import DODGE, HORSES
from engine.games.herokill.events import Turn
from engine.games.herokill.hint import Hint
from engine.games.herokill.skill import Convert, Hero, On, Skill, Window
from engine.games.herokill.state import Faction, Gender

__all__ = ["HERO"]


def _rides(board: Board, owner: Seat, turn: Turn) -> bool:
    return turn.seat == owner and any(board.name(card) in HORSES for card in board.gear[owner])


def _judge_horses(board: Board, owner: Seat, turn: Turn) -> Rule[None]:
    if (yield from confirm(board, owner, XIANG_MA.name)):
        goods.draw(board, owner, 1)


def _horse(board: Board, owner: Seat, card: CardId) -> bool:
    return board.name(card) in HORSES


XIANG_MA: Final = Skill("xiang_ma", (On(Window.TURN_END, _rides, _judge_horses),), Hint(own=10))
SHI_TU: Final = Skill("shi_tu", (Convert(DODGE, _horse),))

HERO: Final = Hero("bo_le", 34, Faction.MINISTER, Gender.MALE, 3, (XIANG_MA, SHI_TU))
