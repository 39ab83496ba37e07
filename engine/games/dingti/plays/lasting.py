"""§7.13 Detonate, §7.15 Bedrock, §7.16 Hellfire: what stays in force."""

from __future__ import annotations

from engine.core.ask import Pick
from engine.core.ids import Seat
from engine.core.poll import Rule
from engine.games.dingti import boss
from engine.games.dingti.board import Board
from engine.games.dingti.play import Kind, Play

__all__ = ["BEDROCK", "DETONATE", "HELLFIRE"]

HELLFIRE_ROUNDS = 3
"""§6.7 Rounds at whose end it burns, the current one included."""


def _always(board: Board, seat: Seat) -> list[Pick] | None:
    return []


def _offer_detonate(board: Board, seat: Seat) -> list[Pick] | None:
    """Not while one is in force."""
    return None if board.detonate else []


def _detonate(board: Board, play: Play) -> Rule[None]:
    """§6.4 It waits on the table for the next hit. Played while the boss is there it counts as a part in killing it (§10.13)."""
    play.cards.clear()  # stays where it lies
    board.table.set("detonate", True)
    if board.boss_alive:
        board.contribute(play.user)
    return
    yield


def _bedrock(board: Board, play: Play) -> Rule[None]:
    """The user's shields, lent ones too, stop a whole point until the settlement is over."""
    board.table.set("bedrock", True, play.user)
    return
    yield


def _hellfire(board: Board, play: Play) -> Rule[None]:
    """It burns at the end of this round and the next two, counted anew if it was burning (§6.7)."""
    board.table.set("hellfire", board.round + HELLFIRE_ROUNDS - 1)
    boss.hellfire_played(board)
    return
    yield


DETONATE = Kind(_offer_detonate, _detonate)
BEDROCK = Kind(_always, _bedrock)
HELLFIRE = Kind(_always, _hellfire)
