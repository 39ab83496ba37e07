"""§3 A hand, from its leader to its scores."""

from __future__ import annotations

from engine.core.ids import Seat
from engine.core.poll import Outcome, Rule
from engine.games.gandengyan.board import Board, HandWon
from engine.games.gandengyan.cards import only_jokers
from engine.games.gandengyan.ending import ending, settle
from engine.games.gandengyan.opening import first_leader
from engine.games.gandengyan.trick import play_trick

__all__ = ["play_hand"]


def play_hand(board: Board) -> Rule[Outcome | None]:
    """§3.1–§3.7 The cards have been dealt. Returns how the match ended, or None when the next hand has been dealt."""
    leader = first_leader(board)
    try:
        yield from _tricks(board, leader)
    except HandWon as won:
        settle(board, won.seat)
    outcome = ending(board)
    if outcome is None:
        board.deal()
    return outcome


def _tricks(board: Board, leader: Seat) -> Rule[None]:
    """§3.2, §3.5 Whoever leads draws first, unless the lead has come to him from one who had only jokers (§6.4). Ends with HandWon."""
    while True:
        board.draw(leader)
        while only_jokers(board.holding(leader)):
            nxt = board.after(leader)[0]
            board.abstain(leader)
            leader = nxt
        leader = yield from play_trick(board, leader)
        board.clear(leader)
