"""Time and luck that a test holds in its hands."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections.abc import Callable

from engine.core.chance import Chance

__all__ = ["Time", "luck_of"]

START = 1_700_000_000.0


class _Timer:
    def __init__(self, call: Callable[[], None]) -> None:
        self.call: Callable[[], None] | None = call

    def cancel(self) -> None:
        self.call = None


class Time:
    """A clock and its timers. Moves only by `pass_`, from timer to timer, letting everything run in between."""

    def __init__(self) -> None:
        self.now = START
        self._heap: list[tuple[float, int, _Timer]] = []
        self._count = itertools.count()

    def clock(self) -> float:
        return self.now

    def later(self, seconds: float, call: Callable[[], None]) -> _Timer:
        timer = _Timer(call)
        heapq.heappush(self._heap, (self.now + seconds, next(self._count), timer))
        return timer

    async def settle(self) -> None:
        """Until nothing runs any more at this moment: a room's turn takes a few rounds of the loop."""
        for _ in range(15):
            await asyncio.sleep(0)

    async def pass_(self, seconds: float) -> None:
        end = self.now + seconds
        await self.settle()
        while self._heap and self._heap[0][0] <= end:
            at, _, timer = heapq.heappop(self._heap)
            self.now = max(self.now, at)
            if timer.call is not None:
                timer.call()
                await self.settle()
        self.now = end
        await self.settle()


def luck_of(seed: int) -> Callable[[int], bytes]:
    """Random bytes that are the same in every run."""
    chance = Chance(seed.to_bytes(4, "big"), "test")
    return lambda n: b"".join((chance.word() & 0xFF).to_bytes(1, "big") for _ in range(n))
