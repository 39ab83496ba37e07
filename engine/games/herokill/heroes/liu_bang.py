"""§8.3 Liu Bang: Yu Ren (驭人)."""

from __future__ import annotations

from typing import Final

from engine.core.ask import Cards, Move
from engine.core.ids import CardId, Seat
from engine.games.herokill import goods
from engine.games.herokill.board import Board
from engine.games.herokill.hint import Hint
from engine.games.herokill.skill import Active, Hero, Picks, Skill
from engine.games.herokill.state import Faction, Gender

__all__ = ["HERO"]


def _offer(board: Board, seat: Seat) -> Move | None:
    cards = board.owned(seat)
    return Move(YU_REN.name, {}, [Cards("cards", board.shown(cards), 1, len(cards))]) if cards else None


def _exchange(board: Board, seat: Seat, picks: Picks) -> None:
    cards = [CardId(card) for card in picks[0]]
    goods.discard(board, cards, "cost", seat)
    goods.draw(board, seat, len(cards))


YU_REN: Final = Skill("yu_ren", (Active(_offer, _exchange),), Hint(per_card=11))

HERO: Final = Hero("liu_bang", 3, Faction.RULER, Gender.MALE, 4, (YU_REN,))
