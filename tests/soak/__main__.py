"""`python -m tests.soak [MINUTES] [SEED]`: over SQLite, then over Redis, so long each; which `make soak MINUTES=10` runs."""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

import click

from tests.soak.soak import Soak


def main() -> int:
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else int(time.time())
    found = 0
    for shared, name in ((False, "one server over SQLite"), (True, "two servers over Redis")):
        click.echo(f"{name}, {minutes:g} minutes, seed {seed}")
        soak = Soak(Path(tempfile.mkdtemp(prefix="paiju-soak-")), seed, shared=shared)
        report = asyncio.run(soak.run(minutes * 60))
        click.echo(str(report))
        found += len(report.left)
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
