"""What runs under callgrind: `python -m benchmarks.guard.counted`. Prints `REPETITIONS NAME` for each path as it is done.

Before and after the work of each path it calls `getppid`, where callgrind is told to write down its counts and begin anew."""

from __future__ import annotations

import gc
import logging
import os

import structlog

from benchmarks.guard import engine_paths, room_paths
from benchmarks.guard.path import Path, Running

__all__ = ["PATHS", "REFERENCE", "main"]

REFERENCE = "plain Python"


def reference() -> Running:
    """Work of the interpreter's own kind, which no change of ours touches: by it the figures of differently built interpreters compare."""

    def work() -> int:
        found: dict[str, list[int]] = {}
        for number in range(3_000):
            found.setdefault(str(number % 97), []).append(number * number % 31)
        return sum(sum(row) for row in found.values())

    work()
    yield
    work()
    return 1


PATHS: dict[str, Path] = {REFERENCE: reference, **engine_paths.PATHS, **room_paths.PATHS}


def main() -> None:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    for name, path in PATHS.items():
        running = path()
        next(running)
        gc.collect()
        os.getppid()
        repetitions = 0
        try:
            next(running)
        except StopIteration as done:
            repetitions = done.value
        os.getppid()
        print(repetitions, name, flush=True)


if __name__ == "__main__":
    main()
