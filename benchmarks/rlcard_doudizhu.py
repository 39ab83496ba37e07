"""RLCard's doudizhu on this machine: decisions per second of random players, for SECONDS.

Runs where RLCard is installed (`make bench-env`), so it imports nothing of Paiju; exit code 3 where it is not."""

from __future__ import annotations

import random
import sys
import time

__all__ = ["main"]


def main() -> int:
    """Print decisions per second. Each player takes a random one of the legal actions; deals are counted in."""
    try:
        import rlcard  # noqa: PLC0415 - it is not everywhere
    except ImportError:
        return 3
    table = rlcard.make("doudizhu", config={"seed": 1})
    decisions, began = 0, time.perf_counter()
    while time.perf_counter() - began < float(sys.argv[1]):
        state, _ = table.reset()
        while not table.is_over():
            state, _ = table.step(random.choice(list(state["legal_actions"])))
            decisions += 1
    print(decisions / (time.perf_counter() - began))
    return 0


if __name__ == "__main__":
    sys.exit(main())
