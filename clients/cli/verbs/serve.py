"""`paiju serve`: a server for friends. Settings are those of server/config.py, as flags, environment or file."""

from __future__ import annotations

import asyncio
import os

import click

from server.app import serve as run_server
from server.config import ConfigError, describe, load

__all__ = ["serve"]


def _explain(ctx: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        click.echo(ctx.get_usage() + "\n\nSettings (flag --name value, environment PAIJU_NAME, or name = value in --config FILE):")
        for name, default, purpose in describe():
            click.echo(f"  --{name.replace('_', '-'):<26} {default:<18} {purpose}")
        ctx.exit()


@click.command(
    context_settings={"ignore_unknown_options": True, "allow_extra_args": True, "help_option_names": []},
    add_help_option=False,
)
@click.option("-h", "--help", is_flag=True, expose_value=False, is_eager=True, callback=_explain, help="Show all settings.")
@click.argument("settings", nargs=-1, type=click.UNPROCESSED)
def serve(settings: tuple[str, ...]) -> None:
    """Host a server. `paiju serve --help` lists all settings; by default it listens on this machine only."""
    try:
        config = load(settings, os.environ)
    except ConfigError as error:
        raise click.ClickException(str(error)) from None
    try:
        asyncio.run(run_server(config))
    except OSError as error:
        raise click.ClickException(f"cannot listen on {config.host}:{config.port}: {error.strerror or error}") from None
    except KeyboardInterrupt:
        pass
