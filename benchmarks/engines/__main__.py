"""Our games beside those of other libraries, random play: `python -m benchmarks.engines [--rounds N] [--seconds S] [--write]`.

A decision of ours: the question put with all that may be answered, answered, checked, journalled, the rules run to the next question. Of
theirs: the legal actions listed, one taken, the game run to the next. What each seat may see after it (a server needs that, a training
loop often not) is measured apart. Players take any legal answer with equal chance; deals are counted in.

The others are played by the Python of `.venv-bench` (`make bench-env`); where one is not installed, it is left out."""

from __future__ import annotations

import argparse
import sys
from contextlib import ExitStack

from benchmarks.engines.measure import libraries, measure
from benchmarks.engines.report import report
from benchmarks.page import put

__all__ = ["main"]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.engines", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument(
        "--seconds", type=float, default=0.25, help="of the processor, for a slice of one game"
    )
    parser.add_argument("--write", action="store_true", help="put the tables into docs/benchmarks.md")
    chosen = parser.parse_args()
    with ExitStack() as last:
        players = libraries(last)
        for done in measure(players, chosen.rounds, chosen.seconds):
            print(f"round {done} of {chosen.rounds}", file=sys.stderr, flush=True)
        text = report(players, chosen.rounds, chosen.seconds)
    print(text)
    if chosen.write:
        put(text + "\n", "engines")


if __name__ == "__main__":
    main()
