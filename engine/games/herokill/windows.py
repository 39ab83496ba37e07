"""§5.1 A window opens: the skills that act in it do so in order."""

from __future__ import annotations

from typing import TypeVar, cast

from engine.core.poll import Rule
from engine.games.herokill.board import Board, Bound
from engine.games.herokill.skill import On, Window

__all__ = ["fire"]

E = TypeVar("E")

REPEATS = 40
"""A part that repeats makes itself inapplicable; one that does not would go on for ever."""


def fire(board: Board, window: Window, event: E) -> Rule[None]:
    """Hand `event` to the skills of a window. After each of them everything is looked at again: who lives, which skills there are,
    whether the next one still applies."""
    if not board.bound(window):
        return
    done: list[Bound] = []
    for _ in range(REPEATS):
        bound = next((b for b in board.bound(window) if _acts(board, b, event, done)), None)
        if bound is None:
            return
        part = cast("On[E]", bound.part)
        if not part.repeats:
            done.append(bound)
        rule = part.act(board, bound.seat, event)
        if rule is not None:
            yield from rule


def _acts(board: Board, bound: Bound, event: E, done: list[Bound]) -> bool:
    part = cast("On[E]", bound.part)
    return bound not in done and part.applies(board, bound.seat, event)
