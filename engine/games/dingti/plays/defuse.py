"""§7.3 Defuse."""

from __future__ import annotations

from engine.core.ask import Pick, Seats
from engine.core.ids import Seat
from engine.core.poll import Rule
from engine.core.table import zone_id
from engine.games.dingti.board import Board
from engine.games.dingti.play import Kind, Play

__all__ = ["DEFUSE"]


def _offer(board: Board, seat: Seat) -> list[Pick] | None:
    """A body on which a bomb hangs: one's own, another's, the boss's."""
    bodies = board.bodies_with_bombs()
    return [Seats("target", bodies)] if bodies else None


def _resolve(board: Board, play: Play) -> Rule[None]:
    """The bomb goes to the hand of the one who played it, also when a Trickster chose another body (§9.10)."""
    bomb = board.bombs[play.aim][-1]
    board.table.move([bomb], zone_id("hand", play.seat), "defused", play.seat)
    return
    yield


DEFUSE = Kind(_offer, _resolve)
