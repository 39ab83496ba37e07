"""`paiju doctor` names what is wrong with a server, and each thing by its own name."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.typing import Subprotocol

import protocol.messages as wire
from clients.cli import checkup
from clients.cli.checkup import Level, examine
from clients.cli.connection import Connection
from clients.cli.places import Place
from clients.cli.speech import Speech
from protocol.codec import Codec
from server.identity import player_of
from tests.certificate import expire, make_certificate
from tests.e2e.house import server
from tests.processes import free_port

BEFORE = ["dns_ok", "port_ok"]


async def found(place: Place | str) -> list[str]:
    """The keys of all findings. Only the last may be a FAIL, and each must have its sentence, whole, in both languages."""
    place = Place(place) if isinstance(place, str) else place
    findings = [finding async for finding in examine(place)]
    for language in ("en", "zh"):
        for finding in findings:
            text = Speech(language)(f"doctor.{finding.key}", **finding.params)
            assert not text.startswith("doctor.") and "{" not in text
    assert not [finding for finding in findings[:-1] if finding.level is Level.FAIL]
    healthy = findings[-1].level is not Level.FAIL
    assert healthy is (findings[-1].key in ("clock_ok", "clock_off", "hello_remembered"))
    return [finding.key for finding in findings]


@asynccontextmanager
async def answering(answer: bytes, *, tls: ssl.SSLContext | None = None) -> AsyncIterator[int]:
    """Something at a port that says one thing to everybody. Yields the port."""
    talks: set[asyncio.Task[None] | None] = set()

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        talks.add(asyncio.current_task())
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            await reader.readuntil(b"\r\n\r\n")
            writer.write(answer)
            await writer.drain()
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()

    listening = await asyncio.start_server(talk, "127.0.0.1", 0, ssl=tls)
    async with listening:
        yield listening.sockets[0].getsockname()[1]
    await asyncio.wait([task for task in talks if task is not None], timeout=5)


async def test_a_healthy_server() -> None:
    async with server() as app:
        keys = await found(f"ws://localhost:{app.transport.port}/")
        assert keys == [*BEFORE, "upgrade_ok", "near", "hello_ok", "clock_ok"]


async def test_a_name_without_an_address() -> None:
    assert await found("ws://nobody.invalid:8765/") == ["dns_none"]
    assert await found(f"ws://{'x' * 70}.invalid:8765/") == ["dns_none"]


async def test_a_closed_port() -> None:
    assert await found(f"ws://127.0.0.1:{free_port()}/") == ["dns_ok", "port_closed"]
    assert await found(f"ws://localhost:{free_port()}/") == ["dns_ok", "port_closed"]


async def test_a_port_that_swallows_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(*_: object, **__: object) -> None:
        await asyncio.sleep(60)

    monkeypatch.setattr(checkup, "PATIENCE", 0.05)
    monkeypatch.setattr(asyncio, "open_connection", never)
    assert await found("ws://127.0.0.1:9/") == ["dns_ok", "port_silent"]


@pytest.mark.parametrize(
    ("status", "key"),
    [
        ("200 OK", "http_page"),
        ("400 Bad Request", "http_upgrade"),
        ("403 Forbidden", "http_forbidden"),
        ("404 Not Found", "http_nothing"),
        ("426 Upgrade Required", "http_upgrade"),
        ("502 Bad Gateway", "http_gateway"),
        ("503 Service Unavailable", "http_busy"),
        ("504 Gateway Timeout", "http_gateway"),
        ("520 Unknown", "http_other"),
        ("301 Moved", "http_other"),
    ],
)
async def test_a_proxy_that_answers_by_itself(status: str, key: str) -> None:
    answer = f"HTTP/1.1 {status}\r\nContent-Length: 6\r\nConnection: close\r\n\r\nwhat?\n"
    async with answering(answer.encode()) as port:
        assert await found(f"ws://127.0.0.1:{port}/") == [*BEFORE, key]


async def test_something_that_is_no_web_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkup, "PATIENCE", 1.5)  # it hangs when it is asked for TLS
    async with answering(b"220 mail.example ESMTP\r\n") as port:
        assert await found(f"ws://127.0.0.1:{port}/") == [*BEFORE, "no_http"]


async def test_another_websocket_server() -> None:
    async def parrot(socket: ServerConnection) -> None:
        async for message in socket:
            await socket.send(message)

    async with serve(parrot, "127.0.0.1", 0) as other:
        port = next(iter(other.sockets)).getsockname()[1]
        assert await found(f"ws://127.0.0.1:{port}/") == [*BEFORE, "upgrade_ok", "silent"]
    async with serve(parrot, "127.0.0.1", 0, subprotocols=[Subprotocol("chat")]) as other:
        port = next(iter(other.sockets)).getsockname()[1]
        assert (await found(f"ws://127.0.0.1:{port}/"))[-1] in ("other_server", "http_upgrade")


@pytest.mark.parametrize(
    ("settings", "key", "finding"),
    [
        ({"server_key": "key-of-the-host"}, None, "hello_key"),
        ({"server_key": "key-of-the-host"}, "another key", "hello_key"),
        ({"server_key": "key-of-the-host"}, "key-of-the-host", "clock_ok"),
        ({"invited": ["invitation-for-ann-0001"]}, None, "hello_uninvited"),
        ({"invited": ["invitation-for-ann-0001"]}, "invitation-for-ann-0001", "clock_ok"),
        ({"name_length": 3}, None, "hello_refused"),
        ({"block": ["127.0.0.0/8"]}, None, "http_forbidden"),
        ({"path": "/cards"}, None, "http_nothing"),
    ],
)
async def test_a_server_that_does_not_take_us(
    settings: dict[str, object], key: str | None, finding: str
) -> None:
    async with server(**settings) as app:
        assert (await found(Place(f"ws://127.0.0.1:{app.transport.port}/", key=key)))[-1] == finding


async def test_a_key_is_said_only_where_it_must_be_and_a_remembered_one_never() -> None:
    """Whoever says an invitation takes the place of the friend whose it is."""
    invitation = "invitation-for-ann-0001"
    async with server() as app:
        await found(Place(f"ws://127.0.0.1:{app.transport.port}/", key=invitation))
        assert player_of(invitation) not in {link.player for link in app.transport.links()}
    async with server(invited=[invitation]) as app:
        ann = Connection(f"ws://127.0.0.1:{app.transport.port}/", "Ann", key=invitation)
        await ann.open()
        place = Place(f"ws://127.0.0.1:{app.transport.port}/")
        assert [f.key async for f in examine(place, remembered=True)][-1] == "hello_remembered"
        assert ann.state == "online"
        await ann.close()


@pytest.mark.parametrize(
    ("said", "finding"),
    [
        (wire.Refused(slug="hello/version", reason="this server speaks version 2.0"), "hello_version"),
        (wire.Notice(slug="server/draining", reason="going down"), "hello_refused"),
        (wire.Pong(), "other_server"),
        (
            wire.Welcome(version="1.2", server="Old clock", player="p", name="x", token="t", now=0, rooms=[]),
            "clock_off",
        ),
    ],
)
async def test_what_a_server_says_to_hello(said: wire.ServerMessage, finding: str) -> None:
    async def once(socket: ServerConnection) -> None:
        async for frame in socket:
            message = Codec.JSON.read_client(str(frame).encode())
            answer = wire.Pong(nonce=message.nonce) if isinstance(message, wire.Ping) else said
            await socket.send(Codec.JSON.encode(answer), text=True)

    async with serve(once, "127.0.0.1", 0, subprotocols=[Subprotocol(Codec.JSON.value)]) as other:
        keys = await found(f"ws://127.0.0.1:{next(iter(other.sockets)).getsockname()[1]}/")
        assert keys[-1] == finding


async def test_a_certificate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cert, key = make_certificate(tmp_path)
    async with server(tls_cert=cert, tls_key=key) as app:
        port = app.transport.port
        assert await found(f"wss://localhost:{port}/") == [*BEFORE, "tls_unknown"]
        monkeypatch.setenv("SSL_CERT_FILE", cert)
        keys = await found(f"wss://localhost:{port}/")
        assert keys == [*BEFORE, "tls_soon", "upgrade_ok", "near", "hello_ok", "clock_ok"]
        assert await found(f"wss://127.0.0.1:{port}/") == [*BEFORE, "tls_name"]
        assert await found(f"ws://localhost:{port}/") == [*BEFORE, "tls_wanted"]


@pytest.mark.parametrize("key", ["tls_ok", "tls_expired"])
async def test_the_time_of_a_certificate(key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cert, secret = make_certificate(tmp_path, days=90)
    if key == "tls_expired":
        expire(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", cert)
    async with server(tls_cert=cert, tls_key=secret) as app:
        assert (await found(f"wss://localhost:{app.transport.port}/"))[2] == key


async def test_no_tls_where_it_is_expected() -> None:
    async with server() as app:
        assert await found(f"wss://localhost:{app.transport.port}/") == [*BEFORE, "tls_none"]
