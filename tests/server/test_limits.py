"""Law 9: what a connection may do, and what it costs to do more."""

from __future__ import annotations

import asyncio
import socket
import time

import pytest

import protocol.messages as wire
from protocol.codec import Codec
from protocol.slugs import CloseCode, Slug
from server.links import PlayerId
from tests.server.harness import WAIT, Client, FakeRooms, count, serving, until


@pytest.mark.parametrize(
    ("frame", "slug", "action"),
    [
        (b"", Slug.FRAME_MALFORMED, None),
        (b"nonsense", Slug.FRAME_MALFORMED, None),
        (b"[" * 5000, Slug.FRAME_MALFORMED, None),
        (b'{"type": "start", "action": "a1"}', Slug.FRAME_MALFORMED, "a1"),
        (b'{"type": "start", "action": 5, "room": "ABCD"}', Slug.FRAME_MALFORMED, None),
        (b'{"type": "start", "action": "a1", "room": "ABCD\\n"}', Slug.FRAME_MALFORMED, "a1"),
        (b'{"type": "chat", "action": "a1", "room": "ABCD", "text": "\\ud800"}', Slug.FRAME_MALFORMED, None),
        (b'{"type": "chat", "action": "a1", "room": "ABCD", "text": "\xff"}', Slug.FRAME_MALFORMED, "a1"),
        (b'{"type": "ping", "nonce": 99999999999999999999999}', Slug.FRAME_MALFORMED, None),
        (b'{"type": "fly", "action": "a1"}', Slug.FRAME_UNKNOWN_TYPE, "a1"),
        (b'{"type": "snapshot", "action": "a1"}', Slug.FRAME_UNKNOWN_TYPE, "a1"),
        (
            b'{"type": "chat", "action": "a1", "room": "ABCD", "text": "' + b"x" * 20_000 + b'"}',
            Slug.FRAME_TOO_LARGE,
            None,
        ),
    ],
)
async def test_a_bad_frame_is_refused_and_changes_nothing(
    frame: bytes, slug: Slug, action: str | None
) -> None:
    rooms = FakeRooms()
    async with serving(rooms) as app, Client(app) as ann:
        await ann.hello()
        await ann.raw.send(frame)
        refused = await ann.hear()
        assert isinstance(refused, wire.Refused)
        assert (refused.slug, refused.action) == (slug, action)
        assert rooms.calls == []
        assert await ann.ask(wire.Ping(nonce=1)) == wire.Pong(nonce=1)
        assert count(app, "paiju_refusals_total", slug=slug) == 1


async def test_unknown_fields_are_ignored() -> None:
    async with serving() as app, Client(app) as ann:
        await ann.hello()
        reply = await ann.ask({"type": "list_rooms", "action": "a1", "sort": "newest"})
        assert isinstance(reply, wire.Rooms) and reply.action == "a1"


async def test_malformed_frames_again_and_again_close() -> None:
    async with serving(fault_patience=3) as app, Client(app) as eve:
        await eve.hello()
        for _ in range(3):
            assert (await eve.refusal({"type": "fly"})).slug == Slug.FRAME_UNKNOWN_TYPE
        await eve.send({"type": "fly"})
        assert (await eve.closed())[0] == CloseCode.TOO_MANY_FAULTS


async def test_a_huge_frame_closes_unread() -> None:
    async with serving(max_frame=1000) as app, Client(app) as eve, Client(app) as ann:
        await eve.hello()
        await ann.hello()
        await eve.raw.send(b"x" * 5000)
        assert (await eve.closed())[0] == 1009
        await until(lambda: count(app, "paiju_closes_total", code="1009") == 1)
        assert await ann.ask(wire.Ping(nonce=1)) == wire.Pong(nonce=1)


async def test_too_many_messages_are_refused_then_close() -> None:
    rooms = FakeRooms()
    tight = {"messages_burst": 5, "messages_per_second": 0.01, "flood_patience": 3}
    async with serving(rooms, **tight) as app, Client(app) as eve, Client(app) as ann:
        await ann.hello()
        await eve.hello()  # the first of the five
        for number in range(4):
            assert isinstance(await eve.ask(wire.Start(action=f"a{number}", room="ABCD")), wire.Done)
        for number in range(3):
            refused = await eve.refusal(wire.Start(action=f"b{number}", room="ABCD"))
            assert (refused.slug, refused.action) == (Slug.FRAME_TOO_MANY, f"b{number}")
        await eve.send(wire.Start(action="c", room="ABCD"))
        assert (await eve.closed())[0] == CloseCode.FLOODING
        assert await ann.ask(wire.Ping(nonce=1)) == wire.Pong(nonce=1)
    assert sum(call[0] == "handle" for call in rooms.calls) == 4


async def test_a_slower_stream_goes_on_for_ever() -> None:
    async with (
        serving(messages_burst=5, messages_per_second=200.0, flood_patience=1) as app,
        Client(app) as ann,
    ):
        await ann.hello()
        for number in range(40):
            assert await ann.ask(wire.Ping(nonce=number)) == wire.Pong(nonce=number)
            await asyncio.sleep(0.006)


@pytest.mark.parametrize("kind", ["pings", "fragments"])
async def test_frames_below_the_messages_are_counted_too(kind: str) -> None:
    """What websockets answers or keeps by itself must not be a way around the message budget."""
    async with serving(messages_burst=20, messages_per_second=0.01) as app, Client(app) as eve:
        await eve.hello()
        if kind == "pings":
            for number in range(30):
                await eve.raw.ping(str(number))
        else:
            await eve.raw.send([b"x"] * 30)
        assert (await eve.closed())[0] == CloseCode.FLOODING


async def test_a_reader_that_stops_is_cut_and_nobody_waits_for_it() -> None:
    rooms = FakeRooms()
    rooms.flood = [b"x" * 10_000] * 100
    async with serving(rooms, hard_backlog=300_000) as app, Client(app) as ann:
        await ann.hello()
        eve = await _deaf(app.transport.port)
        eve.write(_frame(b'{"type":"chat","action":"a","room":"ABCD","text":"x"}') * 10)
        await until(lambda: count(app, "paiju_closes_total", code=str(int(CloseCode.TOO_SLOW))) == 1)
        started = time.monotonic()
        assert await ann.ask(wire.Ping(nonce=1)) == wire.Pong(nonce=1)
        assert time.monotonic() - started < 1.0
        await until(
            lambda: len(app.transport.links()) == 1
        )  # cut after close_timeout, though it never reads the close
        eve.transport.abort()


async def test_a_reader_that_stalls_below_the_hard_limit_is_cut_after_a_while() -> None:
    """The heartbeat's ping waits behind what is unsent, so a timer of its own must notice (case V2)."""
    rooms = FakeRooms()
    rooms.flood = [b"x" * 10_000] * 100
    async with serving(rooms, stall_timeout=0.3, soft_backlog=10_000, hard_backlog=100_000_000) as app:
        eve = await _deaf(app.transport.port)
        eve.write(_frame(b'{"type":"chat","action":"a","room":"ABCD","text":"x"}') * 10)
        await until(lambda: count(app, "paiju_closes_total", code=str(int(CloseCode.TOO_SLOW))) == 1)
        await until(lambda: not app.transport.links())
        eve.transport.abort()


@pytest.mark.parametrize("codec", Codec)
async def test_who_was_behind_and_catches_up_is_reported_to_the_rooms(codec: Codec) -> None:
    rooms = FakeRooms()
    done = codec.encode(wire.Done(action="x" * 30_000))
    rooms.flood = [done] * 5
    async with serving(rooms, soft_backlog=65_536) as app, Client(app, codec) as ann:
        welcome = await ann.hello()
        await ann.send(wire.Chat(action="a", room="ABCD", text="x"))
        for _ in range(6):
            assert isinstance(await ann.hear(), wire.Done)
        await until(lambda: ("drained", welcome.player) in rooms.calls)
        assert rooms.calls.count(("drained", welcome.player)) == 1
        assert rooms.links[PlayerId(welcome.player)].backlog() == 0


async def test_the_frames_of_a_tick_go_out_in_one_write_and_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    writes: list[int] = []
    kind = asyncio.selector_events._SelectorSocketTransport  # type: ignore[attr-defined] # noqa: SLF001
    write = kind.write

    def counted(self: asyncio.Transport, data: bytes) -> None:
        if b'"type":"pong"' in data:
            writes.append(data.count(b'"type":"pong"'))
        write(self, data)

    monkeypatch.setattr(kind, "write", counted)
    rooms = FakeRooms()
    rooms.flood = [Codec.JSON.encode(wire.Pong(nonce=n)) for n in range(20)]
    async with serving(rooms) as app, Client(app) as ann:
        await ann.hello()
        await ann.send(wire.Chat(action="a", room="ABCD", text="x"))
        heard = [await ann.hear() for _ in range(21)]
        assert heard == [*(wire.Pong(nonce=n) for n in range(20)), wire.Done(action="a")]
        assert writes == [20]


async def test_connections_of_one_address_are_bounded() -> None:
    async with serving(connections_per_address=2) as app:
        async with Client(app) as ann, Client(app) as ben:
            await ann.hello()
            await ben.hello()
            async with Client(app) as eve:
                assert (await eve.closed())[0] == CloseCode.TOO_MANY_CONNECTIONS
            assert await ann.ask(wire.Ping()) == wire.Pong()
        await until(lambda: not app.transport.links())
        async with Client(app) as again:
            await again.hello()


async def test_connections_in_all_are_bounded() -> None:
    async with serving(max_connections=1) as app, Client(app) as ann:
        await ann.hello()
        async with Client(app) as eve:
            assert (await eve.closed())[0] == 1013
        assert count(app, "paiju_turned_away_total", why="server") == 1


async def test_far_too_many_connections_are_cut_before_any_handshake() -> None:
    async with serving(connections_per_address=1) as app:
        sockets = [await asyncio.open_connection("127.0.0.1", app.transport.port) for _ in range(40)]
        async with asyncio.timeout(WAIT):
            ends = [await reader.read() for reader, _ in sockets[35:]]
        assert ends == [b""] * 5
        for _, writer in sockets:
            writer.transport.abort()
        await until(lambda: app.transport.inside == 0)


async def test_a_heartbeat_that_is_not_answered_ends_the_connection() -> None:
    async with serving(ping_interval=0.1, ping_timeout=0.1) as app:
        eve = await _deaf(app.transport.port)
        await until(lambda: not app.transport.links())
        assert count(app, "paiju_closes_total", code="1011") == 1
        eve.transport.abort()


async def test_the_heartbeat_touches_nothing_else() -> None:
    """Case N13: keep-alive is no message of the game."""
    rooms = FakeRooms()
    async with serving(rooms, ping_interval=0.05) as app, Client(app) as ann:
        await ann.hello()
        await asyncio.sleep(0.3)
        assert rooms.calls == [] and len(app.transport.links()) == 1
        assert await ann.ask(wire.Ping(nonce=2)) == wire.Pong(nonce=2)


async def test_a_fault_behind_a_request_is_refused_and_the_connection_lives() -> None:
    async with serving() as app, Client(app) as ann:
        await ann.hello()
        refused = await ann.refusal(wire.Surrender(action="a1", room="ABCD"))
        assert (refused.slug, refused.action) == (Slug.SERVER_FAULT, "a1")
        assert isinstance(await ann.ask(wire.Start(action="a2", room="ABCD")), wire.Done)
        assert count(app, "paiju_faults_total", where="request") == 1


async def _deaf(port: int) -> asyncio.StreamWriter:
    """A player who has said hello and never reads again; its receive buffer is as small as the system allows."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.setblocking(False)
    await asyncio.get_running_loop().sock_connect(raw, ("127.0.0.1", port))
    reader, writer = await asyncio.open_connection(sock=raw, limit=1024)
    writer.write(
        b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: paiju.v1.json\r\n\r\n"
    )
    assert (await reader.readuntil(b"\r\n")).startswith(b"HTTP/1.1 101")
    writer.write(_frame(b'{"type":"hello","version":"1.0","name":"Eve"}'))
    writer.transport.pause_reading()  # type: ignore[attr-defined] # a socket's transport can
    return writer


def _frame(text: bytes) -> bytes:
    """A masked text frame (RFC 6455 §5.2) of under 126 bytes, with a mask of zeros."""
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text
