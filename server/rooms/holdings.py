"""The rooms that this process holds: claiming and restoring them, keeping their leases, handing them over."""

from __future__ import annotations

import asyncio
import random as luck
from collections.abc import Awaitable, Callable
from weakref import WeakValueDictionary

import msgspec
import structlog

import protocol.messages as wire
from protocol.slugs import Slug
from server.links import Link
from server.metrics import Metrics
from server.rooms import entries as e
from server.rooms.actor import Room
from server.rooms.brains import Brains
from server.rooms.directory import Directory, card_of
from server.rooms.fold import Fold
from server.rooms.hall import Refusal
from server.rooms.journal import Journal
from server.rooms.making import check_request, first_entries
from server.rooms.parts import Alarm, House, Later, Say
from server.rooms.secrets import Bytes, code_for
from server.rooms.settings import RoomSettings
from server.store.base import Fenced, RoomId, Store, StoreError, Unavailable

__all__ = ["Holdings"]

log = structlog.get_logger()

BEAT = 1.0
"""Seconds between two looks at all rooms; what they write at a beat is one transaction of the store."""
GATHERED = 256
"""Rooms without an owner that are looked at in one go."""
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
        *,
        shared: bool,
    ) -> None:
        self.directory = Directory()
        self.rooms = self.directory.rooms
        self._store = store
        self._settings = settings
        self._metrics = metrics
        self._random = random
        self._shared = shared
        self._brains = Brains()
        self._house = House(
            settings, metrics, clock, later, random, self._brains, self.directory.moved, self._ended
        )
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._doors: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """One request at a time makes a room or takes it from the store: the next one finds it."""
        self._hopeless: set[str] = set()
        """Rooms that could not be restored, or failed too often. They stay in the store as they are, and only who enters one has it tried
        again."""
        self._secret = b""
        self._look = False
        self._draining = False
        self._keeper: asyncio.Task[None] | None = None
        self._awake = asyncio.Event()
        """For the keeper: it is time, or the end."""
        self._alarm = Alarm(later, self._awake.set)
        metrics.count(metrics.rooms, lambda: len(self.rooms))
        metrics.count(metrics.matches, lambda: sum(r.playing for r in self.rooms.values()))

    # -- life ---------------------------------------------------------------------------------------------------------

    async def restore(self) -> int:
        """Take every room of the store that nobody holds, and begin to look after the rooms. Returns how many were taken."""
        self._secret = await self._store.secret()
        while await self.gather():
            pass
        if self._keeper is None:
            self._keeper = asyncio.create_task(self._keep())
        log.info("rooms restored", rooms=len(self.rooms))
        return len(self.rooms)

    async def gather(self) -> int:
        """Take rooms that nobody holds, some hundreds at most. Returns how many were taken."""
        gate = asyncio.Semaphore(self._settings.restores_at_once)
        before = len(self.rooms)

        async def take(code: str) -> None:
            async with gate:
                if not self._draining:
                    await self.find(code)

        codes = [
            code
            for code in await self._store.unclaimed(GATHERED + len(self._hopeless))
            if code not in self._hopeless and code not in self.rooms
        ]
        luck.shuffle(codes)  # processes that gather at the same time share the work
        room = max(0, self._settings.max_rooms - before)
        await asyncio.gather(*(take(code) for code in codes[:room]))
        return len(self.rooms) - before

    async def drain(self) -> None:
        """Stop all clocks, save every room, and let others have them."""
        self._draining = True
        self._awake.set()
        for room in list(self.rooms.values()):
            room.drain()
        for door in list(self._doors.values()):
            async with door:
                pass  # a room that is being made or restored now comes to be, and drains
        for tasks in ([] if self._keeper is None else [self._keeper], self._tasks.values()):
            if tasks:
                await asyncio.wait(tasks)
        self._brains.close()

    async def _keep(self) -> None:
        """Beat for the rooms, keep their leases and cards, take what others have left."""
        clock, ttl = self._house.clock, self._settings.lease_ttl
        renewed = gathered = looked = clock()
        while True:
            self._alarm.set(BEAT)
            await self._awake.wait()
            self._awake.clear()
            if self._draining:
                return
            now = clock()
            if now - looked > BEAT + ttl:
                log.warning(
                    "this process stood still for longer than a lease lasts", seconds=round(now - looked, 1)
                )
            looked = now
            rooms = list(self.rooms.values())
            for room in rooms:
                room.beat()
            if now - renewed >= ttl / 3:
                renewed = now
                await asyncio.gather(*(self._renew(room) for room in rooms))
            if self._shared:
                await asyncio.gather(*(self._show(room) for room in rooms))
            if self._shared and (self._look or now - gathered >= ttl):
                gathered, self._look = now, False
                await self._gather_quietly()

    def look(self) -> None:
        """Look for rooms that nobody holds at the next beat."""
        self._look = True

    async def _gather_quietly(self) -> None:
        try:
            taken = await self.gather()
        except StoreError as error:
            log.warning("cannot look for rooms that nobody holds", error=str(error))
            return
        if taken:
            log.info("rooms taken that nobody held", rooms=taken)

    async def _renew(self, room: Room) -> None:
        try:
            await room.keeper.journal.renew()
        except Fenced:
            room.fenced()
        except StoreError:
            log.warning("lease not renewed", room=room.code)

    async def _show(self, room: Room) -> None:
        """Put the room's card where other processes see it, if it has changed."""
        info = room.audience.sight.info
        if room.shown is info or room.closed:
            return
        card = msgspec.msgpack.encode(card_of(info)) if info.listed else b""
        people = [seat.player for seat in info.seats if seat.player is not None]
        try:
            await room.keeper.journal.put_card(card, people)
        except StoreError:
            return  # whoever takes the room over shows it again
        room.shown = info

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
