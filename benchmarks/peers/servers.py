"""The servers that are compared, each a process of its own."""

from __future__ import annotations

import asyncio
import os
import platform
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

import msgspec

from benchmarks.peers.load import Opening
from benchmarks.peers.wires import boardgame, colyseus, minimal, paiju
from benchmarks.server import wait_for

__all__ = ["BASE", "PACED", "PEERS", "Peer", "Running", "missing", "running", "versions"]

NODE = Path(__file__).parent / "node"
BASE = "Colyseus, messages"
"""The peer that the others are compared with."""

PAIJU = (
    sys.executable, "-m", "server", "--host", "127.0.0.1", "--port", "PORT", "--log-level", "error",
    "--messages-per-second", "100000", "--messages-burst", "100000", "--connections-per-address", "100000",
    "--new-players-burst", "100000",
)  # fmt: skip
"""Without the limits that a load from one address would meet."""


class _Packages(msgspec.Struct):
    dependencies: dict[str, str]


class Peer(NamedTuple):
    """`command` has PORT and FOLDER (an empty one of its own) in place of what they stand for."""

    opening: Opening
    command: tuple[str, ...]


PEERS = {
    "Paiju, journal on SQLite": Peer(paiju.open_room, (*PAIJU, "--store", "sqlite:FOLDER/bench.db")),
    "Paiju, journal in memory": Peer(paiju.open_room, (*PAIJU, "--store", "memory:")),
    BASE: Peer(colyseus.open_room, ("node", str(NODE / "colyseus.mjs"), "PORT", "messages")),
    "Colyseus, schema patches": Peer(
        colyseus.open_room, ("node", str(NODE / "colyseus.mjs"), "PORT", "patches")
    ),
    "boardgame.io": Peer(boardgame.open_room, ("node", str(NODE / "boardgame.mjs"), "PORT")),
    "by hand: websockets + uvloop": Peer(
        minimal.open_room, (sys.executable, "-m", "benchmarks.peers.minimal_websockets", "PORT")
    ),
    "by hand: picows + uvloop": Peer(
        minimal.open_room, (sys.executable, "-m", "benchmarks.peers.minimal_picows", "PORT")
    ),
}


PACED = ("Paiju, journal on SQLite", "by hand: websockets + uvloop")
"""What is measured at a pace, too; the last is what the other is compared with."""


class Running(NamedTuple):
    """A server that takes connections."""

    pid: int
    port: int


@asynccontextmanager
async def running(peer: Peer) -> AsyncIterator[Running]:
    """Killed at the end, whatever happens."""
    with tempfile.TemporaryDirectory(prefix="paiju-peers-") as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
        probe.close()
        words = [word.replace("PORT", str(port)).replace("FOLDER", folder) for word in peer.command]
        process = await asyncio.create_subprocess_exec(
            *words, stdout=asyncio.subprocess.DEVNULL, env={**os.environ, "NODE_ENV": "production"}
        )
        try:
            await wait_for(port)
            yield Running(process.pid, port)
        finally:
            if process.returncode is None:
                process.send_signal(signal.SIGKILL)
            await process.wait()


def missing() -> str | None:
    """What cannot be started here: node, or one of its packages."""
    if shutil.which("node") is None:
        return "node"
    return next((name for name in _packages() if not (NODE / "node_modules" / name).is_dir()), None)


def versions() -> dict[str, str]:
    """Of what is compared, and of what it runs on."""
    node = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True).stdout.strip()
    return {
        "Python": platform.python_version(),
        **{name: metadata.version(name) for name in ("websockets", "uvloop", "picows")},
        "node": node.removeprefix("v"),
        **_packages(),
    }


def _packages() -> dict[str, str]:
    return msgspec.json.decode((NODE / "package.json").read_bytes(), type=_Packages).dependencies
