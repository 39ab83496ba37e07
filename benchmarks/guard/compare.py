"""What was counted beside what is kept."""

from __future__ import annotations

from collections.abc import Mapping

from benchmarks.guard.counted import REFERENCE

__all__ = ["TOLERANCE", "compare"]

TOLERANCE = 0.1
"""Of an instruction count. Two runs of the same code on one machine differ by less than 0.3 %, and by up to 1.7 % once scaled by the
reference, whose own count depends on where its memory lies. The rest is left for other builds of an interpreter, which the reference
levels only roughly: it knows nothing of the compiled codec."""


def compare(counted: Mapping[str, int], kept: Mapping[str, int] | None) -> tuple[list[str], list[str]]:
    """A line for each path, and the paths that take too much or are not kept (none at all are where `kept` is None).

    The kept figures are scaled by the reference, which is what this interpreter's build makes of the same Python."""
    scale = 1.0 if kept is None else counted[REFERENCE] / kept[REFERENCE]
    rows, slower = [], []
    for name, instructions in counted.items():
        row = f"{name:<44}{instructions:>12,} instructions"
        if kept is not None and name != REFERENCE:
            before = kept.get(name)
            change = None if before is None else instructions / (before * scale) - 1
            row += "   not kept yet" if change is None else f"   {change:+.1%}"
            if change is None or change > TOLERANCE:
                slower.append(name)
        rows.append(row)
    return rows, slower
