"""Which rooms this process has: by code, by the people in them, by the request that made them."""

from __future__ import annotations

from collections.abc import Iterator

import protocol.messages as wire
from server.links import PlayerId
from server.rooms.actor import Room
from server.rooms.state import Kind

__all__ = ["Directory", "card_of"]


class Directory:
    """`rooms` is in the order in which the rooms came here."""

    def __init__(self) -> None:
        self.rooms: dict[str, Room] = {}
        self._of: dict[PlayerId, set[str]] = {}
        self._made: dict[tuple[PlayerId, str], str] = {}

    def add(self, room: Room) -> None:
        self.rooms[room.code] = room
        self._made[room.fold.state.made_by] = room.code
        self.moved(room)

    def remove(self, room: Room) -> None:
        del self.rooms[room.code]
        self._made.pop(room.fold.state.made_by, None)
        for player in room.people:
            self._forget(player, room.code)

    def moved(self, room: Room) -> None:
        """Other people are in the room than before."""
        now = set(room.fold.state.people)
        for player in now - room.people:
            self._of.setdefault(player, set()).add(room.code)
        for player in room.people - now:
            self._forget(player, room.code)
        room.people = now

    def made_by(self, player: PlayerId, action: str) -> str | None:
        """The room that this request has made, if it is still there."""
        return self._made.get((player, action))

    def entered_by(self, player: PlayerId) -> set[str]:
        """The rooms that the player is in. For reading only."""
        return self._of.get(player, set())

    def seated(self, player: PlayerId) -> list[str]:
        """The rooms in which he has a seat."""
        mine = self.entered_by(player)
        return sorted(code for code in mine if self.rooms[code].fold.state.seat_of(player) is not None)

    def cards(self, game: str | None) -> Iterator[wire.RoomCard]:
        """The listed rooms (of one game), newest first."""
        for room in reversed(self.rooms.values()):
            info = room.audience.sight.info
            if info.listed and game in (None, info.game):
                yield card_of(info)

    def _forget(self, player: PlayerId, code: str) -> None:
        mine = self._of.get(player, set())
        mine.discard(code)
        if not mine:
            self._of.pop(player, None)


def card_of(info: wire.RoomInfo) -> wire.RoomCard:
    """What the list of rooms shows of one."""
    return wire.RoomCard(
        room=info.room,
        name=info.name,
        game=info.game,
        phase=info.phase,
        seats=len(info.seats),
        free=sum(seat.kind == Kind.EMPTY.value for seat in info.seats),
        locked=info.locked,
        spectators=info.spectators,
    )
