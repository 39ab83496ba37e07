"""Many people at many tables on several servers over one Redis, while everything fails that can.

Checked by the people themselves (`tests.tables`): nothing acknowledged is lost, doubled or reordered, what everybody folded is what is,
every game ends. Checked afterwards: no server has met what nobody foresaw, and no key in Redis is there for ever.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

from tests.chaos.front import Front
from tests.processes import ServerProcess
from tests.redis_server import RedisServer, any_program
from tests.tables import GAMES, Table

__all__ = ["Report", "Storm"]

LEASE = 3.0
"""Seconds, the servers' default."""
PATIENCE = 180.0
"""Seconds in which the last games must end once the weather is fine."""
FORESEEN = ("the store is out of reach", "the relay could not send")
"""Errors in the servers' logs that are meant to be there."""


@dataclass
class Report:
    """What the storm did and what it found. `faults` counts what was done to the servers, by kind."""

    seconds: float = 0.0
    faults: Counter[str] = field(default_factory=Counter)
    matches: int = 0
    taken: int = 0
    takeovers: int = 0
    complaints: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        faults = ", ".join(f"{count} {kind}" for kind, count in sorted(self.faults.items()))
        lines = [
            f"{self.seconds:.0f} s; injected: {faults}",
            f"{self.matches} matches finished and verified, {self.taken} acknowledged answers each found once and in order",
            f"{self.takeovers} rooms taken over by another process",
        ]
        return "\n".join(
            [*lines, *self.complaints] if self.complaints else [*lines, "nothing lost, doubled or reordered"]
        )


class Storm:
    """`servers` processes, `rooms` tables of `people` each."""

    def __init__(
        self, folder: Path, seed: int, *, servers: int = 3, rooms: int = 20, people: int = 4
    ) -> None:
        program = any_program()
        assert program is not None, "no redis-server or valkey-server on the PATH"
        (folder / "redis").mkdir()
        # What Redis has acknowledged must survive its own death here: a storm that allowed losses could find none.
        self.redis = RedisServer(program, folder / "redis", {"appendfsync": "always"})
        self.luck = random.Random(seed)
        self.report = Report()
        self._folder = folder
        self._servers = servers
        self._rooms = rooms
        self._people = people

    async def rage(self, seconds: float) -> Report:
        """Play for so long in the storm, and to the end of the games in fine weather. Raises what any player complains of."""
        began = time.monotonic()
        with self.redis:
            self.servers = [
                ServerProcess(self._folder / f"server{n}.log", self.redis.url) for n in range(self._servers)
            ]
            await asyncio.gather(*(server.start() for server in self.servers))
            try:
                async with Front([server.port for server in self.servers], self.luck) as self.front:
                    await self._play(seconds)
                await asyncio.gather(*(server.stop() for server in self.servers))
            finally:
                for server in self.servers:
                    server.resume()
                    await server.kill()
            self._look_at_keys()
        self._look_at_logs()
        self.report.seconds = time.monotonic() - began
        return self.report

    async def _play(self, seconds: float) -> None:
        games = [*GAMES]
        tables = [
            Table([self.front.port], n, games[n % len(games)], people=self._people, bots=0, think=0.1)
            for n in range(self._rooms)
        ]
        stop = asyncio.Event()
        weather: asyncio.Task[None] | None = None
        try:
            await asyncio.gather(*(table.open() for table in tables))
            playing = [asyncio.create_task(table.play(stop)) for table in tables]
            weather = asyncio.create_task(self._weather(seconds))
            done, _ = await asyncio.wait([weather, *playing], return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()  # whoever has a complaint ends the storm
            stop.set()
            await asyncio.wait_for(asyncio.gather(*playing), PATIENCE)
        finally:
            if weather is not None:
                weather.cancel()
                await asyncio.wait([weather])
            for table in tables:
                await table.close()
        self.report.matches = sum(table.matches for table in tables)
        self.report.taken = sum(table.taken for table in tables)

    # -- the weather --------------------------------------------------------------------------------------------------

    async def _weather(self, seconds: float) -> None:
        kinds: dict[str, Callable[[], Awaitable[None]]] = {
            "server killed": self._kill,
            "server paused past its lease": self._pause,
            "server drained": self._drain,
            "redis restarted": self._restart_redis,
            "redis killed": self._kill_redis,
            "redis stalled": self._stall_redis,
            "connections dropped": self._drop,
            "connections half open": self._stall,
        }
        end = time.monotonic() + seconds
        names = list(kinds)
        self.luck.shuffle(names)
        while time.monotonic() < end:
            for name in names:  # each kind once before any comes again
                await asyncio.sleep(self.luck.uniform(0.5, 2.5))
                self.report.faults[name] += 1
                await kinds[name]()
                if time.monotonic() >= end:
                    break

    async def _kill(self) -> None:
        server = self.luck.choice(self.servers)
        await server.kill()
        await asyncio.sleep(self.luck.uniform(0.0, 5.0))
        await server.start()

    async def _pause(self) -> None:
        server = self.luck.choice(self.servers)
        server.pause()
        await asyncio.sleep(LEASE + self.luck.uniform(0.5, 4.0))
        server.resume()

    async def _drain(self) -> None:
        server = self.luck.choice(self.servers)
        await server.stop()
        await server.start()

    async def _restart_redis(self) -> None:
        await asyncio.to_thread(self.redis.stop)
        await asyncio.sleep(self.luck.uniform(0.0, 4.0))
        await asyncio.to_thread(self.redis.start)

    async def _kill_redis(self) -> None:
        await asyncio.to_thread(self.redis.kill)
        await asyncio.sleep(self.luck.uniform(0.0, 2.0))
        await asyncio.to_thread(self.redis.start)

    async def _stall_redis(self) -> None:
        self.redis.pause()
        await asyncio.sleep(self.luck.uniform(0.5, 5.0))
        self.redis.resume()

    async def _drop(self) -> None:
        self.report.faults["… of them dropped"] += self.front.drop(0.4)

    async def _stall(self) -> None:
        self.report.faults["… of them half open"] += self.front.stall(0.3, self.luck.uniform(2.0, 6.0))

    # -- afterwards ---------------------------------------------------------------------------------------------------

    def _look_at_keys(self) -> None:
        with self.redis.client() as redis:
            for key in redis.scan_iter(count=1000):
                if redis.ttl(key) == -1:
                    self.report.complaints.append(f"a key that would stay for ever: {key!r}")

    def _look_at_logs(self) -> None:
        for n in range(self._servers):
            text = (self._folder / f"server{n}.log").read_text(errors="replace")
            self.report.takeovers += text.count("room taken over by another process")
            for line in text.splitlines():
                loud = "[error" in line or '"level": "error"' in line or line.startswith("Traceback")
                if loud and not any(word in line for word in FORESEEN):
                    self.report.complaints.append(f"server {n}: {line[:300]}")
