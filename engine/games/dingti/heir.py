"""§8.10–§8.13 The Heir Blade."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.ask import Move, Seats
from engine.core.ids import Seat
from engine.core.poll import Rule, ask
from engine.core.table import zone_id
from engine.games.dingti import deck
from engine.games.dingti.asks import optional
from engine.games.dingti.board import Board
from engine.games.dingti.state import Owed

__all__ = ["inherit", "pay_and_discard"]


def inherit(board: Board, blade: Seat, gone: Sequence[Seat]) -> Rule[None]:
    """§8.10 The first deaths of the round after it was equipped make one Legacy for `blade`, who owned it when they died."""
    if board.legacy_made:
        return
    if blade in gone:
        yield from _bequeath(board, blade)
        return
    board.legacy_made = True
    mates = [seat for seat in gone if board.side(seat) == board.side(blade)]
    half = deck.STRONG_LEGACY if mates else deck.PLAIN_LEGACY
    if board.settling:  # §8.11
        board.state.owed.append(Owed(blade, half))
        board.table.tell("legacy_owed", seat=blade)
    else:
        _give(board, blade, half)


def _bequeath(board: Board, blade: Seat) -> Rule[None]:
    """§8.13 Its owner died: he may name a living player, who gets a Legacy at the next round start."""
    heirs = board.living
    if not heirs:
        return
    question = optional(blade, "bequeath", [Move("bequeath", {}, [Seats("target", heirs)])], {})
    answer = yield from ask(question)
    if answer.move:
        board.legacy_made = True
        heir = Seat(answer.picks[0][0])
        board.state.owed.append(Owed(heir, deck.PLAIN_LEGACY))
        board.table.tell("legacy_owed", seat=heir)


def pay_and_discard(board: Board) -> None:
    """§3.1 (b), §8.11 What is owed is paid to who is not dead by now, and the blade goes to the discard pile."""
    owed, board.state.owed = board.state.owed, []
    for debt in owed:
        if debt.to in board.present:
            _give(board, debt.to, debt.half)
    owner = board.owner_of(deck.HEIR_BLADE)
    if owner is not None:
        board.discard(board.named(deck.HEIR_BLADE, board.equipment[owner]), "blade_over", owner)


def _give(board: Board, seat: Seat, half: int) -> None:
    board.table.create([deck.legacy_face(half)], zone_id("hand", seat), "legacy", seat)
