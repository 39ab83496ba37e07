"""The thin line between sockets and rooms: what a room may do with a connection, and what a connection may ask of the rooms.

The transport knows frames, limits and sessions and no game; the rooms know players and matches and no socket. A faster transport can
stand in behind this interface.
"""

from __future__ import annotations

from typing import NewType, Protocol

from protocol.codec import Codec
from protocol.messages import ClientMessage, RoomCard
from protocol.slugs import CloseCode

__all__ = ["Link", "PlayerId", "RoomService"]

PlayerId = NewType("PlayerId", str)
"""Public id of a player. His token is the sessions' business and never comes here."""


class Link(Protocol):
    """One live connection of a player. The newest connection of a player is the only one that rooms hold."""

    player: PlayerId
    name: str
    codec: Codec

    def send(self, frame: bytes) -> None:
        """Queue a frame; all frames of one loop tick go out in one write, in order. Never blocks and never raises."""

    def backlog(self) -> int:
        """Bytes queued and not yet taken by the client. Above the room's limit it sends no more updates but one snapshot later."""

    def close(self, code: CloseCode, reason: str) -> None:
        """Close the connection, after what is queued. Idempotent."""


class RoomService(Protocol):
    """What the transport may ask of the rooms."""

    async def handle(self, link: Link, message: ClientMessage) -> None:
        """Carry out a room message (`create_room` … `rematch`) of the link's player and answer through the link with `done`, `refused`,
        or what the message asks for. Requests of one connection are handed over one after the other."""

    def detach(self, link: Link) -> None:
        """The link is gone. Does nothing where the player has a newer link (a late clean-up must not touch it)."""

    def replace(self, old: Link, new: Link) -> None:
        """The player has connected anew: `new` takes the place of `old` everywhere, without any room being entered yet."""

    def drained(self, link: Link) -> None:
        """A link that was too far behind has caught up: send it a snapshot of each room that it missed updates of."""

    def cards(self, game: str | None) -> list[RoomCard]:
        """The listed rooms, newest first."""

    def rooms_of(self, player: PlayerId) -> list[str]:
        """Codes of the rooms in which the player has a seat."""
