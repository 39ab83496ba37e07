"""A match that the people who run the server end."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

import protocol.messages as wire
from protocol.messages import Clock
from protocol.slugs import Slug
from server.rooms.parts import BreakOff
from server.store import open_store
from tests.server.rooms.stores import Unreliable
from tests.server.rooms.world import Time, World

CLOCK = Clock(turn=5, response=3, bank=0)


@pytest.mark.parametrize("crash", [False, True])
@pytest.mark.parametrize("polling", ["brisk", "conceal"])
async def test_it_is_over_for_everybody_at_once_and_stays_so(
    lasting: World, polling: Any, crash: bool
) -> None:
    """Whatever was open, and though the process is killed right after it."""
    players = await lasting.match("ann", "bob", bots=1, game="windows", clock=CLOCK, polling=polling)
    neighbours = await lasting.match("cat", "dan")
    room = players[0].room
    assert players[0].window is not None
    assert await lasting.break_off(room, "wrong deck")
    if crash:
        await lasting.crash()
        for player in [*players, *neighbours]:
            await player.back()
    for player in players:
        assert player.info is not None and player.info.phase == "over"
        assert player.over is not None and (player.over.outcome, player.over.fault) == (None, "wrong deck")
        assert (player.ask, player.window) == (None, None)
        assert await player.refused(wire.Surrender) == Slug.ROOM_NOT_RUNNING
    assert not await lasting.break_off(room, "again")
    assert all(player.over is not None and player.over.fault == "wrong deck" for player in players)
    await players[0].ok(wire.Rematch)
    await lasting.play_out(neighbours)
    assert neighbours[0].over is not None and neighbours[0].over.fault is None


async def test_nothing_is_broken_off_where_nothing_runs(world: World) -> None:
    ann, _ = await world.table("ann", "bob")
    before = ann.picture()
    assert not await world.break_off(ann.room, "why")
    assert ann.picture() == before


async def test_it_is_told_only_when_it_is_stored() -> None:
    time = Time()
    store = Unreliable(await open_store("memory:", clock=time.clock))
    world = World(store, time)
    await world.rooms.restore()
    ann, _ = await world.match("ann", "bob")
    store.down = True
    done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
    world.rooms.held[ann.room].post(BreakOff("why", done))
    await world.pass_(5)
    assert not done.done() and ann.over is None
    store.down = False
    await world.pass_(5)
    assert done.result() and ann.over is not None and ann.over.fault == "why"
    await world.close()
