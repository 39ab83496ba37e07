"""`paiju arena GAME --bots A,B`: which bot is stronger? Seats rotate, so no level has the better chair."""

from __future__ import annotations

import math
from collections import Counter

import click
import msgspec

from clients.cli.verbs.sim import game_of, options_of, play_one, progress, seed_of

__all__ = ["arena", "interval"]

Z95 = 1.959963984540054
"""The 97.5 % quantile of the normal distribution: two-sided 95 %."""


def interval(wins: int, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a win rate."""
    if games == 0:
        return 0.0, 1.0
    rate, z2 = wins / games, Z95 * Z95
    middle = (rate + z2 / (2 * games)) / (1 + z2 / games)
    half = Z95 * math.sqrt(rate * (1 - rate) / games + z2 / (4 * games * games)) / (1 + z2 / games)
    return max(0.0, middle - half), min(1.0, middle + half)


@click.command()
@click.argument("game")
@click.argument("options", nargs=-1)
@click.option(
    "--bots",
    "text",
    default="normal,random",
    show_default=True,
    help="Contestants; the last fills up the seats.",
)
@click.option("--seats", type=click.IntRange(2, 32), default=4, show_default=True)
@click.option("--games", "count", type=click.IntRange(1), default=200, show_default=True)
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def arena(
    game: str, options: tuple[str, ...], text: str, seats: int, count: int, seed: int, as_json: bool
) -> None:
    """Let bots of different levels meet and print their win rates (per seat held, shared wins counted whole), also by role where the game
    has such."""
    found = game_of(game)
    chosen = options_of(found, options, seats)
    contestants = text.split(",")
    for level in contestants:
        if level not in found.bots:
            raise click.ClickException(f"{game} has no bots {level!r}; it has {', '.join(found.bots)}")
    lineup = (contestants + [contestants[-1]] * seats)[:seats]
    held: Counter[tuple[str, str | None]] = Counter()
    won: Counter[tuple[str, str | None]] = Counter()
    draws = voided = 0
    for number in progress(count, game, as_json):
        turn = number % seats
        levels = lineup[-turn:] + lineup[:-turn] if turn else lineup
        played = play_one(found, levels, chosen, seed_of(seed, number))
        rows = list(zip(levels, played.groups, strict=True))
        held.update(rows)
        won.update(rows[seat] for seat in played.winners)
        draws += not played.winners and played.fault is None
        voided += played.fault is not None
    rates = {level: _rates(level, won, held) for level in dict.fromkeys(lineup)}
    report = {"game": game, "seats": seats, "games": count, "draws": draws, "voided": voided, "levels": rates}
    if as_json:
        click.echo(msgspec.json.encode(report))
        return
    click.echo(f"{game}, {seats} seats, {count} games, {draws} draws, {voided} voided")
    for level, rate in rates.items():
        click.echo(_line(level, rate))
        for group, part in rate.groups.items():
            click.echo(_line(f"  {group}", part))


class Rate(msgspec.Struct):
    """Of so many `seats` held, the `wins`, with the 95 % interval of their rate; `groups`: the same by the game's groups."""

    seats: int
    wins: int
    rate: float
    low: float
    high: float
    groups: dict[str, Rate] = {}


def _rates(level: str, won: Counter[tuple[str, str | None]], held: Counter[tuple[str, str | None]]) -> Rate:
    mine = sorted((key for key in held if key[0] == level), key=str)
    whole = _rate(sum(won[key] for key in mine), sum(held[key] for key in mine))
    whole.groups = {key[1]: _rate(won[key], held[key]) for key in mine if key[1] is not None}
    return whole


def _rate(wins: int, seats: int) -> Rate:
    low, high = interval(wins, seats)
    return Rate(seats, wins, round(wins / seats, 4), round(low, 4), round(high, 4))


def _line(name: str, rate: Rate) -> str:
    span = f"95 %: {rate.low:.1%} – {rate.high:.1%}; {rate.wins} of {rate.seats}"
    return f"  {name:<12} {rate.rate:6.1%}  ({span})"
