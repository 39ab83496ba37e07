"""What is kept for a time and looked up by a key."""

from __future__ import annotations

from typing import Protocol

import pytest

from server.store.base import RoomId, Store, Unavailable

ROOM = RoomId("K7QX")


class Clock(Protocol):
    now: float


async def test_a_session_lives_for_its_time_from_its_last_put(store: Store, clock: Clock) -> None:
    assert await store.get_session(b"hash") is None
    await store.put_session(b"hash", b"first", 10)
    clock.now += 9
    await store.put_session(b"hash", b"second", 10)
    clock.now += 9.5
    assert await store.get_session(b"hash") == b"second"
    clock.now += 0.5
    assert await store.get_session(b"hash") is None


async def test_a_deleted_session_is_gone_and_others_stay(store: Store) -> None:
    await store.put_session(b"one", b"1", 10)
    await store.put_session(b"two", b"2", 10)
    await store.delete_session(b"one")
    await store.delete_session(b"never was")
    assert await store.get_session(b"one") is None
    assert await store.get_session(b"two") == b"2"


async def test_the_first_record_of_an_id_stands(store: Store, clock: Clock) -> None:
    await store.put_record("r1", b"as played", ROOM, 10)
    await store.put_record("r1", b"put again after a restore", ROOM, 10)
    assert await store.get_record("r1") == b"as played"
    assert await store.records(ROOM) == ["r1"]
    clock.now += 10
    await store.put_record("r1", b"another, once the first is over", ROOM, 10)
    assert await store.get_record("r1") == b"another, once the first is over"


async def test_records_are_listed_by_room_in_order_while_they_last(store: Store, clock: Clock) -> None:
    await store.put_record("short", b"1", ROOM, 5)
    await store.put_record("b", b"2", ROOM, 10)
    await store.put_record("a", b"3", ROOM, 10)
    await store.put_record("other", b"4", RoomId("OTHER"), 10)
    assert await store.records(ROOM) == ["short", "b", "a"]
    clock.now += 5
    assert await store.records(ROOM) == ["b", "a"]
    assert await store.get_record("short") is None
    assert await store.records(RoomId("NONE")) == []


async def test_a_sweep_removes_what_has_run_out_and_nothing_else(store: Store, clock: Clock) -> None:
    for number in range(450):
        await store.put_session(b"short %d" % number, b"", 5)
    await store.put_session(b"long", b"kept", 10)
    await store.put_record("short", b"", ROOM, 5)
    await store.put_record("long", b"kept", ROOM, 10)
    assert await store.sweep() == 0
    clock.now += 5
    while await store.sweep():
        pass
    assert await store.get_session(b"short 0") is None
    assert await store.get_session(b"long") == b"kept"
    assert await store.records(ROOM) == ["long"]


async def test_a_closed_store_says_so(store: Store) -> None:
    await store.ping()
    await store.close()
    await store.close()
    with pytest.raises(Unavailable):
        await store.ping()
    with pytest.raises(Unavailable):
        await store.load(ROOM)
    with pytest.raises(Unavailable):
        await store.put_session(b"hash", b"", 1)
