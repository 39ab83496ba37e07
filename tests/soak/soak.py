"""Players who come, play, drop out and leave for good, hour after hour; and then nobody. What grew, and what was left?

A party comes together, plays a match (checked by `tests.tables`), loses connections on the way, and ends in one of the ways that parties
end: with goodbyes, by everybody just being gone, or in the middle of a match. Sessions and records live for a minute and a half here.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import sqlite3
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import protocol.messages as wire
from clients.cli.connection import Connection, Gone
from tests.hostile.people import resident
from tests.processes import ServerProcess
from tests.redis_server import RedisServer, any_program
from tests.tables import GAMES, Table

__all__ = ["Report", "Soak", "slope"]

PARTIES = 6
"""At the same time."""
KEEP = 90.0
"""Seconds for which sessions and records are kept."""
PATIENCE = 150.0
"""Seconds in which everything must be gone once everybody is: rooms in seconds, the rest when its time has run out."""
WARM = 0.4
"""The share of the time after which memory is looked at: caches fill, arenas grow."""
TOLERANCE = 1.0
"""MiB a minute. A server that lost a kilobyte per match would grow by a fraction of it; one that kept a room per party, by several.
Looks shorter than three minutes are mostly noise and are not judged."""
JUDGED = 180.0
LASTING = {b"paiju:secret", b"paiju:arrivals"}
"""What stays in Redis: what all processes share."""
SPARE_FILES = 8
"""That a process may open for itself, once."""
FORESEEN = ("the other processes cannot be heard",)
"""Warnings of a machine that is busy with something else."""


@dataclass
class Report:
    """`slopes` are MiB a minute, one for each server process, None where the time was too short to tell. `left`: what should be gone."""

    seconds: float = 0.0
    parties: Counter[str] = field(default_factory=Counter)
    matches: int = 0
    players: int = 0
    dropped: int = 0
    slopes: list[float] = field(default_factory=list)
    resident: list[tuple[int, int]] = field(default_factory=list)
    """Bytes after the warm-up and at the end, of each process."""
    left: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        parties = ", ".join(f"{count} {how}" for how, count in sorted(self.parties.items()))
        memory = ", ".join(
            f"{before / 2**20:.1f} → {after / 2**20:.1f} MiB ({grew:+.2f} a minute)"
            for (before, after), grew in zip(self.resident, self.slopes, strict=True)
        )
        return "\n".join(
            [
                f"{self.seconds:.0f} s: {self.players} players, {self.matches} matches verified, {self.dropped} connections dropped",
                f"parties: {parties}",
                f"memory: {memory}",
                *(self.left or ["nothing is left: no room, task, connection, file, row or key"]),
            ]
        )


def slope(samples: Sequence[tuple[float, float]]) -> float:
    """Of the line that fits best (least squares), per unit of the first."""
    n = len(samples)
    x, y = sum(t for t, _ in samples) / n, sum(v for _, v in samples) / n
    spread = sum((t - x) ** 2 for t, _ in samples)
    return sum((t - x) * (v - y) for t, v in samples) / spread if spread else 0.0


class Soak:
    """With `shared`, two processes over one Redis; else one over SQLite."""

    def __init__(self, folder: Path, seed: int, *, shared: bool, keep: float = KEEP) -> None:
        self.report = Report()
        self._folder = folder
        self._luck = random.Random(seed)
        self._keep = keep
        self._numbers = itertools.count()
        self._redis: RedisServer | None = None
        if shared:
            program = any_program()
            assert program is not None, "no redis-server or valkey-server on the PATH"
            (folder / "redis").mkdir()
            self._redis = RedisServer(program, folder / "redis")
        self._file = folder / "rooms.db"

    async def run(self, seconds: float) -> Report:
        """Raises what a player complains of, and AssertionError for memory that grows or things that stay."""
        with self._redis or contextlib.nullcontext():
            store = f"sqlite:{self._file}" if self._redis is None else self._redis.url
            self._servers = [self._server(n, store) for n in range(1 if self._redis is None else 2)]
            try:
                for server in self._servers:
                    await server.start()
                await asyncio.sleep(1.0)
                before = [await self._now(server) for server in self._servers]
                await self._play(seconds)
                await self._wait_for_nothing(before)
            finally:
                for server in self._servers:
                    await server.kill()
        self._look_at_logs()
        if seconds * (1 - WARM) >= JUDGED:
            self.report.left += [
                f"memory grows by {grew:.2f} MiB a minute" for grew in self.report.slopes if grew > TOLERANCE
            ]
        return self.report

    def _server(self, number: int, store: str) -> ServerProcess:
        days = self._keep / 86_400
        return ServerProcess(
            self._folder / f"server{number}.log", store, program="tests.soak.serving", session_days=days, record_days=days,
            history_days=days,
            log_level="warning", ping_interval=2, ping_timeout=5,
        )  # fmt: skip

    # -- people -------------------------------------------------------------------------------------------------------

    async def _play(self, seconds: float) -> None:
        began, end = time.monotonic(), time.monotonic() + seconds
        samples: list[list[tuple[float, float]]] = [[] for _ in self._servers]

        async def parties() -> None:
            while time.monotonic() < end:
                await self._party()

        playing = [asyncio.create_task(parties()) for _ in range(PARTIES)]
        while not all(task.done() for task in playing):
            await asyncio.wait(playing, timeout=1.0, return_when=asyncio.FIRST_EXCEPTION)
            for task in playing:
                if task.done():
                    task.result()
            if time.monotonic() > began + WARM * seconds:
                now = (time.monotonic() - began) / 60
                for server, own in zip(self._servers, samples, strict=True):
                    own.append((now, resident(server.pid) / 2**20))
        self.report.seconds = time.monotonic() - began
        self.report.slopes = [slope(own) for own in samples]
        self.report.resident = [(int(own[0][1] * 2**20), int(own[-1][1] * 2**20)) for own in samples]

    async def _party(self) -> None:
        luck = self._luck
        people, bots = luck.choice(((2, 1), (2, 2), (3, 0), (4, 0), (1, 2)))
        game = luck.choice([game for game in GAMES if game != "gandengyan" or people + bots >= 4])
        ports = [server.port for server in self._servers]
        luck.shuffle(ports)
        table = Table(ports, next(self._numbers), game, people, bots, think=0.01)
        self.report.players += people
        how = luck.choice(("with goodbyes", "without a word", "in the middle"))
        only_one = asyncio.Event()
        only_one.set()
        try:
            await table.open()
            playing = asyncio.create_task(table.play(only_one))
            dropping = asyncio.create_task(self._drop(table.links))
            await asyncio.wait(
                [playing], timeout=luck.uniform(0.2, 3.0) if how == "in the middle" else self._keep / 2
            )
            dropping.cancel()
            if not playing.done():
                how = "in the middle"
                playing.cancel()
                await asyncio.wait([playing])
            else:
                playing.result()
            if how == "with goodbyes" or (how == "in the middle" and luck.random() < 0.5):
                await self._leave(table)
        finally:
            await table.close()
        self.report.parties[how] += 1
        self.report.matches += table.matches

    async def _drop(self, links: Sequence[Connection]) -> None:
        """Reset a connection now and then; it heals."""
        while True:
            await asyncio.sleep(self._luck.uniform(0.3, 3.0))
            socket = self._luck.choice(links).socket
            if socket is not None:
                socket.transport.abort()
                self.report.dropped += 1

    async def _leave(self, table: Table) -> None:
        for link in table.links:
            with contextlib.suppress(Gone):
                await link.insist(wire.Leave(action=link.action(), room=table.room))

    # -- what is left -------------------------------------------------------------------------------------------------

    async def _now(self, server: ServerProcess) -> dict[str, int]:
        """What the process has open."""
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        writer.write(b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
        lines = (await reader.read()).decode().splitlines()
        writer.close()
        wanted = ("connections", "rooms", "matches", "tasks")
        values = {name: value for name, _, value in (line.partition(" ") for line in lines)}
        now = {name: int(float(values[f"paiju_{name}"])) for name in wanted}
        return now | {"files": len(list(Path(f"/proc/{server.pid}/fd").iterdir()))}

    async def _wait_for_nothing(self, before: list[dict[str, int]]) -> None:
        end = time.monotonic() + PATIENCE
        while left := await self._leftovers(before):
            if time.monotonic() > end:
                self.report.left += left
                return
            await asyncio.sleep(1.0)

    async def _leftovers(self, before: list[dict[str, int]]) -> list[str]:
        left = []
        for number, (server, was) in enumerate(zip(self._servers, before, strict=True)):
            now = await self._now(server)
            left += [
                f"server {number} has {now[name]} {name}, had {was[name]}"
                for name in now
                if now[name] > was[name] + SPARE_FILES * (name == "files")
            ]
        return left + (self._rows() if self._redis is None else self._keys(self._redis))

    def _rows(self) -> list[str]:
        with contextlib.closing(sqlite3.connect(f"file:{self._file}?mode=ro", uri=True)) as sql:
            tables = [name for (name,) in sql.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            counts = {name: sql.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in tables}
        return [f"{count} rows in {name}" for name, count in counts.items() if count > (name == "state")]

    def _keys(self, redis: RedisServer) -> list[str]:
        """All but what lasts."""
        with redis.client() as client:
            keys = [key for key in client.scan_iter(count=1000) if key not in LASTING]
        kinds = Counter(key.split(b":")[1].decode() for key in keys)
        return [f"{count} keys of {kind}" for kind, count in kinds.items()]

    def _look_at_logs(self) -> None:
        for server in self._servers:
            lines = server.said().splitlines()
            self.report.left += [line[:300] for line in lines if not any(word in line for word in FORESEEN)]
