"""What the log says, and what it never says."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import socket
import struct
import typing
from typing import Literal

import msgspec
import pytest
import structlog

import protocol.messages as wire
from server.config import Config
from server.logs import SECRETS, configure
from tests.e2e.house import server
from tests.server.harness import Client, serving, until


def capture(form: Literal["console", "json"] = "json") -> io.StringIO:
    stream = io.StringIO()
    configure(Config(log_format=form, log_level="debug"), stream)
    return stream


@pytest.mark.usefixtures("restored")
@pytest.mark.parametrize("form", ["console", "json"])
async def test_a_session_leaves_no_secret_in_the_log(form: Literal["console", "json"]) -> None:
    stream = capture(form)
    async with serving() as app:
        async with Client(app) as ann:
            welcome = await ann.hello()
            await ann.ask(wire.Enter(action="a1", room="ABCD", password="open sesame"))
            await ann.ask(wire.Ready(action="a2", room="ABCD", nonce="abad1dea"))
            await ann.ask(wire.Chat(action="a3", room="ABCD", text="psst, listen"))
            await ann.ask(wire.Surrender(action="a4", room="ABCD"))  # which fails, with a traceback
        async with Client(app) as ann:
            await ann.hello(welcome.token)
        async with Client(app) as eve:
            await eve.ask(wire.Hello(version="1.0", name="Eve", token="guessed token"))
    log = stream.getvalue()
    assert welcome.player in log and "a fault in the rooms" in log
    assert "Traceback" in log
    for secret in ("seed of", welcome.token, "guessed token", "open sesame", "abad1dea", "psst"):
        assert secret not in log


@pytest.mark.usefixtures("restored")
@pytest.mark.parametrize("form", ["console", "json"])
async def test_no_message_of_a_private_server_leaves_a_token_or_key_in_the_log(
    form: Literal["console", "json"],
) -> None:
    """Every message that there is, in every way of coming in and being refused."""
    stream = capture(form)
    key, invitation, guess = "key-of-the-host", "invitation-for-ben-0002", "guess-of-eve-000000000"
    async with server(server_key=key, invited=[invitation]) as app:
        async with Client(app) as ben:
            token = (await ben.hello(key=invitation)).token
            await ben.send(wire.CreateRoom(action="make", game="highcard", seats=2))
            while not isinstance(made := await ben.hear(), wire.Done):
                pass
            kinds = set(typing.get_args(wire.ClientMessage)) - {wire.Hello, wire.DeleteMe}
            for kind in [*sorted(kinds, key=str), wire.DeleteMe]:  # which ends him
                await ben.ask(_any(kind, str(made.room), token))
        for said in ({"key": guess}, {"key": key}, {"key": key, "token": guess}, {"token": token}):
            async with Client(app) as eve:
                await eve.refusal({"type": "hello", "version": wire.VERSION, "name": "Eve"} | said)
                await eve.closed()
    log = stream.getvalue()
    assert "hello" in log and "connection closed by server" in log
    for secret in (key, invitation, guess, token):
        assert secret not in log


def _any(kind: type[msgspec.Struct], room: str, token: str) -> dict[str, object]:
    """A message of that kind, in which every field that must be there has a value of its sort."""
    made: dict[str, object] = {"type": kind.__struct_config__.tag}
    values = {
        "token": token,
        "room": room,
        "game": "highcard",
        "lang": "en",
        "player": "p" + "0" * 20,
        "nonce": "abad1dea",
    }
    numbers = {"seats", "seat", "ask", "move"}
    for field in msgspec.structs.fields(kind):
        if field.required:
            made[field.name] = 0 if field.name in numbers else values.get(field.name, "x1")
    return made


@pytest.mark.usefixtures("restored")
def test_a_secret_that_slips_in_is_blotted_out() -> None:
    stream = capture()
    structlog.get_logger().info("slip", room="ABCD", **dict.fromkeys(SECRETS, "hidden"))
    line = json.loads(stream.getvalue())
    assert line["room"] == "ABCD" and line["event"] == "slip" and line["level"] == "info"
    assert "hidden" not in stream.getvalue()


@pytest.mark.usefixtures("restored")
def test_libraries_log_in_the_same_form() -> None:
    stream = capture()
    logging.getLogger("asyncio").warning("slow callback %d", 3)
    line = json.loads(stream.getvalue())
    assert (line["event"], line["level"]) == ("slow callback 3", "warning")


@pytest.mark.usefixtures("restored")
@pytest.mark.parametrize("form", ["console", "json"])
@pytest.mark.parametrize(
    "char", ["\n", "\r", "\x0b", "\x1b", "\x85", "\x9b", "\u2028", "\u202e", "\ufeff", "\0"]
)
async def test_a_client_cannot_forge_a_line(char: str, form: Literal["console", "json"]) -> None:
    """Nor write over others on the host's terminal."""
    stream = capture(form)
    said = f"x{char}2026-01-01"
    async with serving() as app:
        for words in ({"client": said}, {"version": f"1.{said}"}):
            async with Client(app) as eve:
                await eve.ask(wire.Hello(**{"version": "1.0", "name": "Eve"} | words))
    lines = stream.getvalue().split("\n")
    assert sum("x?2026-01-01" in line for line in lines) == 2
    assert all(line.isprintable() for line in lines)


@pytest.mark.usefixtures("restored")
async def test_ordinary_network_weather_leaves_no_traceback() -> None:
    stream = capture("console")
    async with serving(ping_interval=0.1, ping_timeout=0.1) as app:
        port = app.transport.port
        for sent in (
            b"",
            b"GET / HT",
            b"\x16\x03\x01nonsense\r\n\r\n",
            b"POST / HTTP/1.0\r\nContent-Length: 9\r\n\r\n",
        ):
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(sent)
            writer.close()
        for _ in range(3):
            async with Client(app) as ann:
                await ann.hello()
                await ann.send(wire.Start(action="a", room="ABCD"))
                raw = ann.raw.transport.get_extra_info("socket")
                raw.setsockopt(
                    socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0)
                )  # the next close is a reset
                ann.raw.transport.abort()
        async with Client(app) as ann:
            await ann.hello()
            ann.raw.transport.pause_reading()  # answers no heartbeat
            await until(lambda: not app.transport.links())
        async with Client(app) as ann:
            await ann.raw.send(b"x" * 100_000)
            await ann.closed()
        await until(lambda: app.transport.inside == 0)
    log = stream.getvalue()
    assert "hello" in log
    for word in ("Traceback", "Error", "exception"):
        assert word not in log, log


@pytest.mark.usefixtures("restored")
async def test_answers_that_nobody_takes_are_not_a_line_each() -> None:
    """Many answers are written to a connection that was reset: asyncio says of each that it did not get through."""
    stream = capture()
    here, there = socket.socketpair()
    transport, _ = await asyncio.get_running_loop().create_connection(asyncio.Protocol, sock=here)
    there.close()
    for _ in range(20):
        transport.write(b"pong")
    logging.getLogger("asyncio").warning("something else")
    transport.abort()
    assert [json.loads(line)["event"] for line in stream.getvalue().splitlines()] == ["something else"]
