"""§7, §8 What a hand costs, who is out, and how the match ends."""

from __future__ import annotations

from typing import Final

from engine.core.ids import Seat
from engine.core.poll import Outcome
from engine.games.gandengyan.board import Board
from engine.games.gandengyan.score import penalty
from engine.games.gandengyan.state import Status

__all__ = ["ending", "settle"]

FEW: Final = 3
"""§8.2 With as many players left the match is over."""


def settle(board: Board, winner: Seat) -> None:
    """§7.1–§7.5 Everybody still in the hand pays the winner; who has abstained pays nothing (§6.3)."""
    table = board.table
    table.set("leader", None)
    table.tell("won", by=winner)
    factor = table.number("factor")
    total = 0
    for seat in board.after(winner):
        left = len(board.hand(seat))
        lost = penalty(left, played=bool(table.get("played", seat)), factor=factor)
        table.add("points", -lost, seat)
        table.tell("pays", by=seat, n=left, lost=lost)
        total += lost
    table.add("points", total, winner)
    table.tell("gains", by=winner, n=total)
    board.state.winner = winner
    for seat in board.staying():
        if table.number("points", seat) <= 0:  # §8.1
            table.set("status", Status.OUT.value, seat)
            table.tell("out", by=seat)


def ending(board: Board) -> Outcome | None:
    """§8.2–§8.4"""
    staying = board.staying()
    if len(staying) <= FEW:
        return _ranked(board, "few_left")
    if board.no_person_left():
        return _ranked(board, "nobody_left")
    limit = board.state.options.hands
    return _ranked(board, "hands") if limit and board.table.number("deal") >= limit else None


def _ranked(board: Board, reason: str) -> Outcome:
    """§8.5 By points; equal points share a place."""
    scores = [board.table.number("points", seat) for seat in board.seats]
    places = [1 + sum(other > score for other in scores) for score in scores]
    winners = [seat for seat in board.seats if places[seat] == 1]
    return Outcome(winners, reason, places, scores)
