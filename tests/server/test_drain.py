"""Going down: everybody is told, rooms save, connections close, in bounded time."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect
from websockets.typing import Subprotocol

import protocol.messages as wire
from protocol.slugs import CloseCode, Slug
from tests.server.harness import Client, FakeRooms, serving

ROOT = Path(__file__).parents[2]


async def test_everybody_is_told_then_rooms_drain_then_all_is_closed() -> None:
    rooms = FakeRooms()
    async with serving(rooms) as app, Client(app) as ann:
        await ann.hello()
        async with Client(app) as silent:  # has not said hello
            await app.drain()
            notice = await ann.hear()
            assert isinstance(notice, wire.Notice) and notice.slug == Slug.SERVER_DRAINING
            assert (await ann.closed())[0] == CloseCode.DRAINING
            with pytest.raises(ConnectionClosed) as closed:
                await silent.hear()  # nothing is said to somebody who has not been greeted
            assert closed.value.rcvd is not None and closed.value.rcvd.code == CloseCode.DRAINING
        assert rooms.calls[0] == ("drain",)
        with pytest.raises(ConnectionRefusedError):
            async with Client(app):
                pass


@pytest.mark.parametrize("fault", ["hangs", "raises"])
async def test_rooms_that_do_not_drain_do_not_keep_the_server_up(
    fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rooms = FakeRooms()
    rooms.drain_takes = 60.0

    async def broken() -> None:
        raise RuntimeError("cannot drain")

    if fault == "raises":
        monkeypatch.setattr(rooms, "drain", broken)
    async with serving(rooms, drain_timeout=2.0) as app, Client(app) as ann:
        await ann.hello()
        started = time.monotonic()
        await app.drain()
        assert time.monotonic() - started < 2.5
        await ann.hear()
        assert (await ann.closed())[0] == CloseCode.DRAINING


async def test_a_client_that_ignores_the_close_is_cut() -> None:
    async with serving(close_timeout=0.3) as app, Client(app) as ann:
        await ann.hello()
        ann.raw.transport.pause_reading()
        started = time.monotonic()
        await app.drain()
        assert time.monotonic() - started < 1.5
        assert app.transport.links() == [] and app.transport.inside == 0


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_real_process_goes_down_when_told(number: signal.Signals, tmp_path: Path) -> None:
    process, port = start(tmp_path)
    try:
        with connect(f"ws://127.0.0.1:{port}/", subprotocols=[Subprotocol("paiju.v1.json")]) as ann:
            ann.send('{"type":"hello","version":"1.0","name":"Ann"}')
            assert '"type":"welcome"' in str(ann.recv(timeout=5))
            process.send_signal(number)
            assert process.wait(timeout=10) == 0
            assert f'"slug":"{Slug.SERVER_DRAINING}"' in str(ann.recv(timeout=5))
    finally:
        process.kill()
        process.communicate()


@pytest.mark.slow
def test_a_second_signal_ends_the_process_at_once(tmp_path: Path) -> None:
    process, port = start(tmp_path)
    try:
        with socket.create_connection(("127.0.0.1", port)) as deaf:  # keeps the drain waiting for its goodbye
            deaf.sendall(HANDSHAKE)
            assert deaf.recv(12) == b"HTTP/1.1 101"
            process.send_signal(signal.SIGTERM)
            time.sleep(0.3)
            assert process.poll() is None
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=1) == 128 + signal.SIGTERM
    finally:
        process.kill()
        process.communicate()


HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: paiju.v1.json\r\n\r\n"
)


def start(folder: Path) -> tuple[subprocess.Popen[str], int]:
    """`python -m server` on a free port, with its store in `folder`."""
    flags = [
        "--port",
        "0",
        "--games",
        "highcard",
        "--store",
        f"sqlite:{folder}/test.db",
        "--log-format",
        "json",
    ]
    process = subprocess.Popen(
        [sys.executable, "-m", "server", *flags],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        text=True,
        env=dict(os.environ),
    )
    assert process.stderr is not None
    for line in process.stderr:
        found = re.search(r'"port": ?(\d+)', line)
        if found:
            return process, int(found[1])
    raise AssertionError("the server did not start")
