"""§7.10 Conjure, §7.14 Favour."""

from __future__ import annotations

from engine.core.ask import Pick, Seats
from engine.core.ids import Seat
from engine.core.poll import Rule
from engine.games.dingti.board import Board
from engine.games.dingti.play import Kind, Play
from engine.games.dingti.rescue import miracle_arrives

__all__ = ["CONJURE", "FAVOR"]


def _offer_conjure(board: Board, seat: Seat) -> list[Pick] | None:
    """Always: drawing nothing is no reason to refuse a play (§1.7)."""
    return []


def _conjure(board: Board, play: Play) -> Rule[None]:
    board.draw(play.user, 2)
    yield from miracle_arrives(board, [play.user])


def _offer_favor(board: Board, seat: Seat) -> list[Pick] | None:
    """Another player; not the boss."""
    others = board.others[seat]
    return [Seats("target", others)] if others else None


def _favor(board: Board, play: Play) -> Rule[None]:
    """He draws one card, and a Bomb hangs on him whatever the room says about drawn bombs."""
    board.draw(play.aim, 1, hang=True)
    yield from miracle_arrives(board, [play.aim])


CONJURE = Kind(_offer_conjure, _conjure)
FAVOR = Kind(_offer_favor, _favor)
