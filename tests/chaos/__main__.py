"""`python -m tests.chaos [MINUTES] [SEED]`: the long storm, which `make chaos MINUTES=10` runs."""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

import click

from tests.chaos.storm import Storm


def main() -> int:
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 10.0
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else int(time.time())
    click.echo(f"storm of {minutes:g} minutes, seed {seed}: 3 servers, 20 rooms, 80 people")
    folder = Path(tempfile.mkdtemp(prefix="paiju-storm-"))
    storm = Storm(folder, seed)

    async def run() -> None:
        raging = asyncio.create_task(storm.rage(minutes * 60))
        while not raging.done():
            await asyncio.wait([raging], timeout=10)
            click.echo(f"  {dict(storm.report.faults)}")
        click.echo(str(await raging))

    try:
        asyncio.run(run())
    except BaseException:
        click.echo(f"what the servers wrote is in {folder}")
        raise
    if storm.report.complaints:
        click.echo(f"what the servers wrote is in {folder}")
    return bool(storm.report.complaints)


if __name__ == "__main__":
    sys.exit(main())
