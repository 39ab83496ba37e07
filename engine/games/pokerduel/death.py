"""§7 Death, what it leaves, and what it gives to the killer."""

from __future__ import annotations

from typing import Final

from engine.core.events import MarkValue
from engine.core.ids import Seat
from engine.core.poll import TurnOver
from engine.games.pokerduel.board import Board
from engine.games.pokerduel.victory import check_victory

__all__ = ["Kill", "die"]

_GONE: Final[dict[str, MarkValue]] = {
    "hp": 0,
    "shield": 0,
    "preparing": False,
    "aim": None,
    "spent": "",
    "safe": False,
    "undying": False,
    "owes": False,
    "dead": True,
}
"""§7.2 Nothing that lay on a player outlives him."""


class Kill(TurnOver):
    """§7.3 The turn ends here and now, and `killer` begins his own."""

    def __init__(self, killer: Seat) -> None:
        super().__init__()
        self.killer = killer


def die(board: Board, victim: Seat, killer: Seat) -> None:
    """§7.1, §7.2, §7.3 Raises Kill, or GameOver where only one player is left."""
    board.table.tell("died", seat=victim, by=killer)
    board.bury(board.table.cards("fight"), "fought")
    _leave(board, victim)
    for mark, value in _GONE.items():
        board.table.set(mark, value, victim)
    board.state.fallen.append(victim)
    for seat in board.aimed_at(victim):
        board.drop_minions(seat, "aimless")  # §4.7
    check_victory(board)
    raise Kill(killer)


def _leave(board: Board, victim: Seat) -> None:
    """§7.2 Shown, and put under the pile in an order that nobody knows."""
    table = board.table
    table.show(board.hand(victim), "last_hand")
    left = [*board.hand(victim), *table.cards("minions", victim), *table.cards("shield", victim)]
    board.put_under(left, "left_behind", victim)
    table.shuffle("draw", board.chance, lowest=len(left), why=None)
