"""`paiju join ADDRESS`: to a server of friends."""

from __future__ import annotations

import click

from clients.cli.places import Place
from clients.cli.plain.app import PlainClient
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
from protocol.codec import Codec

__all__ = ["greet", "join"]


async def greet(client: PlainClient, place: Place, *, watch: bool = False) -> None:
    """Go where the invite points; without a room, back to the room with our seat, else show the lobby."""
    welcome = client.link.welcome
    assert welcome is not None
    room = place.room or (welcome.rooms[0] if welcome.rooms else None)
    if room is not None:
        await client.commands.run(
            " ".join(
                ["watch" if watch else "enter", room, *([place.room_password] if place.room_password else [])]
            )
        )
    else:
        await client.commands.run("rooms")
        await client.commands.run("help")


@click.command()
@click.argument("address")
@click.option("--room", help="Code of the room to enter at once.")
@click.option("--password", help="The room's password.")
@key_option
@name_option
@codec_option
@click.pass_context
def join(
    ctx: click.Context,
    address: str,
    room: str | None,
    password: str | None,
    key: str | None,
    name: str | None,
    as_json: bool,
) -> None:
    """Join a server: HOST[:PORT], ws://…, or an invite paiju://HOST:PORT/ROOM?key=…."""
    place = place_of(address)
    room = (room or place.room or "").upper() or None
    place = Place(place.url, room, key or place.key, password or place.password)
    if not as_json and full_screen(ctx, lambda app: app.join(place, name, address=address)):
        return
    codec = Codec.JSON if as_json else Codec.MSGPACK
    run(talk(place, name, speech_of(ctx), lambda client: greet(client, place), codec=codec))
