"""The pages on the socket's port (or on their own), and what the handshake turns away."""

from __future__ import annotations

import asyncio

import pytest
from prometheus_client.parser import text_string_to_metric_families
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin, Subprotocol

from server.app import App
from tests.server.harness import Client, FakeRooms, serving, until


async def get(port: int, path: str, method: str = "GET") -> tuple[int, dict[str, str], str]:
    """Status, headers and body of a plain HTTP request."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"{method} {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    head, _, body = (await asyncio.wait_for(reader.read(), 5)).decode().partition("\r\n\r\n")
    writer.close()
    status, *headers = head.split("\r\n")
    return int(status.split()[1]), {k.lower(): v for k, v in (line.split(": ", 1) for line in headers)}, body


async def test_health_readiness_and_metrics_on_the_same_port() -> None:
    async with serving() as app, Client(app) as ann:
        await ann.hello()
        port = app.transport.port
        assert (await get(port, "/healthz"))[::2] == (200, "alive\n")
        assert (await get(port, "/readyz?verbose"))[::2] == (200, "ready\n")
        status, headers, body = await get(port, "/metrics")
        assert status == 200 and headers["content-type"].startswith("text/plain; version=0.0.4")
        found = {family.name: family for family in text_string_to_metric_families(body)}
        assert found["paiju_connections"].samples[0].value == 1
        assert (await get(port, "/metrics", "HEAD"))[2] == ""
        assert (await get(port, "/secrets"))[0] == 404


async def test_the_pages_can_have_a_port_of_their_own() -> None:
    async with serving(ops_port=-1) as app:
        assert app.transport.ops_port != app.transport.port
        assert (await get(app.transport.ops_port, "/readyz"))[0] == 200
        assert (await get(app.transport.ops_port, "/"))[0] == 404
        assert (await get(app.transport.port, "/metrics"))[0] == 404


async def test_a_draining_server_is_alive_but_not_ready() -> None:
    rooms = FakeRooms()
    rooms.drain_takes = 0.5
    async with serving(rooms, ops_port=-1) as app:
        going = asyncio.create_task(app.drain())
        await until(lambda: ("drain",) in rooms.calls)
        assert (await get(app.transport.ops_port, "/healthz"))[0] == 200
        assert (await get(app.transport.ops_port, "/readyz"))[::2] == (503, "draining\n")
        await going


async def test_a_store_out_of_reach_is_not_ready() -> None:
    async with serving() as app:
        await app.store.close()
        await until(lambda: app.why_not() is not None)
        status, _, body = await get(app.transport.port, "/readyz")
        assert (status, body) == (503, "the store is out of reach\n")
        status, headers, _ = await get(app.transport.port, "/")
        assert status == 503 and headers["retry-after"] == "5"


async def refused(
    app: App, path: str = "/", subprotocols: tuple[str, ...] = ("paiju.v1.json",), origin: str | None = None
) -> int:
    """The HTTP status of a handshake that fails."""
    names = [Subprotocol(name) for name in subprotocols]
    whence = None if origin is None else Origin(origin)
    with pytest.raises(InvalidStatus) as info:
        async with connect(
            f"ws://127.0.0.1:{app.transport.port}{path}", subprotocols=names or None, origin=whence
        ):
            pass
    return info.value.response.status_code


async def test_the_handshake_wants_the_path_and_a_subprotocol() -> None:
    async with serving() as app:
        assert await refused(app, "/elsewhere") == 404
        assert await refused(app, subprotocols=()) == 400
        assert await refused(app, subprotocols=("paiju.v2.json", "chat")) == 400
        assert await refused(app, origin="https://evil.example") == 403
        assert (await get(app.transport.port, "/"))[0] == 426


async def test_origins_that_are_allowed_and_none_at_all() -> None:
    async with serving(origins=["https://play.example"]) as app:
        async with Client(app, origin="https://play.example") as ann, Client(app) as native:
            await ann.hello()
            await native.hello()
        assert await refused(app, origin="https://play.example.evil.example") == 403


async def test_the_server_prefers_messagepack_where_both_are_offered() -> None:
    async with serving() as app:
        offered = [Subprotocol("paiju.v1.json"), Subprotocol("paiju.v1.msgpack")]
        async with connect(f"ws://127.0.0.1:{app.transport.port}/", subprotocols=offered) as raw:
            assert raw.subprotocol == "paiju.v1.msgpack"


async def test_compression_is_off_unless_set() -> None:
    async with serving() as app, Client(app, compression="deflate") as ann:
        assert ann.raw.protocol.extensions == []
        await ann.hello()
    async with serving(compression=True) as app, Client(app, compression="deflate") as ann:
        assert len(ann.raw.protocol.extensions) == 1
        await ann.hello()
