"""§5.11 Comparing: two players put a card face down each, and the higher rank wins."""

from __future__ import annotations

from engine.core.ask import Answer, Ask, Cards, Move
from engine.core.events import Param
from engine.core.ids import CardId, Seat
from engine.core.poll import Rule, sealed
from engine.games.herokill import goods
from engine.games.herokill.board import Board

__all__ = ["compare"]


def compare(board: Board, one: Seat, other: Seat) -> Rule[bool]:
    """Whether `one` wins: his rank is higher (ace 1, king 13; equal ranks are no win). Both must have a hand. Both cards are discarded."""
    about: dict[str, Param] = {"by": one, "target": other}
    asks = [_question(board, seat, about) for seat in (one, other)]
    answers = yield from sealed("compare", asks, covered=False, **about)
    ranks = []
    for question, answer in zip(asks, answers, strict=True):
        (card,) = goods.lay(board, [CardId(answer.picks[0][0])], "compared", question.seat)
        ranks.append(board.table.face(card).rank)
        goods.spend(board, [card])
    won = ranks[0] > ranks[1]
    board.table.tell("compare_won" if won else "compare_lost", by=one, target=other)
    return won


def _question(board: Board, seat: Seat, about: dict[str, Param]) -> Ask:
    hand = board.hands[seat]
    move = Move("compare", {}, [Cards("cards", board.shown(hand))])
    return Ask(seat, "compare", [move], Answer(0, [[hand[0]]]), about, "response")
