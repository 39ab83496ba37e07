"""The administration of one process, put together. Bans hold and orders of other processes are heeded also where no endpoint is open."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import structlog

from server.admin.bans import Bans
from server.admin.counter import Counter
from server.admin.keys import read_keys
from server.admin.office import Office
from server.admin.staff import Staff
from server.config import Config
from server.profiles.book import Book
from server.rooms.actor import Room
from server.sessions import DAY
from server.store.base import Store, StoreError
from server.transport import WsLink

if TYPE_CHECKING:
    from server.relay.orders import Orders

__all__ = ["Administration"]

log = structlog.get_logger()

ALONE = "this process"
"""What a process is called that has its store for itself."""
REFRESH = 5.0
"""Seconds between two looks at the bans of a shared store: each is told to all processes at once, and this one may have missed it."""


class Administration:
    """`start` before players are taken. Raises ConfigError."""

    def __init__(
        self,
        config: Config,
        store: Store,
        book: Book,
        bans: Bans,
        rooms: Mapping[str, Room],
        links: Callable[[], list[WsLink]],
        trouble: Callable[[], str | None],
        orders: Orders | None,
    ) -> None:
        """`rooms` are those of this process, `links` its connections. `trouble`: see `Staff`; `orders`: see `Office`."""
        self._bans = bans
        self._staff = Staff(ALONE if orders is None else orders.name, bans, rooms, links, trouble)
        office = Office(store, book, self._staff, bans, orders, config.session_days * DAY)
        self._counter = Counter(config, read_keys(config), office)
        self._shared = orders is not None
        self._refreshing: asyncio.Task[None] | None = None
        if orders is not None:
            orders.handle = office.heed

    @property
    def taking(self) -> bool:
        """Whether the admins want this process to take players."""
        return self._staff.taking

    @property
    def port(self) -> int:
        """Of the endpoint, 0 where none is open."""
        return self._counter.port

    async def start(self, tls: ssl.SSLContext | None) -> None:
        """`tls` is the server's, None where it has none. Raises OSError, or what the store raises."""
        await self._bans.refresh()
        if self._shared:
            self._refreshing = asyncio.create_task(self._refresh())
        await self._counter.start(tls)

    async def stop(self) -> None:
        if self._refreshing is not None:
            self._refreshing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._refreshing
        await self._counter.stop()

    async def _refresh(self) -> None:
        while True:
            await asyncio.sleep(REFRESH)
            try:
                # Who has come since the last look was held against the same bans: each connection is compared with each once.
                if await self._bans.refresh():
                    self._staff.enforce()
            except StoreError as error:
                log.warning("cannot read the bans; those that were known hold", error=str(error))
            except Exception:
                log.exception("cannot read the bans; those that were known hold")
