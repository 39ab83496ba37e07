"""§3, §5, §6 A trick: the lead, and who beats it."""

from __future__ import annotations

from engine.core.ask import Answer, Ask
from engine.core.events import Param
from engine.core.ids import Seat
from engine.core.poll import Rule, ask, sealed
from engine.games.gandengyan.beats import answers
from engine.games.gandengyan.board import Board
from engine.games.gandengyan.cards import only_jokers
from engine.games.gandengyan.combos import combos
from engine.games.gandengyan.naming import params
from engine.games.gandengyan.offers import PASS, SILENT, cards_of, offer

__all__ = ["play_trick"]


def play_trick(board: Board, leader: Seat) -> Rule[Seat]:
    """§3.3–§3.5 Returns whose play nobody has beaten."""
    board.table.set("leader", leader)
    yield from _lead(board, leader)
    while (yield from _is_beaten(board, board.after(board.top.seat))):
        pass
    return board.top.seat


def _lead(board: Board, leader: Seat) -> Rule[None]:
    """§3.3 Anything; on silence the lowest real card, which is offered first (§10.4)."""
    offered = combos(board.holding(leader), board.most)
    question = Ask(leader, "lead", [offer(board, leader, offered)], Answer(0, [[0]]))
    answer = yield from ask(question)
    board.lay(leader, cards_of(question, answer), offered[answer.picks[0][0]].reading)


def _is_beaten(board: Board, others: list[Seat]) -> Rule[bool]:
    """§3.4, §10.1 All others are asked at once, and the answers settled clockwise: the first who plays has beaten the top.

    Whoever is reached with jokers only abstains (§6.2). Those behind him could not know of it, so they are asked anew."""
    top = board.top
    about: dict[str, Param] = {"by": top.seat, **params(top.reading)}
    holdings = [board.holding(seat) for seat in others]
    offers = [answers(holding, board.most, top.reading) for holding in holdings]
    asks = []
    for seat, offered in zip(others, offers, strict=True):
        moves = [PASS, offer(board, seat, offered)] if offered else [PASS]
        asks.append(Ask(seat, f"beat_{top.reading.kind}", moves, SILENT, about, "response"))
    given = yield from sealed(f"beat_{top.reading.kind}", asks, covered=True, **about)
    for place, (question, answer) in enumerate(zip(asks, given, strict=True)):
        seat = question.seat
        if question.moves[answer.move] is not PASS:
            board.passed(others[:place])
            board.lay(seat, cards_of(question, answer), offers[place][answer.picks[0][0]].reading)
            return True
        if only_jokers(holdings[place]):
            board.passed(others[:place])
            board.abstain(seat)
            return (yield from _is_beaten(board, others[place + 1 :]))
    board.passed(others)
    return False
