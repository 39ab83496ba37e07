"""How a server's cost grows with its players: `python -m benchmarks.sizing [--write]`.

Tables of four play high card at a person's pace, from 12 to 5,000 seats, over one process with SQLite, one with Redis, and two with
Redis. Two straight lines are laid through what that costs: processor time over answers, memory over seats. What they say for other
numbers of players, and how far the measurements lie from them, goes into docs/sizing.md.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import platform
import signal
import statistics
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.page import put
from benchmarks.server import Load, lift_limits, start_server, usage, wait_for
from tests.redis_server import RedisServer, any_program

__all__ = ["main"]

PAGE = Path(__file__).parent.parent / "docs" / "sizing.md"
THINK = 2.0
"""Seconds from a question to its answer: a table of four that does not dawdle."""
WARM_UP, COUNTED = 4.0, 10.0
ROOMS = (3, 25, 125, 500, 1250)
BUSY = 0.6
"""Share of a core that is planned for: above it the longest waits grow fast."""
PLAYERS = (20, 100, 500, 2_000, 5_000, 20_000)
PLAYER_THINKS = 4.0
"""Seconds for which the sizing table lets a player think: evenings are slower than benchmarks."""


class Point(NamedTuple):
    """One measurement. `cpu` is in cores, `memory` in MiB over that of the empty servers, times in ms; `operations` of Redis a second."""

    seats: int
    answers: float
    cpu: float
    memory: float
    p50: float
    p99: float
    operations: float


class Line(NamedTuple):
    """`at` zero, `slope`, and the largest distance of a measurement from it, as a share of the largest measurement."""

    at: float
    slope: float
    error: float


def line(points: Sequence[tuple[float, float]]) -> Line:
    """The straight line through `points` with the least squares."""
    slope, at = statistics.linear_regression(*zip(*points, strict=True))
    largest = max(y for _, y in points)
    return Line(at, slope, max(abs(at + slope * x - y) for x, y in points) / largest)


async def measure(rooms: int, url: str, processes: int, operations: Callable[[], int]) -> Point:
    servers = [await start_server(url) for _ in range(processes)]
    pids = [process.pid for process, _ in servers]
    try:
        for _, port in servers:
            await wait_for(port)
        await asyncio.sleep(0.5)
        empty, _ = usage(pids)
        load = Load(rooms, THINK, WARM_UP)
        before: list[tuple[float, int]] = []
        load.on_count = lambda: before.append((usage(pids)[1], operations()))
        took = await load.run([f"ws://127.0.0.1:{port}/" for _, port in servers], COUNTED)
        memory, cpu = usage(pids)
        done = operations()
    finally:
        for process, _ in servers:
            process.send_signal(signal.SIGKILL)
            await process.wait()
    times = sorted(load.times)
    return Point(
        seats=4 * rooms,
        answers=len(times) / took,
        cpu=(cpu - before[0][0]) / took,
        memory=(memory - empty) / (1 << 20),
        p50=statistics.median(times) * 1000,
        p99=times[int(len(times) * 0.99)] * 1000,
        operations=(done - before[0][1]) / took,
    )


@contextlib.contextmanager
def store(kind: str) -> Iterator[tuple[str, Callable[[], int]]]:
    """A fresh store's URL, and how many commands its Redis has carried out."""
    with tempfile.TemporaryDirectory() as folder:
        if kind == "SQLite":
            yield f"sqlite:{folder}/bench.db", lambda: 0
            return
        program = any_program()
        if program is None:
            raise SystemExit("no redis-server or valkey-server here")
        with RedisServer(program, Path(folder)) as server, server.client() as client:
            yield server.url, lambda: int(client.info("stats")["total_commands_processed"])


def report(rows: dict[tuple[str, int], list[Point]]) -> str:
    """The measurements, the lines through them, and what they say."""
    text = [
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, which the load shares; Python {platform.python_version()}.",
    ]
    for (kind, processes), points in rows.items():
        text += [
            "",
            f"**{kind}, {processes} process{'es' * (processes > 1)}**",
            "",
            "| seats | answers/s | cores | MiB | p50 ms | p99 ms | Redis commands/s |",
            "|--:|--:|--:|--:|--:|--:|--:|",
        ]
        text += [
            f"| {p.seats:,} | {p.answers:,.0f} | {p.cpu:.3f} | {p.memory:.1f} | {p.p50:.1f} | {p.p99:.1f} | {p.operations:,.0f} |"
            for p in points
        ]
        cost, memory = line([(p.answers, p.cpu) for p in points]), line([(p.seats, p.memory) for p in points])
        price = f"{cost.slope * 1000:.2f} ms of a core (off by at most {cost.error:.0%})"
        text += ["", f"An answer costs {price}, a seat {memory.slope * 1024:.0f} KiB ({memory.error:.0%})."]
    return "\n".join([*text, "", *table(rows)]) + "\n"


def table(rows: dict[tuple[str, int], list[Point]]) -> list[str]:
    """Players → cores, memory, commands."""
    alone, shared = rows["SQLite", 1], rows.get(("Redis", 2))
    text = [
        f"For players who take {PLAYER_THINKS:g} s for an answer, at tables of four, with cores that are busy {BUSY:.0%} of the time:",
        "",
        "| players | answers/s | cores, SQLite | cores, Redis | MiB | Redis commands/s |",
        "|--:|--:|--:|--:|--:|--:|",
    ]
    cpu, memory = line([(p.answers, p.cpu) for p in alone]), line([(p.seats, p.memory) for p in alone])
    for players in PLAYERS:
        answers = players / 4 / PLAYER_THINKS
        cores = (max(cpu.at, 0.0) + cpu.slope * answers) / BUSY
        cells = [f"{players:,}", f"{answers:,.0f}", f"{cores:.2f}"]
        if shared is None:
            cells += ["–", f"{max(memory.at, 0.0) + memory.slope * players:,.0f}", "–"]
        else:
            both = line([(p.answers, p.cpu) for p in shared])
            held, asked = (
                line([(p.seats, p.memory) for p in shared]),
                line([(p.answers, p.operations) for p in shared]),
            )
            cells += [
                f"{(max(both.at, 0.0) + both.slope * answers) / BUSY:.2f}",
                f"{max(held.at, 0.0) + held.slope * players:,.0f}",
                f"{max(asked.at, 0.0) + asked.slope * answers:,.0f}",
            ]
        text.append("| " + " | ".join(cells) + " |")
    return text


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", default=",".join(map(str, ROOMS)))
    parser.add_argument("--write", action="store_true", help="put the tables into docs/sizing.md")
    chosen = parser.parse_args()
    lift_limits()
    rows: dict[tuple[str, int], list[Point]] = {}
    for kind, processes in (("SQLite", 1), ("Redis", 1), ("Redis", 2)):
        for rooms in (int(number) for number in chosen.rooms.split(",")):
            with store(kind) as (url, operations):
                point = asyncio.run(measure(rooms, url, processes, operations))
            print(kind, processes, point, flush=True)
            rows.setdefault((kind, processes), []).append(point)
    text = report(rows)
    print(text)
    if chosen.write:
        put(text, "sizing", PAGE)


if __name__ == "__main__":
    main()
