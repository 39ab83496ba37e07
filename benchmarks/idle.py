"""What a connection costs that does nothing: many of them to a server process of its own, and the growth of its memory.

Each connection is a player who has said hello and then only answers heartbeats. The aim is 32 KiB all told. Measured here: 18 KiB, and
57 with compression, of which most is zlib's windows; that is why compression is off by default.
"""

from __future__ import annotations

import argparse
import asyncio
import resource
import signal
import socket
import sys
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

import protocol.messages as wire
from protocol.codec import Codec

__all__ = ["main"]

CODEC = Codec.MSGPACK
WARM = 100
"""Connections before the first look, so that what is only paid once (imports, arenas, caches) is not counted."""
AT_ONCE = 50


async def open_one(port: int, compressed: bool) -> ClientConnection:
    """A player who has been welcomed."""
    raw = await connect(
        f"ws://127.0.0.1:{port}/",
        subprotocols=[Subprotocol(CODEC.value)],
        compression="deflate" if compressed else None,
        ping_interval=None,
    )
    await raw.send(CODEC.encode(wire.Hello(version=wire.VERSION, name="idle")))
    assert isinstance(CODEC.read_server(await raw.recv(decode=False)), wire.Welcome)
    return raw


async def measure(count: int, seconds: float, compressed: bool) -> dict[str, float]:
    """One row: memory per connection right after opening, and after `seconds` of heartbeats."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    limit = str(count + WARM + 1)
    server = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "server", "--port", str(port), "--store", "memory:", "--log-level", "error",
        "--connections-per-address", limit, "--max-connections", limit, "--new-players-burst", limit,
        "--ping-interval", "2", "--compression", "yes" if compressed else "no",
    )  # fmt: skip
    try:
        idle = [await _first(port, compressed)]
        idle += [await open_one(port, compressed) for _ in range(WARM - 1)]
        before = _resident(server.pid)
        for _ in range(count // AT_ONCE):
            idle += await asyncio.gather(*(open_one(port, compressed) for _ in range(AT_ONCE)))
        opened = _resident(server.pid)
        await asyncio.sleep(seconds)
        later = _resident(server.pid)
    finally:
        server.send_signal(signal.SIGKILL)
        await server.wait()
    more = len(idle) - WARM
    return {
        "connections": more,
        "kib_each": round((opened - before) / more / 1024, 1),
        "kib_each_later": round((later - before) / more / 1024, 1),
        "server_mib": round(before / 1024 / 1024, 1),
    }


async def _first(port: int, compressed: bool) -> ClientConnection:
    for _ in range(500):
        try:
            return await open_one(port, compressed)
        except OSError:
            await asyncio.sleep(0.02)
    raise RuntimeError("the server does not come up")


def _resident(pid: int) -> int:
    """Bytes of memory that a process really has (Linux)."""
    status = Path(f"/proc/{pid}/status").read_text()
    return next(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmRSS"))


def main() -> None:
    """Print a row without and one with compression."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--connections", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=5.0)
    chosen = parser.parse_args()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 16_384), hard))
    for compressed in (False, True):
        row = asyncio.run(measure(chosen.connections, chosen.seconds, compressed))
        name = "compressed" if compressed else "plain"
        print(name, "  ".join(f"{key} {value}" for key, value in row.items()), flush=True)


if __name__ == "__main__":
    main()
