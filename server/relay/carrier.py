"""Between the lines and the bus: sends what waits at the end of a tick, beats once a second, and keeps going when the bus fails."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

import structlog

from server.relay.bus import Bus
from server.relay.lines import BEAT, Lines
from server.store.base import StoreError, Unavailable

__all__ = ["Carrier"]

log = structlog.get_logger()

PAUSE = BEAT / 4
"""Seconds after a failure before more is sent."""


class Carrier:
    """`start` once, `stop` last. What fails to be sent is lost: the receivers of batches notice; of calls, which are not numbered, `again`
    is called once the bus is well, after those that came from others may have been lost, too."""

    def __init__(self, bus: Bus, lines: Lines) -> None:
        self.again: Callable[[], None] = lambda: None
        self._bus = bus
        self._lines = lines
        self._wake = asyncio.Event()
        self._due = True
        self._doubtful = False
        self._task: asyncio.Task[None] | None = None
        lines.wake = self._wake.set

    async def start(self) -> None:
        """Raises Unavailable."""
        await self._bus.start(self._lines.hear, self._missed)
        self._wake.set()
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Send what waits, say goodbye, and end."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        with contextlib.suppress(Unavailable):
            await self._bus.send(self._lines.farewell())
        await self._bus.close()

    def _missed(self) -> None:
        self._doubtful = True
        self._wake.set()

    def _beat(self) -> None:
        self._due = True
        self._wake.set()

    async def _run(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            try:
                await self._send()
            except StoreError as error:
                self._doubtful = True
                log.warning("the relay could not send", error=str(error))
                await asyncio.sleep(PAUSE)
            except Exception:
                log.exception("the relay failed")
                await asyncio.sleep(PAUSE)

    async def _send(self) -> None:
        beat, self._due = self._due, False
        if beat:
            asyncio.get_running_loop().call_later(BEAT, self._beat)
            self._lines.look()
        await self._bus.send(self._lines.posts(beat=beat))
        if self._doubtful:
            self._doubtful = False
            self.again()
