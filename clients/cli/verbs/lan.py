"""`paiju lan`: which servers are on this network?"""

from __future__ import annotations

import click

from clients.cli.neighbours import look_around
from clients.cli.places import link_of
from clients.cli.verbs.common import run, speech_of

__all__ = ["lan"]


@click.command()
@click.option(
    "--seconds", default=3.0, show_default=True, type=click.FloatRange(0.1, 60), help="How long to listen."
)
@click.pass_context
def lan(ctx: click.Context, seconds: float) -> None:
    """Find servers on the local network. Exit code 1 if there is none."""
    speech = speech_of(ctx)
    click.echo(speech("lan.looking"))
    try:
        found = run(look_around(seconds))
    except OSError as error:
        raise click.ClickException(speech("lan.mute", reason=str(error))) from None
    for neighbour in found:
        lock = speech("lan.key") if neighbour.private else ""
        click.echo(speech("lan.line", name=neighbour.name, address=link_of(neighbour.places[0]), lock=lock))
    if not found:
        click.echo(speech("lan.none"))
    ctx.exit(0 if found else 1)
