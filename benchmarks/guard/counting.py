"""Instructions per repetition of each hot path, counted by callgrind in one run of `benchmarks.guard.counted`."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

__all__ = ["count", "valgrind"]

TOTAL = re.compile(r"^totals: (\d+)$", re.MULTILINE)
MINUTES = 30
"""A run takes one of a processor; where it has not ended by then, on however busy a machine, it hangs."""


def valgrind() -> str | None:
    """Where the program is, if it is here."""
    return shutil.which("valgrind")


def count(program: str) -> dict[str, int]:
    """Path → instructions. `program` is valgrind."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [
                program, "--quiet", "--tool=callgrind", "--dump-before=getppid",
                f"--callgrind-out-file={folder}/counts",
                sys.executable, "-m", "benchmarks.guard.counted",
            ],
            env={"PYTHONHASHSEED": "0", "PATH": "/usr/bin:/bin"},
            stdout=subprocess.PIPE, text=True, check=True, timeout=MINUTES * 60,
        )  # fmt: skip
        lines = [line.split(" ", 1) for line in done.stdout.splitlines()]
        totals = [_total(Path(folder, f"counts.{2 * place}")) for place in range(1, len(lines) + 1)]
        if Path(folder, f"counts.{2 * len(lines) + 1}").exists():
            raise RuntimeError(
                "somebody else asked for the parent process, too: the counts are cut in the wrong places"
            )
    return {name: total // int(repetitions) for (repetitions, name), total in zip(lines, totals, strict=True)}


def _total(dump: Path) -> int:
    """Of what callgrind wrote at one mark: an odd one closes a preparation, the even one after it the work."""
    found = TOTAL.search(dump.read_text(encoding="utf-8"))
    if found is None:
        raise RuntimeError(f"callgrind wrote no total into {dump.name}")
    return int(found[1])
