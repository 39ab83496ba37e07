"""A Cluster whose nodes go and whose slots move, and a primary that a Sentinel replaces."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from redis.crc import key_slot

from server.store import open_store
from server.store.base import Checkpoint, Conflict, Entry, Fenced, Lease, RoomId, Store, Stored, Unavailable
from server.store.redis_wires import Keys
from tests.redis_groups import cluster_of_three, move_slot, sentinel_over
from tests.redis_server import RedisServer, any_program

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]

PATIENCE = 0.5
"""Seconds after which these stores give a call up."""
SLOTS = 16384


@pytest.fixture
def program() -> Path:
    found = any_program()
    if found is None:
        pytest.skip("no redis-server or valkey-server on the PATH")
    return found


@pytest.fixture
def nodes(program: Path, tmp_path: Path) -> Iterator[list[RedisServer]]:
    with cluster_of_three(program, tmp_path) as nodes:
        yield nodes


@pytest.fixture
async def store(nodes: list[RedisServer]) -> AsyncIterator[Store]:
    hosts = ",".join(f"127.0.0.1:{node.port}" for node in nodes)
    opened = await open_store(f"redis+cluster://{hosts}?timeout={PATIENCE}")
    yield opened
    await opened.close()


def slot_of(room: RoomId) -> int:
    return key_slot(Keys("paiju").room(room).head.encode())


def room_on(node: int) -> RoomId:
    """One whose keys lie on the given third of the slots, away from where the index lies."""
    rooms = (RoomId(f"R{number}") for number in range(1000))
    return next(room for room in rooms if slot_of(room) * 3 // SLOTS == node)


async def held(store: Store, room: RoomId, owner: str = "a") -> Lease:
    lease = await store.claim(room, owner, 60)
    assert lease is not None
    return lease


async def insist(store: Store, lease: Lease, expected: int, entry: bytes) -> int:
    async with asyncio.timeout(30):
        while True:
            try:
                return await store.append(lease, expected, [entry])
            except Unavailable:
                await asyncio.sleep(0.05)
            except Conflict as conflict:
                if conflict.actual != expected + 1:
                    raise
                return conflict.actual


async def test_a_slot_that_moves_takes_its_room_along(store: Store, nodes: list[RedisServer]) -> None:
    room = room_on(1)
    lease = await held(store, room)
    await store.append(lease, 0, [b"one"])
    await store.checkpoint(lease, 1, b"at one")
    await asyncio.to_thread(move_slot, nodes, slot_of(room))
    outcomes = await asyncio.gather(*(store.append(lease, number, [b"x"]) for number in range(1, 4)))
    assert outcomes == [2, 3, 4], "all of one tick, in order, without an error"
    assert await store.load(room) == Stored(
        Checkpoint(1, b"at one"), [Entry(number, b"x") for number in range(2, 5)], 4
    )


async def test_a_node_that_stands_still_stops_its_own_rooms_only(
    store: Store, nodes: list[RedisServer]
) -> None:
    leases = [await held(store, room_on(node)) for node in range(3)]
    nodes[1].pause()
    began = time.monotonic()
    outcomes = await asyncio.gather(
        *(store.append(lease, 0, [b"one"]) for lease in leases), return_exceptions=True
    )
    assert [outcomes[0], type(outcomes[1]), outcomes[2]] == [1, Unavailable, 1]
    assert time.monotonic() - began < 2 * PATIENCE + 0.5
    for number in range(1, 4):
        began = time.monotonic()
        assert await store.append(leases[0], number, [b"more"]) == number + 1
        assert time.monotonic() - began < PATIENCE
    nodes[1].resume()
    assert await insist(store, leases[1], 0, b"one") == 1


async def test_a_node_that_comes_back_is_found_again(store: Store, nodes: list[RedisServer]) -> None:
    lease = await held(store, room_on(1))
    await store.append(lease, 0, [b"one"])
    await asyncio.to_thread(nodes[1].stop)
    with pytest.raises(Unavailable):
        await store.append(lease, 1, [b"two"])
    await asyncio.to_thread(nodes[1].start)
    assert await insist(store, lease, 1, b"two") == 2
    assert [entry.data for entry in await store.read(lease.room)] == [b"one", b"two"]


async def test_a_sentinel_leads_to_the_new_primary(program: Path, tmp_path: Path) -> None:
    with sentinel_over(program, tmp_path) as group:
        async with AsyncExitStack() as last:
            store = await open_store(f"{group.url}?timeout={PATIENCE}&wait=1")
            last.push_async_callback(store.close)
            lease = await held(store, RoomId("K7QX"))
            assert await store.append(lease, 0, [b"one"]) == 1

            store = await open_store(f"{group.url}?timeout={PATIENCE}")
            last.push_async_callback(store.close)
            await asyncio.to_thread(group.primary.kill)
            began = time.monotonic()
            assert await insist(store, lease, 1, b"two") == 2
            assert time.monotonic() - began < 15
            again = await held(store, RoomId("K7QX"))
            assert again.epoch > lease.epoch
            with pytest.raises(Fenced):
                await store.append(lease, 2, [b"three"])
            assert [entry.data for entry in await store.read(lease.room)] == [b"one", b"two"]
            with group.replica.client() as client:
                assert client.info("replication")["role"] == "master"
