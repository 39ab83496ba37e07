"""§8.11 Chen Sheng: Qi Yi (起义)."""

from __future__ import annotations

from typing import Final

from engine.core.ids import Seat
from engine.core.poll import Rule
from engine.games.herokill import goods
from engine.games.herokill.asks import offer_seats
from engine.games.herokill.board import Board
from engine.games.herokill.events import Draw
from engine.games.herokill.hint import Hint
from engine.games.herokill.skill import Hero, On, Skill, Window
from engine.games.herokill.state import Faction, Gender
from engine.games.herokill.taking import blind

__all__ = ["HERO"]


def _with_hands(board: Board, owner: Seat) -> list[Seat]:
    return [seat for seat in board.others(owner) if board.hands[seat]]


def _may_rise(board: Board, owner: Seat, draw: Draw) -> bool:
    return draw.seat == owner and draw.count > 0 and bool(_with_hands(board, owner))


def _rise(board: Board, owner: Seat, draw: Draw) -> Rule[None]:
    """Instead of drawing: one card each, blindly, from one or two others."""
    victims = yield from offer_seats(board, owner, QI_YI.name, _with_hands(board, owner), 1, 2)
    if victims:
        draw.count = 0
        for seat in [seat for seat in board.others(owner) if seat in victims]:
            goods.gain(board, [blind(board, seat)], owner, "snatched")


QI_YI: Final = Skill("qi_yi", (On(Window.DRAWING, _may_rise, _rise),), Hint(own=-10, target=-8))

HERO: Final = Hero("chen_sheng", 11, Faction.RULER, Gender.MALE, 4, (QI_YI,))
