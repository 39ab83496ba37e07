"""§7.11 Extra Turn. A card brings a turn, in which cards are played: the rules go round, and so do the imports (`turn` is used late)."""

from __future__ import annotations

from engine.core.ask import Pick
from engine.core.ids import Seat
from engine.core.poll import Rule
from engine.games.dingti import turn
from engine.games.dingti.board import Board
from engine.games.dingti.play import Kind, Play
from engine.games.dingti.rescue import miracle_arrives

__all__ = ["EXTRA_TURN"]


def _offer(board: Board, seat: Seat) -> list[Pick] | None:
    """Always. The only copy lies on the table until its turn is over (§2.7), so there is never an extra turn within an extra turn."""
    return []


def _resolve(board: Board, play: Play) -> Rule[None]:
    """Draw two, then take a turn of one's own at once; the interrupted turn comes back after it."""
    interrupted = board.table.get("current")
    board.draw(play.user, 2)
    yield from miracle_arrives(board, [play.user])
    yield from turn.take_turn(board, play.user)
    board.table.set("current", interrupted)


EXTRA_TURN = Kind(_offer, _resolve)
