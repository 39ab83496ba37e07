"""The load, the same for all servers: rooms of four connections, each of which acts as soon as it sees that it is on turn.

The views of a room are numbered; an action is over when the last of the four players has received the view that it led to. A wire's
player does the least with a frame that tells which view it is and who is on turn, so that the load does not bound what it measures.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from picows import WSFrame, WSListener, WSMsgType, WSTransport, ws_connect

from benchmarks.peers.table import SEATS

__all__ = ["Load", "Opening", "Player", "Room"]

TOGETHER = 10
"""Rooms that are opened at once: all of them would overrun a server's queue of connections."""


class Player(WSListener):
    """One connection. A wire's own player reads its frames (`hear`) and knows how to put a card (`act`)."""

    kind = WSMsgType.BINARY
    transport: WSTransport

    def __init__(self, room: Room, seat: int) -> None:
        self.room = room
        self.seat = seat
        self.views = 0
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def hear(self, frame: bytes) -> None:
        raise NotImplementedError

    def act(self) -> None:
        raise NotImplementedError

    async def connect(self, url: str, subprotocol: str | None = None) -> None:
        """Returns when the wire's player says that it is in the room (`opened`)."""
        headers = {"Sec-WebSocket-Protocol": subprotocol} if subprotocol else None
        await ws_connect(lambda: self, url, extra_headers=headers)
        await self.opened

    def say(self, frame: bytes) -> None:
        self.transport.send(self.kind, frame)

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type is self.kind:
            self.hear(frame.get_payload_as_bytes())

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        reason = f"seat {self.seat} of room {self.room.number} has lost its connection"
        self.room.load.fail(reason)
        if not self.opened.done():
            self.opened.set_exception(ConnectionError(reason))


class Room:
    """Four players, and the clock from an action to the last of the four views."""

    def __init__(self, load: Load, number: int) -> None:
        self.load = load
        self.number = number
        self.players: list[Player] = []
        self.turn: Player | None = None
        """Who is on turn and waits for the load to let him act."""
        self._began: dict[int, float] = {}
        self._left: dict[int, int] = {}

    def asked(self, player: Player) -> None:
        """`player` has seen that he is on turn."""
        if self.load.saturating:
            player.act()
        else:
            self.turn = player

    def put(self, view: int) -> None:
        """A player acts; `view` is the number of the one that it will lead to."""
        self._began[view] = time.perf_counter()
        self._left[view] = SEATS

    def seen(self, view: int) -> None:
        """One of the four has received it. Views that no action led to (a lobby's) are none of ours."""
        left = self._left.get(view)
        if left is None:
            return
        if left > 1:
            self._left[view] = left - 1
        else:
            del self._left[view]
            self.load.took(time.perf_counter() - self._began.pop(view))


Opening = Callable[[Room, int], Awaitable[None]]
"""How a wire opens a room at a port: its four players take their seats, and the one on turn is `asked` soon."""


class Load:
    """All rooms of one measurement."""

    def __init__(self, rooms: int) -> None:
        self.rooms = [Room(self, number) for number in range(rooms)]
        self.saturating = False
        self.times: list[float] = []
        """Seconds of each action, while it is counted."""
        self.fault: str | None = None
        self._counting = False

    def took(self, seconds: float) -> None:
        if self._counting:
            self.times.append(seconds)

    def fail(self, reason: str) -> None:
        """What is measured is void: a request was refused, or a connection lost."""
        self.fault = self.fault or reason

    async def open(self, opening: Opening, port: int) -> None:
        """Returns when somebody is on turn in each room. Raises RuntimeError where it comes to nothing."""
        for start in range(0, len(self.rooms), TOGETHER):
            rooms = self.rooms[start : start + TOGETHER]
            await asyncio.gather(*(opening(room, port) for room in rooms))
        while any(room.turn is None for room in self.rooms):
            self._check()
            await asyncio.sleep(0.01)

    async def saturate(self) -> None:
        """From now on everybody acts at once."""
        self.saturating = True
        for room in self.rooms:
            self._let_act(room)

    async def pace(self, rate: float) -> None:
        """`rate` actions a second over all rooms, one room after the other, until cancelled. A room whose player on turn has not yet heard
        of it is passed over."""
        began, done = time.perf_counter(), 0
        while True:
            due = int((time.perf_counter() - began) * rate)
            while done < due:
                self._let_act(self.rooms[done % len(self.rooms)])
                done += 1
            await asyncio.sleep(0.001)

    async def count(self, seconds: float) -> float:
        """Count actions; returns for how many seconds it was really done. Raises RuntimeError if a connection was lost."""
        self._counting, began = True, time.perf_counter()
        await asyncio.sleep(seconds)
        self._counting, took = False, time.perf_counter() - began
        self._check()
        return took

    def close(self) -> None:
        """When the server is gone."""
        for room in self.rooms:
            for player in room.players:
                player.transport.disconnect(False)

    def _check(self) -> None:
        if self.fault is not None:
            raise RuntimeError(self.fault)

    def _let_act(self, room: Room) -> None:
        player, room.turn = room.turn, None
        if player is not None:
            player.act()
