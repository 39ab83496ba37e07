"""§8.1 Ying Zheng: Ji Quan (集权)."""

from __future__ import annotations

from typing import Final

from engine.core.ids import CardId, Seat
from engine.core.poll import Rule
from engine.games.herokill import goods
from engine.games.herokill.asks import confirm
from engine.games.herokill.board import Board
from engine.games.herokill.events import Damage
from engine.games.herokill.hint import Hint
from engine.games.herokill.skill import Hero, On, Skill, Window
from engine.games.herokill.state import Faction, Gender

__all__ = ["HERO"]


def _lying(board: Board, damage: Damage) -> list[CardId]:
    """Those of the cards that nobody has taken."""
    return [card for card in damage.cards if board.table.where(card) == "table"]


def _hurt(board: Board, owner: Seat, damage: Damage) -> bool:
    return damage.victim == owner and bool(_lying(board, damage))


def _seize(board: Board, owner: Seat, damage: Damage) -> Rule[None]:
    if (yield from confirm(board, owner, JI_QUAN.name)):
        goods.gain(board, _lying(board, damage), owner, "gained")


JI_QUAN: Final = Skill("ji_quan", (On(Window.DAMAGED, _hurt, _seize),), Hint(own=10))

HERO: Final = Hero("ying_zheng", 1, Faction.RULER, Gender.MALE, 4, (JI_QUAN,))
