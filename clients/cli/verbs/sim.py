"""`paiju sim GAME`: many games of bots, as fast as the engine goes, with the figures of what happened."""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial

import click
import msgspec

from clients.cli.plain.settings import read_option
from engine.core.chance import Chance
from engine.core.errors import Refused
from engine.core.events import seen_by_each
from engine.core.game import AnyGame
from engine.core.ids import Seat
from engine.core.match import Answered, By, Match, read_options
from engine.registry import UnknownGame, find_game

__all__ = ["Played", "bots_for", "game_of", "options_of", "play_one", "progress", "seed_of", "sim"]


class Played(msgspec.Struct):
    """One finished game. `winners` is empty for a draw; `fault` says why it was voided; `groups` are the game's, by seat, None for none."""

    winners: list[int]
    reason: str
    rounds: int
    decisions: int
    groups: list[str | None]
    fault: str | None = None


def seed_of(seed: int, number: int) -> bytes:
    """The 32-byte seed of the game `number` of a series."""
    return seed.to_bytes(16, "little", signed=True) + number.to_bytes(16, "little")


def play_one(game: AnyGame, levels: list[str], options: dict[str, object], seed: bytes) -> Played:
    """One game of bots, by seat; the events are projected for every seat, as a server would."""
    seats = len(levels)
    match, _ = Match.start(game, seats, options, seed)
    bots = [game.bots[level] for level in levels]
    luck = [Chance(seed, f"bot:{seat}") for seat in range(seats)]
    viewers = [Seat(seat) for seat in range(seats)]
    looks = [partial(match.view, seat) for seat in viewers]
    decisions = 0
    while not match.over:
        for ask in match.waiting():
            answer = bots[ask.seat](looks[ask.seat], ask, luck[ask.seat])
            happened = match.put(Answered(ask.seat, ask.id, answer, By.BOT))
            decisions += 1
            if happened:
                seen_by_each(viewers, happened)
    groups = [game.group(match.table, Seat(seat)) for seat in range(seats)]
    if match.outcome is None:
        return Played([], "fault", match.round, decisions, groups, str(match.fault))
    outcome = match.outcome
    return Played([int(s) for s in outcome.winners], outcome.reason, match.round + 1, decisions, groups)


def game_of(name: str) -> AnyGame:
    """A game from the command line."""
    try:
        return find_game(name)
    except UnknownGame as error:
        raise click.ClickException(str(error)) from None


def options_of(game: AnyGame, words: tuple[str, ...], seats: int) -> dict[str, object]:
    """`name=value` words as the game's options, checked."""
    options: dict[str, object] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise click.ClickException(f"an option is written name=value, not {word!r}")
        options[name] = read_option(game.id, name, value)
    try:
        read_options(game, options, seats)
    except Refused as refusal:
        raise click.ClickException(refusal.reason) from None
    return options


def bots_for(game: AnyGame, text: str, seats: int) -> list[str]:
    """`normal` or `normal,random,…`: levels by seat, the last repeated."""
    levels = text.split(",")
    for level in levels:
        if level not in game.bots:
            raise click.ClickException(f"{game.id} has no bots {level!r}; it has {', '.join(game.bots)}")
    return (levels + [levels[-1]] * seats)[:seats]


def progress(count: int, label: str, hidden: bool) -> Iterator[int]:
    """0 .. count-1, with a bar on standard error where a person is looking."""
    bar = click.progressbar(
        length=count, label=label, file=sys.stderr, hidden=hidden or not sys.stderr.isatty()
    )
    with bar:
        for number in range(count):
            yield number
            bar.update(1)


@click.command()
@click.argument("game")
@click.argument("options", nargs=-1)
@click.option("--seats", type=click.IntRange(1, 32), default=4, show_default=True)
@click.option("--games", "count", type=click.IntRange(1), default=100, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option(
    "--bots", "level", default="random", show_default=True, help="Level, or levels by seat with commas."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def sim(
    game: str, options: tuple[str, ...], seats: int, count: int, seed: int, level: str, as_json: bool
) -> None:
    """Play many games of bots. OPTIONS are the game's, such as boss=off."""
    found = game_of(game)
    chosen = options_of(found, options, seats)
    levels = bots_for(found, level, seats)
    began = time.perf_counter()
    played: list[Played] = []
    for number in progress(count, game, as_json):
        played.append(play_one(found, levels, chosen, seed_of(seed, number)))
    seconds = time.perf_counter() - began
    report = _report(found, seats, levels, played, seconds)
    if as_json:
        click.echo(json.dumps(report))
        return
    for key, value in report.items():
        click.echo(f"{key:>16}  {value}")


def _report(
    game: AnyGame, seats: int, levels: list[str], played: list[Played], seconds: float
) -> dict[str, object]:
    finished = [p for p in played if p.fault is None]
    rounds = [p.rounds for p in finished] or [0]
    decisions = sum(p.decisions for p in played)
    wins = Counter(seat for p in finished for seat in p.winners)
    faults = Counter(p.fault for p in played if p.fault is not None)
    return {
        "game": game.id,
        "version": game.version,
        "seats": seats,
        "bots": levels,
        "games": len(played),
        "finished": len(finished),
        "voided": len(played) - len(finished),
        "decisions": decisions,
        "seconds": round(seconds, 3),
        "decisions_per_s": round(decisions / seconds) if seconds else 0,
        "rounds": {"min": min(rounds), "median": statistics.median(rounds), "max": max(rounds)},
        "wins": {str(seat): wins[seat] for seat in range(seats)},
        "draws": sum(not p.winners for p in finished),
        "reasons": dict(sorted(Counter(p.reason for p in finished).items())),
        "faults": dict(sorted((str(k), v) for k, v in faults.items())),
    }
