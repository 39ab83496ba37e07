"""`paiju doctor [ADDRESS]`: is everything in order here, and over there? Each line says what was looked at and what to mend."""

from __future__ import annotations

import asyncio
import importlib
import platform
import socket
import sqlite3
import sys
import time
from importlib.metadata import version
from urllib.parse import urlsplit

import click

from clients.cli.connection import Connection, Gone
from clients.cli.verbs.common import place_of, run
from engine.registry import find_game, game_ids

__all__ = ["doctor"]

SKEW = 5.0
"""Seconds of difference between two clocks that are worth a word."""


def _line(good: bool, what: str, hint: str = "") -> bool:
    click.echo(f"{'ok  ' if good else 'FAIL'}  {what}" + (f" – {hint}" if hint and not good else ""))
    return good


def _here() -> bool:
    good = _line(
        sys.version_info >= (3, 11), f"Python {platform.python_version()}", "Paiju needs Python 3.11 or newer"
    )
    good &= _line(True, f"paiju {version('paiju')}")
    for module in ("websockets", "msgspec", "structlog", "click"):
        try:
            importlib.import_module(module)
            good &= _line(True, f"{module} {version(module)}")
        except ImportError as error:
            good &= _line(False, module, f"{error}; install paiju again")
    good &= _line(
        sqlite3.sqlite_version_info >= (3, 15), f"SQLite {sqlite3.sqlite_version}", "needs 3.15 or newer"
    )
    encoding = (sys.stdout.encoding or "").lower()
    _line(
        encoding.startswith("utf"),
        f"terminal encoding {encoding}",
        "cards are shown best in UTF-8: set LANG to a UTF-8 locale",
    )
    for name in game_ids():
        good &= _line(True, f"game {name}, rules version {find_game(name).version}")
    return good


async def _there(address: str) -> bool:
    place = place_of(address)
    parts = urlsplit(place.url)
    host, port = parts.hostname or "", parts.port or 0
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        _line(True, f"{host} is {', '.join(sorted({str(entry[4][0]) for entry in found}))}")
    except OSError as error:
        return _line(False, f"{host} has no address", f"{error.strerror}: is the name spelled right?")
    try:
        _, writer = await asyncio.wait_for(asyncio.open_connection(host, port), 5)
        writer.close()
        _line(True, f"port {port} is open")
    except (OSError, TimeoutError) as error:
        hint = "nobody answers: is the server running there, is the port open in its firewall?"
        return _line(False, f"port {port}: {str(error) or 'no answer in 5 s'}", hint)
    link = Connection(place.url, "doctor")
    try:
        began = time.perf_counter()
        welcome = await link.open(5)
        took = time.perf_counter() - began
    except Gone as gone:
        return _line(False, f"hello: {gone}", "something answers, but it is no Paiju server of our version")
    finally:
        await link.close()
    _line(True, f"{welcome.server}, protocol {welcome.version}, hello in {took * 1000:.0f} ms")
    skew = welcome.now / 1000 - time.time()
    _line(
        abs(skew) < SKEW,
        f"clocks differ by {skew:.1f} s",
        "clocks of the game are the server's, so this does no harm",
    )
    return True


@click.command()
@click.argument("address", required=False)
@click.pass_context
def doctor(ctx: click.Context, address: str | None) -> None:
    """Check this installation and, with ADDRESS, a server."""
    good = _here()
    if address:
        good &= run(_there(address))
    ctx.exit(0 if good else 1)
