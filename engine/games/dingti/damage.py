"""§5, §6.4 Hits and what shields make of them. All amounts in half points."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.ids import Seat
from engine.core.poll import Rule
from engine.games.dingti import death, deck
from engine.games.dingti.board import Board

__all__ = ["Hits", "absorb", "break_shields", "strengths", "strike"]

Hits = Sequence[tuple[Seat, int]]
"""Bodies and the half points that each of them takes, no body twice."""


def absorb(amount: int, strengths: Sequence[int]) -> tuple[int, int]:
    """§5.2, §5.5 Shields that break, taken in order until the hit is used up, and what is left of it (0 or more)."""
    broken = 0
    for strength in strengths:
        if amount <= 0:
            break
        amount -= strength
        broken += 1
    return broken, max(amount, 0)


def strengths(board: Board, seat: Seat) -> list[int]:
    """§5.4, §7.15 What each shield lying with `seat` stops, in the order in which they break: borrowed, oldest loan first, then own."""
    firm = board.table.data.marks["bedrock"].values
    own = 2 if firm[seat] else 1
    borrowed = [2 if firm[owner] else own for owner in board.lenders(seat)]
    return borrowed + [own] * len(board.shields[seat])


def break_shields(board: Board, seat: Seat, amount: int) -> bool:
    """§5.2 Break what the hit breaks; True if some of it is left, which kills whoever has a hit point."""
    broken, left = absorb(amount, strengths(board, seat))
    borrowed = board.lent[seat]
    owners = board.lenders(seat)[broken:]
    lying = [*borrowed, *board.shields[seat]]
    board.table.move(lying[:broken], "discard", "broken", seat)
    board.set_lenders(seat, owners)
    return left > 0


def strike(
    board: Board, hits: Hits, why: str, by: Seat | None = None, *, detonate: bool = True
) -> Rule[None]:
    """§3.11 One set of hits, at the same time, with all that follows. `detonate`: a Detonate in force doubles it and is used up
    (§6.4); `by`: the player who deals it, None for nobody."""
    if not hits:
        return
    factor = 2 if detonate and use_detonate(board) else 1
    dying: list[Seat] = []
    boss_was_alive = board.boss_alive
    for body, half in hits:
        board.table.tell(why, target=body, points=points(half * factor))
        if body == board.boss:
            _wound_boss(board, half * factor, by)
        elif break_shields(board, body, half * factor) and not board.is_ghost(body):
            dying.append(body)
    yield from death.settle_deaths(board, dying, boss_fell=boss_was_alive and not board.boss_alive)


def use_detonate(board: Board) -> bool:
    """§6.4 Use up a Detonate in force; False if there is none."""
    if not board.detonate:
        return False
    board.table.set("detonate", False)
    board.table.move(board.table.named(deck.DETONATE, "table"), "discard", "detonated")
    return True


def points(half: int) -> str:
    """Half points for people: `1`, `1.5`."""
    return f"{half // 2}.5" if half % 2 else str(half // 2)


def _wound_boss(board: Board, half: int, by: Seat | None) -> None:
    board.set_boss_hp(board.table.number("hp", board.boss) - half)
    if by is not None:
        board.contribute(by)
