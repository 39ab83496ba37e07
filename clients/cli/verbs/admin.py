"""`paiju admin ADDRESS VERB …`: look after a running server. The token comes from PAIJU_ADMIN_TOKEN or a file, never from the command
line, where others could read it."""

from __future__ import annotations

import asyncio
import os
import re
from pathlib import Path

import click

import protocol.admin as a
from clients.cli.admin.channel import NoAdmin, ask
from clients.cli.admin.showing import lines_of
from clients.cli.speech import Speech
from clients.cli.verbs.common import speech_of

__all__ = ["admin"]

UNITS = {"s": 1.0, "m": 60.0, "h": 3600.0, "d": 86_400.0}
_why = click.option("--why", default="", help="A reason; those concerned are shown it.")
_everywhere = click.option("--all", "everywhere", is_flag=True, help="In all processes, not just this one.")


@click.group()
@click.argument("address")
@click.option(
    "--token-file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="File with the token (its first line); else PAIJU_ADMIN_TOKEN.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the answer as the server sends it.")
@click.pass_context
def admin(ctx: click.Context, address: str, token_file: Path | None, as_json: bool) -> None:
    """Look after a running server at its admin ADDRESS (host:port, wss://…, unix:PATH)."""
    ctx.obj = {**(ctx.obj or {}), "address": address, "token_file": token_file, "as_json": as_json}


@admin.command()
@click.pass_context
def status(ctx: click.Context) -> None:
    """What each process of the server is doing."""
    _do(ctx, a.GetStatus())


@admin.command()
@click.pass_context
def rooms(ctx: click.Context) -> None:
    """All rooms, unlisted ones too."""
    _do(ctx, a.ListRooms())


@admin.command()
@click.argument("code")
@click.pass_context
def room(ctx: click.Context, code: str) -> None:
    """One room and who is in it."""
    _do(ctx, a.GetRoom(room=code.upper()))


@admin.command()
@click.pass_context
def players(ctx: click.Context) -> None:
    """Everybody who is connected."""
    _do(ctx, a.ListPlayers())


@admin.command()
@click.argument("player")
@_why
@click.pass_context
def kick(ctx: click.Context, player: str, why: str) -> None:
    """Close the connection of PLAYER (an id, or a name). He may come back."""
    _do(ctx, a.Kick(player=player, why=why))


@admin.command()
@click.argument("who")
@click.option("--for", "duration", help="For so long: 90s, 30m, 12h, 7d. By default for good.")
@_why
@click.pass_context
def ban(ctx: click.Context, who: str, duration: str | None, why: str) -> None:
    """Keep out WHO: a player's id or name, an address, or a network such as 203.0.113.0/24."""
    _do(ctx, a.Ban(who=who, seconds=None if duration is None else _seconds(duration), why=why))


@admin.command()
@click.argument("who")
@click.pass_context
def unban(ctx: click.Context, who: str) -> None:
    """Let WHO in again, as `bans` names him."""
    _do(ctx, a.Unban(who=who))


@admin.command()
@click.pass_context
def bans(ctx: click.Context) -> None:
    """Who is kept out, by whom, until when and why."""
    _do(ctx, a.ListBans())


@admin.command()
@click.argument("text", nargs=-1, required=True)
@click.pass_context
def say(ctx: click.Context, text: tuple[str, ...]) -> None:
    """Show TEXT to everybody who is connected."""
    _do(ctx, a.Say(text=" ".join(text)))


@admin.command()
@_everywhere
@click.pass_context
def drain(ctx: click.Context, everywhere: bool) -> None:
    """Take no new connections; who is here plays on."""
    _do(ctx, a.Drain(everywhere=everywhere))


@admin.command()
@_everywhere
@click.pass_context
def resume(ctx: click.Context, everywhere: bool) -> None:
    """Take players again."""
    _do(ctx, a.Resume(everywhere=everywhere))


@admin.command()
@click.argument("code")
@_why
@click.pass_context
def void(ctx: click.Context, code: str, why: str) -> None:
    """End the running match of room CODE without an outcome. Its record is kept."""
    _do(ctx, a.VoidMatch(room=code.upper(), why=why))


@admin.command()
@click.argument("record_id")
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), help="By default RECORD_ID.json here."
)
@click.pass_context
def record(ctx: click.Context, record_id: str, out: Path | None) -> None:
    """Download the record of a finished match, for `paiju verify` and `paiju replay`."""
    answer = _ask(ctx, a.GetRecord(record=record_id))
    if isinstance(answer, a.RecordText):
        file = out or Path(re.sub(r"[^\w.-]", "_", record_id) + ".json")
        file.write_text(answer.data, encoding="utf-8")
        click.echo(speech_of(ctx)("admin.saved", path=str(file)))


@admin.command()
@click.argument("player")
@click.pass_context
def revoke(ctx: click.Context, player: str) -> None:
    """Make the token of PLAYER worthless: whoever has it comes as somebody new."""
    _do(ctx, a.Revoke(player=player))


@admin.command()
@click.option("-n", "limit", type=click.IntRange(1, 1000), default=50, help="So many of the latest actions.")
@click.pass_context
def log(ctx: click.Context, limit: int) -> None:
    """Who did what, oldest first."""
    _do(ctx, a.GetLog(limit=limit))


# -- asking and showing -----------------------------------------------------------------------------------------------


def _do(ctx: click.Context, request: a.AdminRequest) -> None:
    answer, speech = _ask(ctx, request), speech_of(ctx)
    if ctx.obj["as_json"]:
        click.echo(a.write(answer).decode())
    else:
        for line in lines_of(speech, request, answer):
            click.echo(line)
    if answer.silent:
        raise click.ClickException(speech("admin.silent", processes=", ".join(answer.silent)))


def _ask(ctx: click.Context, request: a.AdminRequest) -> a.AdminAnswer:
    """What the server answers. A refusal ends the command."""
    speech = speech_of(ctx)
    try:
        answer = asyncio.run(ask(ctx.obj["address"], _token(ctx, speech), request))
    except NoAdmin as error:
        sentence = speech(f"admin.link.{error.key}", address=ctx.obj["address"], detail=error.detail)
        raise click.ClickException(sentence) from None
    if isinstance(answer, a.RefusedOrder):
        key = answer.slug.partition("/")[2]
        raise click.ClickException(speech(f"admin.refused.{key}", reason=answer.reason, slug=answer.slug))
    return answer


def _token(ctx: click.Context, speech: Speech) -> str:
    """Without the name that may stand before it."""
    file: Path | None = ctx.obj["token_file"]
    given = os.environ.get("PAIJU_ADMIN_TOKEN", "")
    if file is not None:
        given = next((line for line in file.read_text(encoding="utf-8").splitlines() if line.strip()), "")
    token = given.strip().rpartition(":")[2]
    if not token or not token.isascii() or not token.isprintable():
        raise click.ClickException(speech("admin.link.no_token"))
    return token


def _seconds(text: str) -> float:
    match = re.fullmatch(r"(\d+(?:\.\d+)?)([smhd])", text)
    if match is None or float(match[1]) == 0:
        raise click.BadParameter(f"{text!r} is no duration; write 90s, 30m, 12h or 7d", param_hint="--for")
    return float(match[1]) * UNITS[match[2]]
