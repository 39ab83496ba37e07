"""Whose a room is: leases, whoever takes a room over, draining (law 8)."""

from __future__ import annotations

from pathlib import Path

import msgspec

import protocol.messages as wire
from protocol.slugs import CloseCode, Slug
from server.metrics import Metrics
from server.rooms import Alone, Rooms, RoomSettings
from server.store import open_store
from server.store.base import RoomId
from tests.server.rooms.stores import Unreliable
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
