"""All rooms of this process: making, finding, restoring and letting go of them."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from itertools import islice

import structlog

import protocol.messages as wire
from engine.registry import UnknownGame, find_game
from protocol.slugs import Slug
from server.links import Link, PlayerId
from server.metrics import Metrics
from server.rooms import entries as e
from server.rooms.actor import Room
from server.rooms.clocks import steady_clock
from server.rooms.directory import Directory
from server.rooms.fold import Fold
from server.rooms.hall import Refusal
from server.rooms.journal import Journal
from server.rooms.lobby import check_options, room_name
from server.rooms.parts import CaughtUp, House, Later, Lost, Request, nap
from server.rooms.record import read_kept
from server.rooms.secrets import Bytes, keep_password, new_code
from server.rooms.settings import RoomSettings
from server.store.base import Fenced, RoomId, Store, StoreError, Unavailable

__all__ = ["Rooms"]

log = structlog.get_logger()

BEAT = 1.0
"""Seconds between two looks at all rooms; what they write at a beat is one transaction of the store."""
MAX_LISTED = 1000
"""Rooms in the list: far more than anybody reads."""


class Rooms:
    """Implements `server.links.RoomService`. `restore` first, then requests; `drain` last."""

    def __init__(
        self,
        store: Store,
        settings: RoomSettings,
        metrics: Metrics,
        clock: Callable[[], float] | None = None,
        random: Bytes = secrets.token_bytes,
        later: Later | None = None,
    ) -> None:
        """`clock` is Unix seconds and must never jump (None: one that does not). `later` is None for the running loop's timers."""
        self.settings = settings
        self._store = store
        self._metrics = metrics
        self._random = random
        later = later or (lambda seconds, call: asyncio.get_running_loop().call_later(seconds, call))
        self._directory = Directory()
        self._rooms = self._directory.rooms
        self._house = House(
            settings, metrics, clock or steady_clock(), later, random, self._directory.moved, self._ended
        )
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._touched: dict[Link, set[str]] = {}
        """Rooms that a connection has been let into, or may be soon."""
        self._door = asyncio.Lock()
        """One room is made, or taken from the store, at a time: so a repeated request finds what the first one made."""
        self._draining = False
        self._keeper: asyncio.Task[None] | None = None
        metrics.count(metrics.rooms, lambda: len(self._rooms))
        metrics.count(metrics.matches, lambda: sum(r.playing for r in self._rooms.values()))

    # -- RoomService --------------------------------------------------------------------------------------------------

    async def handle(self, link: Link, message: wire.ClientMessage) -> None:
        """Room messages are put into their room's queue, which answers; the others are answered here."""
        action = getattr(message, "action", "")
        try:
            if self._draining:
                raise Refusal(Slug.SERVER_DRAINING, "the server is going down; connect again")
            if isinstance(message, wire.CreateRoom):
                await self._create(link, message)
            elif isinstance(message, wire.GetRecord):
                await self._get_record(link, message)
            else:
                code: str = getattr(message, "room", "")
                if isinstance(message, wire.Enter):
                    await self._find(code)
                    self._check_count(link.player, code)
                self._post(link, code, message, action)
        except Refusal as refusal:
            self._refuse(link, refusal, action)
        except Unavailable:
            self._refuse(
                link, Refusal(Slug.SERVER_STORE, "the store is out of reach; try again soon"), action
            )

    def detach(self, link: Link) -> None:
        for code in self._touched.pop(link, ()):
            room = self._rooms.get(code)
            if room is not None:
                room.post(Lost(link))

    def replace(self, old: Link, new: Link) -> None:
        self.detach(old)

    def drained(self, link: Link) -> None:
        for code in self._touched.get(link, ()):
            room = self._rooms.get(code)
            if room is not None:
                room.post(CaughtUp(link))

    def cards(self, game: str | None) -> list[wire.RoomCard]:
        return list(islice(self._directory.cards(game), MAX_LISTED))

    def rooms_of(self, player: PlayerId) -> list[str]:
        return self._directory.seated(player)

    # -- life ---------------------------------------------------------------------------------------------------------

    async def restore(self) -> int:
        """Take every room of the store that no other process has, and begin to look after the rooms. Returns how many were taken."""
        gate = asyncio.Semaphore(self.settings.restores_at_once)

        async def take(code: str) -> None:
            async with gate:
                await self._adopt(code)

        await asyncio.gather(*(take(code) for code in await self._store.list_rooms()))
        if self._keeper is None:
            self._keeper = asyncio.create_task(self._keep())
        log.info("rooms restored", rooms=len(self._rooms))
        return len(self._rooms)

    async def drain(self) -> None:
        """Stop all clocks, save every room, and let others have them."""
        self._draining = True
        if self._keeper is not None:
            self._keeper.cancel()
        tasks = list(self._tasks.values())
        for room in list(self._rooms.values()):
            room.drain()
        if tasks:
            await asyncio.wait(tasks)

    async def _keep(self) -> None:
        """Beat for the rooms and keep their leases."""
        renewed = self._house.clock()
        while True:
            await nap(self._house.later, BEAT)
            for room in list(self._rooms.values()):
                room.beat()
            if self._house.clock() - renewed >= self.settings.lease_ttl / 3:
                renewed = self._house.clock()
                await asyncio.gather(*(self._renew(room) for room in list(self._rooms.values())))

    async def _renew(self, room: Room) -> None:
        try:
            await room.keeper.journal.renew(self.settings.lease_ttl)
        except Fenced:
            room.fenced()
        except StoreError:
            log.warning("lease not renewed", room=room.code)

    # -- making and finding -------------------------------------------------------------------------------------------

    async def _create(self, link: Link, message: wire.CreateRoom) -> None:
        async with self._door:
            code = self._directory.made_by(link.player, message.action) or await self._make(link, message)
        self._post(link, code, wire.Enter(action=message.action, room=code), message.action)

    async def _make(self, link: Link, message: wire.CreateRoom) -> str:
        if len(self._rooms) >= self.settings.max_rooms:
            raise Refusal(Slug.SERVER_FULL, "this server has no place for another room")
        self._check_count(link.player, "")
        games = self.settings.games
        try:
            game = find_game(message.game)
        except UnknownGame as error:
            raise Refusal(Slug.GAME_UNKNOWN, str(error)) from None
        if games and message.game not in games:
            raise Refusal(Slug.GAME_UNKNOWN, f"this server offers {', '.join(games)}")
        options = check_options(game, message.options, message.seats)
        name = room_name(message.name, link.name)
        journal = await self._new_journal()
        code = journal.lease.room
        first: list[e.Entry] = [
            e.Created(
                room=code,
                name=name,
                game=message.game,
                seats=message.seats,
                options=options,
                clock=message.clock,
                conceal=message.polling == "conceal",
                listed=message.listed,
                password=keep_password(message.password, self._random),
                player=link.player,
                action=message.action,
                secret=self._random(32),
                luck=self._random(32),
            ),
            e.Came(link.player, link.name),
            e.Sat(link.player, 0),
        ]
        tick = e.Tick(0.0, round(self._house.clock() * 1000), 1, first)
        fold = Fold.create(tick)
        await journal.append(tick)
        self._open(Room(fold, journal, self._house, [], restored=False))
        log.info("room made", room=code, game=message.game, player=link.player, seats=message.seats)
        return code

    async def _new_journal(self) -> Journal:
        """The journal of a room that did not exist."""
        for _ in range(5):
            code = new_code(self._random)
            if await self._store.load(RoomId(code)) is None:
                journal = await self._claim(code)
                if journal is not None:
                    return journal
        raise Refusal(Slug.SERVER_FULL, "no free room code was found; try again")

    async def _claim(self, code: str) -> Journal | None:
        settings = self.settings
        return await Journal.claim(self._store, code, settings.owner, settings.lease_ttl, self._metrics)

    async def _find(self, code: str) -> None:
        """Take a room that another process has left from the store, if it is not here."""
        if code not in self._rooms:
            async with self._door:
                await self._adopt(code)

    async def _adopt(self, code: str) -> None:
        """Restore a room that nobody has. A room that cannot be restored stays in the store as it is."""
        if code in self._rooms or await self._store.load(RoomId(code)) is None:
            return
        journal = await self._claim(code)
        if journal is None:
            return
        try:
            fold, past = await journal.load()
        except Unavailable:
            raise
        except Exception:
            log.exception("room cannot be restored", room=code)
            self._metrics.faults.labels("restore").inc()
            await journal.release()
            return
        self._open(Room(fold, journal, self._house, past, restored=True))

    def _open(self, room: Room) -> None:
        self._directory.add(room)
        self._tasks[room.code] = asyncio.create_task(room.run())

    def _ended(self, room: Room) -> None:
        self._directory.remove(room)
        del self._tasks[room.code]

    # -- answers ------------------------------------------------------------------------------------------------------

    def _post(self, link: Link, code: str, message: wire.ClientMessage, action: str) -> None:
        room = self._rooms.get(code)
        if room is None:
            raise Refusal(Slug.ROOM_UNKNOWN, "there is no such room")
        if isinstance(message, wire.Enter):
            self._touched.setdefault(link, set()).add(code)
        room.post(Request(link, message, action))

    def _check_count(self, player: PlayerId, code: str) -> None:
        mine = self._directory.entered_by(player)
        if code not in mine and len(mine) >= self.settings.rooms_per_player:
            raise Refusal(Slug.ROOM_TOO_MANY, f"you are in {len(mine)} rooms; leave one first")

    async def _get_record(self, link: Link, message: wire.GetRecord) -> None:
        data = await self._store.get_record(message.record)
        kept = None if data is None else read_kept(data)
        if kept is None or link.player not in kept.players:
            raise Refusal(Slug.RECORD_UNKNOWN, "there is no such record of a match that you played")
        text = kept.file.decode()
        link.send(link.codec.encode(wire.RecordFile(action=message.action, record=message.record, data=text)))

    def _refuse(self, link: Link, refusal: Refusal, action: str) -> None:
        self._metrics.refusals.labels(refusal.slug).inc()
        link.send(
            link.codec.encode(wire.Refused(slug=refusal.slug, reason=refusal.reason, action=action or None))
        )
