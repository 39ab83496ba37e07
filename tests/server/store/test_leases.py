"""Law 8: one owner, fenced."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

import pytest

from server.store.base import Fenced, Lease, RoomId, Store

ROOM = RoomId("K7QX")
TTL = 4.0


class Clock(Protocol):
    now: float


async def held(store: Store, owner: str = "a", room: RoomId = ROOM) -> Lease:
    lease = await store.claim(room, owner, TTL)
    assert lease is not None
    return lease


WRITES: dict[str, Callable[[Store, Lease], Awaitable[object]]] = {
    "renew": lambda store, lease: store.renew(lease, TTL),
    "append": lambda store, lease: store.append(lease, 1, [b"late"]),
    "checkpoint": lambda store, lease: store.checkpoint(lease, 1, b"late"),
    "trim": lambda store, lease: store.trim(lease, 0),
    "put_card": lambda store, lease: store.put_card(lease, b"late"),
    "delete": lambda store, lease: store.delete(lease),
}


async def test_a_live_lease_keeps_others_out_until_the_second_it_runs_out(store: Store, clock: Clock) -> None:
    first = await held(store, "a")
    assert first == Lease(ROOM, "a", first.epoch, clock.now + TTL)
    clock.now += TTL - 0.001
    assert await store.claim(ROOM, "b", TTL) is None
    clock.now += 0.001
    second = await held(store, "b")
    assert second == Lease(ROOM, "b", second.epoch, clock.now + TTL)
    assert second.epoch > first.epoch


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
async def test_a_paused_former_owner_cannot_write(
    store: Store, clock: Clock, write: Callable[[Store, Lease], Awaitable[object]]
) -> None:
    old = await held(store, "a")
    await store.append(old, 0, [b"one"])
    await store.put_card(old, b"card")
    clock.now += TTL
    new = await held(store, "b")
    before = await store.load(ROOM)
    with pytest.raises(Fenced) as refused:
        await write(store, old)
    assert (refused.value.room, refused.value.epoch) == (ROOM, old.epoch)
    assert await store.load(ROOM) == before
    assert await store.cards() == {ROOM: b"card"}
    assert await store.append(new, 1, [b"two"]) == 2


async def test_an_owner_that_slept_goes_on_where_nobody_took_the_room(store: Store, clock: Clock) -> None:
    lease = await held(store)
    clock.now += 3600
    assert await store.append(lease, 0, [b"one"]) == 1
    renewed = await store.renew(lease, TTL)
    assert renewed == Lease(ROOM, "a", lease.epoch, clock.now + TTL)
    assert await store.claim(ROOM, "b", TTL) is None


async def test_a_renewed_lease_runs_from_the_renewal(store: Store, clock: Clock) -> None:
    lease = await held(store)
    clock.now += 3
    await store.renew(lease, TTL)
    clock.now += 3
    assert await store.claim(ROOM, "b", TTL) is None
    assert await store.append(lease, 0, [b"the lease from before is as good"]) == 1


async def test_a_new_process_under_the_old_name_fences_its_former_life(store: Store) -> None:
    former = await held(store, "a")
    now = await held(store, "a")
    assert now.epoch > former.epoch
    with pytest.raises(Fenced):
        await store.append(former, 0, [b"ghost"])
    assert await store.append(now, 0, [b"one"]) == 1


async def test_a_released_room_is_free_at_once_and_its_lease_void(store: Store) -> None:
    old = await held(store, "a")
    await store.append(old, 0, [b"one"])
    await store.release(old)
    with pytest.raises(Fenced):
        await store.append(old, 1, [b"late"])
    new = await held(store, "b")
    await store.release(old)
    assert await store.append(new, 1, [b"two"]) == 2, "an old lease releases nobody else's"


async def test_epochs_outlive_the_room(store: Store) -> None:
    old = await held(store, "a")
    await store.append(old, 0, [b"one"])
    await store.delete(old)
    again = await held(store, "a")
    assert again.epoch > old.epoch
    with pytest.raises(Fenced):
        await store.append(old, 0, [b"into another room of the same name"])


async def test_a_lease_is_for_one_room(store: Store) -> None:
    lease = await held(store, "a")
    other = await held(store, "b", RoomId("OTHER"))
    with pytest.raises(Fenced):
        await store.append(Lease(other.room, "a", lease.epoch, lease.expires), 0, [b"one"])


async def test_a_sweep_ends_only_claims_of_rooms_that_never_came_to_be(store: Store, clock: Clock) -> None:
    empty = await held(store, "a")
    real = await held(store, "a", RoomId("REAL"))
    await store.append(real, 0, [b"one"])
    assert await store.sweep() == 0
    clock.now += TTL
    assert await store.sweep() == 1
    assert await store.sweep() == 0
    with pytest.raises(Fenced):
        await store.append(empty, 0, [b"one"])
    assert await store.append(real, 1, [b"two"]) == 2


async def test_epochs_outlive_a_serving_process(reopen: Callable[[], Awaitable[Store]]) -> None:
    store = await reopen()
    old = await held(store, "a")
    await store.append(old, 0, [b"one"])
    await store.release(old)
    store = await reopen()
    new = await held(store, "b")
    assert new.epoch > old.epoch
    with pytest.raises(Fenced):
        await store.append(old, 1, [b"late"])
    assert await store.append(new, 1, [b"two"]) == 2
