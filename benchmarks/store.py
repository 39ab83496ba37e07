"""Durable appends per second on this machine: `python -m benchmarks.store [FOLDER]`.

*alone*: one room, each append awaited before the next. *grouped*: many rooms append in the same tick of the
loop, as a busy server's do. `power` waits for the disk, so it says more about the disk under FOLDER (None:
the system's temporary one) than about the code. Redis runs on this machine too, so its share of the cores is taken from us; the
CPU shown is ours alone.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

from server.store import open_store
from server.store.base import Durability, Lease, RoomId, Store
from tests.redis_server import FLAVOURS, RedisServer, program_of

ENTRY = b"x" * 120
"""About an answer with its clocks."""
SECONDS = 2.0
"""Per row: longer than the store gathers for a checkpoint, so that the row pays for some."""
GROUPS = (1, 10, 50, 250)

STORES = {
    "sqlite process": ("sqlite:{folder}/{group}-process.db", Durability.PROCESS),
    "sqlite power": ("sqlite:{folder}/{group}-power.db", Durability.POWER),
    "memory": ("memory:", Durability.PROCESS),
}

REDIS = {
    "process": ({}, Durability.PROCESS),
    "power": ({"appendfsync": "always"}, Durability.POWER),
}


async def append_for(store: Store, leases: list[Lease], seconds: float) -> list[float]:
    """Seconds of each tick in which every lease's room gets one entry."""
    ticks = []
    position, end = 0, time.perf_counter() + seconds
    while (began := time.perf_counter()) < end:
        await asyncio.gather(*(store.append(lease, position, [ENTRY]) for lease in leases))
        ticks.append(time.perf_counter() - began)
        position += 1
    return ticks


async def row(url: str, durability: Durability, group: int) -> str:
    store = await open_store(url, durability=durability)
    leases = [await store.claim(RoomId(f"room{number}"), "bench", 600) for number in range(group)]
    busy = time.process_time()
    ticks = await append_for(store, [lease for lease in leases if lease], SECONDS)
    busy = time.process_time() - busy
    await store.close()
    done = len(ticks) * group
    p99 = statistics.quantiles(ticks, n=100)[98]
    return (
        f"{done / sum(ticks):>10,.0f} appends/s {busy / done * 1e6:>8.1f} µs CPU each"
        f"   tick {statistics.median(ticks) * 1e3:>7.3f} ms median {p99 * 1e3:>7.3f} ms p99"
    )


def rows(folder: Path, stores: dict[str, tuple[str, Durability]]) -> Iterator[str]:
    for name, (url, durability) in stores.items():
        for group in GROUPS:
            how = "alone" if group == 1 else f"{group} grouped"
            result = asyncio.run(row(url.format(folder=folder, group=group), durability, group))
            yield f"{name:<15} {how:<12} {result}"


def redis_stores(folder: Path, last: ExitStack) -> dict[str, tuple[str, Durability]]:
    """Of each flavour that is installed, running until `last` ends."""
    stores = {}
    for flavour in FLAVOURS:
        program = program_of(flavour)
        if program is None:
            print(f"(no {flavour}-server here)")
            continue
        for level, (settings, durability) in REDIS.items():
            place = folder / f"{flavour}-{level}"
            place.mkdir()
            url = last.enter_context(RedisServer(program, place, settings)).url
            stores[f"{flavour} {level}"] = (f"{url}?prefix=bench{{group}}", durability)
    return stores


def main() -> None:
    with (
        tempfile.TemporaryDirectory(dir=sys.argv[1] if len(sys.argv) > 1 else None) as folder,
        ExitStack() as last,
    ):
        for line in rows(Path(folder), STORES | redis_stores(Path(folder), last)):
            print(line, flush=True)


if __name__ == "__main__":
    main()
