"""§8 How a match ends."""

from __future__ import annotations

from engine.core.ids import Seat
from engine.core.poll import GameOver, Outcome
from engine.games.pokerduel.board import Board

__all__ = ["capped", "check_victory"]


def check_victory(board: Board) -> None:
    """§8.1 The last one living wins. Raises GameOver."""
    if len(board.living) == 1:
        raise GameOver(Outcome(board.living, "last_player", _places(board)))


def capped(board: Board, seat: Seat) -> Outcome | None:
    """§8.2 Instead of a turn too many for this player: most hit points win, then most shield; equals draw."""
    if board.number("turns", seat) < board.options.turn_cap:
        return None
    places = _places(board)
    best = [Seat(seat) for seat, place in enumerate(places) if place == 1]
    return Outcome(best if len(best) == 1 else [], "turn_cap", places)


def _places(board: Board) -> list[int]:
    """§8.3 The living by hit points and shield, then the dead, the last to die first."""
    worth = {seat: (1, board.hp(seat), board.number("shield", seat)) for seat in board.living}
    worth |= {seat: (0, order, 0) for order, seat in enumerate(board.state.fallen)}
    return [1 + sum(other > mine for other in worth.values()) for _, mine in sorted(worth.items())]
