"""Bytes to one process or to all, at most once and in order, over the pub/sub of the Redis that the processes share."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from collections.abc import Callable, Sequence
from typing import Protocol

import structlog
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

from server.store.base import Unavailable
from server.store.redis_scripts import SCRIPTS, Script
from server.store.redis_wires import Wires

__all__ = ["ALL", "Bus", "RedisBus"]

log = structlog.get_logger()

ALL = ""
"""Stands for every process, the sender's own included."""
SILENCE = 5.0
"""Seconds without anything heard after which the subscription is thought dead: every process hears its own calls once a second."""
LASTS = 3_600_000
"""Milliseconds for which the last arrival is kept: far longer than a clock is ever set back."""
RETRY = 0.2
"""Seconds between attempts to subscribe."""

_ARRIVE = """
local t = redis.call('TIME')
local number = math.max(t[1] * 1e6 + t[2], tonumber(redis.call('GET', KEYS[1]) or 0) + 1)
local name = string.format('%.0f', number)
redis.call('SET', KEYS[1], name, 'PX', ARGV[1])
return name
"""
ARRIVE = Script(_ARRIVE, 1, hashlib.sha1(_ARRIVE.encode(), usedforsecurity=False).hexdigest(), writes=True)
"""Microseconds by Redis's clock, but always more than the last time: a count would be set back where Redis loses its last writes."""
SCRIPTS.append(ARRIVE)  # what the store teaches a Redis that has just begun


class Bus(Protocol):
    async def start(self, hear: Callable[[bytes], None], missed: Callable[[], None]) -> None:
        """Begin to hear what is sent to this process and to all; `missed` is called after something may have been lost on its way here.
        Raises Unavailable if that is not possible now."""

    async def send(self, posts: Sequence[tuple[str, bytes]]) -> None:
        """Send in this order, each to one process (by name) or to ALL. Raises Unavailable: then any of them may have been lost."""

    async def number(self) -> int:
        """A number larger than any that any process was given before. Raises Unavailable."""

    async def close(self) -> None: ...


class RedisBus:
    """Implements `Bus`. `name` is this process's, `wires` are its store's."""

    def __init__(self, wires: Wires, name: str) -> None:
        self._wires = wires
        self._name = name
        self._hear: Callable[[bytes], None] = lambda data: None
        self._missed: Callable[[], None] = lambda: None
        self._task: asyncio.Task[None] | None = None

    async def start(self, hear: Callable[[bytes], None], missed: Callable[[], None]) -> None:
        self._hear, self._missed = hear, missed
        try:
            pubsub = await self._subscribe()
        except (RedisError, OSError) as error:
            raise Unavailable(f"cannot subscribe: {error}") from error
        self._task = asyncio.create_task(self._listen(pubsub))

    async def send(self, posts: Sequence[tuple[str, bytes]]) -> None:
        sent = [self._wires.call("PUBLISH", self._channel(to), data) for to, data in posts]
        await asyncio.gather(*sent)

    async def number(self) -> int:
        return int(await self._wires.run(ARRIVE, self._wires.keys.arrivals, LASTS))

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def _channel(self, to: str) -> str:
        return f"{self._wires.keys.prefix}:relay:{to}"

    async def _subscribe(self) -> PubSub:
        pubsub: PubSub = self._wires.client.pubsub(ignore_subscribe_messages=True)
        await pubsub.subscribe(self._channel(self._name), self._channel(ALL))
        return pubsub

    async def _listen(self, pubsub: PubSub) -> None:
        while True:
            try:
                while True:
                    async with asyncio.timeout(SILENCE):
                        message = await pubsub.get_message(timeout=None)
                    if message is not None and message["type"] == "message":
                        self._hear(message["data"])
            except (RedisError, OSError, TimeoutError) as error:
                log.warning("relay subscription lost", error=str(error) or type(error).__name__)
            except Exception:
                log.exception("relay subscription failed")
            pubsub = await self._again(pubsub)

    async def _again(self, old: PubSub) -> PubSub:
        with contextlib.suppress(RedisError, OSError):
            await old.aclose()  # type: ignore[no-untyped-call] # redis-py's doing
        while True:
            try:
                pubsub = await self._subscribe()
            except (RedisError, OSError, TimeoutError):
                await asyncio.sleep(RETRY)
            else:
                log.info("relay subscription is back")
                self._missed()
                return pubsub
