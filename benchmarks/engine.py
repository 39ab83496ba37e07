"""The engine's speed on this machine: `python -m benchmarks.engine [SECONDS]`, for SECONDS (1) of each row.

A *decision* is everything that a server of bots would do but send: the question put, answered by a bot, checked, journalled, the rules
run to the next question, and what happened projected for each seat. Matches are played one after another, set-up and
deal included. What a bot *thinks* is its part of that alone. A *restore* begins at the boundary before the longest round of some
matches and has all that was answered in it to do again."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import msgspec

from engine.core.chance import Chance
from engine.core.events import Face, seen_by_each
from engine.core.game import AnyGame
from engine.core.ids import Seat
from engine.core.journal import Answered, By, Input, Saved
from engine.core.match import Match
from engine.core.table import Sight, Table, TableData
from engine.registry import find_game

__all__ = ["GAMES", "SEATS", "SEATS_OF", "main", "play", "seed_of"]

SEATS = 4
SEATS_OF = {"herokill": 8}
"""Where it is not SEATS."""
SLICE = 0.05
"""Seconds that are timed as one: some whole matches."""
MATCHES = 10
"""Of bots of each level, among which the longest round is looked for."""
GAMES: dict[str, tuple[tuple[str, ...], dict[str, object]]] = {
    "highcard": (("random",), {"tricks": 13}),
    "dingti": (("random", "normal"), {}),
    "gandengyan": (("random", "normal"), {"hands": 10}),
    "pokerduel": (("random", "normal"), {}),
    "herokill": (("random", "normal"), {}),
}
"""Game → the bots that are timed, and the options."""


def seed_of(number: int) -> bytes:
    return number.to_bytes(32, "little")


def play(
    game: AnyGame, seats: int, options: dict[str, object], level: str, seed: bytes, *, sight: bool = True
) -> int:
    """One whole match of bots; the number of decisions. `sight` False: what each seat sees of what happened is not projected."""
    bot = game.bots[level]
    luck = Chance(seed, "bots")
    match, _ = Match.start(game, seats, options, seed)
    viewers = [Seat(seat) for seat in range(seats)]
    looks = [partial(match.view, seat) for seat in viewers]
    decisions = 0
    while not match.over:
        for ask in match.waiting():
            decisions += 1
            happened = match.put(Answered(ask.seat, ask.id, bot(looks[ask.seat], ask, luck), By.BOT))
            if sight and happened is not None:
                seen_by_each(viewers, happened)
    if match.fault is not None:
        raise match.fault
    return decisions


def decisions_per_second(
    game: AnyGame, options: dict[str, object], level: str, seconds: float
) -> tuple[float, float, int]:
    """Decisions per second in the median slice of the time; per second of the processor in the best tenth of the slices; and the matches
    that were played.

    A shared machine has slow episodes; the second figure says what the code takes when nobody disturbs it."""
    seats = SEATS_OF.get(game.id, SEATS)
    speeds, undisturbed = [], []
    matches = 0
    end = time.perf_counter() + seconds
    while (began := time.perf_counter()) < end:
        decisions, began_work = 0, time.process_time()
        while (spent := time.perf_counter() - began) < SLICE:
            decisions += play(game, seats, options, level, seed_of(matches))
            matches += 1
        speeds.append(decisions / spent)
        undisturbed.append(decisions / (time.process_time() - began_work))
    return sorted(speeds)[len(speeds) // 2], sorted(undisturbed)[len(speeds) * 9 // 10], matches


class Course(NamedTuple):
    """Of some matches of bots: how many seconds of the processor each thought took, shortest first (of the processor, because the wall
    clock would time whoever else is at work); and the boundary with the most inputs after it, which is the slowest restore."""

    thoughts: list[float]
    seed: bytes
    saved: Saved
    inputs: list[Input]


def course(game: AnyGame, options: dict[str, object], level: str) -> Course:
    bot = game.bots[level]
    thoughts: list[float] = []
    longest: tuple[bytes, Saved, list[Input]] | None = None
    for seed in map(seed_of, range(MATCHES)):
        luck = Chance(seed, "bots")
        match, _ = Match.start(game, SEATS_OF.get(game.id, SEATS), options, seed)
        while not match.over:
            for ask in match.waiting():
                began = time.process_time()
                answer = bot(partial(match.view, ask.seat), ask, luck)
                thoughts.append(time.process_time() - began)
                match.put(Answered(ask.seat, ask.id, answer, By.BOT))
            if longest is None or len(match.inputs) > len(longest[2]):
                longest = seed, match.saved, list(match.inputs)
    assert longest is not None
    return Course(sorted(thoughts), *longest)


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
        game, seats = find_game(name), SEATS_OF.get(name, SEATS)
        for level in levels:
            median, best, matches = decisions_per_second(game, options, level, seconds)
            yield (
                f"{f'{name}, {seats} {level} bots':<34}{median:>12,.0f} decisions/s"
                f"   (undisturbed {best:,.0f}; {matches} matches)"
            )
    yield shuffle_row(seconds)
    for name, (levels, options) in GAMES.items():
        game = find_game(name)
        courses = {level: course(game, options, level) for level in levels}
        for level, played in courses.items():
            yield thinking_row(f"{name}, a {level} bot thinks", played.thoughts)
        yield from restore_rows(game, max(courses.values(), key=lambda played: len(played.inputs)), seconds)


def thinking_row(title: str, thoughts: list[float]) -> str:
    half, most = (thoughts[len(thoughts) * part // 100] for part in (50, 99))
    return (
        f"{title:<34}{most * 1e3:>12,.3f} ms p99   (median {half * 1e6:,.0f} µs; {len(thoughts):,} decisions)"
    )


def restore_rows(game: AnyGame, longest: Course, seconds: float) -> Iterator[str]:
    _, seed, saved, inputs = longest
    match = Match.restore(game, saved, seed, inputs)
    checkpoint = each(partial(msgspec.msgpack.encode, match.state), seconds)
    restore = each(lambda: Match.restore(game, saved, seed, inputs), seconds)
    yield f"{f'{game.id}, checkpoint':<34}{checkpoint * 1e6:>12,.1f} µs   ({len(saved.state):,} bytes)"
    yield f"{f'{game.id}, restore + {len(inputs)} inputs':<34}{restore * 1e3:>12,.3f} ms"


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    for row in rows(seconds):
        print(row, flush=True)


if __name__ == "__main__":
    main()
