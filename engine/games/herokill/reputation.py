"""§11.4 What everybody can see of everybody's deeds: for the lord or against him. Told by acts alone, so it gives away nothing."""

from __future__ import annotations

from engine.core.ids import Seat
from engine.games.herokill.board import Board
from engine.games.herokill.events import Use
from engine.games.herokill.kind import Kind

__all__ = ["judge_act", "judge_use"]

AGAINST_LORD = 4
BOUND = 12
KNOWN = 3
"""Beyond this a seat has shown its side."""


def judge_use(board: Board, use: Use, kind: Kind) -> None:
    """A card that was aimed at somebody. What names everybody says nothing."""
    if kind.many or not kind.hint.target:
        return
    for target in use.targets:
        judge_act(board, use.user, target, kind.hint.target)


def judge_act(board: Board, doer: Seat, target: Seat, worth: int) -> None:
    """An act that is worth so much to its target (below 0: harm) shows on whose side the doer is."""
    lord = board.lord
    if doer in (target, lord) or not worth:
        return
    sign = 1 if worth > 0 else -1
    if target == lord:
        change = AGAINST_LORD * sign
    else:
        shown = board.table.number("deeds", target)
        if -KNOWN < shown < KNOWN:
            return
        change = sign if shown > 0 else -sign
    now = board.table.number("deeds", doer)
    board.table.set("deeds", max(-BOUND, min(BOUND, now + change)), doer)
