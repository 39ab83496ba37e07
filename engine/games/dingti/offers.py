"""§3.7 Which plays a seat may make now."""

from __future__ import annotations

from engine.core.ask import Move
from engine.core.ids import Seat
from engine.games.dingti import deck
from engine.games.dingti.board import Board, Held
from engine.games.dingti.plays import KINDS

__all__ = ["plays_of"]

WEAKEST = 9
"""Above every tier."""


def plays_of(board: Board, seat: Seat, held: Held, below: int = WEAKEST) -> list[Move]:
    """The legal plays of a tier stronger than `below` (§4.3), one move for each name, in the order of the hand."""
    moves = []
    for name in held:
        if deck.TIER.get(name, below) < below and (picks := KINDS[name].offer(board, seat)) is not None:
            moves.append(Move("play", {"card": name}, picks))
    if deck.TIER[deck.SMALL_BOMB] < below and held.keys() >= deck.ALL_NUMBERS:
        picks = KINDS[deck.SMALL_BOMB].offer(board, seat)
        if picks is not None:
            moves.append(Move("play", {"card": deck.SMALL_BOMB}, picks))
    return moves
