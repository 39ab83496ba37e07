"""§3 A turn, in its order."""

from __future__ import annotations

from engine.core.ask import Answer, Ask, Cards, Move
from engine.core.ids import CardId, Seat
from engine.core.poll import Outcome, Rule, ask, choose
from engine.games.pokerduel.attack import engage
from engine.games.pokerduel.board import Board
from engine.games.pokerduel.death import Kill
from engine.games.pokerduel.deck import FULL, HAND
from engine.games.pokerduel.play import play_cards
from engine.games.pokerduel.victory import capped

__all__ = ["play_turn"]

DRAW = 2
"""§3.3"""
RED_JOKER_DRAW = 4
"""§3.7"""


def play_turn(board: Board) -> Rule[Outcome | None]:
    """§3.2 A kill ends the turn on the spot, and the killer's begins (§7.3)."""
    seat = board.current
    try:
        yield from _phases(board, seat)
        follower = board.lower(seat)
    except Kill as kill:
        _recover(board)  # §7.4
        follower = kill.killer
    _end(board, seat)
    board.table.set("current", follower)
    return capped(board, follower)


def _phases(board: Board, seat: Seat) -> Rule[None]:
    table = board.table
    table.tell("turn", seat=seat, n=table.add("turn", 1))
    table.add("turns", 1, seat)
    board.draw(seat, DRAW)
    yield from _first_discard(board, seat)
    yield from engage(board, seat)
    yield from play_cards(board, seat)
    _recover(board)
    yield from _four_cards(board, seat)


def _first_discard(board: Board, seat: Seat) -> Rule[None]:
    """§3.4 Once, for the card that the others got at the beginning."""
    hand = board.hand(seat)
    if board.has("owes", seat) and hand:
        (card,) = yield from choose(seat, "first_discard", Cards("card", board.table.shown(hand)), hand[-1:])
        board.put_under([CardId(card)], "first_discard", seat)
    board.table.set("owes", False, seat)


def _recover(board: Board) -> None:
    """§3.7 What a red joker gives, whoever used it: the first thing at the end of a turn."""
    for seat in board.living:
        if board.has("undying", seat):
            board.table.set("undying", False, seat)
            board.table.tell("recovers", seat=seat)
            board.table.set("hp", FULL, seat)
            board.draw(seat, RED_JOKER_DRAW)


def _four_cards(board: Board, seat: Seat) -> Rule[None]:
    """§3.7 Down to four, or up to four. A silence gives away the cards that came last (§10.5)."""
    hand = board.hand(seat)
    extra = len(hand) - HAND
    if extra > 0:
        pick = Cards("cards", board.table.shown(hand), extra, extra, ordered=True)
        question = Ask(
            seat, "discard", [Move("discard", {}, [pick])], Answer(0, [[*hand[-extra:]]]), {"n": extra}
        )
        answer = yield from ask(question)
        board.put_under([CardId(card) for card in answer.picks[0]], "discard", seat)
    else:
        board.draw(seat, -extra, "refill")


def _end(board: Board, seat: Seat) -> None:
    """§3.8 Also after a kill (§7.4): the turn's shield stands, suits are free again, an escape has worn off."""
    board.table.set("preparing", False, seat)
    for player in board.living:
        board.table.set("spent", "", player)
        board.table.set("safe", False, player)
