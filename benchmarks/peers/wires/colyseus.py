"""Colyseus 0.17: seats are reserved over HTTP; in the room a frame's first byte says what it is (its package shared-types, Protocol)."""

from __future__ import annotations

from benchmarks.peers.load import Player, Room
from benchmarks.peers.table import SEATS
from benchmarks.peers.wires.lobby import post

__all__ = ["open_room"]

JOIN, ERROR, PATCH = 10, 11, 15
DATA = b"\x0d"
HAND = DATA + b"\xa4hand"
SEEN = DATA + b"\xa3put"
"""How a view begins that is a message. It ends with who is on turn, a single byte."""
PUT = DATA + b"\xa3put\x81\xa5index\x00"
SIT = DATA + b"\xa3sit"
PUTS, TURN = 0x80, 0x81
"""The first operations of a patch: on the number of puts (four bytes), which always changes, and on the turn (one), if that has changed.
Before them the first patch of all has an operation on the scores, of two bytes."""
TO_TURN = 5


class _Colyseus(Player):
    """Reads both kinds of views."""

    turn = 0

    def hear(self, frame: bytes) -> None:
        if frame[0] == PATCH:
            at = frame.index(PUTS) + TO_TURN
            if frame[at] == TURN:
                self.turn = frame[at + 1]
            self._view(self.turn)
        elif frame.startswith(SEEN):
            self._view(frame[-1])
        elif frame[0] == JOIN:
            self.say(bytes([JOIN]))
            self.say(SIT + bytes([self.seat]))
            self.opened.set_result(None)
        elif frame[0] == ERROR:
            self.room.load.fail(repr(frame))
        elif not self.views and not self.seat and frame.startswith(HAND):
            self.room.asked(self)

    def _view(self, turn: int) -> None:
        self.views += 1
        self.room.seen(self.views)
        if turn == self.seat:
            self.room.asked(self)

    def act(self) -> None:
        self.room.put(self.views + 1)
        self.say(PUT)


async def open_room(room: Room, port: int) -> None:
    room.players = [_Colyseus(room, seat) for seat in range(SEATS)]
    made = await post(port, "/matchmake/create/highcard")
    where = f"ws://127.0.0.1:{port}/{made['processId']}/{made['roomId']}?sessionId="
    for player in room.players:
        seat = made if player.seat == 0 else await post(port, f"/matchmake/joinById/{made['roomId']}")
        await player.connect(where + seat["sessionId"])
