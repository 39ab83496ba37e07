"""`paiju serve`: a server for friends. The same program and settings as `python -m server`, and a word on how friends come in."""

from __future__ import annotations

import contextlib
import shutil
import sys

import click

from clients.cli.guide import guide
from clients.cli.speech import Speech
from clients.cli.verbs.common import speech_of
from clients.cli.verbs.host import invite
from server.__main__ import main as run_server
from server.app import App
from server.network import lan_addresses

__all__ = ["serve"]


@click.command(
    context_settings={"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": []},
    add_help_option=False,
)
@click.argument("settings", nargs=-1, type=click.UNPROCESSED)
@click.pass_context
def serve(ctx: click.Context, settings: tuple[str, ...]) -> None:
    """Host a server. `paiju serve --help` lists all settings; by default it listens on this machine only."""
    speech = speech_of(ctx)
    ctx.exit(run_server(settings, lambda app: _tell(app, speech)))


def _tell(app: App, speech: Speech) -> None:
    config, out = app.config, sys.stdout
    shows_blocks = out.isatty() and (out.encoding or "").lower().startswith("utf")
    lines = guide(
        speech,
        invite(app),
        lan_addresses(config.host),
        app.transport.port,
        width=shutil.get_terminal_size().columns if shows_blocks else 0,
        elsewhere=bool(config.public_address),
        announced=config.announce,
    )
    with contextlib.suppress(OSError):  # nobody reads it: the server goes on
        click.echo("\n".join(lines))
        out.flush()
