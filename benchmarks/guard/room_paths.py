"""A room's turn from a request to the frames of all four players, without sockets: rooms of the tests' world, whose time stands still."""

from __future__ import annotations

import asyncio
from functools import partial

import msgspec

import protocol.messages as wire
from benchmarks.guard.path import Path, Running
from engine.core.ask import Ask
from tests.server.rooms.world import Player, World

__all__ = ["PATHS"]

TURNS = 48
"""Of a match of thirteen tricks, which has four more."""

PATIENCE = 1_000
"""Rounds of the loop that a turn may take: a handful is enough."""

_read_ask = msgspec.msgpack.Decoder(Ask).decode


def asked(player: Player) -> Ask | None:
    """The question that the last update has put to him."""
    for frame in reversed(player.link.frames):
        update = player.codec.read_server(frame)
        if isinstance(update, wire.Update | wire.Snapshot):
            return None if update.ask is None else _read_ask(update.ask)
    return None


async def turn(world: World, players: list[Player], number: int) -> None:
    """Whoever is asked puts his first card; everybody has been told when it returns."""
    told = [len(player.link.frames) for player in players]
    player, ask = next((player, ask) for player in players if (ask := asked(player)) is not None)
    picks = ask.default.picks
    await world.rooms.handle(
        player.link, wire.Answer(action=str(number), room=player.room, ask=ask.id, move=0, picks=picks)
    )
    for _ in range(PATIENCE):
        if all(len(player.link.frames) > before for player, before in zip(players, told, strict=True)):
            return
        await asyncio.sleep(0)
    raise RuntimeError("an answer was given, and not everybody heard of it")


async def turns(world: World, players: list[Player]) -> None:
    for number in range(TURNS):
        await turn(world, players, number)


def room_turns(store: str) -> Running:
    """High card with four people: warm-up at one table, counted at another."""
    with asyncio.Runner() as runner:
        world = runner.run(World.open(store))
        tables = [
            runner.run(world.match(*names, game="highcard", options={"tricks": 13}))
            for names in ("abcd", "efgh")
        ]
        runner.run(turns(world, tables[0]))
        yield
        runner.run(turns(world, tables[1]))
        runner.run(world.close())
    return TURNS


PATHS: dict[str, Path] = {"a turn of a room of four": partial(room_turns, "memory:")}
