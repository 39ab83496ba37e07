"""Rooms that nobody needs any more (V7, V22)."""

from __future__ import annotations

import protocol.messages as wire
from protocol.slugs import Slug
from tests.server.rooms.world import World


async def rooms(world: World) -> int:
    stored = await world.store.list_rooms()
    assert len(stored) == len(world.rooms.holdings.rooms)
    return len(stored)


async def test_an_empty_lobby_lives_on_for_ten_minutes(world: World) -> None:
    ann = world.player("ann")
    await ann.create()
    await world.pass_(3600)
    assert await rooms(world) == 1
    await ann.drop()
    await world.pass_(590)
    await ann.back()
    await world.pass_(590)
    await ann.drop()
    await world.pass_(590)
    assert await rooms(world) == 1
    await world.pass_(20)
    assert await rooms(world) == 0
    answer = await ann.back()
    assert isinstance(answer, wire.Refused)
    assert answer.slug == Slug.ROOM_UNKNOWN
    assert await world.rooms.rooms_of(ann.link.player) == []


async def test_a_running_match_that_all_have_dropped_out_of_lives_on_for_a_day() -> None:
    world = await World.open(empty_match=7200.0)
    ann, bob = await world.match("ann", "bob", clock=wire.Clock(unlimited=True))
    await ann.drop()
    await bob.drop()
    await world.pass_(7100)
    assert await rooms(world) == 1
    await ann.back()
    await ann.drop()
    await world.pass_(7205)
    assert await rooms(world) == 0
    await world.close()


async def test_a_match_of_bots_alone_is_closed_soon() -> None:
    world = await World.open(bot_delay=(50.0, 50.0))
    (ann,) = await world.match("ann", bots=3, clock=wire.Clock(turn=600))
    await ann.ok(wire.Leave)
    await world.pass_(55)
    assert await rooms(world) == 1
    await world.pass_(10)
    assert await rooms(world) == 0
    await world.close()


async def test_spectators_may_see_a_match_of_bots_to_its_end_and_are_sent_home_then() -> None:
    world = await World.open(bot_delay=(10.0, 10.0))
    (ann,) = await world.match("ann", bots=3, clock=wire.Clock(turn=600))
    eve = world.player("eve")
    await eve.enter(ann.room)
    await ann.ok(wire.Leave)
    await world.pass_(199)
    assert eve.over is None
    await world.pass_(5)
    assert eve.over is not None
    await world.pass_(590)
    assert await rooms(world) == 1
    await world.pass_(20)
    assert await rooms(world) == 0
    assert isinstance(eve.heard[-1], wire.Left)
    assert eve.heard[-1].slug == Slug.ROOM_CLOSED
    await world.close()


async def test_after_a_restart_people_have_a_moment_to_come_back(lasting: World) -> None:
    ann, bob = await lasting.match("ann", "bob")
    eve = lasting.player("eve")
    await eve.enter(ann.room)
    await lasting.crash(3600)
    await ann.back()
    assert ann.info is not None
    assert [seat.connected for seat in ann.info.seats] == [True, True]
    await lasting.pass_(17)
    assert [seat.connected for seat in ann.info.seats] == [True, False]
    assert ann.info.spectators == 0
    await bob.back()
    assert [seat.connected for seat in ann.info.seats] == [True, True]
