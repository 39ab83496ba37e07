"""One measurement: a fresh server, its rooms, and what came of them."""

from __future__ import annotations

import asyncio
import os
import resource
import statistics
from pathlib import Path
from typing import NamedTuple

from benchmarks.peers.load import Load
from benchmarks.peers.report import Row
from benchmarks.peers.servers import Peer, running
from benchmarks.server import usage

__all__ = ["measure"]

WARM_UP = 1.0
"""Seconds of load before it is counted."""
OPENING = 60.0
"""Seconds within which a server has to be up and all its rooms open."""


class Spent(NamedTuple):
    """CPU seconds so far."""

    server: float
    load: float
    machine: float

    @classmethod
    def now(cls, pid: int) -> Spent:
        own = resource.getrusage(resource.RUSAGE_SELF)
        total = Path("/proc/stat").read_text(encoding="utf-8").split("\n", 1)[0].split()[1:9]
        idle = int(total[3]) + int(total[4])  # proc(5): user, nice, system, idle, iowait, irq, softirq, steal
        busy = (sum(map(int, total)) - idle) / os.sysconf("SC_CLK_TCK")
        return cls(usage([pid])[1], own.ru_utime + own.ru_stime, busy)


async def measure(peer: Peer, rooms: int, seconds: float, rate: float | None = None) -> Row:
    """At saturation, or paced at `rate` actions a second over all rooms. Raises RuntimeError or TimeoutError where it comes to nothing."""
    load = Load(rooms)
    try:
        async with asyncio.timeout(OPENING + WARM_UP + seconds), running(peer) as server:
            empty, _ = usage([server.pid])
            await load.open(peer.opening, server.port)
            acting = asyncio.create_task(load.saturate() if rate is None else load.pace(rate))
            await asyncio.sleep(WARM_UP)
            before = Spent.now(server.pid)
            took = await load.count(seconds)
            after = Spent.now(server.pid)
            memory, _ = usage([server.pid])
            acting.cancel()
    finally:
        load.close()
    if not load.times:
        raise RuntimeError("nothing was done")
    times = sorted(load.times)
    served, own, busy = (late - early for late, early in zip(after, before, strict=True))
    return Row(
        actions_per_s=len(times) / took,
        p50=statistics.median(times) * 1000,
        p90=times[int(len(times) * 0.9)] * 1000,
        p99=times[int(len(times) * 0.99)] * 1000,
        cpu_s_per_1000=served / len(times) * 1000,
        kib_per_room=(memory - empty) / rooms / 1024,
        load=own / took,
        others=max(0.0, busy - served - own) / took,
    )
