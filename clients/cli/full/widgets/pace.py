"""Drawing that keeps up with a fast table: the latest state wins, and the keyboard comes first."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable

from textual.widget import Widget

__all__ = ["RATE", "Pace"]

RATE = 15
"""Pictures a second at most. More than anybody reads; each may cost a slow machine tens of milliseconds."""


class Pace:
    """Calls `draw` soon after `ask`, never twice at once, and at most `RATE` times a second however often it is asked."""

    def __init__(self, owner: Widget, draw: Callable[[], Awaitable[None]]) -> None:
        self._owner = owner
        self._draw = draw
        self._last = 0.0
        self._waiting = False
        self._drawing = False
        self.drawn = 0
        """Pictures so far."""

    @property
    def busy(self) -> bool:
        """Whether something is being drawn or will be."""
        return self._waiting or self._drawing

    def ask(self) -> None:
        """There is something new to see."""
        if self._waiting:
            return
        self._waiting = True
        self._owner.set_timer(max(0.001, self._last + 1 / RATE - time.monotonic()), self._begin)

    async def _begin(self) -> None:
        if self._drawing:
            self._owner.set_timer(1 / RATE, self._begin)
            return
        self._waiting, self._drawing = False, True
        try:
            await self._draw()
            self.drawn += 1
        finally:
            self._drawing = False
            self._last = time.monotonic()
