"""`python -m server.probe`: the health check of a container."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from server.probe import main
from tests.certificate import make_certificate
from tests.e2e.house import server


async def probe(page: str = "/healthz") -> str | None:
    return await asyncio.to_thread(main, [page])


@pytest.mark.parametrize("own_port", [0, -1])
@pytest.mark.parametrize("secure", [False, True])
async def test_it_asks_where_the_server_answers(
    own_port: int, secure: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On the port of the game, with TLS or without, or on the port that is for this alone."""
    files = dict(zip(("tls_cert", "tls_key"), make_certificate(tmp_path), strict=True)) if secure else {}
    async with server(ops_port=own_port, **files) as app:
        settings = {"port": app.transport.port, "ops_port": app.transport.ops_port if own_port else 0}
        for name, value in (settings | files).items():
            monkeypatch.setenv(f"PAIJU_{name.upper()}", str(value))
        assert await probe() is None
        assert await probe("/readyz") is None
        assert "404" in (await probe("/nothing") or "")
    assert "not well" in (await probe() or "")


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
async def test_a_server_on_all_addresses_is_asked_on_loopback(
    host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, int]] = []

    def refuse(address: tuple[str, int], *rest: object) -> None:
        asked.append(address)
        raise ConnectionRefusedError("nobody")

    monkeypatch.setattr("socket.create_connection", refuse)
    monkeypatch.setenv("PAIJU_HOST", host)
    assert await probe() == "paiju: not well: nobody"
    assert asked == [("127.0.0.1" if host == "0.0.0.0" else "::1", 8765)]


async def test_a_wrong_setting_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAIJU_PROT", "1")
    assert "PAIJU_PROT" in (await probe() or "")
