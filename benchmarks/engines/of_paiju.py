"""Our own games, played as `benchmarks.engine` plays them; a match of Gandengyan is ten hands, one of High card thirteen tricks."""

from __future__ import annotations

import itertools
from functools import partial
from importlib.metadata import version

from benchmarks.engine import GAMES, SEATS, SEATS_OF, play, seed_of
from benchmarks.engines.player import Playing, serve
from engine.registry import find_game

__all__ = ["main"]


def playing(name: str) -> Playing:
    seats, (_, options) = SEATS_OF.get(name, SEATS), GAMES[name]
    seeds = map(seed_of, itertools.count())
    one = partial(play, find_game(name), seats, options, "random")
    return Playing(seats, lambda sight: one(next(seeds), sight=sight))


def main() -> None:
    serve(version("paiju"), {name: playing(name) for name in GAMES})


if __name__ == "__main__":
    main()
