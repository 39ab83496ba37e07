"""A road between a client and a server that can be spoiled: cut, blocked without a word (half open), slow.

    with TcpProxy(server.port) as road:
        store = await open_store(f"redis://127.0.0.1:{road.port}")
        road.stall()

It runs in a thread of its own, so that it goes on while the loop under test stands still, and works for tests without a loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable
from concurrent.futures import Future
from types import TracebackType
from typing import Self

__all__ = ["TcpProxy"]

_CHUNK = 1 << 16


class TcpProxy:
    """Listens on `port` of loopback while in `with`, and passes everything on to the port `target`, which may change for those who
    come later."""

    def __init__(self, target: int) -> None:
        self.port = 0
        self.delay = 0.0
        """Seconds that every chunk waits, in each direction."""
        self.target = target
        self._open = True
        self._flows: asyncio.Event | None = None
        self._writers: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="tcp-proxy", daemon=True)

    def drop(self) -> None:
        """Reset every connection. New ones are let in."""
        self._do(self._reset)

    def close(self) -> None:
        """As if nobody listened: every connection is reset, and so is whoever comes, until `reopen`."""
        self._open = False
        self.drop()

    def reopen(self) -> None:
        self._open = True

    def stall(self) -> None:
        """Keep connections open, let new ones in, and pass nothing on, until `flow`."""
        self._do(self._event().clear)

    def flow(self) -> None:
        self._do(self._event().set)

    def __enter__(self) -> Self:
        self._thread.start()
        asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result(5)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(5)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)
        self._loop.close()

    async def _listen(self) -> None:
        self._flows = asyncio.Event()
        self._flows.set()
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = int(self._server.sockets[0].getsockname()[1])

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError, asyncio.CancelledError):
            if self._open:
                there, back = await asyncio.open_connection("127.0.0.1", self.target)
                self._writers |= {writer, back}
                async with asyncio.TaskGroup() as both:
                    both.create_task(self._pass_on(reader, back))
                    both.create_task(self._pass_on(there, writer))
                self._writers -= {writer, back}
        writer.transport.abort()

    async def _pass_on(self, source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(_CHUNK):
                if self.delay:
                    await asyncio.sleep(self.delay)
                await self._event().wait()
                target.write(data)
                await target.drain()
        await self._event().wait()
        target.close()

    def _event(self) -> asyncio.Event:
        assert self._flows is not None, "the proxy is not running"
        return self._flows

    def _reset(self) -> None:
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    async def _end(self) -> None:
        self._open = False
        self._event().set()
        self._server.close()
        self._reset()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _do(self, what: Callable[[], None]) -> None:
        done: Future[None] = Future()

        def run() -> None:
            what()
            done.set_result(None)

        self._loop.call_soon_threadsafe(run)
        done.result(5)
