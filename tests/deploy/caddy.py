"""A real Caddy on loopback, with TLS by an authority of its own."""

from __future__ import annotations

import asyncio
import os
import ssl
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from tests.deploy.programs import program
from tests.processes import free_port

__all__ = ["Caddy", "caddy"]

PATIENCE = 20.0
"""Seconds for Caddy to begin: it makes an authority and a certificate first."""


class Caddy(NamedTuple):
    port: int
    authority: Path
    """PEM file with the certificate that clients must trust."""
    log: Path


@asynccontextmanager
async def caddy(folder: Path, file: Path, settings: Mapping[str, str]) -> AsyncIterator[Caddy]:
    """With that Caddyfile, whose site is localhost, and `settings` in its environment. Yields when TLS answers."""
    port = free_port()
    own = {
        "BIND": "127.0.0.1",
        "HTTP_PORT": str(free_port()),
        "HTTPS_PORT": str(port),
        "CADDY_ADMIN": f"unix/{folder / 'admin.sock'}",
        "XDG_DATA_HOME": str(folder / "data"),
        "XDG_CONFIG_HOME": str(folder / "config"),
        "HOME": str(folder),
    }
    ready = Caddy(port, folder / "data/caddy/pki/authorities/local/root.crt", folder / "caddy.log")
    with ready.log.open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            program("caddy"),
            *("run", "--config", str(file), "--adapter", "caddyfile"),
            env={"PATH": os.environ["PATH"], **own, **settings},
            stdout=log,
            stderr=log,
        )
    try:
        async with asyncio.timeout(PATIENCE):
            while not (ready.authority.exists() and await _has_certificate(port)):
                assert process.returncode is None, ready.log.read_text()
                await asyncio.sleep(0.05)
        yield ready
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def _has_certificate(port: int) -> bool:
    """The port opens before the certificate of localhost is made."""
    anything = ssl.create_default_context()
    anything.check_hostname, anything.verify_mode = False, ssl.CERT_NONE
    try:
        _, writer = await asyncio.open_connection("localhost", port, ssl=anything)
    except OSError:
        return False
    writer.close()
    return True
