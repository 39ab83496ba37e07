"""One line of calls to one Redis: what a tick of the event loop brings goes out as one write, in the order of the calls, and
the next goes once that is answered.

It speaks over a connection of redis-py's, packs with hiredis and leaves redis-py's pipelines aside: they cost three times as
much for each call. Nothing is sent twice because of a lost connection: a write whose answer was lost may have happened, and
only its caller can tell.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

import hiredis
from redis.asyncio import Connection, ConnectionPool
from redis.exceptions import MovedError, NoScriptError, ReadOnlyError, RedisError, ResponseError

from server.store.base import Damaged, Unavailable
from server.store.redis_scripts import SCRIPTS

__all__ = ["Argument", "Call", "Lane", "Reply"]

Argument = bytes | str | int | float
Reply = Any
"""bytes, int, None, or a list of these."""

_MOST = 200
"""Calls in one write: what comes after many large replies waits some milliseconds at most."""


class Call:
    """A command about `key`, and whoever awaits its reply."""

    __slots__ = ("done", "key", "moved", "packed", "writes")

    def __init__(self, key: str, command: tuple[Argument, ...], writes: bool) -> None:
        self.key = key
        self.packed = _pack(command)
        self.writes = writes
        self.moved = False
        self.done: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()

    def settle(self, reply: Reply) -> None:
        if self.done.done():  # cancelled
            return
        if isinstance(reply, Exception):
            self.done.set_exception(_translate(reply))
        else:
            self.done.set_result(reply)


class Lane:
    """`pool` has the connection, `timeout` bounds every call, and `wait` replicas must have what was written.

    `lost` is called after a batch that was not answered, `moved` awaited with calls whose key lies elsewhere now (in a Cluster).
    """

    def __init__(
        self,
        pool: ConnectionPool,
        timeout: float,
        wait: int,
        lost: Callable[[str], None],
        moved: Callable[[list[Call]], Awaitable[None]],
    ) -> None:
        self.pool = pool
        self._timeout = timeout
        self._wait = wait
        self._lost = lost
        self._moved = moved
        self._calls: deque[Call] = deque()
        self._running: asyncio.Task[None] | None = None

    def put(self, call: Call) -> None:
        self._calls.append(call)
        if self._running is None:
            self._running = asyncio.get_running_loop().create_task(self._run())

    async def finish(self) -> None:
        """Return when everything that was called is answered."""
        while self._running is not None:
            await asyncio.wait([self._running])

    async def _run(self) -> None:
        while self._calls:
            batch = [self._calls.popleft() for _ in range(min(len(self._calls), _MOST))]
            try:
                async with asyncio.timeout(self._timeout):
                    replies = await self._exchange(batch)
            except Exception as error:  # noqa: BLE001 - it belongs to the callers, not to this task
                # Whoever waits behind them would wait as long again.
                for call in (*batch, *self._calls):
                    call.settle(error)
                self._calls.clear()
                self._lost(batch[0].key)
                continue
            elsewhere = []
            for call, reply in zip(batch, replies, strict=True):
                if isinstance(reply, MovedError) and not call.moved:
                    call.moved = True
                    elsewhere.append(call)
                else:
                    call.settle(reply)
            if elsewhere:
                await self._moved(elsewhere)
        self._running = None

    async def _exchange(self, batch: list[Call]) -> list[Reply]:
        connection = await self.pool.get_connection()  # type: ignore[no-untyped-call] # redis-py's doing
        try:
            replies = await _send(connection, [call.packed for call in batch])
            await self._teach(connection, batch, replies)
            if any(map(_is_of_a_replica, replies)):
                # A primary that has become a replica. Whoever is the primary now, this connection does not lead there.
                await connection.disconnect()
            elif self._wait and any(call.writes for call in batch):
                await self._replicate(connection, batch, replies)
            return replies
        except BaseException:
            await connection.disconnect(nowait=True)  # or the next caller would read what is meant for these
            raise
        finally:
            await self.pool.release(connection)

    async def _teach(self, connection: Connection, batch: list[Call], replies: list[Reply]) -> None:
        """Let a Redis that has just begun know the scripts, and ask again for what it did not know."""
        unknown = [place for place, reply in enumerate(replies) if isinstance(reply, NoScriptError)]
        if not unknown:
            return
        taught = await _send(connection, [_pack(("SCRIPT", "LOAD", script.text)) for script in SCRIPTS])
        refused = next((reply for reply in taught if isinstance(reply, Exception)), None)
        again = await _send(connection, [batch[place].packed for place in unknown])
        for place, reply in zip(unknown, again, strict=True):
            replies[place] = refused or reply

    async def _replicate(self, connection: Connection, batch: list[Call], replies: list[Reply]) -> None:
        (have,) = await _send(connection, [_pack(("WAIT", self._wait, round(self._timeout * 500)))])
        if isinstance(have, int) and have >= self._wait:
            return
        told = have if isinstance(have, Exception) else f"{have} of {self._wait} replicas have the write"
        for place, call in enumerate(batch):
            if call.writes and not isinstance(replies[place], Exception):
                replies[place] = Unavailable(f"Redis cannot be used now: {told}")


def _is_of_a_replica(reply: Reply) -> bool:
    # The old ones wrap what a script meets.
    return isinstance(reply, ReadOnlyError) or (isinstance(reply, ResponseError) and "READONLY" in str(reply))


def _pack(command: tuple[Argument, ...]) -> bytes:
    return bytes(hiredis.pack_command(command))  # type: ignore[arg-type] # its types speak of a tuple of one


async def _send(connection: Connection, packed: list[bytes]) -> list[Reply]:
    await connection.send_packed_command(b"".join(packed), check_health=False)
    return [await _reply(connection) for _ in packed]


async def _reply(connection: Connection) -> Reply:
    try:
        return await connection.read_response()
    except ResponseError as refusal:
        return refusal


def _translate(error: Exception) -> Exception:
    """The store's word for an error of redis-py or of the system; others, which are faults of ours, as they are."""
    if isinstance(error, ResponseError) and "WRONGTYPE" in str(error):
        return Damaged(f"Redis keeps something else under a key of ours: {error}")
    if isinstance(error, RedisError | OSError | TimeoutError):
        return Unavailable(f"Redis cannot be used now: {str(error) or type(error).__name__}")
    return error
