"""Whose a room is: leases, whoever takes a room over, draining (law 8)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import msgspec
import pytest

import protocol.messages as wire
from protocol.slugs import CloseCode, Slug
from server.links import PlayerId, send_away
from server.metrics import Metrics
from server.rooms import Alone, Rooms, RoomSettings
from server.store import open_store
from server.store.base import RoomId
from tests.server.rooms.stores import Slow, Unreliable
from tests.server.rooms.world import Time, World, luck_of


async def test_a_room_that_another_process_has_taken_stops_and_sends_its_people_there(tmp_path: Path) -> None:
    """Law 8."""
    url = f"sqlite:{tmp_path}/rooms.db"
    old = await World.open(url, owner="a")
    ann, bob = await old.match("ann", "bob")
    new = World(old.store, old.time, owner="a")  # under the same name: it need not wait for the lease
    await new.rooms.restore()
    assert await new.rooms.holdings.find(ann.room) is None
    assert ann.ask is not None
    await old.rooms.handle(
        ann.link,
        wire.Answer(action="late", room=ann.room, ask=ann.ask.id, move=0, picks=ann.ask.default.picks),
    )
    await old.settle()
    assert ann.link.closed is CloseCode.MOVED
    assert bob.link.closed is CloseCode.MOVED
    assert all(getattr(m, "action", "") != "late" for m in ann.heard)
    new.adopt(ann, bob)
    await ann.back()
    await bob.back()
    await new.play_out([ann, bob])
    assert ann.over is not None
    await new.close()
    await old.kill()


async def test_leases_are_renewed_and_an_owner_that_lost_one_stops(world: World) -> None:
    ann = world.player("ann")
    await ann.create()
    await world.pass_(60)
    assert await world.store.claim(RoomId(ann.room), "somebody else", 5.0) is None
    assert await world.store.claim(RoomId(ann.room), world.settings.owner, 5.0) is not None
    await world.pass_(10)
    assert ann.link.closed is CloseCode.MOVED


async def test_a_room_whose_owner_is_gone_is_taken_by_whoever_is_asked_for_it() -> None:
    time = Time()
    store = await open_store("memory:", clock=time.clock)
    old, new = World(store, time, owner="a"), World(store, time, owner="b")
    await old.rooms.restore()
    await new.rooms.restore()
    ann, bob = await old.match("ann", "bob")
    await old.kill()
    new.adopt(ann, bob)
    assert isinstance(await ann.back(), wire.Refused)
    await new.pass_(16)
    assert isinstance(await ann.back(resume=False), wire.Done)
    await bob.back(resume=False)
    await new.play_out([ann, bob])
    await new.close()


async def test_an_owner_who_slept_past_his_lease_answers_nothing_from_what_he_remembers() -> None:
    """Not even a refusal, or a snapshot for somebody who comes in: the room may be elsewhere, and further."""
    time = Time()
    store = await open_store("memory:", clock=time.clock)
    old, new = World(store, time, owner="a"), World(store, time, owner="b")
    await old.rooms.restore()
    await new.rooms.restore()
    ann, bob = await old.match("ann", "bob")
    await old.sleep()
    await new.pass_(16)
    assert await new.rooms.holdings.find(ann.room) is None
    heard = [len(player.link.frames) for player in (ann, bob)]
    await old.rooms.handle(ann.link, wire.Ready(action="late", room=ann.room))
    await old.rooms.handle(bob.link, wire.Enter(action="again", room=ann.room))
    await old.settle()
    assert [len(player.link.frames) for player in (ann, bob)] == heard
    assert ann.link.closed is bob.link.closed is CloseCode.MOVED
    await old.kill()
    await new.close()


async def test_draining_pauses_saves_and_lets_go(lasting: World) -> None:
    """V17, V18."""
    players = await lasting.match("ann", "bob")
    before = [p.picture() for p in players]
    await lasting.rooms.drain()
    await lasting.settle()
    assert players[0].info is not None
    assert players[0].info.paused
    answer = await players[0].do(wire.Chat, text="?")
    assert isinstance(answer, wire.Refused)
    assert answer.slug == Slug.SERVER_DRAINING
    assert await lasting.store.claim(RoomId(players[0].room), "anybody", 1.0) is not None
    lasting.time.now += 2
    await lasting.crash()
    for player in players:
        await player.back()
    assert [p.picture() for p in players] == before


class Others(Alone):
    """Other processes, of which nothing is known."""

    shared = True


async def test_after_an_outage_of_the_store_owners_renew_before_others_take_their_rooms() -> None:
    """All leases have run out meanwhile. A room that nobody renews is taken a little later."""
    time = Time()
    store = Unreliable(await open_store("memory:", clock=time.clock))
    settings = RoomSettings(bot_delay=(0.0, 0.0), lease_ttl=3.0)
    owners = [
        Rooms(
            store,
            msgspec.structs.replace(settings, owner=name),
            Metrics(),
            time.clock,
            luck_of(1),
            time.later,
            elsewhere=Others(),
        )
        for name in ("a", "b", "c")
    ]
    for rooms in owners:
        await rooms.restore()
        await time.pass_(0.35)  # their beats are not one
    world = World(store, time)
    world.rooms = owners[0]
    for name in ("ann", "bob", "cat"):
        await world.player(name).create()
    world.rooms = owners[1]
    await world.player("dan").create()
    before = [set(rooms.holdings.rooms) for rooms in owners]
    for step in range(16):  # in whichever moment between two looks the store comes back
        store.down = True
        await time.pass_(7.0 + step * 0.21)
        store.down = False
        await time.pass_(10.0)
        assert [set(rooms.holdings.rooms) for rooms in owners] == before
    await world.kill()
    await time.pass_(3.0 + 3.0 + 2.0)
    assert set(owners[0].holdings.rooms) | set(owners[2].holdings.rooms) == before[0] | before[1]
    for rooms in owners:
        await rooms.drain()
    await store.close()


@pytest.fixture
async def slow() -> AsyncIterator[tuple[World, Slow]]:
    time = Time()
    store = Slow(await open_store("memory:", clock=time.clock))
    world = World(store, time, owner="a")
    await world.rooms.restore()
    yield world, store
    store.go()
    await world.close()


@pytest.mark.parametrize("at", ["claim", "load", "holder"])
async def test_a_room_that_comes_while_a_process_drains_is_let_go_of_as_well(
    slow: tuple[World, Slow], at: str
) -> None:
    """Somebody has asked for it just before."""
    world, store = slow
    ann = world.player("ann")
    room = await ann.create()
    await world.kill()
    await world.pass_(world.settings.lease_ttl + 1)
    heir = World(store, world.time, owner="b")
    heir.rooms.holdings.upkeep.start()
    bob = heir.player("bob")
    store.holds = {at}
    asking = asyncio.create_task(
        heir.rooms.handle(bob.link, wire.Enter(action="in", room=room)), name="asking"
    )
    await heir.time.settle()
    assert store.waiting == [at]
    draining = asyncio.create_task(heir.rooms.drain())
    await heir.time.settle()
    assert not draining.done()
    store.go()
    await asyncio.wait_for(asyncio.gather(asking, draining), 5)
    answer = bob.answer_to("in")
    assert isinstance(answer, wire.Refused) and answer.slug == Slug.SERVER_DRAINING
    assert not heir.rooms.holdings.rooms
    assert await store.holder(room) is None, "others need not wait for a lease to run out"


async def test_who_asks_for_something_while_his_room_is_taken_away_comes_again(
    slow: tuple[World, Slow],
) -> None:
    """He hears nothing from here any more, so he must not wait."""
    world, store = slow
    ann = world.player("ann")
    room = await ann.create()
    cat = world.player("cat")
    assert await store.claim(RoomId(room), "a", 5.0) is not None  # the same name, in another life
    await world.rooms.handle(cat.link, wire.Enter(action="in", room=room))
    await world.settle()
    assert (ann.link.closed, cat.link.closed) == (CloseCode.MOVED, CloseCode.MOVED)


async def test_who_comes_in_while_his_room_is_closed_is_told(slow: tuple[World, Slow]) -> None:
    world, store = slow
    ann = world.player("ann")
    room = await ann.create()
    await ann.drop()
    store.holds = {"delete"}
    await world.pass_(world.settings.empty_lobby + 2)
    assert store.waiting == ["delete"]
    bob = world.player("bob")
    await world.rooms.handle(bob.link, wire.Enter(action="in", room=room))
    store.go()
    await world.settle()
    answer = bob.answer_to("in")
    assert isinstance(answer, wire.Refused) and answer.slug == Slug.ROOM_CLOSED


@pytest.mark.parametrize("making", [True, False])
async def test_who_is_gone_while_his_room_is_looked_for_is_not_in_it(
    slow: tuple[World, Slow], making: bool
) -> None:
    """His newer connection is elsewhere: this one is closed, and was let go of before the room is there."""
    world, store = slow
    ann, bob = world.player("ann"), world.player("bob")
    room = await ann.create()
    message: wire.ClientMessage = wire.Enter(action="in", room=room)
    if making:
        message = wire.CreateRoom(action="make", game="highcard", seats=2)
        store.holds = {"claim"}
    else:
        await world.rooms.drain()
        await world.kill()
        world.rooms = Rooms(store, world.settings, Metrics(), world.time.clock, luck_of(9), world.time.later)
        store.holds = {"load"}
    asking = asyncio.create_task(world.rooms.handle(bob.link, message))
    await world.time.settle()
    assert store.waiting
    send_away(bob.link)
    world.rooms.detach(bob.link)
    store.go()
    await asking
    await world.settle()
    (held,) = [r for r in world.rooms.holdings.rooms.values() if making == ("bob" in r.fold.state.people)]
    assert not held.fold.state.present(PlayerId("bob"))
    assert PlayerId("bob") not in held.audience.links
