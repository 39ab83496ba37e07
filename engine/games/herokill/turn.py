"""§3 A turn, phase by phase."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.core.ids import Seat
from engine.core.poll import Outcome, Rule
from engine.games.herokill import goods
from engine.games.herokill.asks import choose_cards
from engine.games.herokill.board import Board
from engine.games.herokill.cards.delayed import judge_trials
from engine.games.herokill.events import Draw, Turn
from engine.games.herokill.opening import open_match
from engine.games.herokill.play import play_phase
from engine.games.herokill.skill import Measure, Window
from engine.games.herokill.state import Phase
from engine.games.herokill.victory import draw_match
from engine.games.herokill.windows import fire

__all__ = ["play_round"]

DRAWS = 2
"""§3.4"""


def play_round(board: Board) -> Rule[Outcome | None]:
    """The opening, or one turn and whose turn is next."""
    if not board.state.opened:
        yield from open_match(board)
        return None
    seat = Seat(board.table.number("current"))
    if board.table.add("turn", 1) > board.options.turn_cap:
        draw_match(board, "turn_cap")
    yield from take_turn(board, seat)
    board.table.set("current", _next(board, seat))
    return None


def take_turn(board: Board, seat: Seat) -> Rule[None]:
    """§3.1 Phase after phase, without those that are skipped. §3.8 It ends at once with the death of its player."""
    board.turn = turn = Turn(seat)
    board.refresh()  # the order of skills begins with the current player
    board.table.tell("turn", by=seat, n=board.table.number("turn"))
    for phase, rule in _PHASES.items():
        if not board.alive(seat):
            return
        if phase in turn.skipped:
            continue
        turn.phase = phase
        board.table.set("phase", phase.value)
        yield from rule(board, seat)


def _start(board: Board, seat: Seat) -> Rule[None]:
    yield from fire(board, Window.TURN_START, board.turn)


def _draw(board: Board, seat: Seat) -> Rule[None]:
    """§3.4 Two cards, unless a skill says otherwise."""
    yield from fire(board, Window.BEFORE_DRAW, board.turn)
    if not board.alive(seat):
        return
    draw = Draw(seat, board.measure(Measure.DRAWS, seat, DRAWS))
    yield from fire(board, Window.DRAWING, draw)
    goods.draw(board, seat, draw.count)


def _discard(board: Board, seat: Seat) -> Rule[None]:
    """§3.7 Down to the hit points."""
    limit = board.measure(Measure.HAND_LIMIT, seat, board.hp(seat))
    over = len(board.hands[seat]) - limit
    if over > 0:
        cards = yield from choose_cards(
            board, seat, "discard", board.hands[seat], over, time="turn", count=over
        )
        goods.discard(board, cards, "discarded", seat)


def _end(board: Board, seat: Seat) -> Rule[None]:
    yield from fire(board, Window.TURN_END, board.turn)


_PHASES: Final[dict[Phase, Callable[[Board, Seat], Rule[None]]]] = {
    Phase.START: _start,
    Phase.JUDGE: judge_trials,
    Phase.DRAW: _draw,
    Phase.PLAY: play_phase,
    Phase.DISCARD: _discard,
    Phase.END: _end,
}


def _next(board: Board, seat: Seat) -> Seat:
    """§3.9 The next living seat after the one that had the turn, wherever it sits now."""
    at = board.order.index(seat)
    ring = board.order[at + 1 :] + board.order[: at + 1]
    return next(other for other in ring if board.alive(other))
