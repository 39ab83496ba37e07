"""Paiju's own wire in MessagePack (docs/protocol.md). Of a running match's frames only as much is read as the load needs."""

from __future__ import annotations

import asyncio

import msgspec
from picows import WSTransport

import protocol.messages as wire
from benchmarks.peers.load import Player, Room
from benchmarks.peers.table import SEATS
from protocol.codec import Codec

__all__ = ["open_room"]

CODEC = Codec.MSGPACK
TRICKS = 13


class _Default(msgspec.Struct):
    picks: list[list[int]]


class _Ask(msgspec.Struct):
    id: int
    default: _Default


class _Seat(msgspec.Struct):
    ready: bool = False


class _Info(msgspec.Struct):
    phase: str
    seats: list[_Seat]

    @property
    def can_start(self) -> bool:
        return self.phase == "lobby" and all(seat.ready for seat in self.seats)


class _Update(msgspec.Struct, tag="update", tag_field="type"):
    """The fields of an update that tell whose turn it is, or that a match has ended."""

    seq: int
    ask: _Ask | None = None
    info: _Info | None = None
    over: dict[str, msgspec.Raw] | None = None


_read_update = msgspec.msgpack.Decoder(_Update).decode
UPDATE = b"\xa4type\xa6update"
"""How an update goes on behind its first byte, which is the number of its fields."""
DONE = b"\xa4type\xa4done"


class _Paiju(Player):
    """Says that he is ready before each match; the first player begins it, and has it played again."""

    ask: _Ask | None = None
    code = ""
    count = 0
    seq = 0

    def __init__(self, room: Room, seat: int) -> None:
        super().__init__(room, seat)
        self.again = False
        """Whether the next snapshot is that of the lobby after a match."""
        self.pending: dict[str, asyncio.Future[str]] = {}
        """Requests of the opening → the code of the room that they were carried out in."""

    def on_ws_connected(self, transport: WSTransport) -> None:
        super().on_ws_connected(transport)
        self._send(wire.Hello(version=wire.VERSION, name=f"p{self.seat}"))

    async def request(self, message: wire.CreateRoom | wire.Enter | wire.TakeSeat) -> str:
        """The room's code, when it is done. Raises RuntimeError where it is refused."""
        done: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.pending[message.action] = done
        self._send(message)
        return await done

    def action(self) -> str:
        self.count += 1
        return str(self.count)

    def get_ready(self) -> None:
        self._send(wire.Ready(action=self.action(), room=self.code))

    def hear(self, frame: bytes) -> None:
        if frame.startswith(UPDATE, 1):
            self._fold(_read_update(frame))
        elif self.pending or not frame.startswith(DONE, 1):
            self._other(CODEC.read_server(frame))

    def act(self) -> None:
        assert self.ask is not None
        self.room.put(self.seq + 1)
        self._send(
            wire.Answer(
                action=self.action(), room=self.code, ask=self.ask.id, move=0, picks=self.ask.default.picks
            )
        )

    def _fold(self, update: _Update) -> None:
        self.seq = update.seq
        self.room.seen(update.seq)
        if update.ask is not None and (self.ask is None or self.ask.id != update.ask.id):
            self.ask = update.ask
            self.room.asked(self)
        elif update.over is not None:
            self.ask, self.again = None, True
            if self.seat == 0:
                self._send(wire.Rematch(action=self.action(), room=self.code))
        elif self.seat == 0 and update.info is not None and update.info.can_start:
            self._send(wire.Start(action=self.action(), room=self.code))

    def _other(self, message: wire.ServerMessage) -> None:
        if isinstance(message, wire.Welcome):
            self.opened.set_result(None)
        elif isinstance(message, wire.Done) and message.action in self.pending:
            self.pending.pop(message.action).set_result(message.room or "")
        elif isinstance(message, wire.Snapshot) and self.again:
            self.again = False
            self.get_ready()
        elif isinstance(message, wire.Refused):
            reason = f"{message.slug}: {message.reason}"
            self.room.load.fail(reason)
            if message.action in self.pending:
                self.pending.pop(message.action).set_exception(RuntimeError(reason))

    def _send(self, message: wire.ClientMessage) -> None:
        self.say(CODEC.encode(message))


async def open_room(room: Room, port: int) -> None:
    players = [_Paiju(room, seat) for seat in range(SEATS)]
    room.players = [*players]
    for player in players:
        await player.connect(f"ws://127.0.0.1:{port}/", CODEC.value)
    first = players[0]
    code = await first.request(
        wire.CreateRoom(
            action=first.action(), game="highcard", seats=SEATS, options={"tricks": TRICKS}, listed=False
        )
    )
    for player in players:
        player.code = code
        if player is not first:
            await player.request(wire.Enter(action=player.action(), room=code))
            await player.request(wire.TakeSeat(action=player.action(), room=code, seat=player.seat))
    for player in players:
        player.get_ready()
