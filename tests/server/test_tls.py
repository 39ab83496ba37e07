"""The certificate changes while people play."""

from __future__ import annotations

import asyncio
import io
import os
import signal
import ssl
from pathlib import Path

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from server.config import Config
from server.logs import configure
from tests.certificate import make_certificate
from tests.processes import ServerProcess
from tests.server.harness import serving


def open_socket(port: int, cert: str, host: str = "localhost") -> connect:
    """Trusts that certificate only. To an address a client names no host (RFC 6066 §3)."""
    trust = ssl.create_default_context(cafile=cert)
    trust.check_hostname = host == "localhost"
    return connect(
        f"wss://{host}:{port}/", subprotocols=[Subprotocol("paiju.v1.json")], ssl=trust, open_timeout=5
    )


async def pong(socket: ClientConnection) -> bool:
    await socket.send('{"type":"ping","nonce":4}')
    return str(await socket.recv()) == '{"type":"pong","nonce":4}'


@pytest.mark.usefixtures("restored")
async def test_new_connections_get_the_new_certificate_and_old_ones_live_on(tmp_path: Path) -> None:
    log = io.StringIO()
    configure(Config(), log)
    cert, key = make_certificate(tmp_path)
    first = tmp_path / "first.pem"
    first.write_bytes(Path(cert).read_bytes())
    async with (
        serving(tls_cert=cert, tls_key=key) as app,
        open_socket(app.transport.port, cert) as old,
    ):
        make_certificate(tmp_path)
        app.transport.reload_certificate()
        assert "certificate read again" in log.getvalue()
        async with open_socket(app.transport.port, cert) as new:
            assert await pong(new) and await pong(old)
        async with open_socket(app.transport.port, cert, "127.0.0.1") as nameless:
            assert await pong(nameless)
        with pytest.raises(ssl.SSLCertVerificationError):
            async with open_socket(app.transport.port, str(first)):
                pass


@pytest.mark.usefixtures("restored")
@pytest.mark.parametrize("broken", ["cert.pem", "key.pem", "another key", "gone"])
async def test_a_broken_new_certificate_is_logged_and_the_old_one_stays(broken: str, tmp_path: Path) -> None:
    log = io.StringIO()
    configure(Config(), log)
    cert, key = make_certificate(tmp_path)
    trusted = tmp_path / "trusted.pem"
    trusted.write_bytes(Path(cert).read_bytes())
    async with serving(tls_cert=cert, tls_key=key) as app:
        if broken == "gone":
            Path(cert).unlink()
        elif broken == "another key":
            (tmp_path / "other").mkdir()
            _, other = make_certificate(tmp_path / "other")
            Path(key).write_bytes(Path(other).read_bytes())
        else:
            (tmp_path / broken).write_text("nonsense")
        app.transport.reload_certificate()
        assert "the new certificate cannot be used; the old one stays" in log.getvalue()
        async with open_socket(app.transport.port, str(trusted)) as socket:
            assert await pong(socket)


@pytest.mark.slow
async def test_sighup_reads_it_again(tmp_path: Path) -> None:
    cert, key = make_certificate(tmp_path)
    server = ServerProcess(tmp_path / "log", "memory:", tls_cert=cert, tls_key=key)
    await server.start()
    try:
        async with open_socket(server.port, cert) as old:
            make_certificate(tmp_path)
            assert server.pid is not None
            os.kill(server.pid, signal.SIGHUP)
            async with asyncio.timeout(10):
                while "certificate read again" not in server.said():  # noqa: ASYNC110 - another process's file
                    await asyncio.sleep(0.05)
            async with open_socket(server.port, cert) as new:
                assert await pong(new) and await pong(old)
    finally:
        await server.stop()
