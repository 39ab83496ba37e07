"""Who gets in at the admin's address, and what is told to whom does not."""

from __future__ import annotations

import json
import socket
import ssl
import stat
from pathlib import Path

import pytest
import structlog
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.typing import Origin, Subprotocol

import protocol.admin as a
from clients.cli.admin.channel import NoAdmin, ask
from server.admin.counter import FRAME, TRIES
from server.admin.keys import Keys, read_keys
from server.app import App, build
from server.config import Config, ConfigError
from tests.certificate import make_certificate
from tests.e2e.house import server
from tests.server.admin.desk import TOKEN, get

AUTHORIZATION = "Authorization"
GOOD = [(AUTHORIZATION, f"Bearer {TOKEN}")]
BAD = {
    "nothing": [],
    "another token": [(AUTHORIZATION, "Bearer 0123456789abcdeF")],
    "its beginning": [(AUTHORIZATION, f"Bearer {TOKEN[:-1]}")],
    "something behind it": [(AUTHORIZATION, f"Bearer {TOKEN}0")],
    "the name, too": [(AUTHORIZATION, f"Bearer ann:{TOKEN}")],
    "an empty token": [(AUTHORIZATION, "Bearer ")],
    "another scheme": [(AUTHORIZATION, f"Basic {TOKEN}")],
    "another header": [("Cookie", f"Bearer {TOKEN}")],
    "two of them": [(AUTHORIZATION, "Bearer x"), *GOOD],
}
PROTOCOLS = [Subprotocol(a.SUBPROTOCOL)]


async def knock(
    port: int,
    headers: list[tuple[str, str]],
    protocols: list[Subprotocol] | None = PROTOCOLS,
    origin: str | None = None,
) -> int:
    """The HTTP status of an opening, 101 where it is let in."""
    whence = None if origin is None else Origin(origin)
    try:
        async with connect(
            f"ws://127.0.0.1:{port}/", additional_headers=headers, subprotocols=protocols, origin=whence
        ):
            return 101
    except InvalidStatus as refusal:
        return refusal.response.status_code


async def test_nothing_is_open_unless_it_is_set() -> None:
    async with server() as app:
        assert app.admin.port == 0
        assert await knock(app.transport.port, GOOD) == 400


async def test_a_good_token_comes_in(app: App) -> None:
    assert await knock(app.admin.port, GOOD) == 101


@pytest.mark.parametrize("what", BAD)
async def test_without_a_good_token_nobody_comes_in(app: App, what: str) -> None:
    assert await knock(app.admin.port, BAD[what]) == 401


async def test_what_else_the_opening_wants(app: App) -> None:
    assert await knock(app.admin.port, GOOD, protocols=None) == 400
    assert await knock(app.admin.port, GOOD, protocols=[Subprotocol("paiju.v1.json")]) == 400
    assert await knock(app.admin.port, GOOD, origin="https://evil.example") == 403


async def test_tries_are_limited_and_no_token_is_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.admin.counter.TRIES_PER_SECOND", 1e-6)
    guess = "guessguessguess!"
    with structlog.testing.capture_logs() as lines:
        async with server(admin_port=-1, admin_token=TOKEN) as app:
            bad = [(AUTHORIZATION, f"Bearer {guess}")]
            assert {await knock(app.admin.port, bad) for _ in range(TRIES)} == {401}
            assert await knock(app.admin.port, GOOD) == 429, "else it could be guessed all the same"
    said = str(lines)
    assert "127.0.0.1" in said and guess not in said and TOKEN not in said


@pytest.mark.parametrize(
    "frame",
    [
        b"",
        b"\xff",
        b"[" * 5_000,
        b'{"type":"status"',
        b'{"type":"reboot"}',
        b'{"type":"kick"}',
        b'{"type":"kick","player":""}',
        b'{"type":"say","text":"hi","to":"all"}',
        b'{"type":"ban","who":"x","seconds":-1}',
        b'{"type":"room","room":"../x"}',
        b'{"type":"say","text":" \\u202e\\n "}',
    ],
)
async def test_what_is_no_request_is_refused_and_the_next_is_served(app: App, frame: bytes) -> None:
    async with connect(
        f"ws://127.0.0.1:{app.admin.port}/", additional_headers=GOOD, subprotocols=PROTOCOLS
    ) as wire:
        await wire.send(frame)
        answer = a.read_answer(await wire.recv(decode=False))
        assert isinstance(answer, a.RefusedOrder) and answer.slug is a.AdminSlug.MALFORMED
        await wire.send('{"type":"bans"}')
        assert json.loads(await wire.recv()) == {"type": "bans", "lines": [], "silent": []}


async def test_a_request_that_is_too_large_ends_the_connection(app: App) -> None:
    async with connect(
        f"ws://127.0.0.1:{app.admin.port}/", additional_headers=GOOD, subprotocols=PROTOCOLS
    ) as wire:
        await wire.send(b" " * (FRAME + 1))
        with pytest.raises(ConnectionClosed):
            await wire.recv()
    assert (await get(app, a.ListBans(), a.Bans)).lines == []


@pytest.mark.parametrize("host", ["127.0.0.1", "0.0.0.0"])
async def test_beyond_this_machine_the_token_goes_encrypted(tmp_path: Path, host: str) -> None:
    cert, key = make_certificate(tmp_path)
    trust = ssl.create_default_context(cafile=cert)
    settings = {"tls_cert": cert, "tls_key": key, "admin_host": host, "admin_port": -1}
    async with server(**settings, admin_token=TOKEN) as app:
        if host == "127.0.0.1":
            assert await knock(app.admin.port, GOOD) == 101
            return
        with pytest.raises((OSError, WebSocketException)):
            await knock(app.admin.port, GOOD)
        async with connect(
            f"wss://localhost:{app.admin.port}/", additional_headers=GOOD, subprotocols=PROTOCOLS, ssl=trust
        ) as wire:
            await wire.send('{"type":"status"}')
            assert isinstance(a.read_answer(await wire.recv(decode=False)), a.Status)


async def test_a_new_certificate_is_the_admins_too(tmp_path: Path) -> None:
    cert, key = make_certificate(tmp_path)
    settings = {"tls_cert": cert, "tls_key": key, "admin_host": "0.0.0.0", "admin_port": -1}
    async with server(**settings, admin_token=TOKEN) as app:
        make_certificate(tmp_path)
        trust = ssl.create_default_context(cafile=cert)
        where = f"wss://localhost:{app.admin.port}/"
        with pytest.raises(ssl.SSLCertVerificationError):
            async with connect(where, additional_headers=GOOD, subprotocols=PROTOCOLS, ssl=trust):
                pass
        app.transport.reload_certificate()
        async with connect(where, additional_headers=GOOD, subprotocols=PROTOCOLS, ssl=trust) as wire:
            await wire.send('{"type":"bans"}')
            assert isinstance(a.read_answer(await wire.recv(decode=False)), a.Bans)


async def test_it_is_said_when_tokens_would_cross_the_network_in_the_open() -> None:
    with structlog.testing.capture_logs() as lines:
        async with server(admin_host="0.0.0.0", admin_port=-1, admin_token=TOKEN):
            pass
    assert any(
        line["log_level"] == "warning" and "in the open" in line["event"] and TOKEN not in str(line)
        for line in lines
    )


async def test_a_socket_is_for_its_user_and_goes_with_the_server(tmp_path: Path) -> None:
    path = tmp_path / "admin.sock"
    for _ in range(2):
        async with server(admin_socket=str(path), admin_token=TOKEN) as app:
            assert app.admin.port == 0 and stat.S_IMODE(path.stat().st_mode) == 0o600
            answer = await ask(f"unix:{path}", TOKEN, a.GetStatus())
            assert isinstance(answer, a.Status) and len(answer.lines) == 1
            with pytest.raises(NoAdmin, match="token"):
                await ask(f"unix:{path}", TOKEN + "x", a.GetStatus())
        assert not path.exists()


async def test_a_socket_that_a_killed_server_left_is_no_hindrance(tmp_path: Path) -> None:
    path = tmp_path / "admin.sock"
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(path))
    assert path.is_socket()
    async with server(admin_socket=str(path), admin_token=TOKEN):
        assert path.is_socket()


async def test_a_file_may_name_several_admins(tmp_path: Path) -> None:
    file = tmp_path / "admins"
    file.write_text(f"# who may\nbob:{'b' * 16}\n\n  {'c' * 16}  \n", encoding="utf-8")
    keys = read_keys(Config(admin_token=f"ann:{TOKEN}", admin_token_file=str(file)))
    found = [keys.who(f"Bearer {token}") for token in (TOKEN, "b" * 16, "c" * 16, "d" * 16)]
    assert found == ["ann", "bob", "admin", None]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("ann:short", "at least 16 characters"),
        (TOKEN[:15], "at least 16 characters"),
        (f"ann:{TOKEN}:x", "NAME:TOKEN"),
        (f"an n:{TOKEN}", "NAME:TOKEN"),
        (f"ann:{TOKEN} {TOKEN}", "NAME:TOKEN"),
        (f"ann:{TOKEN}ü", "NAME:TOKEN"),
    ],
)
def test_a_token_that_will_not_do_is_refused_and_not_repeated(line: str, why: str) -> None:
    with pytest.raises(ConfigError, match=why) as error:
        Keys([line])
    assert line not in str(error.value)


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"admin_port": 1}, "need a token"),
        ({"admin_socket": "/nowhere"}, "need a token"),
        ({"admin_port": 1, "admin_token": "short"}, "at least 16"),
        ({"admin_token_file": "/nowhere/at/all"}, "cannot read the admin tokens"),
    ],
)
async def test_a_server_does_not_start_with_a_door_that_anybody_could_open(
    settings: dict[str, object], why: str
) -> None:
    with pytest.raises(ConfigError, match=why):
        await build(Config(store="memory:", **settings))  # type: ignore[arg-type] # as they are written
