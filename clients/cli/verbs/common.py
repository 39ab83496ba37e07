"""What several verbs share: options, running the line client, errors as sentences."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

import click

from clients.cli.connection import Connection, Gone
from clients.cli.full import can_draw, open_app
from clients.cli.guest import in_words
from clients.cli.places import Memory, Place, default_name, read_place
from clients.cli.plain.app import PlainClient
from clients.cli.plain.terminal import Terminal
from clients.cli.speech import Speech
from protocol.codec import Codec

if TYPE_CHECKING:
    from clients.cli.full.app import PaijuApp

__all__ = [
    "at",
    "codec_option",
    "connect",
    "full_screen",
    "key_option",
    "name_option",
    "place_of",
    "run",
    "speech_of",
    "talk",
]

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])

name_option: Callable[[F], F] = click.option(
    "--name", help="Your name at the table; by default the last one, or your login's."
)
key_option: Callable[[F], F] = click.option(
    "--key", help="Key of a private server, or your invitation; it is remembered."
)
codec_option: Callable[[F], F] = click.option(
    "--json", "as_json", is_flag=True, help="Talk JSON instead of MessagePack."
)


def speech_of(ctx: click.Context) -> Speech:
    """The language chosen on the command line, or the locale's."""
    return Speech((ctx.obj or {}).get("lang"))


def full_screen(ctx: click.Context, first: Callable[[PaijuApp], object]) -> bool:
    """Open the full-screen client for `first` and return True when the person has quit; False, at once, where there is no terminal for it
    or `--plain` was asked for."""
    given = ctx.obj or {}
    if given.get("plain") or not can_draw():
        return False
    open_app(given.get("lang"), first)
    return True


def place_of(address: str) -> Place:
    """An address from the command line."""
    try:
        return read_place(address)
    except ValueError as error:
        raise click.ClickException(str(error)) from None


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run to the end; Ctrl-C and a lost server are sentences, not tracebacks."""
    try:
        return asyncio.run(work)
    except Gone as gone:
        raise click.ClickException(str(gone)) from None
    except KeyboardInterrupt:
        raise click.Abort from None


def at(place: Place, key: str | None) -> Place:
    """The place, with a key that was given apart from its address."""
    return Place(place.url, place.room, key or place.key, place.password)


async def connect(
    place: Place,
    name: str | None,
    *,
    memory: Memory | None = None,
    codec: Codec = Codec.MSGPACK,
    keep: bool = True,
) -> Connection:
    """A connection as the same player as last time at that server, under that name; without `keep` as a new one whom nothing remembers, for
    a server that is thrown away. Raises Gone."""
    memory = memory or Memory()
    name = name or memory.name or default_name()
    key = place.key or memory.key(place.url)
    token = memory.token(place.url, name) if keep else None
    connection = Connection(place.url, name, token=token, key=key, codec=codec)
    if keep:
        connection.on_welcome = lambda welcome: memory.keep(place.url, name, welcome.token, key)
    await connection.open()
    return connection


async def talk(
    place: Place,
    name: str | None,
    speech: Speech,
    first: Callable[[PlainClient], Awaitable[None]],
    *,
    terminal: Terminal | None = None,
    memory: Memory | None = None,
    codec: Codec = Codec.MSGPACK,
    keep: bool = True,
) -> None:
    """Connect, do `first`, and leave the rest to the person. `keep`: as for `connect`."""
    terminal = terminal or Terminal()
    terminal.say(speech("link.connecting", url=place.url))
    try:
        connection = await connect(place, name, memory=memory, codec=codec, keep=keep)
    except Gone as gone:
        raise in_words(gone, speech) from None
    try:
        client = PlainClient(terminal, connection, speech)
        welcome = connection.welcome
        assert welcome is not None
        client.print("link.online", server=welcome.server, name=welcome.name)
        await client.run(first)
    finally:
        await connection.close()
