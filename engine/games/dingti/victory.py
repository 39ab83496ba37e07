"""§11 How a match ends."""

from __future__ import annotations

from engine.core.ids import Seat
from engine.core.poll import GameOver, Outcome
from engine.games.dingti.board import Board

__all__ = ["check_victory", "endless"]

IDLE_ROUNDS = 2
"""§11.6 Rounds in a row in which nothing is played and nothing can be drawn."""


def check_victory(board: Board) -> None:
    """§3.11 Looked at once after each set of deaths. Raises GameOver."""
    sides = sorted({board.side(seat) for seat in board.present})
    if board.boss_alive:  # §11.4
        if not sides:
            raise GameOver(_nobody(board, "boss", place=2))
    elif not sides:  # §11.3, §11.5
        raise GameOver(_nobody(board, "all_dead"))
    elif len(sides) == 1:  # §11.1, §11.2
        winners = [seat for seat in board.seats if board.side(seat) == sides[0]]
        places = [1 if seat in winners else 2 for seat in board.seats]
        raise GameOver(
            Outcome(winners, "last_team" if board.options.teams == "2v2" else "last_player", places)
        )


def endless(board: Board) -> Outcome | None:
    """§11.6 At the end of a round: the limit, or a table on which nothing moves any more."""
    still = not board.played and not board.drew and board.piles_empty()
    board.state.idle = board.state.idle + 1 if still else 0
    if board.state.idle >= IDLE_ROUNDS:
        return _nobody(board, "idle")
    return _nobody(board, "round_cap") if board.round >= board.options.round_cap else None


def _nobody(board: Board, reason: str, place: int = 1) -> Outcome:
    """No winner: a draw, or (place 2 for all) a defeat."""
    nobody: list[Seat] = []
    return Outcome(nobody, reason, [place] * len(board.seats))
