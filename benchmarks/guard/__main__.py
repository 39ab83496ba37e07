"""The regression guard: `python -m benchmarks.guard [--update]`, or `make guard`.

Counts the instructions of the hot paths (callgrind; no clock, so a busy machine does not matter) and compares them with those that are kept
for this minor version of Python in kept.json. Exit code 1: a path takes more than the tolerance above what is kept. `--update` keeps what
was counted now; it belongs into the commit that is the reason. Where nothing is kept for this version of Python, or valgrind is not
installed, nothing is compared, and a line says so."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from benchmarks.guard.compare import compare
from benchmarks.guard.counting import count, valgrind

__all__ = ["main"]

KEPT = Path(__file__).with_name("kept.json")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.guard", description=__doc__)
    parser.add_argument("--update", action="store_true", help="keep what is counted now")
    update: bool = parser.parse_args().update
    program = valgrind()
    if program is None:
        print("guard: valgrind is not installed here; skipped")
        return 0
    counted = count(program)
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    everything: dict[str, dict[str, int]] = json.loads(KEPT.read_text(encoding="utf-8"))
    kept = everything.get(version)
    rows, slower = compare(counted, kept)
    print("\n".join(rows))
    if update:
        everything[version] = counted
        KEPT.write_text(json.dumps(everything, indent=2, sort_keys=True) + "\n", encoding="utf-8")
        print(f"guard: kept for Python {version}")
    elif kept is None:
        print(f"guard: nothing is kept for Python {version}; not compared")
    elif slower:
        print(
            f"guard: {', '.join(slower)}: more work than before. Mend it, or keep the figures with a reason: --update"
        )
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
