"""Answers what a player asks about himself and about the best, in whichever process he is connected."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from itertools import groupby
from math import ceil
from typing import TYPE_CHECKING

import structlog
from websockets.frames import CloseCode as Standard

import protocol.messages as wire
from protocol.slugs import Slug
from server.catalogue import Catalogue, NotThere
from server.links import RoomService
from server.profiles.book import Book
from server.profiles.leaving import NotLeft, leave_all
from server.profiles.results import Result
from server.profiles.showing import Table, exported, past_match, standing_of
from server.sessions import DAY, Sessions
from server.store.base import StoreError
from server.transport.limits import Buckets

if TYPE_CHECKING:
    from server.transport.link import WsLink

__all__ = ["PERSONAL", "Clerk", "PersonalRequest"]

log = structlog.get_logger()

PersonalRequest = wire.GetProfile | wire.GetTop | wire.ExportMe | wire.DeleteMe
PERSONAL = (wire.GetProfile, wire.GetTop, wire.ExportMe, wire.DeleteMe)

PACE = (1.0, 10)
"""Such requests of a player a second, and at once: each reads up to some hundred pages."""
OLD_NEWS = 5.0
"""Seconds for which the table of a game is not read again."""


class Clerk:
    """Of one process."""

    def __init__(
        self, book: Book, sessions: Sessions, rooms: RoomService, catalogue: Catalogue, keep: float
    ) -> None:
        """`keep`: seconds for which results are kept."""
        self._book = book
        self._sessions = sessions
        self._rooms = rooms
        self._catalogue = catalogue
        self._keep = keep
        self._paces = Buckets(*PACE)
        self._reading = asyncio.Lock()
        self._tables: dict[str, tuple[float, Table]] = {}

    async def handle(self, link: WsLink, message: PersonalRequest) -> None:
        """Answers through the link. Raises NotThere with a slug where there is nothing to be had."""
        if not self._paces.take(link.player, time.monotonic()):
            raise NotThere(Slug.FRAME_TOO_MANY, "too many questions of this kind; ask again in a moment")
        try:
            reply = await self._reply(link, message)
        except StoreError as error:
            log.warning("request failed", player=link.player, type=type(message).__name__, error=str(error))
            raise NotThere(Slug.SERVER_STORE, "the store is out of reach; try again soon") from None
        link.send(link.codec.encode(reply))
        if isinstance(message, wire.DeleteMe):
            link.close_with(Standard.NORMAL_CLOSURE, "all that was kept of you is deleted")

    async def _reply(self, link: WsLink, message: PersonalRequest) -> wire.ServerMessage:
        match message:
            case wire.GetProfile():
                return await self._profile(link, message)
            case wire.GetTop():
                return await self._top(link, message)
            case wire.ExportMe():
                return await self._export(link, message)
            case wire.DeleteMe():
                return await self._delete(link, message)

    async def _profile(self, link: WsLink, ask: wire.GetProfile) -> wire.Profile:
        results, rated = await self._book.results(link.player), self._book.rated
        shown = results[::-1][ask.skip : ask.skip + ask.limit]
        names = await self._book.names(
            chair.player for result in shown for chair in result.chairs if chair.player is not None
        )
        return wire.Profile(
            action=ask.action,
            player=link.player,
            name=link.name,
            days=ceil(self._keep / DAY),
            rated=rated,
            standings=[standing_of(game, mine, rated=rated) for game, mine in _by_game(results).items()],
            matches=[past_match(result, names, rated=rated) for result in shown],
            total=len(results),
        )

    async def _top(self, link: WsLink, ask: wire.GetTop) -> wire.Top:
        if ask.game not in self._catalogue.games:
            raise NotThere(Slug.GAME_UNKNOWN, f"this server does not offer {ask.game!r}")
        if not self._book.rated:
            raise NotThere(Slug.RATINGS_OFF, "this server keeps no ratings")
        table = await self._table(ask.game)
        return wire.Top(
            action=ask.action,
            game=ask.game,
            lines=table.best(ask.limit),
            total=len(table),
            you=table.line_of(link.player),
        )

    async def _table(self, game: str) -> Table:
        async with self._reading:  # whoever waits has what the first one reads
            at, table = self._tables.get(game, (float("-inf"), Table([])))
            if time.monotonic() - at >= OLD_NEWS:
                table = Table(await self._book.standings(game))
                self._tables[game] = time.monotonic(), table
            return table

    async def _export(self, link: WsLink, ask: wire.ExportMe) -> wire.Exported:
        results = await self._book.results(link.player)
        rooms = await self._rooms.rooms_of(link.player)
        data = exported(link.player, link.name, rooms, _by_game(results), time.time_ns() // 1_000_000)
        return wire.Exported(action=ask.action, data=data, records=[result.record for result in results])

    async def _delete(self, link: WsLink, ask: wire.DeleteMe) -> wire.Done:
        """The session goes last: until then he can come back and ask again."""
        if not self._sessions.knows(link, ask.token):
            raise NotThere(Slug.PROFILE_TOKEN, "that is not your token; nothing was deleted")
        try:
            await leave_all(link, self._rooms)
        except NotLeft as error:
            log.warning("a table could not be left", player=link.player, error=str(error))
            raise NotThere(
                Slug.SERVER_STORE,
                "one of your tables cannot be left now; nothing was deleted, try again soon",
            ) from None
        await self._book.erase(link.player, time.time_ns() // 1_000_000)
        await self._sessions.forget(ask.token)
        self._tables.clear()
        log.info("player deleted himself", player=link.player)
        return wire.Done(action=ask.action)


def _by_game(results: Sequence[Result]) -> dict[str, list[Result]]:
    by_game = sorted(results, key=lambda result: result.game)
    return {game: list(mine) for game, mine in groupby(by_game, key=lambda result: result.game)}
