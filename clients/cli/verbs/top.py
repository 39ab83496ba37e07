"""`paiju top ADDRESS GAME`: the table of a game."""

from __future__ import annotations

import click

import protocol.messages as wire
from clients.cli.histories import top_lines, words_from
from clients.cli.verbs.common import at, connect, key_option, name_option, place_of, run, speech_of
from protocol.codec import Codec

__all__ = ["top"]


@click.command()
@click.argument("address")
@click.argument("game")
@click.option("--limit", type=click.IntRange(1, 100), default=20, show_default=True, help="Lines to show.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@key_option
@name_option
@click.pass_context
def top(
    ctx: click.Context, address: str, game: str, limit: int, as_json: bool, key: str | None, name: str | None
) -> None:
    """Show the best players of GAME at a server, by rating. (In a game, type `top` there: this is a connection of its own, and one player
    has one.)"""
    speech, place = speech_of(ctx), at(place_of(address), key)

    async def show() -> None:
        link = await connect(place, name)
        try:
            reply = await link.insist(wire.GetTop(action=link.action(), game=game, limit=limit))
            if isinstance(reply, wire.Refused):
                raise click.ClickException(speech("refused", reason=reply.reason, slug=reply.slug))
            assert isinstance(reply, wire.Top), reply
            if as_json:
                click.echo(Codec.JSON.encode(reply))
                return
            for line in await top_lines(reply, speech, words_from(link, speech.language)):
                click.echo(line)
        finally:
            await link.close()

    run(show())
