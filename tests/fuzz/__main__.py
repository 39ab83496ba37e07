"""`python -m tests.fuzz [INPUTS] [SEED]`: the long run, which `make fuzz INPUTS=200000 SEED=1` starts."""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

import click

from tests.fuzz.fuzz import Figures, Fuzz

EVERY = 10_000
"""Inputs between two lines of progress."""


def main() -> None:
    inputs = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else int(time.time())
    click.echo(f"{inputs} inputs, seed {seed}")

    def progress(figures: Figures) -> None:
        if figures.inputs % EVERY == 0:
            click.echo(
                f"  {figures.inputs} inputs, {figures.inputs / figures.seconds:.0f} a second, "
                f"{figures.resident[-1] >> 20} MiB, {figures.matches} matches"
            )

    with tempfile.TemporaryDirectory(prefix="paiju-fuzz-") as folder:
        click.echo(str(asyncio.run(Fuzz(seed, f"sqlite:{Path(folder, 'rooms.db')}").run(inputs, progress))))


if __name__ == "__main__":
    main()
