"""A server at saturation: rooms of four connected clients play high card as fast as it goes.

Prints answers per second, the time from an answer sent to the last of the four views received (p50, p99), the server's CPU time per
1,000 answers, and its memory per room and connection. The server is a process of its own with its durable journal; this load client
shares the machine with it, so figures are for comparison within one run.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import resource
import signal
import socket
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path

import msgspec
import websockets
from websockets.asyncio.client import ClientConnection
from websockets.typing import Subprotocol

import protocol.messages as wire
from engine.core.ask import Ask
from protocol.codec import Codec

__all__ = ["Load", "lift_limits", "main", "measure", "start_server", "usage", "wait_for"]

CODEC = Codec.MSGPACK
TOGETHER = 10
"""Rooms that are opened at once: all of them would overrun the server's queue of connections."""

_read_ask = msgspec.msgpack.Decoder(Ask).decode


class Player:
    """One connection that answers whatever it is asked with the first legal answer."""

    def __init__(self, room: Room, seat: int) -> None:
        self.room = room
        self.seat = seat
        self.count = 0
        self.socket: ClientConnection | None = None

    async def open(self, url: str) -> None:
        self.socket = await websockets.connect(
            url, subprotocols=[Subprotocol(CODEC.value)], compression=None, ping_interval=None, max_size=None
        )
        await self.send(wire.Hello(version=wire.VERSION, name=f"p{self.seat}"))
        assert isinstance(await self.read(), wire.Welcome)

    async def send(self, message: wire.ClientMessage) -> None:
        assert self.socket is not None
        await self.socket.send(CODEC.encode(message))

    async def read(self) -> wire.ServerMessage:
        assert self.socket is not None
        frame = await self.socket.recv()
        return CODEC.read_server(frame if isinstance(frame, bytes) else frame.encode())

    async def ask(self, message: wire.ClientMessage) -> wire.ServerMessage:
        """Send a request and wait for its answer, over other messages."""
        await self.send(message)
        while True:
            reply = await self.read()
            if getattr(reply, "action", None) == message.action:  # type: ignore[union-attr]
                if isinstance(reply, wire.Refused):
                    raise RuntimeError(reply.reason)
                return reply

    def action(self) -> str:
        self.count += 1
        return str(self.count)

    async def play(self) -> None:
        """Answer until the load is over; the room's first player starts the next match."""
        room = self.room
        while not room.load.over:
            message = await self.read()
            if isinstance(message, wire.Snapshot):
                await self._in_lobby(message.info)
            elif isinstance(message, wire.Update):
                room.seen(message.seq)
                if message.over is not None and self.seat == 0:
                    await self.send(wire.Rematch(action=self.action(), room=room.code))
                elif message.info is not None and message.info.phase == "lobby":
                    await self._in_lobby(message.info)
                if message.ask is not None:
                    await self._answer(message.ask, message.seq)

    async def _in_lobby(self, info: wire.RoomInfo) -> None:
        """Be ready; the first player begins when all are."""
        code = self.room.code
        if not info.seats[self.seat].ready:
            await self.send(wire.Ready(action=self.action(), room=code))
        elif self.seat == 0 and all(seat.ready for seat in info.seats):
            await self.send(wire.Start(action=self.action(), room=code))

    async def _answer(self, raw: msgspec.Raw, seq: int) -> None:
        ask, room = _read_ask(raw), self.room
        if (ask.id, ask.seat) != room.answered:
            room.answered = ask.id, ask.seat
            answer = wire.Answer(
                action=self.action(), room=room.code, ask=ask.id, move=0, picks=ask.default.picks
            )
            if room.load.think:
                room.load.later(self._think(answer, seq))
            else:
                room.sent(seq)
                await self.send(answer)

    async def _think(self, answer: wire.Answer, seq: int) -> None:
        await asyncio.sleep(self.room.load.think * random.uniform(0.5, 1.5))
        self.room.sent(seq)
        await self.send(answer)


class Room:
    """Four players, and the clock from an answer to the last of the four views."""

    def __init__(self, load: Load) -> None:
        self.load = load
        self.code = ""
        self.answered: tuple[int, int] | None = None
        self.players = [Player(self, seat) for seat in range(4)]
        self._sent: dict[int, float] = {}
        self._views: dict[int, int] = {}

    async def open(self, urls: Sequence[str]) -> None:
        """The players are spread over the processes; the first one's holds the room."""
        for player in self.players:
            await player.open(urls[player.seat % len(urls)])
        first = self.players[0]
        made = await first.ask(
            wire.CreateRoom(
                action=first.action(), game="highcard", seats=4, options={"tricks": 13}, listed=False
            )
        )
        assert isinstance(made, wire.Done) and made.room is not None
        self.code = made.room
        for player in self.players[1:]:
            await player.ask(wire.Enter(action=player.action(), room=self.code))
            await player.ask(wire.TakeSeat(action=player.action(), room=self.code, seat=player.seat))

    def sent(self, seq: int) -> None:
        self._sent[seq + 1] = time.perf_counter()

    def seen(self, seq: int) -> None:
        if seq in self._sent:
            self._views[seq] = self._views.get(seq, 0) + 1
            if self._views[seq] == len(self.players):
                del self._views[seq]
                self.load.took(time.perf_counter() - self._sent.pop(seq))


class Load:
    """All rooms of one measurement. `think`: the seconds that a player takes for an answer, half as many to half as many again; 0: none."""

    def __init__(self, rooms: int, think: float = 0.0, warm_up: float = 1.0) -> None:
        self.think = think
        self._warm_up = warm_up
        self._thinking: set[asyncio.Task[None]] = set()
        self.over = False
        self.rooms = [Room(self) for _ in range(rooms)]
        self.times: list[float] = []
        self.counting = False
        self.on_count: Callable[[], None] = lambda: None

    def took(self, seconds: float) -> None:
        if self.counting:
            self.times.append(seconds)

    def later(self, thought: Coroutine[None, None, None]) -> None:
        """Somebody thinks meanwhile."""
        task = asyncio.create_task(thought)
        self._thinking.add(task)
        task.add_done_callback(self._thinking.discard)

    async def run(self, urls: Sequence[str], seconds: float) -> float:
        """Open all, warm up, count for `seconds`; returns how long was really counted."""
        for begin in range(0, len(self.rooms), TOGETHER):
            places = range(begin, min(begin + TOGETHER, len(self.rooms)))
            await asyncio.gather(
                *(self.rooms[n].open([*urls[n % len(urls) :], *urls[: n % len(urls)]]) for n in places)
            )
        tasks = [asyncio.create_task(player.play()) for room in self.rooms for player in room.players]
        for room in self.rooms:
            for player in room.players:
                await player.send(wire.Ready(action=player.action(), room=room.code))
        await asyncio.sleep(self._warm_up)
        self.on_count()
        self.counting, began = True, time.perf_counter()
        await asyncio.sleep(seconds)
        self.counting, took = False, time.perf_counter() - began
        self.over = True
        tasks += self._thinking
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return took


async def measure(rooms: int, seconds: float, store: str, processes: int = 1) -> dict[str, float]:
    """One row: fresh servers, `rooms` rooms."""
    with tempfile.TemporaryDirectory() as folder:
        servers = [await start_server(store.replace("FILE", f"{folder}/bench.db")) for _ in range(processes)]
        pids = [process.pid for process, _ in servers]
        try:
            await asyncio.gather(*(wait_for(port) for _, port in servers))
            empty, _ = usage(pids)
            load = Load(rooms)
            cpu: list[float] = []
            load.on_count = lambda: cpu.append(usage(pids)[1])
            took = await load.run([f"ws://127.0.0.1:{port}/" for _, port in servers], seconds)
            memory, spent = usage(pids)
        finally:
            for process, _ in servers:
                process.send_signal(signal.SIGKILL)
                await process.wait()
    times = sorted(load.times)
    answers = len(times)
    return {
        "rooms": rooms,
        "answers_per_s": round(answers / took),
        "p50_ms": round(statistics.median(times) * 1000, 2),
        "p99_ms": round(times[int(answers * 0.99)] * 1000, 2),
        "server_cpu_s_per_1000": round((spent - cpu[0]) / answers * 1000, 4),
        "server_kib_per_room": round((memory - empty) / rooms / 1024, 1),
    }


async def start_server(
    store: str, port: int | None = None, *flags: str
) -> tuple[asyncio.subprocess.Process, int]:
    """A server process without limits that a load would meet, and its port."""
    if port is None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = int(probe.getsockname()[1])
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "server", "--port", str(port), "--store", store, "--log-level", "error",
        "--messages-per-second", "100000", "--messages-burst", "100000", "--connections-per-address", "100000",
        "--new-players-burst", "100000", *flags,
    )  # fmt: skip
    return process, port


async def wait_for(port: int) -> None:
    for _ in range(3000):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except OSError:
            await asyncio.sleep(0.02)
        else:
            writer.close()
            return
    raise RuntimeError("the server does not come up")


def usage(pids: Sequence[int]) -> tuple[int, float]:
    """Resident bytes and CPU seconds of processes (Linux)."""
    resident, spent = 0, 0.0
    for pid in pids:
        status = Path(f"/proc/{pid}/status").read_text()
        resident += next(
            int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmRSS")
        )
        fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        spent += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return resident, spent


def lift_limits() -> None:
    """A load has many sockets."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 16_384), hard))


def main() -> None:
    """Print a row per number of rooms, with the journal on SQLite."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", default="50,250")
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--store", default="sqlite:FILE")
    chosen = parser.parse_args()
    lift_limits()
    for rooms in (int(n) for n in chosen.rooms.split(",")):
        row = asyncio.run(measure(rooms, chosen.seconds, chosen.store))
        print("  ".join(f"{name} {value}" for name, value in row.items()), flush=True)


if __name__ == "__main__":
    main()
