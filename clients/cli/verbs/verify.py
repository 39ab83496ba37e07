"""`paiju verify FILE…`: recompute a recorded match and say what was checked."""

from __future__ import annotations

import json
from pathlib import Path

import click

from clients.cli.verbs.common import speech_of
from engine.core.errors import EngineError
from engine.core.record import read_record
from engine.core.record import verify as recompute
from engine.registry import UnknownGame, find_game

__all__ = ["verify"]


@click.command()
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object per file.")
@click.pass_context
def verify(ctx: click.Context, files: tuple[Path, ...], as_json: bool) -> None:
    """Check records: the commitment, the seed, every answer, the outcome. Exit code 1 if one does not fit."""
    speech = speech_of(ctx)
    faults = 0
    for file in files:
        try:
            record = read_record(file.read_bytes())
            checked, reason = recompute(record, find_game(record.game)), None
        except (EngineError, UnknownGame) as error:
            checked, reason = [], str(error)
            faults += 1
        if as_json:
            click.echo(
                json.dumps({"file": str(file), "ok": reason is None, "reason": reason, "checked": checked})
            )
        elif reason is not None:
            click.echo(speech("verify.bad", file=file.name, reason=reason))
        else:
            click.echo(speech("verify.ok", file=file.name))
            for check in checked:
                key, _, count = check.partition(":")
                click.echo("  " + speech(f"checked.{key}", n=count))
    ctx.exit(1 if faults else 0)
