"""boardgame.io 0.50: matches and seats over HTTP, then socket.io (protocol 5 over Engine.IO 4) in text frames."""

from __future__ import annotations

from picows import WSMsgType

from benchmarks.peers.load import Player, Room
from benchmarks.peers.table import SEATS
from benchmarks.peers.wires.lobby import post

__all__ = ["open_room"]

OPEN, PING, PONG = b"0", b"2", b"3"
ENTER = b"40/highcard,"
"""Into the namespace; the server answers alike, with an id."""
EVENT = b"42/highcard,"
SEEN = EVENT + b'["update"'
SYNC = EVENT + b'["sync"'
TURN = b'"currentPlayer":"'
STATE = b'"_stateID":'
DIGITS = b"0123456789"


class _Boardgame(Player):
    kind = WSMsgType.TEXT
    state = b""
    """The number of the state that was seen last."""

    def __init__(self, room: Room, seat: int, match: str, credentials: str) -> None:
        super().__init__(room, seat)
        who = f'"playerID":"{seat}","credentials":"{credentials}"'
        move = f'{{"type":"MAKE_MOVE","payload":{{"type":"put","args":[0],{who}}}}}'
        self.sync = EVENT + f'["sync","{match}","{seat}","{credentials}"]'.encode()
        self.put_at = EVENT + f'["update",{move},%s,"{match}","{seat}"]'.encode()
        """An action names the state that it is for."""

    def hear(self, frame: bytes) -> None:
        if frame.startswith(SEEN):
            self.views += 1
            self.room.seen(self.views)
            self._look(frame)
        elif frame == PING:
            self.say(PONG)
        elif frame.startswith(OPEN):
            self.say(ENTER)
        elif frame.startswith(ENTER):
            self.say(self.sync)
        elif frame.startswith(SYNC):
            self._look(frame)
            self.opened.set_result(None)

    def _look(self, frame: bytes) -> None:
        if frame[frame.index(TURN) + len(TURN)] - ord("0") == self.seat:
            start = end = frame.index(STATE) + len(STATE)
            while frame[end] in DIGITS:
                end += 1
            self.state = frame[start:end]
            self.room.asked(self)

    def act(self) -> None:
        self.room.put(self.views + 1)
        self.say(self.put_at % self.state)


async def open_room(room: Room, port: int) -> None:
    match = (await post(port, "/games/highcard/create", numPlayers=SEATS))["matchID"]
    for seat in range(SEATS):
        joined = await post(port, f"/games/highcard/{match}/join", playerID=str(seat), playerName=f"p{seat}")
        player = _Boardgame(room, seat, match, joined["playerCredentials"])
        room.players.append(player)
        await player.connect(f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket")
