"""What was measured, as Markdown."""

from __future__ import annotations

import os
import platform
import statistics
from collections.abc import Sequence

from benchmarks.engines.measure import Entry, Library, ratios

__all__ = ["report"]


ALIKE = {
    "doudizhu": "gandengyan",
    "dou_dizhu": "gandengyan",
    "gin-rummy": "pokerduel",
    "gin_rummy": "pokerduel",
}
ALIKE |= {"uno": "highcard", "crazy_eights": "highcard", "hearts": "highcard", "oh_hell": "highcard"}
"""Their game → ours of its weight: combinations out of a hand; sums and sets of a hand with draw and discard; one card a turn."""


def report(players: Sequence[Library], rounds: int, seconds: float) -> str:
    """The machine, the figures, and the ratios."""
    entries = [entry for player in players for entry in player.entries]
    ours = [entry for entry in entries if entry.library == "Paiju"]
    theirs = [entry for entry in entries if entry.library != "Paiju"]
    missing = [player.name for player in players if player.version is None]
    versions = ", ".join(f"{player.name} {player.version}" for player in players if player.version)
    lines = [
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}; {versions};",
        f"median of {rounds} rounds in which every game had {seconds:g} s of the processor in turn.",
        *([f"Not installed here: {', '.join(missing)} (`make bench-env`)."] if missing else []),
        "",
        "| library | game | seats | decisions/s | and what each seat sees |",
        "|---|---|--:|--:|--:|",
        *(_row(entry) for entry in entries),
    ]
    if theirs:
        lines += ["", *_comparison(ours, theirs)]
    return "\n".join(lines)


def _row(entry: Entry) -> str:
    plain = f"{statistics.median(entry.plain):,.0f}"
    seen = "–" if entry.seen is None else f"{statistics.median(entry.seen):,.0f}"
    return f"| {entry.library} | {entry.game} | {entry.seats} | {plain} | {seen} |"


def _comparison(ours: Sequence[Entry], theirs: Sequence[Entry]) -> list[str]:
    """A line for each of their games, a column for each of ours."""
    return [
        "Our decisions for one of theirs, with what each seat sees (in brackets: without); **bold** where the games are of one weight.",
        "",
        "| | " + " | ".join(entry.game for entry in ours) + " |",
        "|---|" + "--:|" * len(ours),
        *(
            f"| {other.library} {other.game} | " + " | ".join(_cell(own, other) for own in ours) + " |"
            for other in theirs
        ),
    ]


def _cell(own: Entry, other: Entry) -> str:
    plain, seen = ratios(own, other)
    said = f"({plain:.2g})" if seen is None else f"{seen:.2g} ({plain:.2g})"
    return f"**{said}**" if ALIKE.get(other.game) == own.game else said
