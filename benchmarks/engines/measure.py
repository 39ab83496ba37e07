"""Slices of time given to all games in turn, so that a slow moment of the machine meets all of them alike; what is compared is compared
within one round of turns, and the median of the rounds counts."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from benchmarks.engines.player import MISSING

__all__ = ["Entry", "Library", "libraries", "measure", "ratios"]

ROOT = Path(__file__).parents[2]
PEERS = ROOT / ".venv-bench/bin/python"
"""The interpreter that has the others (`make bench-env`), unless PAIJU_PEERS names another."""
LIBRARIES = {
    "Paiju": "benchmarks.engines.of_paiju",
    "RLCard": "benchmarks.engines.of_rlcard",
    "OpenSpiel": "benchmarks.engines.of_openspiel",
    "PokerKit": "benchmarks.engines.of_pokerkit",
}


class Entry(NamedTuple):
    """One game of one library: decisions per second in each round, without and with what each seat sees (None: the library makes none)."""

    library: str
    game: str
    seats: int
    plain: list[float]
    seen: list[float] | None


class Library:
    """A running player of one library's games. `version` is None where it is not installed."""

    def __init__(self, name: str) -> None:
        self.name = name
        python = os.environ.get("PAIJU_PEERS") or (str(PEERS) if PEERS.exists() else sys.executable)
        self._process = subprocess.Popen(
            [sys.executable if name == "Paiju" else python, "-m", LIBRARIES[name]],
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._to, self._from = self._process.stdin, self._process.stdout
        first = self._from.readline()
        if not first and self._process.wait() != MISSING:
            raise RuntimeError(f"the player of {name} broke down")
        about = json.loads(first) if first else {"version": None, "games": {}}
        self.version: str | None = about["version"]
        self.entries = [
            Entry(name, game, one["seats"], [], [] if one["sight"] else None)
            for game, one in about["games"].items()
        ]

    def slice(self, game: str, seconds: float, *, sight: bool) -> float:
        """Decisions per second."""
        print(seconds, int(sight), game, file=self._to, flush=True)
        decisions, spent = self._from.readline().split()
        return int(decisions) / float(spent)

    def close(self) -> None:
        self._to.close()
        self._from.close()
        self._process.wait()


def libraries(last: ExitStack) -> list[Library]:
    """All players, running until `last` ends."""
    found = []
    for name in LIBRARIES:
        library = Library(name)
        last.callback(library.close)
        found.append(library)
    return found


def measure(players: Sequence[Library], rounds: int, seconds: float) -> Iterator[int]:
    """Fill the entries of all players, one slice of every game a round, after an uncounted one of each. Yields the rounds done."""
    for library in players:
        for entry in library.entries:
            library.slice(entry.game, seconds, sight=False)
    for number in range(1, rounds + 1):
        for library in players:
            for entry in library.entries:
                entry.plain.append(library.slice(entry.game, seconds, sight=False))
                if entry.seen is not None:
                    entry.seen.append(library.slice(entry.game, seconds, sight=True))
        yield number


def ratios(ours: Entry, theirs: Entry) -> tuple[float, float | None]:
    """How many of our decisions go into one of theirs, in the median of the rounds: without and with what each seat sees."""
    plain = _ratio(ours.plain, theirs.plain)
    return plain, None if ours.seen is None or theirs.seen is None else _ratio(ours.seen, theirs.seen)


def _ratio(ours: list[float], theirs: list[float]) -> float:
    return statistics.median(our / their for our, their in zip(ours, theirs, strict=True))
