"""Players who ask about themselves."""

from __future__ import annotations

from typing import TypeVar

import protocol.messages as wire
from clients.cli.connection import Connection
from clients.cli.verbs.bot import BotPlayer
from server.app import App
from tests.e2e.house import open_room, play_out, start

__all__ = ["ask", "back", "play", "profile", "record", "refusal", "top"]

T = TypeVar("T", bound=wire.ServerMessage)


async def ask(link: Connection, message: wire.ClientMessage, kind: type[T]) -> T:
    reply = await link.insist(message)
    assert isinstance(reply, kind), reply
    return reply


async def profile(link: Connection, **fields: int) -> wire.Profile:
    return await ask(link, wire.GetProfile(action=link.action(), **fields), wire.Profile)


async def top(link: Connection, game: str = "highcard", limit: int = 20) -> wire.Top:
    return await ask(link, wire.GetTop(action=link.action(), game=game, limit=limit), wire.Top)


async def record(link: Connection, name: str) -> wire.RecordFile:
    return await ask(link, wire.GetRecord(action=link.action(), record=name), wire.RecordFile)


async def refusal(link: Connection, message: wire.ClientMessage) -> str:
    return (await ask(link, message, wire.Refused)).slug


async def play(players: list[BotPlayer], game: str = "highcard", seats: int | None = None) -> str:
    """A match to its end. Returns the record's name."""
    room = await open_room(players, game, seats)
    await start(players, room)
    over = (await play_out(players))[0]
    assert over.record is not None
    return over.record


async def back(app: App, player: BotPlayer) -> BotPlayer:
    """The same person on a new connection, perhaps to another server."""
    old = player.link
    link = Connection(
        f"ws://127.0.0.1:{app.transport.port}/", old.name, token=old.token, codec=old.codec, longest_wait=0.2
    )
    await link.open()
    return BotPlayer(link, player.level)
