"""What was measured, as Markdown."""

from __future__ import annotations

import os
import platform
import statistics
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

__all__ = ["Case", "Results", "Row", "paced", "saturated", "setting"]


@dataclass(frozen=True)
class Row:
    """Times are milliseconds from an action to the last of the four views. `load` is the load client's own share of a core, `others` how
    many cores were busy with neither it nor the server."""

    actions_per_s: float
    p50: float
    p90: float
    p99: float
    cpu_s_per_1000: float
    kib_per_room: float
    load: float
    others: float


class Case(NamedTuple):
    """What is measured: a peer by its name, with `rooms`, saturated (`rate` None) or at `rate` actions a second over all rooms."""

    peer: str
    rooms: int
    rate: float | None = None

    def __str__(self) -> str:
        pace = "" if self.rate is None else f" at {self.rate:g} actions/s"
        return f"{self.peer}, {self.rooms} rooms{pace}"


Results = dict[Case, list[Row]]
"""A row for each repetition."""


def setting(results: Results, seconds: float, busy: float, versions: Mapping[str, str]) -> str:
    """The machine, and what else it was busy with: `busy` is its load average before the first run."""
    rows = [row for case in results.values() for row in case]
    others = sorted(row.others for row in rows)
    runs = max(len(case) for case in results.values())
    named = ", ".join(f"{name} {version}" for name, version in versions.items())
    return (
        f"{_processor()}, {os.cpu_count()} cores, {platform.system()} {platform.release()}; {named}. Medians of {runs} interleaved runs of"
        f" {seconds:g} s. Load average before the first run {busy:.1f}; during the runs other processes took"
        f" {statistics.median(others):.2f} cores (median; at most {others[-1]:.2f}).\n"
    )


def saturated(results: Results, rooms: int, base: str) -> str:
    """A table of all peers at `rooms` rooms, beside the peer `base`."""
    cases = [case for case in results if case.rooms == rooms and case.rate is None]
    beside = Case(base, rooms)
    lines = [
        [
            case.peer,
            f"{_median(results[case], lambda row: row.actions_per_s):,.0f}",
            _ratio(results, case, beside, lambda row: row.actions_per_s),
            f"{_median(results[case], lambda row: row.p50):.1f}",
            f"{_median(results[case], lambda row: row.p99):.1f}",
            f"{_median(results[case], lambda row: row.cpu_s_per_1000):.3f}",
            _ratio(results, case, beside, lambda row: row.cpu_s_per_1000),
            f"{_median(results[case], lambda row: row.kib_per_room):,.0f}",
            f"{_median(results[case], lambda row: row.load):.0%}",
        ]
        for case in cases
    ]
    head = [
        "server",
        "actions/s",
        "×",
        "p50 ms",
        "p99 ms",
        "CPU s per 1,000",
        "×",
        "KiB a room",
        "load client",
    ]
    return f"**{rooms} rooms, saturated** (× {base})\n\n{_table(head, lines)}"


def paced(results: Results, rooms: int, rate: float, base: str) -> str:
    """The same at `rate` actions a second over all rooms."""
    cases = [case for case in results if case.rooms == rooms and case.rate == rate]
    beside = Case(base, rooms, rate)
    lines = [
        [
            case.peer,
            f"{_median(results[case], lambda row: row.actions_per_s):,.0f}",
            f"{_median(results[case], lambda row: row.p50):.2f}",
            _ratio(results, case, beside, lambda row: row.p50),
            f"{_median(results[case], lambda row: row.p90):.2f}",
            _ratio(results, case, beside, lambda row: row.p90),
            f"{_median(results[case], lambda row: row.load):.0%}",
        ]
        for case in cases
    ]
    head = ["server", "actions/s", "p50 ms", "×", "p90 ms", "×", "load client"]
    return f"**{rooms} rooms, {rate:,.0f} actions a second** (× {base})\n\n{_table(head, lines)}"


def _median(rows: Iterable[Row], figure: Callable[[Row], float]) -> float:
    return statistics.median(figure(row) for row in rows)


def _ratio(results: Results, case: Case, base: Case, figure: Callable[[Row], float]) -> str:
    """The median of the ratios within each repetition, or a dash where `base` was not measured."""
    if base not in results:
        return "–"
    pairs = zip(results[case], results[base], strict=True)
    return f"{statistics.median(figure(ours) / figure(theirs) for ours, theirs in pairs):.2f}"


def _table(head: list[str], lines: list[list[str]]) -> str:
    rows = [head, ["---", *["---:"] * (len(head) - 1)], *lines]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _processor() -> str:
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.machine()
