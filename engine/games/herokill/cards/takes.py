"""§6.11 Snatch, §6.12 Dismantle, §6.4 Borrowed Blade: tricks about other people's cards."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.ids import CardId, Seat
from engine.core.poll import Rule
from engine.games.herokill import goods
from engine.games.herokill.asks import offer_seats
from engine.games.herokill.board import Board
from engine.games.herokill.cards.kill import targets_of
from engine.games.herokill.deck import BORROW, DISMANTLE, KILL, SNATCH, Slot
from engine.games.herokill.events import Use
from engine.games.herokill.hint import Hint
from engine.games.herokill.kind import Aim, Kind
from engine.games.herokill.skill import Measure
from engine.games.herokill.strike import strike
from engine.games.herokill.taking import pick_of
from engine.games.herokill.use import each_target

__all__ = ["CARDS"]

ZONES = ("hand", "equipment")
"""§6.11 What a Snatch or Dismantle reaches; a delayed trick before a player is not his."""


def _has_something(board: Board, seat: Seat) -> bool:
    return bool(board.hands[seat] or board.gear[seat])


def _snatch_aim(board: Board, user: Seat, cards: Sequence[CardId]) -> Aim | None:
    """§6.11 At distance 1, weapons do not help."""
    reach = board.measure(Measure.SNATCH_RANGE, user, 1)
    seats = tuple(
        seat
        for seat in board.others(user)
        if _has_something(board, seat)
        and board.distance(user, seat, cards) <= reach
        and board.may_aim(user, SNATCH, seat)
    )
    return Aim(seats) if seats else None


def _snatch(board: Board, use: Use) -> Rule[None]:
    yield from each_target(board, use, _take)


def _take(board: Board, use: Use, target: Seat) -> Rule[None]:
    card = yield from pick_of(board, use.user, target, ZONES, what=SNATCH)
    if card is not None:
        goods.gain(board, [card], use.user, "snatched")


def _dismantle_aim(board: Board, user: Seat, cards: Sequence[CardId]) -> Aim | None:
    """§6.12 At any distance."""
    seats = tuple(
        seat
        for seat in board.others(user)
        if _has_something(board, seat) and board.may_aim(user, DISMANTLE, seat)
    )
    return Aim(seats) if seats else None


def _dismantle(board: Board, use: Use) -> Rule[None]:
    yield from each_target(board, use, _break)


def _break(board: Board, use: Use, target: Seat) -> Rule[None]:
    card = yield from pick_of(board, use.user, target, ZONES, what=DISMANTLE)
    if card is not None:
        goods.discard(board, [card], "dismantled", use.user)


# -- §6.4 Borrowed Blade ------------------------------------------------------------------------------------------------------


def _borrow_aim(board: Board, user: Seat, cards: Sequence[CardId]) -> Aim | None:
    """§6.4 Somebody with a weapon, and whom he could reach with it; the user may be that one."""
    armed, others = [], []
    for seat in board.others(user):
        if board.worn(seat, Slot.WEAPON) is None or not board.may_aim(user, BORROW, seat):
            continue
        reached = tuple(other for other in board.in_range(seat) if board.may_aim(seat, KILL, other))
        if reached:
            armed.append(seat)
            others.append(reached)
    return Aim(tuple(armed), others=tuple(others)) if armed else None


def _borrow(board: Board, use: Use) -> Rule[None]:
    yield from each_target(board, use, _kill_or_lose)


def _kill_or_lose(board: Board, use: Use, armed: Seat) -> Rule[None]:
    """§6.4 The Kill, or the weapon, if he still has it. Without a weapon by now nothing happens."""
    assert use.other is not None
    if board.worn(armed, Slot.WEAPON) is None:
        return
    struck = yield from strike(
        board, armed, use.other, "borrow", ranged=True, more=_more_targets, by=use.user
    )
    weapon = board.worn(armed, Slot.WEAPON) if board.alive(armed) else None
    if not struck and weapon is not None:
        goods.gain(board, [weapon], use.user, "blade_taken")


def _more_targets(board: Board, seat: Seat, target: Seat, cards: list[CardId]) -> Rule[list[Seat]]:
    """§4.11 A Mace may add targets if the named one is among them."""
    most = targets_of(board, seat, cards)
    rest = [s for s in board.in_range(seat, cards) if s != target and board.may_aim(seat, KILL, s)]
    if most < 2 or not rest:
        return [target]
    added = yield from offer_seats(board, seat, "mace", rest, 1, most - 1, target=target)
    return [s for s in board.others(seat) if s == target or s in added]


CARDS = (
    Kind(SNATCH, _snatch_aim, _snatch, ranged=True, hint=Hint(own=10, target=-9, keep=14)),
    Kind(DISMANTLE, _dismantle_aim, _dismantle, hint=Hint(target=-10, keep=11)),
    Kind(BORROW, _borrow_aim, _borrow, hint=Hint(own=3, target=-8, keep=9)),
)
