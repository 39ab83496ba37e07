"""What players ask of the rooms, wherever these are: here, or with another process that shares the store."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping

import msgspec
import structlog

import protocol.messages as wire
from protocol.slugs import Slug
from server.links import Elsewhere, Link, PlayerId
from server.metrics import Metrics
from server.profiles.book import Book, blank_book
from server.rooms.actor import Room
from server.rooms.alone import Alone
from server.rooms.clocks import steady_clock
from server.rooms.hall import Refusal
from server.rooms.holdings import Holdings
from server.rooms.parts import CaughtUp, Later, Lost, Request, nap
from server.rooms.record import read_kept, without_names
from server.rooms.secrets import Bytes
from server.rooms.settings import RoomSettings
from server.store.base import Store, StoreError, Unavailable

__all__ = ["Rooms"]

log = structlog.get_logger()

MAX_LISTED = 1000
"""Rooms in the list: far more than anybody reads."""
LOOK_AGAIN = 0.2
"""Seconds between two looks for the holder of a room whose process seems to be gone."""
UNATTENDED = "nobody looks after this room just now; try again soon"
OLD_NEWS = 1.0
"""Seconds for which the list of all processes' rooms is not read again."""

_CARD = msgspec.msgpack.Decoder(wire.RoomCard)


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
        elsewhere: Elsewhere | None = None,
        book: Book | None = None,
    ) -> None:
        """`clock` is Unix seconds and must never jump (None: one that does not). `later` is None for the running loop's timers, `elsewhere`
        for a store that this process has for itself, `book` where nothing is to be kept of players."""
        self._settings = settings
        self._store = store
        self._metrics = metrics
        self._clock = clock or steady_clock()
        self._later = later or (lambda seconds, call: asyncio.get_running_loop().call_later(seconds, call))
        self._elsewhere = elsewhere or Alone()
        self._book = book or blank_book(store)
        self.holdings = Holdings(
            store,
            settings,
            metrics,
            self._clock,
            random,
            self._later,
            self._book,
            shared=self._elsewhere.shared,
        )
        self._touched: dict[Link, set[str]] = {}
        """Rooms of this process that a connection has been let into, or may be soon."""
        self._news: list[wire.RoomCard] = []
        self._news_at = float("-inf")
        self._draining = False

    # -- RoomService --------------------------------------------------------------------------------------------------

    def at_once(self, link: Link, message: wire.ClientMessage) -> bool:
        """A message to a room that is here."""
        code = getattr(message, "room", "")
        if self._draining or code not in self.holdings.rooms:
            return False
        if isinstance(message, wire.Enter) and code not in self.holdings.directory.entered_by(link.player):
            return False  # how many rooms he is in elsewhere has to be asked
        self._post(link, code, message)
        return True

    async def handle(self, link: Link, message: wire.ClientMessage) -> None:
        """Room messages are put into their room's queue, which answers; the others are answered here."""
        if self.at_once(link, message):
            return
        action = getattr(message, "action", "")
        try:
            if self._draining:
                raise Refusal(Slug.SERVER_DRAINING, "the server is going down; connect again")
            if isinstance(message, wire.CreateRoom):
                code = await self.holdings.make(link, message, lambda: self._check_count(link.player, ""))
                await self._deliver(link, code, wire.Enter(action=action, room=code))
            elif isinstance(message, wire.GetRecord):
                await self._get_record(link, message)
            else:
                await self._deliver(link, getattr(message, "room", ""), message)
        except Refusal as refusal:
            self._refuse(link, refusal, action)
        except Unavailable:
            self._refuse(
                link, Refusal(Slug.SERVER_STORE, "the store is out of reach; try again soon"), action
            )

    def detach(self, link: Link) -> None:
        self._elsewhere.gone(link)
        for code in self._touched.pop(link, ()):
            room = self.holdings.rooms.get(code)
            if room is not None:
                room.post(Lost(link))

    def replace(self, old: Link, new: Link) -> None:
        self.detach(old)

    def drained(self, link: Link) -> None:
        self._elsewhere.drained(link)
        for code in self._touched.get(link, ()):
            room = self.holdings.rooms.get(code)
            if room is not None:
                room.post(CaughtUp(link))

    async def cards(self, game: str | None) -> list[wire.RoomCard]:
        here = list(self.holdings.directory.cards(game))
        if self._elsewhere.shared:
            held = self.holdings.rooms
            here += [c for c in await self._all_cards() if game in (None, c.game) and c.room not in held]
        return here[:MAX_LISTED]

    async def rooms_of(self, player: PlayerId) -> list[str]:
        mine = set(self.holdings.directory.seated(player))
        if self._elsewhere.shared:
            held = self.holdings.rooms
            mine |= {code for code in await self._store.rooms_of(player) if code not in held}
        return sorted(mine)

    async def rooms_with(self, link: Link) -> list[str]:
        mine = self.holdings.directory.entered_by(link.player) | set(self._elsewhere.routes(link))
        return sorted(mine | set(await self._store.rooms_of(link.player)))

    @property
    def held(self) -> Mapping[str, Room]:
        """The rooms of this process, by code."""
        return self.holdings.rooms

    # -- life ---------------------------------------------------------------------------------------------------------

    async def restore(self) -> int:
        """Take every room of the store that no other process has, and begin to look after the rooms. Returns how many were taken."""
        return await self.holdings.restore()

    def look_for_rooms(self) -> None:
        """A process is gone: take rooms that nobody holds, in a moment."""
        self.holdings.upkeep.look()

    async def drain(self) -> None:
        """Stop all clocks, save every room, and let others have them."""
        self._draining = True
        await self.holdings.drain()

    # -- inside -------------------------------------------------------------------------------------------------------

    async def _deliver(self, link: Link, code: str, message: wire.ClientMessage) -> None:
        """Give a message to its room, wherever that is; take the room if nobody has it. If its holder is silent, the lease will run out:
        until then the player waits. Not only `enter` may come first: who connects again repeats what was not answered."""
        entering = isinstance(message, wire.Enter)
        give_up = self._clock() + self._settings.lease_ttl + 1.0
        holder = None if entering else self._elsewhere.route(link, code)
        while holder is not None or (holder := await self.holdings.find(code, again=entering)) is not None:
            if link.ended or self._elsewhere.carry(holder, link, code, message):
                return
            if not self._elsewhere.shared or self._clock() >= give_up:
                raise Refusal(Slug.SERVER_STORE, UNATTENDED)
            await nap(self._later, LOOK_AGAIN)
            holder = None
        if entering and code in self.holdings.rooms:
            await self._check_count(link.player, code)
            if code not in self.holdings.rooms:  # it has moved, or was closed, while we counted
                await self._deliver(link, code, message)
                return
        self._post(link, code, message)

    def _post(self, link: Link, code: str, message: wire.ClientMessage) -> None:
        room = self.holdings.rooms.get(code)
        if room is None:
            raise Refusal(Slug.ROOM_UNKNOWN, "there is no such room")
        if link.ended:
            room.post(
                Lost(link)
            )  # he is gone while we looked; perhaps this very request has made the room, and him one of its people
            return
        if isinstance(message, wire.Enter):
            self._touched.setdefault(link, set()).add(code)
            self._elsewhere.here(link, code)
        room.post(Request(link, message, getattr(message, "action", "")))

    async def _check_count(self, player: PlayerId, code: str) -> None:
        mine = self.holdings.directory.entered_by(player)
        if self._elsewhere.shared and code not in mine:
            mine = mine | set(await self._store.rooms_of(player))
        if code not in mine and len(mine) >= self._settings.rooms_per_player:
            raise Refusal(Slug.ROOM_TOO_MANY, f"you are in {len(mine)} rooms; leave one first")

    async def _all_cards(self) -> list[wire.RoomCard]:
        """The listed rooms of all processes, as they were a moment ago."""
        if self._clock() - self._news_at >= OLD_NEWS:
            self._news_at = self._clock()
            try:
                self._news = [_CARD.decode(card) for card in (await self._store.cards()).values() if card]
            except StoreError as error:
                log.warning("cannot read the list of rooms", error=str(error))
        return self._news

    async def _get_record(self, link: Link, message: wire.GetRecord) -> None:
        data = await self._store.get_record(message.record)
        kept = None if data is None else read_kept(data)
        if kept is None or link.player not in kept.players:
            raise Refusal(Slug.RECORD_UNKNOWN, "there is no such record of a match that you played")
        text = without_names(kept, await self._book.erased(kept.players)).decode()
        link.send(link.codec.encode(wire.RecordFile(action=message.action, record=message.record, data=text)))

    def _refuse(self, link: Link, refusal: Refusal, action: str) -> None:
        self._metrics.refusals.labels(refusal.slug).inc()
        link.send(
            link.codec.encode(wire.Refused(slug=refusal.slug, reason=refusal.reason, action=action or None))
        )
