"""`python -m server` as a person meets it: help, wrong settings, what keeps it from starting, and TLS."""

from __future__ import annotations

import socket
import ssl
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from protocol.slugs import CloseCode
from server.__main__ import main
from server.config import Config
from tests.certificate import make_certificate
from tests.server.harness import serving


def test_help_lists_every_setting(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    assert all(f"--{name.replace('_', '-')} " in shown for name in Config.__struct_fields__)


def test_the_settings_are_printed_as_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--port", "9", "--print-config"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert "port = 9" in shown and "# default: 8765" in shown and '#host = "127.0.0.1"' in shown
    assert main(["--prot", "9", "--print-config"]) == 2


def test_a_wrong_setting_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--prot", "1"]) == 2
    assert capsys.readouterr().err == "paiju: there is no setting --prot; did you mean port?\n"


@pytest.mark.usefixtures("restored")
@pytest.mark.parametrize(
    ("flags", "says"),
    [
        (["--store", "postgres://x"], "names no store"),
        (["--games", "dingtea"], "there is no game 'dingtea'"),
        (["--tls-cert", "/nowhere.pem", "--tls-key", "/nowhere.pem"], "No such file"),
    ],
)
def test_what_keeps_it_from_starting_is_told_in_one_line(
    flags: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    usual = ["--store", "memory:", "--port", "0", "--log-level", "error"]
    assert main(usual + flags) == 1
    told = capsys.readouterr().err
    assert told.startswith("paiju: cannot start: ") and says in told and told.count("\n") == 1


@pytest.mark.usefixtures("restored")
def test_a_taken_port_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert main(["--store", "memory:", "--port", port, "--log-level", "error"]) == 1
    told = capsys.readouterr().err
    assert told.startswith("paiju: cannot start: ") and "in use" in told and told.count("\n") == 1


async def test_tls(tmp_path: Path) -> None:
    cert, key = make_certificate(tmp_path)
    trust = ssl.create_default_context(cafile=cert)
    async with serving(tls_cert=cert, tls_key=key) as app:
        url, offered = f"wss://localhost:{app.transport.port}/", [Subprotocol("paiju.v1.json")]
        async with connect(url, subprotocols=offered, ssl=trust) as raw:
            await raw.send('{"type":"hello","version":"1.0","name":"Ann"}')
            assert '"type":"welcome"' in str(await raw.recv())
            await app.drain()
            await raw.wait_closed()
            assert raw.close_code == CloseCode.DRAINING
