"""§8.1, §8.3–§8.9, §9.2 What keeps the dying at the table: Miracle, Ghost, and a Trickster with a Miracle in his hand."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.ask import Move, Seats
from engine.core.ids import Seat
from engine.core.poll import Rule, sealed
from engine.games.dingti import deck
from engine.games.dingti.asks import optional
from engine.games.dingti.board import Board
from engine.games.dingti.state import Life

__all__ = ["miracle_arrives", "offer_rescue", "own_rescue", "revive", "use_miracle"]

GHOST_ROUNDS = 3
"""§8.5 Rounds that a ghost lasts."""


def own_rescue(board: Board, seat: Seat) -> bool:
    """§8.1 The equipped Miracle, else the equipped Ghost, works by itself; False if the seat has neither."""
    if miracle := board.named(deck.MIRACLE, board.equipment[seat]):
        board.destroy(miracle, seat)
        revive(board, seat)
        return True
    if ghost := board.named(deck.GHOST, board.equipment[seat]):
        board.destroy(ghost, seat)
        _turn_ghost(board, seat)
        return True
    return False


def _turn_ghost(board: Board, seat: Seat) -> None:
    """§8.5 The current round is the first of the three; a death in the settlement counts from the next."""
    first = board.round + 1 if board.settling else board.round
    board.set_life(seat, Life.GHOST, first + GHOST_ROUNDS - 1)
    board.table.tell("turned_ghost", seat=seat, until=first + GHOST_ROUNDS - 1)
    board.benched.append(seat)


def revive(board: Board, seat: Seat) -> None:
    """§8.4 One hit point and no shields; everything else stays."""
    board.drop_shields(seat, "shields_lost")
    board.set_life(seat, Life.LIVING)
    board.table.tell("rescued", seat=seat)


def offer_rescue(board: Board, dying: Sequence[Seat]) -> Rule[list[Seat]]:
    """§9.2, §9.3 The Trickster sees all who die and may save one. Returns those who are not saved.

    He is asked whether or not he holds the Miracle, as long as nobody can know that he does not (§13.4)."""
    seat = board.trickster()
    if not dying or seat is None or not board.hands[seat] or not board.miracle_may_be_in_a_hand():
        return list(dying)
    held = board.named(deck.MIRACLE, board.hands[seat])
    moves = [Move("rescue", {}, [Seats("target", list(dying))])] if held else []
    question = optional(seat, "rescue", moves, {"dying": list(dying)})
    (answer,) = yield from sealed("rescue", [question], covered=True, dying=list(dying))
    if answer.move == 0:
        return list(dying)
    saved = Seat(answer.picks[0][0])
    board.destroy(held, seat)
    revive(board, saved)
    return [other for other in dying if other != saved]


def miracle_arrives(board: Board, seats: Sequence[Seat]) -> Rule[None]:
    """§8.8 Cards nobody else saw have just come to these hands: each ghost among them may be revived by a Miracle at once.

    Every such ghost is asked, lest the question tell who got it (§13.4)."""
    ghosts = [seat for seat in seats if board.is_ghost(seat)]
    if not ghosts or not board.miracle_may_be_in_a_hand():
        return
    asks = []
    for seat in ghosts:
        moves = [Move("revive")] if board.named(deck.MIRACLE, board.hands[seat]) else []
        asks.append(optional(seat, "revive", moves, {}))
    answers = yield from sealed("revive", asks, covered=True)
    for seat, answer in zip(ghosts, answers, strict=True):
        if answer.move:
            use_miracle(board, seat)


def use_miracle(board: Board, seat: Seat) -> None:
    """§8.8 A ghost comes back with the Miracle in his hand."""
    board.destroy(board.named(deck.MIRACLE, board.hands[seat]), seat)
    revive(board, seat)
