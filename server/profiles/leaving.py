"""Getting up from every table, for a player who goes for good."""

from __future__ import annotations

import asyncio
import secrets

import protocol.messages as wire
from protocol.codec import Codec
from protocol.slugs import CloseCode, Slug
from server.links import Link, PlayerId, RoomService

__all__ = ["NotLeft", "leave_all"]

PATIENCE = 5.0
"""Seconds in which a room must have answered."""


class NotLeft(Exception):
    """A room could not be left now: it is paused, moving, or silent."""


class _Errand:
    """Implements `server.links.Link` for one request on behalf of a player, next to the connection that he has."""

    def __init__(self, link: Link) -> None:
        self.player: PlayerId = link.player
        self.name = link.name
        self.arrival = link.arrival
        self.codec = Codec.MSGPACK
        self.ended = False
        self._answer: asyncio.Future[wire.Done | wire.Refused] = asyncio.get_running_loop().create_future()

    def send(self, frame: bytes) -> None:
        message = self.codec.read_server(frame)
        if isinstance(message, wire.Done | wire.Refused) and not self._answer.done():
            self._answer.set_result(message)

    def backlog(self) -> int:
        return 0

    def close(self, code: CloseCode, reason: str) -> None:
        self.ended = True
        if not self._answer.done():
            self._answer.set_exception(NotLeft(reason))

    async def leave(self, rooms: RoomService, code: str) -> None:
        await rooms.handle(self, wire.Leave(action=f"erase-{secrets.token_hex(8)}", room=code))
        answer = await self._answer
        if isinstance(answer, wire.Refused) and answer.slug not in (Slug.ROOM_NOT_IN, Slug.ROOM_UNKNOWN):
            raise NotLeft(answer.reason)


async def leave_all(link: Link, rooms: RoomService) -> None:
    """Leave every room in which the link's player is: where a match runs there, a bot plays it to the end. Raises NotLeft, or what
    the store raises; doing it again goes on."""
    for code in await rooms.rooms_with(link):
        errand = _Errand(link)
        try:
            async with asyncio.timeout(PATIENCE):
                await errand.leave(rooms, code)
        except TimeoutError:
            raise NotLeft(f"room {code} does not answer") from None
        finally:
            errand.ended = True
            rooms.detach(errand)
