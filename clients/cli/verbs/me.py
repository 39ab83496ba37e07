"""`paiju me ADDRESS`: what a server keeps of oneself; take it along, or have it deleted."""

from __future__ import annotations

import json
from pathlib import Path

import click

import protocol.messages as wire
from clients.cli.connection import Connection
from clients.cli.histories import fetch_record, profile_lines, words_from
from clients.cli.places import Memory, Place, default_name
from clients.cli.speech import Speech
from clients.cli.verbs.common import at, connect, key_option, name_option, place_of, run, speech_of
from protocol.codec import Codec
from protocol.slugs import Slug

__all__ = ["me"]


@click.command()
@click.argument("address")
@click.option("--matches", type=click.IntRange(0, 50), default=20, show_default=True, help="Matches to show.")
@click.option("--skip", type=click.IntRange(0), default=0, help="Leave out so many of the newest.")
@click.option("--record", help="Download the record of a match, by its name.")
@click.option(
    "--export",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write all that the server keeps of you into this file (JSON), records included.",
)
@click.option("--delete", is_flag=True, help="Have all that the server keeps of you deleted, for ever.")
@click.option("--yes", is_flag=True, help="With --delete: do not ask.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@key_option
@name_option
@click.pass_context
def me(
    ctx: click.Context,
    address: str,
    matches: int,
    skip: int,
    record: str | None,
    export: Path | None,
    delete: bool,
    yes: bool,
    as_json: bool,
    key: str | None,
    name: str | None,
) -> None:
    """Show your profile at a server: matches, results, rating. (In a game, type `me` there: this is a connection of its own, and one player
    has one.)"""
    speech, place, memory = speech_of(ctx), at(place_of(address), key), Memory()
    name = name or memory.name or default_name()
    if memory.token(place.url, name) is None:
        raise click.ClickException(speech("me.stranger", url=place.url, name=name))
    if delete and not yes:
        click.confirm(speech("me.sure", url=place.url, name=name), abort=True)

    async def work() -> None:
        link = await connect(place, name, memory=memory)
        try:
            if export is not None:
                await _export(link, export, speech)
            if record is not None:
                await _fetch(link, record, speech)
            if delete:
                await _delete(link, place, name, memory, speech)
            elif export is None and record is None:
                await _show(link, skip, matches, speech, as_json=as_json)
        finally:
            await link.close()

    run(work())


async def _show(link: Connection, skip: int, matches: int, speech: Speech, *, as_json: bool) -> None:
    reply = await link.insist(wire.GetProfile(action=link.action(), skip=skip, limit=matches))
    if not isinstance(reply, wire.Profile):
        raise _refused(reply, speech)
    if as_json:
        click.echo(Codec.JSON.encode(reply))
        return
    for line in await profile_lines(reply, speech, words_from(link, speech.language)):
        click.echo(line)


async def _fetch(link: Connection, record: str, speech: Speech) -> None:
    path = await fetch_record(link, record)
    if isinstance(path, wire.Refused):
        raise _refused(path, speech)
    click.echo(speech("record.saved", path=path))


async def _export(link: Connection, file: Path, speech: Speech) -> None:
    """Records that have run out are left out."""
    reply = await link.insist(wire.ExportMe(action=link.action()))
    if not isinstance(reply, wire.Exported):
        raise _refused(reply, speech)
    document = json.loads(reply.data)
    records = document["records"] = {}
    for name in reply.records:
        answer = await link.insist(wire.GetRecord(action=link.action(), record=name))
        if isinstance(answer, wire.RecordFile):
            records[name] = answer.data
        elif not (isinstance(answer, wire.Refused) and answer.slug == Slug.RECORD_UNKNOWN):
            raise _refused(answer, speech)
    file.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    click.echo(speech("me.exported", file=str(file), n=len(records)))


async def _delete(link: Connection, place: Place, name: str, memory: Memory, speech: Speech) -> None:
    token = link.token or ""
    reply = await link.insist(wire.DeleteMe(action=link.action(), token=token))
    # Where the answer was lost with the connection, the server has given us a new token since: the old one was void.
    if not isinstance(reply, wire.Done) and link.token == token:
        raise _refused(reply, speech)
    memory.forget(place.url, name)
    click.echo(speech("me.deleted", url=place.url))


def _refused(reply: wire.ServerMessage, speech: Speech) -> click.ClickException:
    assert isinstance(reply, wire.Refused), reply
    return click.ClickException(speech("refused", reason=reply.reason, slug=reply.slug))
