"""The server, put together: store → rooms → sessions → transport; and how it goes down."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol

import msgspec
import structlog

from engine.registry import find_game
from protocol.messages import Notice
from protocol.slugs import CloseCode, Slug
from server.admin import Administration, Bans
from server.admission import Admission
from server.announce import Announcement
from server.catalogue import Catalogue
from server.config import Config
from server.desk import Desk, House
from server.http import Pages
from server.links import Elsewhere, RoomService
from server.metrics import Metrics
from server.network import lan_addresses
from server.profiles.book import Book
from server.profiles.clerk import Clerk
from server.rooms import Alone, Rooms, RoomSettings
from server.rooms.actor import Room
from server.sessions import DAY, Sessions
from server.store import is_shared, open_store
from server.store.base import Durability, Store, StoreError
from server.transport import Transport
from server.transport.limits import Buckets

if TYPE_CHECKING:
    from server.relay import Exchange

__all__ = ["App", "build", "room_settings", "serve"]

log = structlog.get_logger()

WATCH_EVERY = 1.0
"""Seconds between two looks at the event loop's punctuality and at the store, which is swept a little each time."""
STORE_TIMEOUT = 2.0
"""Seconds in which the store must answer; a match waits for it at every answer."""
GRACE = 2.0
"""Seconds beyond `drain_timeout` after which the process is ended even if it hangs."""
DRAINING = "the server is going down for maintenance; your table is kept, connect again in a moment"


class DrainableRooms(RoomService, Protocol):
    """What the app itself does with the rooms."""

    @property
    def held(self) -> Mapping[str, Room]:
        """Those of this process, by code."""

    async def restore(self) -> int:
        """Take the rooms that nobody has. Returns how many."""

    async def drain(self) -> None:
        """Pause all matches and save what a restart needs."""

    def look_for_rooms(self) -> None:
        """A process is gone: take rooms that it held, soon."""


class App:
    """One server in this process: `start`, then `run` until a signal (or `drain` by whoever embeds it)."""

    def __init__(
        self,
        config: Config,
        store: Store,
        rooms: DrainableRooms,
        metrics: Metrics,
        exchange: Exchange | None = None,
    ) -> None:
        """`exchange`: with the other processes that share the store, None for a store that this process has for itself. Raises
        ConfigError."""
        self.config = config
        self.metrics = metrics
        self.store = store
        self._rooms = rooms
        newcomers = Buckets(config.new_players_per_minute / 60, config.new_players_burst)
        elsewhere: Elsewhere = exchange or Alone()
        self.admission = admission = Admission(config, store)
        bans = Bans(store)
        sessions = Sessions(
            store, rooms, elsewhere, admission, newcomers, config.session_days * DAY, metrics, bans
        )
        self._exchange = exchange
        if exchange is not None:
            exchange.connect(rooms, sessions.arrived, sessions.introduce, rooms.look_for_rooms)
        catalogue, keep, book = Catalogue(config.games), config.history_days * DAY, book_of(config, store)
        clerk = Clerk(book, sessions, rooms, catalogue, keep)
        house = House(config, metrics, sessions, catalogue, rooms, clerk)
        self.transport = Transport(
            config, Pages(metrics, self.why_not), metrics, lambda link: Desk(house, link)
        )
        orders = None if exchange is None else exchange.orders
        self.admin = Administration(
            config, store, book, bans, rooms.held, self.transport.links, self.why_not, orders
        )
        self._draining = False
        self._store_answers = True
        self._watching: asyncio.Task[None] | None = None
        self._announcement: Announcement | None = None

    async def start(self) -> int:
        """Restore the rooms, open the port and take players. Returns the port. Raises OSError if it is taken, StoreError if the store or
        the other processes cannot be reached."""
        if self._exchange is not None:
            await (
                self._exchange.start()
            )  # first: whose room this process takes, he should be able to reach it
        await self.admission.open()
        await self.admin.start(self.transport.tls())
        await self._rooms.restore()
        port = await self.transport.start()
        self._watching = asyncio.create_task(self._watch())
        if self.config.announce and (addresses := lan_addresses(self.config.host)):
            self._announcement = Announcement(
                self.config.name,
                port,
                tls=bool(self.config.tls_cert),
                private=self.admission.key is not None,
                interfaces=addresses,
            )
            self._announcement.start()
        return port

    async def run(self, ready: Callable[[App], None] | None = None) -> None:
        """Serve until SIGTERM or SIGINT, then drain. A second signal ends the process at once: all that was acknowledged is stored.
        `ready` is called first, once signals are heard."""
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()

        def heard(number: int) -> None:
            if stop.is_set():
                os._exit(128 + number)
            stop.set()

        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, heard, number)
        # At a terminal and without TLS it says that the terminal is gone, and ends us as it ends every program.
        if self.config.tls_cert or sys.stdin is None or not sys.stdin.isatty():
            loop.add_signal_handler(signal.SIGHUP, self.transport.reload_certificate)
        if ready is not None:
            ready(self)
        config, port = self.config, self.transport.port
        log.info("server ready", host=config.host, port=port, tls=bool(config.tls_cert))
        await stop.wait()
        watchdog = threading.Timer(self.config.drain_timeout + GRACE, os._exit, (1,))
        watchdog.daemon = True
        watchdog.start()
        await self.drain()
        watchdog.cancel()

    async def drain(self) -> None:
        """Tell everybody, let the rooms save, close every connection, close the store. Takes at most `drain_timeout`."""
        if self._draining:
            return
        self._draining = True
        log.info("draining", connections=len(self.transport.links()))
        self.transport.stop_listening()
        goodbye = None if self._announcement is None else asyncio.create_task(self._announcement.stop())
        for link in (link for link in self.transport.links() if link.greeted):
            link.send(link.codec.encode(Notice(slug=Slug.SERVER_DRAINING, reason=DRAINING)))
        try:
            async with asyncio.timeout(max(1.0, self.config.drain_timeout - self.config.close_timeout - 1.0)):
                await self._rooms.drain()
        except TimeoutError:
            log.error("rooms did not drain in time; what was acknowledged is stored all the same")
        except Exception:
            log.exception("drain failed; what was acknowledged is stored all the same")
        if self._exchange is not None:
            await self._exchange.stop()
        await asyncio.gather(self.transport.stop(CloseCode.DRAINING, DRAINING), self.admin.stop())
        if goodbye is not None:
            await goodbye
        if self._watching is not None:
            self._watching.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._watching
        await self.store.close()
        log.info("server down")

    def why_not(self) -> str | None:
        """Why this server should get no new players now, None if it should."""
        if self._draining or not self.admin.taking:
            return "draining"
        return None if self._store_answers else "the store is out of reach"

    async def _watch(self) -> None:
        while True:
            before = time.monotonic()
            await asyncio.sleep(WATCH_EVERY)
            self.metrics.lag.observe(max(0.0, time.monotonic() - before - WATCH_EVERY))
            try:
                async with asyncio.timeout(STORE_TIMEOUT):
                    await self.store.ping()
                    await self.store.sweep()
                self._store_answers = True
            except (StoreError, TimeoutError) as error:
                if self._store_answers:
                    log.error("the store is out of reach", error=str(error))
                self._store_answers = False


async def build(config: Config, rooms: RoomSettings | None = None) -> App:
    """Everything that belongs to one server, not yet started. `rooms` None: as the settings say.

    Raises CannotOpen or Damaged for the store, UnknownGame for a game on offer that does not exist, ConfigError for admin tokens that
    will not do."""
    metrics = Metrics()
    for game in config.games:
        find_game(game)
    store = await open_store(config.store, durability=Durability(config.durability))
    settings = rooms or room_settings(config)
    exchange = None
    if is_shared(config.store):
        from server.relay import open_exchange, process_name  # noqa: PLC0415 - redis-py, which SQLite does not need

        settings = msgspec.structs.replace(settings, owner=process_name(), lease_ttl=config.lease)
        exchange = open_exchange(store, settings.owner, settings.lease_ttl, settings.backlog, metrics)
    service = Rooms(store, settings, metrics, elsewhere=exchange, book=book_of(config, store))
    return App(config, store, service, metrics, exchange)


def book_of(config: Config, store: Store) -> Book:
    """What is kept of players, as the settings say."""
    keep, records = config.history_days * DAY, config.record_days * DAY
    return Book(store, keep=keep, records=records, rated=config.ratings and keep > 0)


def room_settings(config: Config) -> RoomSettings:
    """The rooms' part of the server's settings."""
    delay = (config.bot_delay_min, config.bot_delay_max)
    return RoomSettings(
        games=tuple(config.games),
        max_rooms=config.max_rooms,
        rooms_per_player=config.rooms_per_player,
        max_people=config.people_per_room,
        backlog=config.soft_backlog,
        bot_delay=delay,
        pause=delay,
        record_ttl=config.record_days * DAY,
    )


async def serve(config: Config, ready: Callable[[App], None] | None = None) -> None:
    """Run a server until a signal ends it; `ready` is called once it takes players. Raises what `build` and `App.start` raise."""
    app = await build(config)
    try:
        await app.start()
    except (OSError, StoreError):
        await app.drain()
        raise
    gc.freeze()  # what was imported and restored lives as long as the process; the collector need not walk it again
    await app.run(ready)
