"""A server whose rooms do not wait for people who have left, and which also counts its tasks (`paiju_tasks`) on /metrics."""

from __future__ import annotations

import asyncio
import os
import sys

import msgspec
import uvloop
from prometheus_client import Gauge

from server.app import build, room_settings
from server.config import load
from server.logs import configure

__all__ = ["main"]


async def main() -> None:
    config = load(sys.argv[1:], os.environ)
    configure(config)
    rooms = msgspec.structs.replace(
        room_settings(config), empty_lobby=3, empty_match=6, empty_bots=2, back_within=3, host_grace=3
    )
    app = await build(config, rooms)
    tasks = Gauge("paiju_tasks", "Tasks of the event loop", registry=app.metrics.registry)
    app.metrics.count(tasks, lambda: len(asyncio.all_tasks()))
    await app.start()
    await app.run()


if __name__ == "__main__":
    uvloop.run(main())
