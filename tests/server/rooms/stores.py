"""Stores that fail as a test wants it, over one that does not."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from server.store.base import Conflict, Lease, RoomId, Unavailable

__all__ = ["Forgetful", "Slow", "Unreliable"]


class Unreliable:
    """A store that is `down` at will. `lies`: appends that reach it are reported as failed so many times; `silent_deletes` the same for
    rooms deleted."""

    def __init__(self, store: Any) -> None:
        self._store = store
        self.down = False
        self.lies = 0
        self.silent_deletes = 0
        self.no_records = False

    async def put_record(self, *args: Any) -> None:
        if self.down or self.no_records:
            raise Unavailable("out of reach")
        await self._store.put_record(*args)

    def __getattr__(self, name: str) -> Any:
        call = getattr(self._store, name)

        async def tried(*args: Any) -> Any:
            if self.down and name != "close":
                raise Unavailable("out of reach")
            return await call(*args)

        return tried

    async def append(self, lease: Lease, expected: int, entries: Sequence[bytes]) -> int:
        if self.down:
            raise Unavailable("out of reach")
        last: int = await self._store.append(lease, expected, entries)
        if self.lies:
            self.lies -= 1
            raise Unavailable("the answer got lost")
        return last

    async def delete(self, lease: Lease) -> None:
        await self._store.delete(lease)
        if self.silent_deletes:
            self.silent_deletes -= 1
            raise Unavailable("the answer got lost")


class Forgetful:
    """A store that keeps what is appended in mind, and forgets it when told. Everything else writes that down first."""

    def __init__(self, store: Any) -> None:
        self._store = store
        self._minded: dict[RoomId, list[tuple[Lease, int, list[bytes]]]] = {}
        self.minds = False

    async def append(self, lease: Lease, expected: int, entries: Sequence[bytes]) -> int:
        minded = self._minded.get(lease.room, [])
        if not self.minds and not minded:
            return int(await self._store.append(lease, expected, entries))
        last = minded[-1][1] + len(minded[-1][2]) if minded else await self._last(lease.room)
        if expected != last:
            raise Conflict(lease.room, expected, last)
        self._minded.setdefault(lease.room, []).append((lease, expected, list(entries)))
        return expected + len(entries)

    def forget(self) -> None:
        self._minded.clear()
        self.minds = False

    async def _last(self, room: RoomId) -> int:
        stored = await self._store.load(room)
        return 0 if stored is None else int(stored.last)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


class Slow:
    """A store whose calls named in `holds` wait until `go`. `waiting` are those that do."""

    def __init__(self, store: Any) -> None:
        self._store = store
        self._go = asyncio.Event()
        self.holds: set[str] = set()
        self.waiting: list[str] = []

    def go(self) -> None:
        self.holds.clear()
        self._go.set()

    def __getattr__(self, name: str) -> Any:
        call = getattr(self._store, name)

        async def held(*args: Any) -> Any:
            if name in self.holds:
                self.waiting.append(name)
                await self._go.wait()
            return await call(*args)

        return held
