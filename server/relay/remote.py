"""A player who is connected to another process, as the rooms of this one see him."""

from __future__ import annotations

import asyncio
from collections import deque

import structlog

from protocol.codec import Codec
from protocol.messages import ClientMessage
from protocol.slugs import CloseCode
from server.links import PlayerId, RoomService
from server.relay.letters import Cut
from server.relay.lines import Lines

__all__ = ["RemoteLink"]

log = structlog.get_logger()

FAR_BEHIND = 1 << 40
"""Bytes: more than any limit."""


class RemoteLink:
    """Implements `server.links.Link`. `process` is where the player is connected, `number` what the link is called there.

    `behind`: he does not take what he is sent, says his process."""

    __slots__ = ("_inbox", "_lines", "_working", "behind", "codec", "name", "number", "player", "process")

    def __init__(
        self, lines: Lines, process: str, number: int, player: PlayerId, name: str, codec: Codec
    ) -> None:
        self.process = process
        self.number = number
        self.player = player
        self.name = name
        self.codec = codec
        self.behind = False
        self._lines = lines
        self._inbox: deque[ClientMessage | None] = deque()
        self._working: asyncio.Task[None] | None = None

    def send(self, frame: bytes) -> None:
        self._lines.send_frame(self.process, self.number, frame)

    def backlog(self) -> int:
        return FAR_BEHIND if self.behind else 0

    def close(self, code: CloseCode, reason: str) -> None:
        self._lines.send(self.process, Cut(self.number, int(code), reason))

    def take(self, message: ClientMessage | None, rooms: RoomService) -> None:
        """Hand over what the player says, one after the other; None: he is gone."""
        self._inbox.append(message)
        if self._working is None:
            self._working = asyncio.create_task(self._work(rooms))

    def abandon(self, rooms: RoomService) -> None:
        """He is gone, and what he has said and was not handed over yet does not count."""
        self._inbox.clear()
        self.take(None, rooms)

    async def _work(self, rooms: RoomService) -> None:
        try:
            while self._inbox:
                message = self._inbox.popleft()
                if message is None:
                    rooms.detach(self)
                else:
                    await rooms.handle(self, message)
        except Exception as error:
            log.error("request failed", player=self.player, process=self.process, exc_info=error)
            self.close(CloseCode.MOVED, "the server failed at this; connect again")
        finally:
            self._working = None
