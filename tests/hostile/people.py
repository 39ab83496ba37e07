"""Clients that connect and do no more, or less, than they must: bare sockets, so that a thousand cost little."""

from __future__ import annotations

import asyncio
import resource
import socket
from pathlib import Path

from websockets.frames import Frame, Opcode

import protocol.messages as wire
from protocol.codec import Codec

__all__ = ["UPGRADE", "Bare", "allow_files", "frame", "resident"]

UPGRADE = (
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: paiju.v1.json\r\n\r\n"
)
HELLO = Codec.JSON.encode(wire.Hello(version=wire.VERSION, name="bare"))


def frame(data: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
    """As a client sends it: masked."""
    return Frame(opcode, data, fin).serialize(mask=True)


class Bare(asyncio.Protocol):
    """A connection that answers pings, with `quiet` nothing. `heard` is how many bytes came; `greeted` is done when the welcome is there,
    or raises where the connection was lost before."""

    def __init__(self, *, quiet: bool = False) -> None:
        loop = asyncio.get_running_loop()
        self.transport: asyncio.Transport
        self.heard = 0
        self.tail = b""
        self.upgraded: asyncio.Future[None] = loop.create_future()
        self.greeted: asyncio.Future[None] = loop.create_future()
        self.lost: asyncio.Future[None] = loop.create_future()
        self._quiet = quiet

    @classmethod
    async def open(cls, port: int, *, quiet: bool = False) -> Bare:
        """A TCP connection, nothing said yet."""
        _, bare = await asyncio.get_running_loop().create_connection(
            lambda: cls(quiet=quiet), "127.0.0.1", port
        )
        return bare

    @classmethod
    async def player(cls, port: int, *, narrow: bool = False) -> Bare:
        """Somebody who has been welcomed. `narrow`: the system takes as little for him as it can. Raises ConnectionError if he was not."""
        bare = await (cls._narrow(port) if narrow else cls.open(port))
        bare.transport.write(UPGRADE + frame(HELLO))
        await bare.greeted
        return bare

    @classmethod
    async def _narrow(cls, port: int) -> Bare:
        loop, raw = asyncio.get_running_loop(), socket.socket()
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        raw.setblocking(False)
        await loop.sock_connect(raw, ("127.0.0.1", port))
        _, bare = await loop.create_connection(cls, sock=raw)
        return bare

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.heard += len(data)
        if (
            data[:1] == b"\x89" and not self._quiet
        ):  # a ping, which always comes alone: to the idle nothing else is said
            self.transport.write(frame(data[2 : 2 + data[1]], Opcode.PONG))
        self.tail = (self.tail + data)[-2000:]
        if not self.upgraded.done() and b"HTTP/1.1 101" in self.tail:
            self.upgraded.set_result(None)
        if not self.greeted.done() and b'"type":"welcome"' in self.tail:
            self.greeted.set_result(None)

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost.set_result(None)
        for waiting in (self.upgraded, self.greeted):
            if not waiting.done():
                waiting.set_exception(ConnectionError("lost"))
                waiting.exception()  # perhaps nobody asks

    def cut(self) -> None:
        self.transport.abort()


def resident(pid: int | None) -> int:
    """Bytes of memory that a process really has (Linux)."""
    status = Path(f"/proc/{pid}/status").read_text()
    return next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmRSS"))


def allow_files(wanted: int) -> int:
    """Raise this process's limit of open files towards `wanted`, and return what it is now; a server that it starts inherits it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    soft = max(soft, min(hard, wanted))
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return soft
