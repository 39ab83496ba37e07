"""The engine's speed on this machine: `python -m benchmarks.engine [SECONDS]`, for SECONDS (1) of each row.

A *decision* is everything that a server of bots would do but send: the question put, answered by a bot, checked, journalled, the rules
run to the next question, and what happened projected for each of four seats. Matches are played one after another, set-up and
deal included."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from functools import partial

import msgspec

from engine.core.chance import Chance
from engine.core.events import Face, seen_by_each
from engine.core.game import AnyGame
from engine.core.ids import Seat
from engine.core.journal import Answered, By, Input, Saved
from engine.core.match import Match
from engine.core.table import Sight, Table, TableData
from engine.registry import find_game

__all__ = ["decisions_per_second", "main", "seed_of"]

SEATS = 4
SLICE = 0.05
"""Seconds that are timed as one: some whole matches."""
VIEWERS = [Seat(seat) for seat in range(SEATS)]
GAMES: dict[str, tuple[tuple[str, ...], dict[str, object]]] = {
    "highcard": (("random",), {"tricks": 13}),
    "dingti": (("random", "normal"), {}),
    "gandengyan": (("random", "normal"), {"hands": 10}),
    "herokill": (("random", "normal"), {}),
}
"""Game → the bots that are timed, and the options."""


def seed_of(number: int) -> bytes:
    return number.to_bytes(32, "little")


def play(game: AnyGame, options: dict[str, object], level: str, seed: bytes) -> int:
    """One whole match of bots; the number of decisions."""
    bot = game.bots[level]
    luck = Chance(seed, "bots")
    match, _ = Match.start(game, SEATS, options, seed)
    looks = [partial(match.view, seat) for seat in VIEWERS]
    decisions = 0
    while not match.over:
        for ask in match.waiting():
            decisions += 1
            happened = match.put(Answered(ask.seat, ask.id, bot(looks[ask.seat], ask, luck), By.BOT))
            if happened is not None:
                seen_by_each(VIEWERS, happened)
    if match.fault is not None:
        raise match.fault
    return decisions


def decisions_per_second(
    game: AnyGame, options: dict[str, object], level: str, seconds: float
) -> tuple[float, float, int]:
    """Decisions per second in the median slice of the time and in the best tenth of the slices, and the matches that were played.

    A shared machine has slow episodes; the best tenth says what the code takes when nobody disturbs it."""
    speeds = []
    matches = 0
    end = time.perf_counter() + seconds
    while (began := time.perf_counter()) < end:
        decisions = 0
        while (spent := time.perf_counter() - began) < SLICE:
            decisions += play(game, options, level, seed_of(matches))
            matches += 1
        speeds.append(decisions / spent)
    speeds.sort()
    return speeds[len(speeds) // 2], speeds[len(speeds) * 9 // 10], matches


def longest_round(game: AnyGame, options: dict[str, object], seed: bytes) -> tuple[Saved, list[Input]]:
    """Of one match of random bots the boundary with the most inputs after it: the slowest restore."""
    luck = Chance(seed, "bots")
    match, _ = Match.start(game, SEATS, options, seed)
    saved, longest = match.saved, list(match.inputs)
    while not match.over:
        for ask in match.waiting():
            answer = game.bots["random"](lambda: match.view(None), ask, luck)
            match.put(Answered(ask.seat, ask.id, answer, By.BOT))
        if len(match.inputs) >= len(longest):
            saved, longest = match.saved, list(match.inputs)
    return saved, longest


def each(action: Callable[[], object], seconds: float) -> float:
    """Seconds that one call takes."""
    calls = 0
    began = time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        action()
        calls += 1
    return spent / calls


def shuffle_row(seconds: float) -> str:
    table = Table(TableData(SEATS))
    table.add_zone("draw", sight=Sight.NOBODY)
    table.create([Face(str(n)) for n in range(104)], "draw", "deck")
    chance = Chance(seed_of(0))

    def shuffle() -> None:
        table.shuffle("draw", chance)
        table.take_happenings()

    return f"{'shuffle of 104 cards':<34}{each(shuffle, seconds) * 1e6:>12,.1f} µs"


def rows(seconds: float) -> Iterator[str]:
    for name, (levels, options) in GAMES.items():
        game = find_game(name)
        for level in levels:
            median, best, matches = decisions_per_second(game, options, level, seconds)
            yield (
                f"{f'{name}, {SEATS} {level} bots':<34}{median:>12,.0f} decisions/s"
                f"   (undisturbed {best:,.0f}; {matches} matches)"
            )
    yield shuffle_row(seconds)
    for name, (_, options) in GAMES.items():
        game = find_game(name)
        saved, inputs = longest_round(game, options, seed_of(0))
        match = Match.restore(game, saved, seed_of(0), inputs)
        checkpoint = each(partial(msgspec.msgpack.encode, match.state), seconds)
        restore = each(lambda: Match.restore(game, saved, seed_of(0), inputs), seconds)  # noqa: B023 - called at once
        yield f"{f'{name}, checkpoint':<34}{checkpoint * 1e6:>12,.1f} µs   ({len(saved.state):,} bytes)"
        yield f"{f'{name}, restore + {len(inputs)} inputs':<34}{restore * 1e3:>12,.3f} ms"


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    for row in rows(seconds):
        print(row, flush=True)


if __name__ == "__main__":
    main()
