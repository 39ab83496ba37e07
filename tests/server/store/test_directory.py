"""Who holds a room, which rooms nobody holds, whose rooms they are."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

from server.store import open_store
from server.store.base import Lease, RoomId, Store

ROOM = RoomId("ROOM")


class Clock(Protocol):
    now: float


async def claimed(store: Store, room: str, owner: str = "a", ttl: float = 10.0) -> Lease:
    lease = await store.claim(RoomId(room), owner, ttl)
    assert lease is not None
    return lease


async def test_a_room_has_a_holder_for_as_long_as_a_lease_is_live(store: Store) -> None:
    assert await store.holder(ROOM) is None
    lease = await claimed(store, ROOM)
    assert await store.holder(ROOM) == "a"
    await store.release(lease)
    assert await store.holder(ROOM) is None


async def test_a_lease_that_has_run_out_holds_nothing(store: Store, clock: Clock) -> None:
    await claimed(store, ROOM, ttl=10.0)
    clock.now += 11.0
    assert await store.holder(ROOM) is None


async def test_rooms_that_nobody_holds(store: Store, clock: Clock) -> None:
    released, lapsed, held = [await claimed(store, room) for room in ("RELEASED", "LAPSED", "HELD")]
    for lease in (released, lapsed, held):
        await store.append(lease, 0, [b"x"])
    await claimed(store, "EMPTY", ttl=1.0)  # never written: it does not exist
    await store.release(released)
    clock.now += 9.0
    await store.renew(held, 10.0)
    clock.now += 2.0
    assert set(await store.unclaimed(10)) == {"RELEASED", "LAPSED"}
    assert len(await store.unclaimed(1)) == 1
    await store.delete(lapsed)  # nobody has taken it meanwhile
    assert await store.unclaimed(10) == ["RELEASED"]


async def test_the_rooms_of_a_person_follow_the_newest_card(store: Store) -> None:
    first, second = await claimed(store, "FIRST"), await claimed(store, "SECOND")
    await store.put_card(first, b"1", ["ann", "bob", "ann"])
    await store.put_card(second, b"2", ["ann"])
    assert set(await store.rooms_of("ann")) == {"FIRST", "SECOND"}
    assert await store.rooms_of("bob") == ["FIRST"]
    assert await store.rooms_of("eve") == []
    await store.put_card(first, b"1", ["bob"])
    assert await store.rooms_of("ann") == ["SECOND"]
    await store.delete(first)
    assert await store.rooms_of("bob") == []


async def test_the_secret_lasts(reopen: Callable[[], Awaitable[Store]]) -> None:
    secret = await (await reopen()).secret()
    assert len(secret) == 32
    assert await (await reopen()).secret() == secret


async def test_two_stores_have_two_secrets(store: Store) -> None:
    other = await open_store("memory:")
    try:
        assert await store.secret() != await other.secret()
    finally:
        await other.close()
