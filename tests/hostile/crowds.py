"""Crowds of clients that only connect, against a server process of its own; somebody well-behaved asks for the time of day all the while.

Each function is bounded in time and count and returns its figures.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

import protocol.messages as wire
from protocol.codec import Codec
from tests.hostile.people import HELLO, UPGRADE, Bare, frame, resident
from tests.processes import ServerProcess

__all__ = ["Row", "connections", "deaf_crowd", "idle_crowd", "loris_crowd", "storm"]

AT_ONCE = 100
"""Connections that are opened at the same time, where it is not the point that they are."""
PATIENCE = 120.0
"""Seconds for anything here."""
PAGES = 400
"""Of 23 KB each: more than a kernel takes for a connection (4 MiB by default) and the server keeps for it (1 MiB) together."""
RULES = frame(Codec.JSON.encode(wire.GetRules(action="r", game="herokill", lang="zh")))


@dataclass
class Row:
    """`count` clients in `seconds`. `kib_each`: what the server's memory grew by for each of them, and `kib_left` once they are gone.

    `waits`: seconds that a well-behaved player waited for a pong, from beginning to end."""

    count: int = 0
    seconds: float = 0.0
    welcomed: int = 0
    kib_each: float = 0.0
    kib_left: float = 0.0
    waits: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.count} clients in {self.seconds:.1f} s, {self.welcomed} welcomed; {self.kib_each:.1f} KiB each, "
            f"{self.kib_left:.1f} when gone; a bystander waits {statistics.median(self.waits) * 1000:.1f} ms, "
            f"at most {max(self.waits) * 1000:.0f}"
        )


async def connections(server: ServerProcess) -> int:
    """How many players the server says it has."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
    text = await reader.read()
    writer.close()
    return int(float(text.split(b"\npaiju_connections ")[1].split()[0]))


async def alone(server: ServerProcess) -> None:
    """Until the bystander is the only one there."""
    while await connections(server) > 1:  # noqa: ASYNC110 - another process has to be asked
        await asyncio.sleep(0.05)


@asynccontextmanager
async def _bystander(server: ServerProcess) -> AsyncIterator[Row]:
    """Somebody who pings while a crowd is there. The row's figures of time and memory are made when it has gone."""
    codec, row = Codec.JSON, Row()

    async def wait_and_see() -> None:
        while True:
            began = time.monotonic()
            await raw.send(codec.encode(wire.Ping(nonce=1)), text=True)
            assert isinstance(codec.read_server(await raw.recv(decode=False)), wire.Pong)
            row.waits.append(time.monotonic() - began)
            await asyncio.sleep(0.02)

    async with asyncio.timeout(PATIENCE):
        raw = await connect(f"ws://127.0.0.1:{server.port}/", subprotocols=[Subprotocol(codec.value)])
        async with raw:
            await raw.send(HELLO, text=True)
            await raw.recv()
            watching = asyncio.create_task(wait_and_see())
            before, began = resident(server.pid), time.monotonic()
            yield row
            row.seconds = row.seconds or time.monotonic() - began
            await alone(server)
            row.kib_left = (resident(server.pid) - before) / 1024 / row.count
            assert not watching.done(), watching.exception()
            watching.cancel()


async def idle_crowd(server: ServerProcess, count: int, seconds: float) -> Row:
    """Players who have said hello and only answer heartbeats, for so long."""
    async with _bystander(server) as row:
        before, began, crowd = resident(server.pid), time.monotonic(), list[Bare]()
        while len(crowd) < count:
            some = min(AT_ONCE, count - len(crowd))
            crowd += await asyncio.gather(*(Bare.player(server.port) for _ in range(some)))
        row.count, row.welcomed, row.seconds = count, await connections(server) - 1, time.monotonic() - began
        await asyncio.sleep(seconds)
        row.kib_each = (resident(server.pid) - before) / 1024 / count
        assert not any(bare.lost.done() for bare in crowd), "an idle player was cut off"
        for bare in crowd:
            bare.cut()
    return row


async def storm(server: ServerProcess, count: int, seed: int) -> Row:
    """Everybody at once; half of them are gone again at some point of getting in."""
    luck = random.Random(seed)
    everything = UPGRADE + frame(HELLO)
    async with _bystander(server) as row:
        before = resident(server.pid)

        async def come() -> Bare | None:
            bare = await Bare.open(server.port)
            if luck.random() < 0.5:
                bare.transport.write(everything)
                await bare.greeted
                return bare
            bare.transport.write(everything[: luck.randrange(len(everything) + 1)])
            await asyncio.sleep(luck.uniform(0.0, 0.2))
            bare.cut()
            return None

        began = time.monotonic()
        came = await asyncio.gather(*(come() for _ in range(count)))
        row.count, row.seconds = count, time.monotonic() - began
        stayed = [bare for bare in came if bare is not None]
        row.welcomed = len(stayed)
        row.kib_each = (resident(server.pid) - before) / 1024 / count
        for bare in stayed:
            bare.cut()
    return row


async def loris_crowd(server: ServerProcess, count: int) -> Row:
    """Slow ones of each kind: nothing, an upgrade byte by byte, a hello byte by byte. `seconds` is until the server has cut off all."""
    async with _bystander(server) as row:
        before = resident(server.pid)

        async def dawdle(number: int) -> None:
            bare = await Bare.open(server.port, quiet=True)
            slow = (b"", UPGRADE, frame(HELLO[:-1] + b" " * 2000 + b"}"))[number % 3]
            if number % 3 == 2:
                bare.transport.write(UPGRADE)
            for byte in slow:
                if bare.lost.done():
                    return
                bare.transport.write(bytes([byte]))
                await asyncio.sleep(0.2)
            await bare.lost

        crowd = asyncio.gather(*(dawdle(number) for number in range(count)))
        await asyncio.sleep(1.0)
        row.count, row.kib_each = count, (resident(server.pid) - before) / 1024 / count
        await crowd
    return row


async def deaf_crowd(server: ServerProcess, count: int) -> Row:
    """Players who ask for the longest page again and again and read nothing. `seconds` is until the server has cut off all."""
    async with _bystander(server) as row:
        before, peak = resident(server.pid), 0

        async def look() -> None:
            nonlocal peak
            while True:
                peak = max(peak, resident(server.pid))
                await asyncio.sleep(0.01)

        looking = asyncio.create_task(look())
        crowd = [await Bare.player(server.port, narrow=True) for _ in range(count)]
        for bare in crowd:
            bare.transport.pause_reading()
            bare.transport.write(RULES * PAGES)
        row.count, row.welcomed = count, count
        await alone(server)
        looking.cancel()
        row.kib_each = (peak - before) / 1024 / count
        for bare in crowd:
            bare.cut()
    return row
