"""The shapes of question that recur in Dingti. Passing is always move 0 and what a silence means, unless the choice is forced (§13.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from engine.core.ask import Answer, Ask, Cards, Move, Options, Pick, Seats
from engine.core.events import Param
from engine.core.ids import CardId, Seat
from engine.core.poll import Rule, choose
from engine.games.dingti.board import Board

__all__ = ["PASS", "SILENT", "choose_card", "choose_option", "choose_seat", "one_of_each", "optional"]

PASS: Final = Move("pass")
SILENT: Final = Answer(0)


def optional(
    seat: Seat,
    prompt: str,
    moves: Sequence[Move],
    params: dict[str, Param],
    time: Literal["turn", "response"] = "response",
) -> Ask:
    """A question that may be passed."""
    return Ask(seat, prompt, [PASS, *moves], SILENT, params, time)


def choose_card(board: Board, seat: Seat, prompt: str, cards: Sequence[CardId]) -> Rule[CardId]:
    """A forced choice of one card; silence takes a random one."""
    (chosen,) = yield from _forced(board, seat, prompt, Cards("card", board.table.shown(cards)))
    return CardId(chosen)


def choose_seat(board: Board, seat: Seat, prompt: str, seats: list[Seat]) -> Rule[Seat]:
    """A forced choice of one body; silence takes a random one."""
    (chosen,) = yield from _forced(board, seat, prompt, Seats("target", seats))
    return Seat(chosen)


def choose_option(board: Board, seat: Seat, prompt: str, options: list[str]) -> Rule[int]:
    """A forced choice of one of `options` (text keys); returns its place. Silence takes a random one."""
    (chosen,) = yield from _forced(board, seat, prompt, Options("option", options))
    return chosen


def one_of_each(board: Board, cards: Sequence[CardId]) -> list[CardId]:
    """The first card of each name: copies are interchangeable."""
    first: dict[str, CardId] = {}
    for card in cards:
        first.setdefault(board.table.name(card), card)
    return list(first.values())


def _forced(board: Board, seat: Seat, prompt: str, pick: Pick) -> Rule[list[int]]:
    return choose(seat, prompt, pick, [board.chance.choice(pick.values())])
