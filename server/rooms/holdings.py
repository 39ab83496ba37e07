"""The rooms that this process holds: making, claiming and restoring them, handing them over."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from weakref import WeakValueDictionary

import structlog

import protocol.messages as wire
from protocol.slugs import Slug
from server.links import Link
from server.metrics import Metrics
from server.profiles.book import Book
from server.rooms import entries as e
from server.rooms.actor import Room
from server.rooms.brains import Brains
from server.rooms.directory import Directory
from server.rooms.fold import Fold
from server.rooms.hall import Refusal
from server.rooms.journal import Journal
from server.rooms.making import check_request, first_entries
from server.rooms.parts import House, Later, Say
from server.rooms.secrets import Bytes, code_for
from server.rooms.settings import RoomSettings
from server.rooms.upkeep import Upkeep
from server.store.base import RoomId, Store, Unavailable

__all__ = ["Holdings"]

log = structlog.get_logger()

ATTEMPTS = 5
"""Codes that a new room may try: two equal ones in a billion are bad luck enough."""


class Holdings:
    """`restore` first; `drain` last. `shared`: other processes may hold rooms of the same store."""

    def __init__(
        self,
        store: Store,
        settings: RoomSettings,
        metrics: Metrics,
        clock: Callable[[], float],
        random: Bytes,
        later: Later,
        book: Book,
        *,
        shared: bool,
    ) -> None:
        self.directory = Directory()
        self.rooms = self.directory.rooms
        self._store = store
        self._settings = settings
        self._metrics = metrics
        self._random = random
        self._brains = Brains()
        calls = (self.directory.moved, self._ended, book.note)
        self._house = House(settings, metrics, clock, later, random, self._brains, *calls)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._doors: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """One request at a time makes a room or takes it from the store: the next one finds it."""
        self._hopeless: set[str] = set()
        """Rooms that could not be restored, or failed too often. They stay in the store as they are, and only who enters one has it tried
        again."""
        self._secret = b""
        self._draining = False
        self.upkeep = Upkeep(self.rooms, self._hopeless, store, self._house, self.find, shared=shared)
        metrics.count(metrics.rooms, lambda: len(self.rooms))
        metrics.count(metrics.matches, lambda: sum(r.playing for r in self.rooms.values()))

    # -- life ---------------------------------------------------------------------------------------------------------

    async def restore(self) -> int:
        """Begin to look after the rooms, and take every room of the store that nobody holds. Returns how many were taken."""
        self._secret = await self._store.secret()
        self.upkeep.start()
        while await self.upkeep.gather():
            pass
        log.info("rooms restored", rooms=len(self.rooms))
        return len(self.rooms)

    async def drain(self) -> None:
        """Stop all clocks, save every room, and let others have them."""
        self._draining = True
        for room in list(self.rooms.values()):
            room.drain()
        await self.upkeep.stop()
        for door in list(self._doors.values()):
            async with door:
                pass  # a room that is being made or restored now comes to be, and drains
        if self._tasks:
            await asyncio.wait(self._tasks.values())
        self._brains.close()

    # -- finding and making -------------------------------------------------------------------------------------------

    async def find(self, code: str, *, again: bool = True) -> str | None:
        """Have the room here if nobody else has it. Returns the name of the process that holds it, None where it is here or nowhere.
        `again`: also if it has failed here before. Raises Unavailable."""
        if code in self.rooms or (code in self._hopeless and not again):
            return None
        async with self._door(code):
            return await self._find(code)

    async def make(self, link: Link, message: wire.CreateRoom, allow: Callable[[], Awaitable[None]]) -> str:
        """The code of the room that this request of the link's player makes, or has made. Raises Refusal or Unavailable, or what `allow`
        does, which is asked before a room is made."""
        if (made := self.directory.made_by(link.player, message.action)) is not None:
            return made
        check_request(self._settings, message)
        for attempt in range(ATTEMPTS):
            code = code_for(self._secret, link.player, message.action, attempt)
            async with self._door(code):
                if await self._make(code, link, message, allow):
                    return code
        raise Refusal(Slug.SERVER_FULL, "no free room code was found; try again")

    def _door(self, code: str) -> asyncio.Lock:
        return self._doors.setdefault(code, asyncio.Lock())

    async def _find(self, code: str) -> str | None:
        if self._draining:
            raise Refusal(Slug.SERVER_DRAINING, Say.DRAINING)
        room = RoomId(code)
        holder = await self._store.holder(room)
        if holder not in (None, self._settings.owner):
            return holder
        if code in self.rooms or await self._store.load(room) is None:
            return None
        journal = await self._claim(code)
        if journal is None:
            return await self._store.holder(room)
        try:
            fold, past = await journal.load()
        except Unavailable:
            raise
        except Exception:
            log.exception("room cannot be restored", room=code)
            self._metrics.faults.labels("restore").inc()
            self._hopeless.add(code)
            await journal.release()
            return None
        self._open(Room(fold, journal, self._house, past, restored=True))
        return None

    async def _make(
        self, code: str, link: Link, message: wire.CreateRoom, allow: Callable[[], Awaitable[None]]
    ) -> bool:
        """Whether the code now is that of the request's room."""
        # Where another process has the code, it has it from this very request, but for a chance of one in billions.
        if await self._find(code) is not None:
            return True
        if (room := self.rooms.get(code)) is not None:
            return room.fold.state.made_by == (link.player, message.action)
        if code in self._hopeless:
            return False
        if len(self.rooms) >= self._settings.max_rooms:
            raise Refusal(Slug.SERVER_FULL, "this server has no place for another room")
        await allow()
        journal = await self._claim(code)
        if journal is None:
            return True
        first = first_entries(code, link.player, link.name, message, self._random)
        tick = e.Tick(0.0, round(self._house.clock() * 1000), 1, first)
        fold = Fold.create(tick)
        await journal.append(tick)
        self._open(Room(fold, journal, self._house, [], restored=False))
        log.info("room made", room=code, game=message.game, player=link.player, seats=message.seats)
        return True

    async def _claim(self, code: str) -> Journal | None:
        settings = self._settings
        return await Journal.claim(
            self._store, code, settings.owner, settings.lease_ttl, self._house.clock, self._metrics
        )

    def _open(self, room: Room) -> None:
        self.directory.add(room)
        self._tasks[room.code] = asyncio.create_task(room.run())
        if self._draining:
            room.drain()

    def _ended(self, room: Room) -> None:
        if room.failed:
            self._hopeless.add(room.code)
        self.directory.remove(room)
        del self._tasks[room.code]
