"""Gandengyan on this machine: `python -m benchmarks.gandengyan [SECONDS]`, for SECONDS (2) of each row.

Listing the plays of the hands with the most (twelve cards, four of them jokers), nothing remembered; and the thoughts of a strong
bot. Its random decisions beside those of other libraries' games: `python -m benchmarks.engines`."""

from __future__ import annotations

import statistics
import sys
import time
from functools import partial

from benchmarks.engine import seed_of
from engine.core.chance import Chance
from engine.core.match import Answered, By, Match
from engine.games.gandengyan import GAME
from engine.games.gandengyan.cards import GRADES, Holding
from engine.games.gandengyan.combos import combos

__all__ = ["main"]


def worst_hands(count: int) -> list[Holding]:
    """Of all rows of eight cards in a stretch of grades, with four jokers, those with the most plays; the search is a sample."""
    chance = Chance(b"worst hands")
    found: dict[Holding, int] = {}
    for _ in range(3_000):
        low, width = chance.below(7), 5 + chance.below(5)
        cards = [0] * GRADES
        for _ in range(8):
            cards[min(low + chance.below(width), GRADES - 1)] += 1
        holding = (*cards, 4)
        found[holding] = len(combos(holding, 8))
    return sorted(found, key=lambda holding: -found[holding])[:count]


def listing_row() -> str:
    times, most = [], 0
    for holding in worst_hands(20):
        for _ in range(15):
            began = time.perf_counter()
            plays = combos.__wrapped__(holding, 8)
            times.append(time.perf_counter() - began)
            most = max(most, len(plays))
    return (
        f"{'listing 12 cards, 4 jokers':<34}{statistics.median(times) * 1e3:>12.2f} ms"
        f"   (undisturbed {min(times) * 1e3:.2f}; {most:,} plays)"
    )


def thoughts(seconds: float) -> list[float]:
    """Seconds of each thought of a strong bot among three normal ones that had a choice."""
    times: list[float] = []
    number, end = 0, time.perf_counter() + seconds
    while time.perf_counter() < end:
        match, _ = Match.start(GAME, 4, {"hands": 1}, seed_of(number))
        luck, strong = Chance(seed_of(number), "bots"), number % 4
        number += 1
        while not match.over:
            for ask in match.waiting():
                level = "strong" if ask.seat == strong else "normal"
                began = time.perf_counter()
                answer = GAME.bots[level](partial(match.view, ask.seat), ask, luck)
                if level == "strong" and (len(ask.moves) > 1 or ask.moves[0].picks):
                    times.append(time.perf_counter() - began)
                match.put(Answered(ask.seat, ask.id, answer, By.BOT))
    return sorted(times)


def thinking_row(seconds: float) -> str:
    times = thoughts(seconds)
    return (
        f"{'a strong bot, one decision':<34}{statistics.median(times) * 1e3:>12.0f} ms"
        f"   (p99 {times[int(len(times) * 0.99)] * 1e3:.0f}; {len(times)} thoughts)"
    )


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    print(listing_row(), flush=True)
    print(thinking_row(4 * seconds), flush=True)


if __name__ == "__main__":
    main()
