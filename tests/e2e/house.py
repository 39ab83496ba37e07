"""A whole server on loopback, and a player who keeps a folded model and can misbehave."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import msgspec

import protocol.messages as wire
from clients.cli.connection import Connection
from clients.cli.verbs.bot import BotPlayer
from protocol.codec import Codec
from server.app import App, build
from server.config import Config

__all__ = ["close", "open_room", "play_out", "server", "sit_down", "start"]


@asynccontextmanager
async def server(**settings: object) -> AsyncIterator[App]:
    """A running server; `settings` override a test's defaults."""
    defaults: dict[str, object] = {
        "port": 0,
        "store": "memory:",
        "bot_delay_min": 0.0,
        "bot_delay_max": 0.0,
        "messages_per_second": 1000.0,
        "messages_burst": 1000,
        "close_timeout": 0.5,
        "drain_timeout": 3.0,
    }
    app = await build(msgspec.convert(defaults | settings, Config))
    try:
        await app.start()
        yield app
    finally:
        await app.drain()


async def sit_down(app: App, count: int, *, level: str = "random") -> list[BotPlayer]:
    """`count` connected players, in both encodings by turns."""
    players = []
    for number in range(count):
        codec = (Codec.MSGPACK, Codec.JSON)[number % 2]
        link = Connection(
            f"ws://127.0.0.1:{app.transport.port}/", f"p{number}", codec=codec, longest_wait=0.2
        )
        await link.open()
        players.append(BotPlayer(link, level))
    return players


async def open_room(
    players: list[BotPlayer], game: str = "dingti", seats: int | None = None, **options: object
) -> str:
    """The first player makes a room, everybody sits down and is ready; empty seats get bots. Not started yet."""
    first = players[0].link
    plain = {name: value for name, value in options.items() if isinstance(value, (int, str, bool))}
    made = await first.request(
        wire.CreateRoom(action=first.action(), game=game, seats=seats or len(players), options=plain)
    )
    assert isinstance(made, wire.Done) and made.room is not None, made
    await players[0].arrive(made.room)
    for player in players:
        await player.sit(made.room)
    for seat in range(len(players), seats or 0):
        done = await first.request(
            wire.SetBot(action=first.action(), room=made.room, seat=seat, level="random")
        )
        assert isinstance(done, wire.Done), done
    return made.room


async def start(players: list[BotPlayer], room: str) -> None:
    first = players[0].link
    done = await first.request(wire.Start(action=first.action(), room=room))
    assert isinstance(done, wire.Done), done


async def play_out(players: list[BotPlayer], seconds: float = 40.0) -> list[wire.Over]:
    """Everybody plays to the end."""
    async with asyncio.timeout(seconds):
        overs = await asyncio.gather(*(player.play() for player in players))
    return [over for over in overs if over is not None]


async def close(players: list[BotPlayer]) -> None:
    for player in players:
        await player.link.close()
