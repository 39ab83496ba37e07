"""A player who is connected to another process, as the rooms of this one see him."""

from __future__ import annotations

from collections.abc import Awaitable

import structlog

from protocol.codec import Codec
from protocol.messages import ClientMessage
from protocol.slugs import CloseCode
from server.links import RoomService
from server.relay.letters import Cut, Forward
from server.relay.lines import Lines
from server.turnstile import Turnstile

__all__ = ["RemoteLink"]

log = structlog.get_logger()

FAR_BEHIND = 1 << 40
"""Bytes: more than any limit."""


class RemoteLink:
    """Implements `server.links.Link`. `process` is where the player is connected, `number` what the link is called there.

    `behind`: he does not take what he is sent, says his process."""

    __slots__ = (
        "_lines",
        "_rooms",
        "_said",
        "arrival",
        "behind",
        "codec",
        "ended",
        "name",
        "number",
        "player",
        "process",
    )

    def __init__(self, lines: Lines, rooms: RoomService, process: str, first: Forward) -> None:
        """`first`: the first that was heard of him."""
        self.process = process
        self.number = first.link
        self.player = first.player
        self.name = first.name
        self.arrival = first.arrival
        self.codec = Codec(first.codec)
        self.behind = False
        self.ended = False
        self._lines = lines
        self._rooms = rooms
        self._said: Turnstile[ClientMessage | None] = Turnstile(self._failed)
        self._said.open(self._hand)

    # -- what the rooms do with it ------------------------------------------------------------------------------------

    def send(self, frame: bytes) -> None:
        if not self.ended:
            self._lines.send_frame(self.process, self.number, frame)

    def backlog(self) -> int:
        return FAR_BEHIND if self.behind else 0

    def close(self, code: CloseCode, reason: str) -> None:
        if not self.ended:
            self.ended = True
            self._lines.send(self.process, Cut(self.number, int(code), reason))

    # -- what is heard from there -------------------------------------------------------------------------------------

    def take(self, message: ClientMessage) -> None:
        """Hand over what the player says, one after the other: at once, where nothing has to be waited for."""
        if not self.ended:
            self._said.take(message)

    def leave(self) -> None:
        """He is gone; what he has said before counts."""
        self._said.take(None)

    def abandon(self) -> None:
        """He is gone, and what he has said and was not handed over yet does not count."""
        self.ended = True
        self._said.clear()
        self._rooms.detach(self)

    def _hand(self, message: ClientMessage | None) -> Awaitable[None] | None:
        if message is None:
            self.abandon()
        elif not self.ended and not self._rooms.at_once(self, message):
            return self._rooms.handle(self, message)
        return None

    def _failed(self, error: Exception) -> None:
        log.error("request failed", player=self.player, process=self.process, exc_info=error)
        self.close(CloseCode.MOVED, "the server failed at this; connect again")
