"""Clients that take their time: with the upgrade, with a message, with reading. Each is bounded in time and in memory, and meanwhile nobody
else waits."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from websockets.frames import Opcode

import protocol.messages as wire
from protocol.slugs import CloseCode
from server.app import App
from tests.certificate import make_certificate
from tests.hostile.people import HELLO, UPGRADE, Bare, frame
from tests.server.harness import Client, FakeRooms, count, serving, until

DRIP = 0.01
"""Seconds between two bytes."""
PATIENCE = 10.0
"""Seconds in which the server must have had enough, all its limits being far below."""


@asynccontextmanager
async def beside(rooms: FakeRooms | None = None, **settings: object) -> AsyncIterator[App]:
    """A server with somebody at its table, who is well served all the while and after."""
    async with serving(rooms, **settings) as app, Client(app) as ann:
        await ann.hello()
        asking = asyncio.create_task(_ask_on(ann))
        yield app
        await until(lambda: len(app.transport.links()) == 1)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        assert await _pong(ann)


async def _ask_on(ann: Client) -> None:
    while True:
        assert await _pong(ann)
        await asyncio.sleep(0.05)


async def _pong(ann: Client) -> bool:
    return await ann.ask(wire.Ping(nonce=4)) == wire.Pong(nonce=4)


async def drip(eve: Bare, data: bytes) -> int:
    """Send it byte by byte, until all is sent or the connection is lost. Returns how much was."""
    for place, byte in enumerate(data):
        if eve.lost.done():
            return place
        eve.transport.write(bytes([byte]))
        await asyncio.sleep(DRIP)
    return len(data)


@pytest.mark.parametrize(
    "first",
    [b"", UPGRADE, b"GET / HTTP/1.1\r\n" + b"X-Slow: y\r\n" * 50],
    ids=["nothing", "upgrade", "headers"],
)
async def test_a_handshake_byte_by_byte_is_cut_in_time(first: bytes) -> None:
    async with beside(hello_timeout=0.5) as app:
        eve = await Bare.open(app.transport.port)
        await drip(eve, first)
        await asyncio.wait_for(eve.lost, PATIENCE)
        assert b"101" not in eve.tail
        await until(lambda: app.transport.inside == 1)


async def test_a_hello_byte_by_byte_is_cut_in_time() -> None:
    async with beside(hello_timeout=0.3) as app:
        eve = await Bare.open(app.transport.port)
        eve.transport.write(UPGRADE)
        await eve.upgraded
        await drip(eve, frame(HELLO[:-1] + b" " * 5000 + b"}"))
        await asyncio.wait_for(eve.lost, PATIENCE)
        assert count(app, "paiju_closes_total", code=str(int(CloseCode.NO_HELLO))) == 1


async def test_a_message_byte_by_byte_cannot_answer_heartbeats() -> None:
    """A pong may not stand within a frame (RFC 6455 §5.4), so whoever drips a frame is taken for lost."""
    async with beside(ping_interval=0.2, ping_timeout=0.2) as app:
        eve = await Bare.player(app.transport.port)
        eve._quiet = True  # noqa: SLF001
        await drip(eve, frame(b'{"type":"list_games","action":"a"' + b" " * 5000 + b"}"))
        await asyncio.wait_for(eve.lost, PATIENCE)
        assert count(app, "paiju_closes_total", code="1011") == 1


@pytest.mark.parametrize("piece", [b"", b" "], ids=["empty", "a byte each"])
async def test_a_message_in_ever_more_pieces_is_not_kept_for_ever(piece: bytes) -> None:
    """Heartbeats can be answered between fragments (§5.4), and empty ones never reach the limit of size."""
    async with beside(messages_burst=10_000) as app:
        eve = await Bare.player(app.transport.port)
        eve.transport.write(frame(b"{", fin=False))
        for _ in range(500):
            eve.transport.write(frame(piece, Opcode.CONT, fin=False))
            if eve.lost.done():
                break
            await asyncio.sleep(0)
        await asyncio.wait_for(eve.lost, PATIENCE)
        assert count(app, "paiju_closes_total", code=str(int(CloseCode.FLOODING))) == 1


async def test_a_message_in_a_few_pieces_is_a_message() -> None:
    async with beside() as app:
        eve = await Bare.player(app.transport.port)
        text = b'{"type":"ping","nonce":77}'
        for place in range(len(text)):
            opcode = Opcode.CONT if place else Opcode.TEXT
            eve.transport.write(frame(text[place : place + 1], opcode, fin=place == len(text) - 1))
        await until(lambda: b'"nonce":77' in eve.tail)
        eve.cut()


async def test_who_reads_a_byte_now_and_then_is_cut_like_one_who_reads_nothing() -> None:
    rooms = FakeRooms()
    rooms.flood = [b"x" * 10_000] * 100
    chat = frame(b'{"type":"chat","action":"a","room":"ABCD","text":"x"}')
    async with beside(rooms, stall_timeout=0.5, soft_backlog=10_000, hard_backlog=100_000_000) as app:
        eve = await Bare.player(app.transport.port)
        eve.transport.pause_reading()
        eve.transport.write(chat * 10)
        sipping = asyncio.create_task(_sip(eve.transport.get_extra_info("socket").dup()))
        await until(
            lambda: count(app, "paiju_closes_total", code=str(int(CloseCode.TOO_SLOW))) == 1, PATIENCE
        )
        sipping.cancel()
        eve.cut()


async def _sip(mouth: socket.socket) -> None:
    with mouth:
        while True:
            await asyncio.get_running_loop().sock_recv(mouth, 1)
            await asyncio.sleep(DRIP)


async def test_tls_that_does_not_begin_is_cut_in_time(tmp_path: Path) -> None:
    """Such a connection is not counted yet, so its time is what bounds it."""
    cert, key = make_certificate(tmp_path)
    context = ssl.create_default_context(cafile=cert)
    async with serving(tls_cert=cert, tls_key=key, hello_timeout=0.5, close_timeout=0.2) as app:
        idle = [await Bare.open(app.transport.port) for _ in range(20)]
        for eve in idle[:10]:
            eve.transport.write(b"\x16\x03\x01\x02\x00\x01")  # a ClientHello that stops after its head
        await asyncio.wait_for(asyncio.gather(*(eve.lost for eve in idle)), PATIENCE)
        # Somebody who means it is served.
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", app.transport.port, ssl=context, server_hostname="localhost"
        )
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert b" 200 " in await reader.readline()
        writer.transport.abort()
        await until(lambda: app.transport.inside == 0)
