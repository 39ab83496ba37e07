"""§8.27 Bian Que: Hui Chun (回春), Liao Shang (疗伤)."""

from __future__ import annotations

from typing import Final

from engine.core.ask import Cards, Move, Seats
from engine.core.ids import CardId, Seat
from engine.games.herokill import goods
from engine.games.herokill.board import Board
from engine.games.herokill.damage import heal
from engine.games.herokill.deck import MEDICINE, Colour
from engine.games.herokill.hint import Hint
from engine.games.herokill.skill import Active, Convert, Hero, Picks, Skill, Why
from engine.games.herokill.state import Faction, Gender

__all__ = ["HERO"]


def _red(board: Board, owner: Seat, card: CardId) -> bool:
    return board.colour(owner, card) is Colour.RED


def _not_his_turn(board: Board, owner: Seat, why: Why) -> bool:
    return board.turn.seat != owner


def _offer(board: Board, seat: Seat) -> Move | None:
    wounded = [other for other in board.ring(seat) if board.wounds(other)]
    hand = board.hands[seat]
    if not hand or not wounded:
        return None
    return Move(LIAO_SHANG.name, {}, [Cards("cards", board.shown(hand)), Seats("target", wounded)])


def _treat(board: Board, seat: Seat, picks: Picks) -> None:
    goods.discard(board, [CardId(picks[0][0])], "cost", seat)
    heal(board, Seat(picks[1][0]))


HUI_CHUN: Final = Skill("hui_chun", (Convert(MEDICINE, _red, _not_his_turn),))
LIAO_SHANG: Final = Skill("liao_shang", (Active(_offer, _treat),), Hint(target=20, wound=3))

HERO: Final = Hero("bian_que", 27, Faction.PEOPLE, Gender.MALE, 3, (HUI_CHUN, LIAO_SHANG))
