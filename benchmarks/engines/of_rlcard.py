"""RLCard's card games. Its `step` takes one of the legal actions and returns what the next player sees and may do; what the others see as
well is asked for seat by seat."""

from __future__ import annotations

import random
import sys
from importlib.metadata import version

from benchmarks.engines.player import MISSING, Playing, serve

__all__ = ["main"]

GAMES = ("doudizhu", "gin-rummy", "uno")


def playing(name: str) -> Playing:
    import rlcard  # noqa: PLC0415 - it is not everywhere

    table = rlcard.make(name, config={"seed": 1})
    seats = range(table.num_players)
    luck = random.Random(1)

    def match(sight: bool) -> int:
        state, _ = table.reset()
        decisions = 0
        while not table.is_over():
            state, _ = table.step(luck.choice(list(state["legal_actions"])))
            decisions += 1
            if sight and not table.is_over():
                for seat in seats:
                    table.get_state(seat)
        return decisions

    return Playing(len(seats), match)


def main() -> int:
    try:
        games = {name: playing(name) for name in GAMES}
    except ImportError:
        return MISSING
    serve(version("rlcard"), games)
    return 0


if __name__ == "__main__":
    sys.exit(main())
