"""The full-screen table on this machine: `python -m benchmarks.table [SECONDS]`.

A table of eight Herokill seats at 140×40 and 80×24: what one picture costs from the state to the cells, and the share of one core that
sixty updates a second take with the pace that the screen keeps."""

from __future__ import annotations

import asyncio
import statistics
import sys
import time

from clients.cli.full.widgets.pace import Pace
from tests.clients.stage import Stage, TableApp

__all__ = ["main"]

UPDATES = 60


async def picture(size: tuple[int, int], seconds: float) -> tuple[float, float, float]:
    """Seconds of a picture (median, worst), and the share of a core at sixty updates a second."""
    stage = Stage("herokill", 8, 4)
    stage.run(lambda match: match.table.number("turn") >= 1)
    app = TableApp(stage.scene(0))
    async with app.run_test(size=size) as pilot:
        await app.show()
        await pilot.pause()
        times = []
        for _ in range(60):
            stage.step()
            scene = stage.scene(0)
            began = time.process_time()
            await app.show(scene)
            await pilot.pause(0)
            times.append(time.process_time() - began)
        pace = Pace(app.screen, app.show)
        scenes = []
        for _ in range(40):
            stage.step()
            scenes.append(stage.scene(0))
        began, used, number = time.monotonic(), time.process_time(), 0
        while time.monotonic() - began < seconds:
            app.scene = scenes[number % len(scenes)]
            number += 1
            pace.ask()
            await asyncio.sleep(1 / UPDATES)
        share = (time.process_time() - used) / (time.monotonic() - began)
    return statistics.median(times), max(times), share


def main(seconds: float) -> None:
    for size in ((80, 24), (140, 40)):
        median, worst, share = asyncio.run(picture(size, seconds))
        print(
            f"{f'a picture at {size[0]}×{size[1]}':<34}{median * 1e3:>12.1f} ms   (worst {worst * 1e3:.1f});"
            f" {UPDATES} updates a second take {share:.0%} of a core"
        )


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 4.0)
