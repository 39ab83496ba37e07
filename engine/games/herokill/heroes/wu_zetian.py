"""§8.8 Wu Zetian: Qian Du (迁都), Nü Quan (女权)."""

from __future__ import annotations

from typing import Final

from engine.core.ask import Cards, Move, Seats
from engine.core.ids import CardId, Seat
from engine.games.herokill import goods
from engine.games.herokill.board import Board
from engine.games.herokill.deck import DUEL, Colour
from engine.games.herokill.events import Use
from engine.games.herokill.hint import Hint
from engine.games.herokill.skill import Active, Demand, Hero, Immune, Picks, Skill
from engine.games.herokill.state import Faction, Gender

__all__ = ["HERO"]


def _offer(board: Board, seat: Seat) -> Move | None:
    """Two black cards of the hand, and somebody to change seats with."""
    black = [card for card in board.hands[seat] if board.colour(seat, card) is Colour.BLACK]
    others = board.others(seat)
    if len(black) < 2 or not others:
        return None
    return Move(QIAN_DU.name, {}, [Cards("cards", board.shown(black), 2, 2), Seats("target", others)])


def _move_court(board: Board, seat: Seat, picks: Picks) -> None:
    goods.discard(board, [CardId(card) for card in picks[0]], "cost", seat)
    other = Seat(picks[1][0])
    order = list(board.order)
    here, there = order.index(seat), order.index(other)
    order[here], order[there] = other, seat
    board.table.set("order", order)
    board.recount()
    board.table.tell("seats_changed", by=seat, target=other)


def _harder(board: Board, owner: Seat, use: Use, other: Seat) -> int:
    """In a Duel of hers a man gives two Kills each time."""
    return 2 if use.name == DUEL and use.user == owner and board.male(other) else 1


def _in_vain(board: Board, owner: Seat, use: Use) -> bool:
    return use.name == DUEL and board.male(use.user)


QIAN_DU: Final = Skill("qian_du", (Active(_offer, _move_court),), Hint(own=2))
NU_QUAN: Final = Skill("nu_quan", (Demand(_harder), Immune(_in_vain)))

HERO: Final = Hero("wu_zetian", 8, Faction.RULER, Gender.FEMALE, 4, (QIAN_DU, NU_QUAN))
