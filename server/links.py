"""The thin line between sockets and rooms: what a room may do with a connection, and what a connection may ask of the rooms.

The transport knows frames, limits and sessions and no game; the rooms know players and matches and no socket. A faster transport can
stand in behind this interface.
"""

from __future__ import annotations

from typing import NewType, Protocol

from protocol.codec import Codec
from protocol.messages import ClientMessage, Notice, RoomCard
from protocol.slugs import CloseCode, Slug

__all__ = ["REPLACED", "Elsewhere", "Link", "PlayerId", "RoomService", "send_away"]

REPLACED = "you have connected again; this connection is closed"

PlayerId = NewType("PlayerId", str)
"""Public id of a player. His token is the sessions' business and never comes here."""


class Link(Protocol):
    """One live connection of a player. The newest connection of a player is the only one that rooms hold: the one with the largest
    `arrival`, in all processes."""

    player: PlayerId
    name: str
    arrival: int
    codec: Codec

    @property
    def ended(self) -> bool:
        """Whether it is closed, or gone: nothing that was asked over it is to be begun any more."""

    def send(self, frame: bytes) -> None:
        """Queue a frame; all frames of one loop tick go out in one write, in order. Never blocks and never raises."""

    def backlog(self) -> int:
        """Bytes queued and not yet taken by the client. Above the room's limit it sends no more updates but one snapshot later."""

    def close(self, code: CloseCode, reason: str) -> None:
        """Close the connection, after what is queued. Idempotent."""


def send_away(link: Link) -> None:
    """Close a connection because its player has a newer one, and tell him so."""
    link.send(link.codec.encode(Notice(slug=Slug.SESSION_REPLACED, reason=REPLACED)))
    link.close(CloseCode.REPLACED, REPLACED)


class RoomService(Protocol):
    """What the transport may ask of the rooms."""

    def at_once(self, link: Link, message: ClientMessage) -> bool:
        """Like `handle`, where nothing has to be waited for. False where something has: nothing was done then."""

    async def handle(self, link: Link, message: ClientMessage) -> None:
        """Carry out a room message (`create_room` … `rematch`) of the link's player and answer through the link with `done`, `refused`,
        or what the message asks for. Requests of one connection are handed over one after the other."""

    def detach(self, link: Link) -> None:
        """The link is gone. Does nothing where the player has a newer link (a late clean-up must not touch it)."""

    def replace(self, old: Link, new: Link) -> None:
        """The player has connected anew: `new` takes the place of `old` everywhere, without any room being entered yet."""

    def drained(self, link: Link) -> None:
        """A link that was too far behind has caught up: send it a snapshot of each room that it missed updates of."""

    async def cards(self, game: str | None) -> list[RoomCard]:
        """The listed rooms, newest first."""

    async def rooms_of(self, player: PlayerId) -> list[str]:
        """Codes of the rooms in which the player has a seat."""

    async def rooms_with(self, link: Link) -> list[str]:
        """Codes of all rooms in which the link's player may be: those that this very connection has to do with, and what the store knows,
        which may be a second behind."""


class Elsewhere(Protocol):
    """The other processes that share the store: what a process asks of them for its players."""

    shared: bool
    """Whether there can be any."""

    def route(self, link: Link, code: str) -> str | None:
        """The process to which this link's messages to the room have gone so far."""

    def routes(self, link: Link) -> list[str]:
        """The rooms elsewhere that this link has to do with."""

    def carry(self, holder: str, link: Link, code: str, message: ClientMessage) -> bool:
        """Hand a message for a room to the process that holds it, which answers through the link. False if that process has not been heard
        of lately: who holds the room should be asked again."""

    def here(self, link: Link, code: str) -> None:
        """The room is in this process now: the link's messages to it go nowhere else."""

    def gone(self, link: Link) -> None:
        """The link is gone."""

    def drained(self, link: Link) -> None:
        """The link has taken what it was behind."""

    async def arrival(self) -> int:
        """A number for a player's new connection, larger than any before in any process."""

    def announce(self, player: PlayerId, arrival: int) -> None:
        """Tell the others that the player has connected here: older connections of his are over."""
