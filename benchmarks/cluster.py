"""Several processes over one Redis, beside one process over SQLite, in one run.

- Saturation: answers per second and their times with SQLite, with Redis, and relayed: two processes over one Redis, the players of
  each room spread over both.
- Takeover: from SIGKILL of the process that holds a room to the first answer that another one has taken.
- Restore: from the start of a server to its open port, with so many rooms in the middle of a match in its store.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import signal
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import protocol.messages as wire
from benchmarks.server import lift_limits, measure, start_server, wait_for
from clients.cli.connection import Connection
from tests.chaos.front import Front
from tests.processes import ServerProcess
from tests.redis_server import RedisServer, any_program
from tests.tables import Table

__all__ = ["main"]

ROOMS_OF_ONE = 8
"""As many rooms as one player may be in."""


@contextlib.contextmanager
def redis() -> Iterator[RedisServer]:
    program = any_program()
    if program is None:
        raise SystemExit("no redis-server or valkey-server here")
    with tempfile.TemporaryDirectory() as folder, RedisServer(program, Path(folder)) as server:
        yield server


def saturation(rooms: int, seconds: float) -> None:
    """Three rows, each with fresh servers and a fresh store."""
    rows = {"sqlite": asyncio.run(measure(rooms, seconds, "sqlite:FILE"))}
    for name, processes in (("redis", 1), ("relayed", 2)):
        with redis() as server:
            rows[name] = asyncio.run(measure(rooms, seconds, server.url, processes))
    for name, row in rows.items():
        share = row["answers_per_s"] / rows["sqlite"]["answers_per_s"]
        print(
            f"{name:8}", "  ".join(f"{key} {value}" for key, value in row.items()), f" of sqlite {share:.0%}"
        )


async def takeover(kills: int) -> list[float]:
    """Seconds from each kill to the first answer taken afterwards, as the players of one room see it."""
    times: list[float] = []
    with redis() as server, tempfile.TemporaryDirectory() as folder:
        processes = [ServerProcess(Path(folder) / f"{n}.log", server.url) for n in range(3)]
        await asyncio.gather(*(process.start() for process in processes))
        async with Front([process.port for process in processes], random.Random(1)) as front:
            table = Table([front.port], 0, "dingti", people=4, bots=0, think=0.05)
            await table.open()
            playing = asyncio.create_task(table.play(asyncio.Event()))
            for _ in range(kills):
                await asyncio.sleep(2.0)
                victim = next(process for process in processes if process.pid == _holder(server, table.room))
                await victim.kill()
                began, before = time.monotonic(), table.answers
                while table.answers == before:
                    await asyncio.sleep(0.005)
                    if playing.done():
                        playing.result()
                times.append(time.monotonic() - began)
                await victim.start()
            playing.cancel()
            await table.close()
        for process in processes:
            await process.kill()
    return times


def _holder(server: RedisServer, room: str) -> int:
    """The process id in the name of whoever holds the room."""
    with server.client() as client:
        (head,) = client.keys(f"*{room}*head")
        owner = client.hget(head, "owner")
        assert isinstance(owner, bytes)
    return int(owner.decode().rsplit("-", 2)[1])


async def restore(rooms: int, store: str) -> float:
    """Seconds from starting a server to its open port."""
    process, port = await start_server(store, None, "--bot-delay-min", "1000", "--bot-delay-max", "1000")
    await wait_for(port)
    links = [Connection(f"ws://127.0.0.1:{port}/", f"p{n}") for n in range(-(-rooms // ROOMS_OF_ONE))]
    for number, link in enumerate(links):
        await link.open(30.0)
        for _ in range(min(ROOMS_OF_ONE, rooms - number * ROOMS_OF_ONE)):
            await _begin(link)
    process.send_signal(signal.SIGKILL)
    await process.wait()
    for link in links:
        await link.close()
    await asyncio.sleep(3.5)  # until the leases of the dead process have run out
    began = time.monotonic()
    process, port = await start_server(store, port)
    await wait_for(port)
    took = time.monotonic() - began
    process.send_signal(signal.SIGKILL)
    await process.wait()
    return took


async def _begin(link: Connection) -> None:
    """A room with three bots, in a match."""
    action = link.action
    made = await link.request(wire.CreateRoom(action=action(), game="dingti", seats=4))
    assert isinstance(made, wire.Done) and made.room is not None, made
    room = made.room
    for seat in (1, 2, 3):
        await link.request(wire.SetBot(action=action(), room=room, seat=seat, level="random"))
    await link.request(wire.Ready(action=action(), room=room))
    started = await link.request(wire.Start(action=action(), room=room))
    assert isinstance(started, wire.Done), started


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", type=int, default=250)
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--restored", type=int, default=1000)
    chosen = parser.parse_args()
    lift_limits()
    saturation(chosen.rooms, chosen.seconds)
    if chosen.kills:
        times = sorted(asyncio.run(takeover(chosen.kills)))
        worst = times[min(len(times) - 1, int(len(times) * 0.99))]
        print(
            f"takeover  {len(times)} kills  p50 {statistics.median(times):.2f} s  p99 {worst:.2f} s  longest {times[-1]:.2f} s"
        )
    if chosen.restored:
        with tempfile.TemporaryDirectory() as folder:
            took = asyncio.run(restore(chosen.restored, f"sqlite:{folder}/bench.db"))
        print(f"restore   sqlite  {chosen.restored} rooms in {took:.1f} s")
        with redis() as server:
            took = asyncio.run(restore(chosen.restored, server.url))
        print(f"restore   redis   {chosen.restored} rooms in {took:.1f} s")


if __name__ == "__main__":
    main()
