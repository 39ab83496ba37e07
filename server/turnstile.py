"""One after the other: what a connection says is carried out in order, and at once where nothing has to be waited for."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

__all__ = ["Turnstile"]

T = TypeVar("T")


class Turnstile(Generic[T]):
    """Things are kept until it is open. `hand` carries one out: it returns None if that is done, or what has to be awaited before the next
    one's turn; only then is there a task. Whatever `hand` raises goes to `failed`, and the next one has its turn."""

    __slots__ = ("_failed", "_hand", "_waiting", "_working")

    def __init__(self, failed: Callable[[Exception], None]) -> None:
        self._failed = failed
        self._hand: Callable[[T], Awaitable[None] | None] | None = None
        self._waiting: deque[T] = deque()
        self._working: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        """How many wait for their turn."""
        return len(self._waiting)

    def open(self, hand: Callable[[T], Awaitable[None] | None]) -> None:
        self._hand = hand
        if self._waiting:
            self._working = asyncio.create_task(self._work(None))

    def take(self, thing: T) -> None:
        """Never raises."""
        if self._hand is None or self._working is not None:
            self._waiting.append(thing)
            return
        try:
            rest = self._hand(thing)
        except Exception as error:  # noqa: BLE001 - it is for `failed` to say what becomes of it
            self._failed(error)
        else:
            if rest is not None:
                self._working = asyncio.create_task(self._work(rest))

    def clear(self) -> None:
        """What waits is not carried out any more."""
        self._waiting.clear()

    async def finished(self) -> None:
        """Wait until nothing waits."""
        if self._working is not None:
            await asyncio.wait([self._working])

    async def _work(self, rest: Awaitable[None] | None) -> None:
        assert self._hand is not None
        while rest is not None or self._waiting:
            try:
                if rest is None:
                    rest = self._hand(self._waiting.popleft())
                if rest is not None:
                    await rest
            except Exception as error:  # noqa: BLE001 - as in `take`
                self._failed(error)
            rest = None
        self._working = None
