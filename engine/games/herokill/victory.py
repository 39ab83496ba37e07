"""§9 How a match ends."""

from __future__ import annotations

from typing import NoReturn

from engine.core.ids import Seat
from engine.core.poll import GameOver, Outcome
from engine.games.herokill.board import Board
from engine.games.herokill.state import Role

__all__ = ["check_victory", "draw_match"]


def check_victory(board: Board) -> None:
    """§9.1–§9.5 After every single death. Raises GameOver."""
    left = [board.role(seat) for seat in board.living]
    if Role.LORD not in left:
        if left == [Role.SPY]:
            _end(board, [board.living[0]], "spy")
        _end(board, _with(board, Role.REBEL), "rebels")
    if Role.REBEL not in left and Role.SPY not in left:
        _end(board, _with(board, Role.LORD, Role.LOYALIST), "lord")


def draw_match(board: Board, reason: str) -> NoReturn:
    """§9.6 Nobody wins. Raises GameOver."""
    _end(board, [], reason)


def _with(board: Board, *roles: Role) -> list[Seat]:
    return [seat for seat in board.seats if board.role(seat) in roles]


def _end(board: Board, winners: list[Seat], reason: str) -> NoReturn:
    """§9.7 All roles are turned over."""
    for seat in board.seats:
        board.table.reveal("role", seat)
    places = [1 if seat in winners or not winners else 2 for seat in board.seats]
    raise GameOver(Outcome(winners, reason, places))
