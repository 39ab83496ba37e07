"""§5.12–§5.14 Nullify: a trick's effect on one player is stopped, or the stopping is."""

from __future__ import annotations

from engine.core.ask import Ask, Move
from engine.core.events import Param
from engine.core.ids import Seat
from engine.core.poll import Rule, sealed
from engine.games.herokill import goods
from engine.games.herokill.asks import PASS, SILENT
from engine.games.herokill.board import Board
from engine.games.herokill.deck import NULLIFY
from engine.games.herokill.events import Use
from engine.games.herokill.ways import Way, make, picks_of, ways

__all__ = ["nullified"]

_WAIVE = Move("waive")
_BARE = [PASS]
_BARE_WAIVE = [PASS, _WAIVE]


def nullified(board: Board, use: Use, target: Seat, *, more: bool = False) -> Rule[bool]:
    """§5.12, §5.13 Whether the effect on this target is stopped. Each Nullify opens a window against itself; an odd number stops it.

    `more`: further targets follow, so one may pass for all of them (§5.14)."""
    if not use.nullable:
        return False
    stopped = False
    about: dict[str, Param] = {"what": use.name, "by": use.user, "target": target}
    prompt = "nullify"
    while True:
        taker = yield from _poll(board, use, prompt, about, more and not stopped)
        if taker is None:
            return stopped
        stopped = not stopped
        prompt = "counter" if stopped else "nullify"
        about = {**about, "taker": taker}


def _poll(board: Board, use: Use, prompt: str, about: dict[str, Param], more: bool) -> Rule[Seat | None]:
    """§5.12 One covered window for all who hold cards, settled from the current player on. The taker's card is played."""
    asks: list[Ask] = []
    made: dict[Seat, list[Way]] = {}
    for seat in board.ring():
        if not board.hands[seat] or seat in use.waived:
            continue
        found = ways(board, seat, NULLIFY)
        made[seat] = found
        moves = _BARE_WAIVE if more else _BARE
        if found:
            given = [
                Move("give" if way.skill is None else way.kind, {"what": NULLIFY}, list(picks_of(board, way)))
                for way in found
            ]
            moves = [*moves, *given]
        asks.append(Ask(seat, prompt, moves, SILENT, about, "response"))
    answers = yield from sealed(prompt, asks, covered=True, **about)
    taken: Seat | None = None
    for question, answer in zip(asks, answers, strict=True):
        move = question.moves[answer.move]
        if move is _WAIVE:
            use.waived.append(question.seat)
        elif answer.move and taken is None:
            taken = question.seat
            way = made[taken][answer.move - (2 if more else 1)]
            cards = make(board, taken, way, answer.picks[0])
            board.table.tell("nullifies", by=taken, what=use.name, target=about["target"])
            goods.discard(board, cards, "given", taken)
    return taken
