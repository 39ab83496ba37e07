"""§3.2 Who leads the first trick of a hand."""

from __future__ import annotations

from typing import Final

from engine.core.ids import Seat
from engine.games.gandengyan.board import Board

__all__ = ["first_leader"]

DIE: Final = 6


def first_leader(board: Board) -> Seat:
    """The die for the first hand, then the winner of the last one, or the lowest seat at the table if he has gone."""
    winner = board.state.winner
    if winner is None:
        return _roll(board)
    staying = board.staying()
    return winner if winner in staying else staying[0]


def _roll(board: Board) -> Seat:
    """§3.2 Above the number of players the die is rolled again; each roll is shown."""
    while True:
        pips = 1 + board.chance.below(DIE)
        board.table.set("die", pips)
        if pips <= len(board.seats):
            seat = board.seats[pips - 1]
            board.table.tell("die", n=pips, seat=seat)
            return seat
        board.table.tell("die_again", n=pips)
