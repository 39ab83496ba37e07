"""The wire of the hand-written servers: a path for each seat, small MessagePack maps."""

from __future__ import annotations

from benchmarks.peers.load import Player, Room
from benchmarks.peers.table import SEATS

__all__ = ["open_room"]

PUT = b"\x81\xa5index\x00"
SEEN = b"\x83\xa4seat"
"""How a view begins. It ends with who is on turn, a single byte."""


class _Minimal(Player):
    def hear(self, frame: bytes) -> None:
        if frame.startswith(SEEN):
            self.views += 1
            self.room.seen(self.views)
            if frame[-1] == self.seat:
                self.room.asked(self)
        elif not self.views and not self.seat:  # the first hand
            self.room.asked(self)

    def act(self) -> None:
        self.room.put(self.views + 1)
        self.say(PUT)


async def open_room(room: Room, port: int) -> None:
    room.players = [_Minimal(room, seat) for seat in range(SEATS)]
    for player in room.players:
        player.opened.set_result(None)
        await player.connect(f"ws://127.0.0.1:{port}/{room.number}/{player.seat}")
