"""`paiju play`: a game against bots, on a server of one's own that lives as long as the game. A real WebSocket all the same."""

from __future__ import annotations

import asyncio

import click

from clients.cli.places import Place
from clients.cli.plain.app import PlainClient
from clients.cli.plain.settings import read_option
from clients.cli.plain.terminal import Terminal
from clients.cli.speech import Speech
from clients.cli.verbs.common import full_screen, name_option, run, speech_of, talk
from clients.cli.verbs.host import ALONE, own_config, own_server
from engine.registry import UnknownGame, find_game

__all__ = ["play", "play_here"]


async def play_here(
    game: str,
    seats: int | None,
    level: str,
    name: str | None,
    speech: Speech,
    options: tuple[str, ...] = (),
    terminal: Terminal | None = None,
) -> None:
    """Serve on loopback, make a room, fill it with bots, begin."""
    low, high = find_game(game).seats
    count = seats or min(high, max(low, 4))

    async def begin(client: PlainClient) -> None:
        settings = [option for option in options if "=" in option]
        words = ["create", game, str(count), "listed=no", "unlimited=yes", *settings]
        await client.commands.run(" ".join(words))
        if client.model is not None:
            await client.commands.run(f"fill {level}")
            await client.commands.run("start")

    terminal = terminal or Terminal()
    async with own_server(own_config(**ALONE)) as port:
        await talk(Place(f"ws://127.0.0.1:{port}/"), name, speech, begin, terminal=terminal, keep=False)
        await asyncio.sleep(0)


@click.command()
@click.argument("game", default="dingti")
@click.argument("options", nargs=-1)
@click.option("--seats", type=click.IntRange(1, 32), help="Players at the table; by default 4.")
@click.option("--bots", "level", default="normal", help="Level of the bots: random, normal …")
@name_option
@click.pass_context
def play(
    ctx: click.Context, game: str, options: tuple[str, ...], seats: int | None, level: str, name: str | None
) -> None:
    """Play GAME against bots. Further words set options, such as boss=off."""
    try:
        found = find_game(game)
    except UnknownGame as error:
        raise click.ClickException(str(error)) from None
    if level not in found.bots:
        level = "random" if level == "normal" else level
    if level not in found.bots:
        raise click.ClickException(f"{game} has no bots {level!r}; it has {', '.join(found.bots)}")
    chosen = {
        key: read_option(game, key, value) for key, _, value in (word.partition("=") for word in options)
    }
    if full_screen(ctx, lambda app: app.play_bots(game, seats, level, chosen, name=name)):
        return
    run(play_here(game, seats, level, name, speech_of(ctx), options))
