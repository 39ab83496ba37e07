"""Once a second: wake the rooms of this process, keep their leases and cards, and take rooms that nobody holds."""

from __future__ import annotations

import asyncio
import random as luck
from collections.abc import Awaitable, Callable, Mapping

import msgspec
import structlog

from server.rooms.actor import Room
from server.rooms.directory import card_of
from server.rooms.hall import Refusal
from server.rooms.parts import Alarm, House
from server.store.base import Fenced, Store, StoreError

__all__ = ["Upkeep"]

log = structlog.get_logger()

BEAT = 1.0
"""Seconds between two looks at all rooms; what they write at a beat is one transaction of the store."""
GATHERED = 256
"""Rooms without an owner that are looked at in one go."""


class Upkeep:
    """`find` takes a room from the store if nobody has it; `shared`: others may have some."""

    def __init__(
        self,
        rooms: Mapping[str, Room],
        hopeless: set[str],
        store: Store,
        house: House,
        find: Callable[[str], Awaitable[str | None]],
        *,
        shared: bool,
    ) -> None:
        """`hopeless` are rooms not to be taken unasked."""
        self.task: asyncio.Task[None] | None = None
        self._rooms = rooms
        self._hopeless = hopeless
        self._store = store
        self._house = house
        self._find = find
        self._shared = shared
        self._wanted = False
        self._stopped = False
        self._awake = asyncio.Event()
        self._alarm = Alarm(house.later, self._awake.set)
        self._well_since: float | None = float("-inf")
        """From when on the store answered each time; None while it does not."""

    def start(self) -> None:
        if self.task is None:
            self.task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Take no more rooms, and return when none is being taken."""
        self._stopped = True
        self._awake.set()
        if self.task is not None:
            await asyncio.wait([self.task])

    def look(self) -> None:
        """Look for rooms that nobody holds at the next beat."""
        self._wanted = True

    async def gather(self) -> int:
        """Take rooms that nobody holds, some hundreds at most. Returns how many were taken."""
        settings = self._house.settings
        gate = asyncio.Semaphore(settings.restores_at_once)
        before = len(self._rooms)

        async def take(code: str) -> None:
            async with gate:
                if not self._stopped:
                    await self._find(code)

        codes = [
            code
            for code in await self._store.unclaimed(GATHERED + len(self._hopeless))
            if code not in self._hopeless and code not in self._rooms
        ]
        luck.shuffle(codes)  # processes that gather at the same time share the work
        room = max(0, settings.max_rooms - before)
        await asyncio.gather(*(take(code) for code in codes[:room]))
        return len(self._rooms) - before

    # -- inside -------------------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        ttl = self._house.settings.lease_ttl
        renewed = gathered = looked = self._house.clock()
        while not self._stopped:
            began = self._house.clock()
            self._alarm.set(began, began + BEAT)
            await self._awake.wait()
            self._awake.clear()
            now = self._house.clock()
            if now - looked > BEAT + ttl:
                lasted = round(now - looked, 1)
                log.warning("this process stood still for longer than a lease lasts", seconds=lasted)
            looked = now
            try:
                if now - renewed >= ttl / 3:
                    renewed = now
                    await self._renew_all()
                for room in list(self._rooms.values()):
                    room.beat()
                if not self._shared:
                    continue
                await asyncio.gather(*(self._show(room) for room in list(self._rooms.values())))
                if self._may_gather(now) and (self._wanted or now - gathered >= ttl):
                    gathered, self._wanted = now, False
                    await self._gather()
            except Exception:
                log.exception("upkeep failed")

    def _may_gather(self, now: float) -> bool:
        """Not when the store was out of reach a moment ago: then all leases may have run out, and whose rooms these are renew them now."""
        return self._well_since is not None and now - self._well_since >= self._house.settings.lease_ttl

    async def _gather(self) -> None:
        try:
            taken = await self.gather()
        except StoreError as error:
            self._well_since = None
            log.warning("cannot look for rooms that nobody holds", error=str(error))
        except Refusal:
            return  # this process is going down
        else:
            if taken:
                log.info("rooms taken that nobody held", rooms=taken)

    async def _renew_all(self) -> None:
        rooms = list(self._rooms.values())
        # Who has no lease to renew wants to know as well whether the store can be reached.
        works = [self._renew(room) for room in rooms] or [self._ping()]
        well = all(await asyncio.gather(*works))
        if not well:
            self._well_since = None
        elif self._well_since is None:
            self._well_since = self._house.clock()

    async def _renew(self, room: Room) -> bool:
        """Whether the store could be reached."""
        try:
            await room.keeper.journal.renew()
        except Fenced:
            room.fenced()
        except StoreError:
            log.warning("lease not renewed", room=room.code)
            return False
        return True

    async def _ping(self) -> bool:
        try:
            await self._store.ping()
        except StoreError:
            return False
        return True

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
