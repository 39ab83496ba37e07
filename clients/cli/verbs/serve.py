"""`paiju serve`: a server for friends. The same program as `python -m server`, with the same settings."""

from __future__ import annotations

import click

from server.__main__ import main as run_server

__all__ = ["serve"]


@click.command(
    context_settings={"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": []},
    add_help_option=False,
)
@click.argument("settings", nargs=-1, type=click.UNPROCESSED)
@click.pass_context
def serve(ctx: click.Context, settings: tuple[str, ...]) -> None:
    """Host a server. `paiju serve --help` lists all settings; by default it listens on this machine only."""
    ctx.exit(run_server(settings))
