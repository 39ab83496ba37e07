"""§8.14 Liu Bowen: Zhan Bu (占卜), Gui Yin (归隐)."""

from __future__ import annotations

from typing import Final

from engine.core.ask import Answer, Ask, Cards, Move, Number
from engine.core.ids import CardId, Seat
from engine.core.poll import Rule
from engine.games.herokill import goods
from engine.games.herokill.asks import offer, put
from engine.games.herokill.board import Board
from engine.games.herokill.deck import DUEL, KILL
from engine.games.herokill.events import Turn
from engine.games.herokill.hint import Hint
from engine.games.herokill.skill import Forbid, Hero, On, Skill, Window
from engine.games.herokill.state import Faction, Gender

__all__ = ["HERO"]

MOST = 5


def _may_divine(board: Board, owner: Seat, turn: Turn) -> bool:
    return turn.seat == owner and goods.can_flip(board)


def _divine(board: Board, owner: Seat, turn: Turn) -> Rule[None]:
    """He alone sees up to five cards from the top, and puts each on top or at the bottom, in any order."""
    most = MOST if board.options.zhan_bu == "five" else min(MOST, len(board.living))
    if not goods.ready(board, most):
        most = len(board.pile)
    picks = yield from offer(board, owner, ZHAN_BU.name, [Number("count", 1, most)])
    if picks is None:
        return
    n = picks[0][0]
    seen = goods.set_aside(board, owner, board.pile[-1 : -1 - n : -1], "divined")
    shown = board.shown(seen)
    top = Cards("top", shown, 0, n, ordered=True)
    bottom = Cards("bottom", shown, 0, n, ordered=True)
    move = Move("arrange", {}, [top, bottom], partition=True)
    answer = yield from put(Ask(owner, "arrange", [move], Answer(0, [list(seen), []]), {}, "response"))
    above, below = ([CardId(card) for card in pile] for pile in answer.picks)
    board.table.move(above[::-1], "draw", "on_top", owner)  # the first named lies uppermost
    board.table.move(below, "draw", "at_bottom", owner, under=True)


def _hidden_away(board: Board, owner: Seat, user: Seat, name: str) -> bool:
    return name in (KILL, DUEL) and not board.hands[owner]


ZHAN_BU: Final = Skill("zhan_bu", (On(Window.TURN_START, _may_divine, _divine),), Hint(own=5))
GUI_YIN: Final = Skill("gui_yin", (Forbid(_hidden_away),))

HERO: Final = Hero("liu_bowen", 14, Faction.MINISTER, Gender.MALE, 3, (ZHAN_BU, GUI_YIN))
