"""`paiju doctor [ADDRESS]`: is everything in order here, and over there? Each line says what was looked at and what to mend."""

from __future__ import annotations

import importlib
import platform
import sqlite3
import sys
from importlib.metadata import version

import click

from clients.cli.checkup import Finding, Level, examine
from clients.cli.places import Memory, Place
from clients.cli.speech import Speech
from clients.cli.verbs.common import place_of, run, speech_of
from engine.registry import find_game, game_ids

__all__ = ["doctor"]


def _here() -> list[Finding]:
    found = [_needs(sys.version_info >= (3, 11), "python", platform.python_version(), "3.11")]
    for module in ("paiju", "websockets", "msgspec", "structlog", "click"):
        try:
            if module != "paiju":
                importlib.import_module(module)
            found.append(Finding(Level.OK, "module_ok", {"name": module, "version": version(module)}))
        except ImportError as error:
            found.append(Finding(Level.FAIL, "module_none", {"name": module, "reason": str(error)}))
    found.append(_needs(sqlite3.sqlite_version_info >= (3, 15), "sqlite", sqlite3.sqlite_version, "3.15"))
    encoding = (sys.stdout.encoding or "?").lower()
    shows = encoding.startswith("utf")
    found.append(
        Finding(Level.OK, "encoding_ok", {"name": encoding})
        if shows
        else Finding(Level.WARN, "encoding_poor", {"name": encoding})
    )
    for name in game_ids():
        found.append(Finding(Level.OK, "game_ok", {"name": name, "version": find_game(name).version}))
    return found


def _needs(good: bool, what: str, has: str, wants: str) -> Finding:
    if good:
        return Finding(Level.OK, f"{what}_ok", {"version": has})
    return Finding(Level.FAIL, f"{what}_old", {"version": has, "wants": wants})


def _tell(finding: Finding, speech: Speech) -> bool:
    """Whether it is good enough to play."""
    click.echo(f"{speech(f'doctor.{finding.level}')}  {speech(f'doctor.{finding.key}', **finding.params)}")
    return finding.level is not Level.FAIL


async def _there(place: Place, speech: Speech) -> bool:
    good = True
    remembered = Memory().key(place.url) is not None
    async for finding in examine(place, remembered=remembered):
        good &= _tell(finding, speech)
    return good


@click.command()
@click.argument("address", required=False)
@click.pass_context
def doctor(ctx: click.Context, address: str | None) -> None:
    """Check this installation and, with ADDRESS (host, URL or invite link), a server. Exit code 1 if something is to be mended."""
    speech = speech_of(ctx)
    good = True
    for finding in _here():
        good &= _tell(finding, speech)
    if address:
        place = place_of(address)
        click.echo(speech("doctor.there", url=place.url))
        good &= run(_there(place, speech))
    click.echo(speech("doctor.well" if good else "doctor.ill"))
    ctx.exit(0 if good else 1)
