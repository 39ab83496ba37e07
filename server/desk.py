"""The conversation with one connection: hello first, then requests, each answered or refused; who keeps being refused is cut off.

Requests of a connection are carried out one after the other. What concerns rooms goes to the rooms; the rest is answered here.
"""

from __future__ import annotations

import asyncio
import functools
import time
from collections.abc import Awaitable
from dataclasses import dataclass
from importlib import metadata

import structlog
from websockets.frames import CloseCode as Standard

import protocol.messages as wire
from protocol.codec import BadFrame
from protocol.slugs import CloseCode, Slug
from server.admission import HelloRefused
from server.catalogue import Catalogue, NotThere
from server.config import Config
from server.links import RoomService
from server.metrics import Metrics
from server.profiles.clerk import PERSONAL, Clerk
from server.sessions import Sessions
from server.store.base import StoreError
from server.transport.limits import Bucket
from server.transport.link import WsLink

__all__ = ["Desk", "House", "release"]

log = structlog.get_logger()

FORGIVEN_PER_SECOND = 1 / 60
"""A malformed message is forgiven in a minute, so that a client with a rare fault can stay for an evening."""
MAX_ROOMS_LISTED = 200
"""Rooms in one answer to `list_rooms` (about 20 KB): more than anybody reads."""


@dataclass(frozen=True)
class House:
    """What all conversations share."""

    config: Config
    metrics: Metrics
    sessions: Sessions
    catalogue: Catalogue
    rooms: RoomService
    clerk: Clerk


class Desk:
    """Implements `server.transport.Conversation`."""

    __slots__ = ("_faults", "_house", "_late", "_link", "_pace", "_patience")

    def __init__(self, house: House, link: WsLink) -> None:
        config, now = house.config, time.monotonic()
        self._house = house
        self._link = link
        self._pace = Bucket(config.messages_per_second, config.messages_burst, now)
        self._patience = Bucket(FORGIVEN_PER_SECOND, config.flood_patience, now)
        self._faults = Bucket(FORGIVEN_PER_SECOND, config.fault_patience, now)
        self._late: asyncio.TimerHandle | None = asyncio.get_running_loop().call_later(
            config.hello_timeout, self._too_late
        )
        link.on_drained = self._drained

    # -- Conversation -------------------------------------------------------------------------------------------------

    def hear(self, frame: bytes) -> Awaitable[None] | None:
        if len(frame) > self._house.config.max_frame:
            self._fault(
                Slug.FRAME_TOO_LARGE, f"a message has at most {self._house.config.max_frame} bytes", None
            )
            return None
        try:
            message = self._link.codec.read_client(frame)
        except BadFrame as bad:
            self._fault(bad.slug, bad.reason, bad.action)
            return None
        if not self._pace.take(time.monotonic()):
            self._flood(message)
            return None
        self._house.metrics.messages.counts[str(message.__struct_config__.tag),] += 1
        if isinstance(message, wire.Ping):
            self._say(wire.Pong(nonce=message.nonce))
        elif isinstance(message, wire.Hello):
            return self._hello(message)
        elif self._late is not None:
            self._refuse(Slug.HELLO_EXPECTED, "say hello first", message.action)
            self._link.close(CloseCode.NO_HELLO, "the first message must be hello")
        elif not self._at_once(message):
            return self._request(message)
        return None

    def over(self) -> None:
        self._in_time()
        self._house.sessions.gone(self._link)

    # -- hello --------------------------------------------------------------------------------------------------------

    async def _hello(self, hello: wire.Hello) -> None:
        if self._late is None:
            self._fault(Slug.HELLO_EXPECTED, "you have said hello already", None)
            return
        try:
            token = await self._house.sessions.hello(self._link, hello)
            rooms = await self._house.rooms.rooms_of(self._link.player)
        except HelloRefused as refused:
            self._refuse(refused.slug, refused.reason, None)
            self._link.close(CloseCode.NO_HELLO, refused.reason)
            return
        except StoreError as error:
            log.warning("hello failed", link=self._link.number, error=str(error))
            # Not a refusal: who is refused at the door does not come again.
            self._link.close_with(
                Standard.TRY_AGAIN_LATER, "the server cannot reach its store; try again soon"
            )
            return
        self._in_time()
        self._say(
            wire.Welcome(
                version=wire.VERSION,
                server=f"{self._house.config.name} {release()}",
                player=self._link.player,
                name=self._link.name,
                token=token,
                now=time.time_ns() // 1_000_000,
                rooms=rooms,
            )
        )
        self._link.greeted = True
        log.info(
            "hello",
            link=self._link.number,
            player=self._link.player,
            client=hello.client,
            version=hello.version,
        )

    def _too_late(self) -> None:
        self._link.close(CloseCode.NO_HELLO, "no hello in time")

    def _in_time(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    # -- requests -----------------------------------------------------------------------------------------------------

    def _at_once(self, message: wire.ClientMessage) -> bool:
        """Hand a message to its room, where nothing has to be waited for."""
        try:
            return self._house.rooms.at_once(self._link, message)
        except Exception as error:  # noqa: BLE001 - it costs this request and nothing else
            self._failed(message, error)
            return True

    async def _request(self, message: wire.ClientMessage) -> None:
        try:
            match message:
                case wire.ListGames(action=action):
                    self._say(self._house.catalogue.list_games(action, self._link.codec))
                case wire.ListRooms(action=action, game=game):
                    cards = await self._house.rooms.cards(game)
                    self._say(wire.Rooms(action=action, rooms=cards[:MAX_ROOMS_LISTED]))
                case wire.GetWords():
                    self._say(self._house.catalogue.words(message))
                case wire.GetRules():
                    self._say(self._house.catalogue.rules(message))
                case _ if isinstance(message, PERSONAL):
                    await self._house.clerk.handle(self._link, message)
                case _:
                    await self._house.rooms.handle(self._link, message)
        except NotThere as missing:
            self._refuse(missing.slug, missing.reason, _action(message))
        except Exception as error:  # noqa: BLE001 - as above
            self._failed(message, error)

    def _failed(self, message: wire.ClientMessage, error: Exception) -> None:
        log.error(
            "request failed",
            link=self._link.number,
            player=self._link.player,
            type=type(message).__name__,
            exc_info=error,
        )
        self._house.metrics.faults.labels("request").inc()
        self._refuse(Slug.SERVER_FAULT, "the server failed at this; nothing was changed", _action(message))

    def _drained(self) -> None:
        self._house.rooms.drained(self._link)

    # -- answers ------------------------------------------------------------------------------------------------------

    def _say(self, message: wire.ServerMessage) -> None:
        self._link.send(self._link.codec.encode(message))

    def _refuse(self, slug: Slug, reason: str, action: str | None) -> None:
        self._house.metrics.refusals.labels(slug).inc()
        self._say(wire.Refused(slug=slug, reason=reason, action=action))

    def _fault(self, slug: Slug, reason: str, action: str | None) -> None:
        self._refuse(slug, reason, action)
        if not self._faults.take(time.monotonic()):
            self._link.close(CloseCode.TOO_MANY_FAULTS, "too many malformed messages")

    def _flood(self, message: wire.ClientMessage) -> None:
        self._refuse(Slug.FRAME_TOO_MANY, "too many messages; slow down", _action(message))
        if not self._patience.take(time.monotonic()):
            self._link.close(CloseCode.FLOODING, "too many messages")


def _action(message: wire.ClientMessage) -> str | None:
    return None if isinstance(message, wire.Hello | wire.Ping) else message.action


@functools.cache
def release() -> str:
    """The version of Paiju that runs here: looked for on the disk, which need not happen at every hello."""
    try:
        return metadata.version("paiju")
    except metadata.PackageNotFoundError:
        return "dev"
