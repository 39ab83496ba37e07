"""`make bench`: all figures of this machine, one part after the other. Names choose parts: `python -m benchmarks engine server`."""

from __future__ import annotations

import os
import platform
import subprocess
import sys

PARTS = {
    "engine": "decisions, projections, shuffles, checkpoints and restores of the engine",
    "engines": "our games beside those of RLCard, OpenSpiel and PokerKit, where these are installed",
    "gandengyan": "its longest list of plays, and its strong bot",
    "table": "a picture of the full-screen table, and sixty updates a second",
    "store": "appends to the journal",
    "idle": "memory of an idle connection",
    "connections": "crowds: thousands idle, a thousand at once, slow ones, deaf ones",
    "server": "rooms of four clients at saturation, with the durable journal",
    "cluster": "the same over SQLite, over Redis, and relayed between processes; takeover and restore",
}


def main(wanted: list[str]) -> int:
    """Exit code 1 if a part failed or does not exist."""
    unknown = [name for name in wanted if name not in PARTS]
    if unknown:
        print(f"there is no part {unknown[0]!r}; there are {', '.join(PARTS)}", file=sys.stderr)
        return 1
    print(f"{platform.platform()}, Python {platform.python_version()}, {os.cpu_count()} cores")
    failed = 0
    for name in wanted or PARTS:
        print(f"\n== {name}: {PARTS[name]}", flush=True)
        failed |= subprocess.run([sys.executable, "-m", f"benchmarks.{name}"], check=False).returncode
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
