"""`make bench-peers`: the same small game on Paiju and on the servers that one might take instead, under the same load.

Runs are interleaved: each repetition measures every server once. A figure is the median of its repetitions, a ratio the median of the
ratios within each repetition.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

import uvloop

from benchmarks import page
from benchmarks.peers.measure import measure
from benchmarks.peers.report import Case, Results, Row, paced, saturated, setting
from benchmarks.peers.servers import BASE, PACED, PEERS, missing, versions
from benchmarks.server import lift_limits

__all__ = ["main"]


def _measure(cases: Sequence[Case], runs: int, seconds: float) -> Results:
    """Says on stderr how it goes."""
    results: Results = {case: [] for case in cases}
    for run in range(runs):
        for case in cases:
            try:
                row = uvloop.run(measure(PEERS[case.peer], case.rooms, seconds, case.rate))
            except (RuntimeError, OSError) as error:
                error.add_note(f"while this was measured: {case}")
                raise
            results[case].append(row)
            print(f"run {run + 1} of {runs}: {case}: {_line(row)}", file=sys.stderr, flush=True)
    return results


def _line(row: Row) -> str:
    return (
        f"{row.actions_per_s:.0f} actions/s, p50 {row.p50:.2f} ms, p99 {row.p99:.2f} ms; of a core the load takes {row.load:.0%},"
        f" others {row.others:.0%}"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Exit code 2 where a peer is not installed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers", description=__doc__)
    parser.add_argument("--rooms", default="50,250", help="numbers of rooms at saturation")
    parser.add_argument(
        "--rate",
        type=float,
        default=1000.0,
        help="actions a second of the paced run, in the most rooms; 0: none",
    )
    parser.add_argument("--seconds", type=float, default=4.0, help="counted in each run")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", default="", help="servers whose names have this in them")
    parser.add_argument("--write", action="store_true", help=f"put the tables into docs/{page.PAGE.name}")
    chosen = parser.parse_args(arguments)
    if lacking := missing():
        print(f"not installed: {lacking} (make bench-env)", file=sys.stderr)
        return 2
    lift_limits()
    busy = os.getloadavg()[0]
    peers = [name for name in PEERS if chosen.only in name]
    numbers = [int(rooms) for rooms in chosen.rooms.split(",")]
    cases = [Case(name, rooms) for rooms in numbers for name in peers]
    at_a_pace = [Case(name, max(numbers), chosen.rate) for name in peers if name in PACED and chosen.rate]
    results = _measure([*cases, *at_a_pace], chosen.runs, chosen.seconds)
    parts = [setting(results, chosen.seconds, busy, versions())]
    parts += [saturated(results, rooms, BASE) for rooms in numbers]
    if at_a_pace:
        parts.append(paced(results, max(numbers), chosen.rate, PACED[-1]))
    text = "\n".join(parts)
    print(text)
    if chosen.write:
        page.put(text, "peers")
    return 0


if __name__ == "__main__":
    sys.exit(main())
