"""The playing side of a comparison: one process plays the games of one library, a slice of time whenever it is told to.

It runs where that library is installed, so this file and the players import nothing of Paiju's but each other. Over the pipes goes text:
the player's first line is a JSON object (`version` of the library, `games`: its `Playing` by name); then each line
`SECONDS WITH_SIGHT GAME` (WITH_SIGHT 0 or 1) is answered by `DECISIONS SECONDS`. Exit code 3: the library is not installed here."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple

__all__ = ["MISSING", "Playing", "serve"]

MISSING = 3
"""Exit code where the library is not installed."""


class Playing(NamedTuple):
    """One game. `match` plays one whole match of random players and returns how many decisions they took; with True, what each seat may see
    is made after every decision as well, if the library has such a thing at all (`sight`)."""

    seats: int
    match: Callable[[bool], int]
    sight: bool = True


def serve(version: str, games: Mapping[str, Playing]) -> None:
    """Play until the other side hangs up. A slice is whole matches, deals included; its seconds are the processor's, because a wall clock
    would time whoever else is at work on the machine (no library here has threads at work)."""
    described = {name: {"seats": game.seats, "sight": game.sight} for name, game in games.items()}
    print(json.dumps({"version": version, "games": described}), flush=True)
    for line in sys.stdin:
        seconds, with_sight, name = line.strip().split(" ", 2)
        match, sight, wanted = games[name].match, with_sight == "1", float(seconds)
        decisions, began = 0, time.process_time()
        while (spent := time.process_time() - began) < wanted:
            decisions += match(sight)
        print(decisions, spent, flush=True)
