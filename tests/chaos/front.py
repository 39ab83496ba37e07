"""The one address before several servers: passes each connection on to a server that is well, and can be told to spoil some."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Coroutine, Sequence
from typing import Self

__all__ = ["Front"]

LOOK = 0.5
"""Seconds between two looks at the servers' health, and for an answer."""
CHUNK = 1 << 16


class _Road:
    """One connection through the front. `flows` is set while something may pass."""

    def __init__(self, near: asyncio.StreamWriter, far: asyncio.StreamWriter) -> None:
        self.near = near
        self.far = far
        self.flows = asyncio.Event()
        self.flows.set()

    def cut(self) -> None:
        self.near.transport.abort()
        self.far.transport.abort()
        self.flows.set()


class Front:
    """Listens on `port` while in `async with`."""

    def __init__(self, ports: Sequence[int], luck: random.Random) -> None:
        self.port = 0
        self._ports = list(ports)
        self._well: list[int] = list(ports)
        self._luck = luck
        self._roads: set[_Road] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = int(self._server.sockets[0].getsockname()[1])
        self._run(self._look())
        return self

    async def __aexit__(self, *error: object) -> None:
        self._server.close()
        for road in list(self._roads):
            road.cut()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.sleep(0)  # what was cut is closed in the next turn of the loop

    def drop(self, share: float) -> int:
        """Reset this share of the connections. Returns how many."""
        some = self._some(share)
        for road in some:
            road.cut()
        return len(some)

    def stall(self, share: float, seconds: float) -> int:
        """Let nothing pass on this share of the connections for so long, and then reset them. Returns how many."""
        some = self._some(share)
        loop = asyncio.get_running_loop()
        for road in some:
            road.flows.clear()
            loop.call_later(seconds, road.cut)
        return len(some)

    def _some(self, share: float) -> list[_Road]:
        return [road for road in self._roads if self._luck.random() < share]

    # -- inside -------------------------------------------------------------------------------------------------------

    def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._run(self._lead(reader, writer))

    async def _lead(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            for port in self._luck.sample(self._well, len(self._well)):
                with contextlib.suppress(OSError):
                    there, back = await asyncio.open_connection("127.0.0.1", port)
                    await self._pass_both(_Road(writer, back), reader, there)
                    return
        finally:
            writer.transport.abort()

    async def _pass_both(self, road: _Road, near: asyncio.StreamReader, far: asyncio.StreamReader) -> None:
        self._roads.add(road)
        try:
            await asyncio.gather(self._pass_on(near, road.far, road), self._pass_on(far, road.near, road))
        finally:
            self._roads.discard(road)
            road.cut()

    async def _pass_on(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, road: _Road) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(CHUNK):
                await road.flows.wait()
                target.write(data)
                await target.drain()
        await road.flows.wait()
        target.close()

    async def _look(self) -> None:
        while True:
            well = await asyncio.gather(*(self._is_well(port) for port in self._ports))
            self._well = [port for port, ready in zip(self._ports, well, strict=True) if ready]
            await asyncio.sleep(LOOK)

    @staticmethod
    async def _is_well(port: int) -> bool:
        try:
            async with asyncio.timeout(LOOK):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                try:
                    writer.write(b"GET /readyz HTTP/1.1\r\nHost: front\r\nConnection: close\r\n\r\n")
                    return b" 200 " in await reader.readline()
                finally:
                    writer.transport.abort()
        except (OSError, TimeoutError):
            return False

    def _run(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
