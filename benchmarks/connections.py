"""What crowds of clients cost that want nothing good: thousands idle, a thousand at once, slow ones, deaf ones.

Each against a server process of its own with its limits of number raised, and its limits of time and memory as they are by default, but
for the times, which are short enough to be waited for. Beside it somebody plays ping-pong, who should hardly notice.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from tests.hostile.crowds import Row, deaf_crowd, idle_crowd, loris_crowd, storm
from tests.hostile.people import allow_files
from tests.processes import ServerProcess

__all__ = ["main"]

SPARE = 200
"""Files that a server needs beside its connections."""


async def measure(part: Callable[[ServerProcess], Awaitable[Row]], **settings: int) -> Row:
    """One crowd and one server."""
    with tempfile.TemporaryDirectory(prefix="paiju-crowd-") as folder:
        server = ServerProcess(
            Path(folder, "server.log"), "memory:", program="server", log_level="error", max_connections=20_000,
            connections_per_address=20_000, new_players_burst=20_000, messages_per_second=60, **settings,
        )  # fmt: skip
        await server.start()
        try:
            row = await part(server)
            assert "Traceback" not in server.said(), server.said()
            return row
        finally:
            await server.kill()


def main() -> None:
    """Print a row for each crowd."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--idle", type=int, default=5000)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--storm", type=int, default=1000)
    parser.add_argument("--slow", type=int, default=300)
    parser.add_argument("--deaf", type=int, default=40)
    chosen = parser.parse_args()
    allowed = allow_files(chosen.idle + SPARE)
    idle = min(chosen.idle, allowed - SPARE)
    if idle < chosen.idle:
        print(f"only {allowed} files may be open here")
    rows: dict[str, tuple[Callable[[ServerProcess], Awaitable[Row]], dict[str, int]]] = {
        "idle": (
            lambda server: idle_crowd(server, idle, chosen.seconds),
            {"ping_interval": 5, "ping_timeout": 60, "hello_timeout": 60},
        ),
        "storm": (lambda server: storm(server, chosen.storm, 1), {"hello_timeout": 5}),
        "slow to speak": (lambda server: loris_crowd(server, chosen.slow), {"hello_timeout": 5}),
        "deaf": (lambda server: deaf_crowd(server, chosen.deaf), {"stall_timeout": 3}),
    }
    for name, (part, settings) in rows.items():
        print(f"{name}: {asyncio.run(measure(part, **settings))}", flush=True)


if __name__ == "__main__":
    main()
