"""§8.30 Ren Huanzhi: Xia Dan (侠胆)."""

from __future__ import annotations

from typing import Final

from engine.core.ask import Move, Seats
from engine.core.ids import Seat
from engine.core.poll import Rule
from engine.games.herokill.board import Board
from engine.games.herokill.hint import Hint
from engine.games.herokill.pindian import compare
from engine.games.herokill.skill import Active, Hero, Picks, Skill
from engine.games.herokill.state import Faction, Gender

__all__ = ["HERO"]


def _offer(board: Board, seat: Seat) -> Move | None:
    others = [other for other in board.others(seat) if board.hands[other]]
    return Move(XIA_DAN.name, {}, [Seats("target", others)]) if others and board.hands[seat] else None


def _dare(board: Board, seat: Seat, picks: Picks) -> Rule[None]:
    """Won: two Kills, at any distance, at up to two players each. Not won: no Kill in this turn."""
    turn = board.turn
    if (yield from compare(board, seat, Seat(picks[0][0]))):
        turn.endless = True
        turn.kill_limit = 2
        turn.kill_targets = 2
    else:
        turn.no_kills = True


XIA_DAN: Final = Skill("xia_dan", (Active(_offer, _dare),), Hint(own=-2, target=-4))

HERO: Final = Hero("ren_huanzhi", 30, Faction.PEOPLE, Gender.MALE, 4, (XIA_DAN,))
