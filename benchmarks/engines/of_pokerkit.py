"""PokerKit's no-limit hold'em, four players, everything but their decisions automated. It makes no view of one seat."""

from __future__ import annotations

import random
import sys
from importlib.metadata import version
from typing import Any

from benchmarks.engines.player import MISSING, Playing, serve

__all__ = ["main"]

SEATS = 4


def playing() -> Playing:
    from pokerkit import Automation, NoLimitTexasHoldem  # noqa: PLC0415 - it is not everywhere

    automatic = tuple(Automation)
    luck = random.Random(1)

    def match(_sight: bool) -> int:
        state = NoLimitTexasHoldem.create_state(automatic, True, 0, (1, 2), 2, (200,) * SEATS, SEATS)
        decisions = 0
        while state.status:
            decide(state, luck)
            decisions += 1
        return decisions

    return Playing(SEATS, match, sight=False)


def decide(state: Any, luck: random.Random) -> None:
    """Any legal action, and any legal amount of a raise."""
    ways = [state.check_or_call]
    if state.can_fold():
        ways.append(state.fold)
    if state.can_complete_bet_or_raise_to():
        least = state.min_completion_betting_or_raising_to_amount
        most = state.max_completion_betting_or_raising_to_amount
        ways.append(lambda: state.complete_bet_or_raise_to(luck.randint(least, most)))
    luck.choice(ways)()


def main() -> int:
    try:
        game = playing()
    except ImportError:
        return MISSING
    serve(version("pokerkit"), {"no-limit hold'em": game})
    return 0


if __name__ == "__main__":
    sys.exit(main())
