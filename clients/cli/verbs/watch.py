"""`paiju watch ADDRESS ROOM`: look on, without a seat."""

from __future__ import annotations

import click

from clients.cli.places import Place
from clients.cli.verbs.common import (
    codec_option,
    full_screen,
    key_option,
    name_option,
    place_of,
    run,
    speech_of,
    talk,
)
from clients.cli.verbs.join import greet
from protocol.codec import Codec

__all__ = ["watch"]


@click.command()
@click.argument("address")
@click.argument("room", required=False)
@click.option("--password", help="The room's password.")
@key_option
@name_option
@codec_option
@click.pass_context
def watch(
    ctx: click.Context,
    address: str,
    room: str | None,
    password: str | None,
    key: str | None,
    name: str | None,
    as_json: bool,
) -> None:
    """Watch a room as a spectator: you see what everybody sees."""
    place = place_of(address)
    room = (room or place.room or "").upper() or None
    place = Place(place.url, room, key or place.key, password or place.password)
    if not as_json and full_screen(ctx, lambda app: app.join(place, name, watch=True, address=address)):
        return
    codec = Codec.JSON if as_json else Codec.MSGPACK
    run(talk(place, name, speech_of(ctx), lambda client: greet(client, place, watch=True), codec=codec))
