"""What a room goes through when Redis, or the way to it, fails: bounded waits, nothing twice, and on again without a restart."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from server.store import open_store
from server.store.base import Checkpoint, Conflict, Entry, Fenced, Lease, RoomId, Store, Stored, Unavailable
from tests.redis_groups import replica_of
from tests.redis_server import RedisServer
from tests.tcp_proxy import TcpProxy

ROOM = RoomId("K7QX")
PATIENCE = 0.4
"""Seconds after which these stores give a call up."""
SLACK = 0.6
"""Seconds that a slow machine may add."""

Opens = Callable[..., Awaitable[Store]]


@pytest.fixture
def road(own_redis: RedisServer) -> Iterator[TcpProxy]:
    with TcpProxy(own_redis.port) as road:
        yield road


@pytest.fixture
async def opens() -> AsyncIterator[Opens]:
    async with AsyncExitStack() as last:

        async def opens(port: int, **options: object) -> Store:
            query = "&".join(f"{name}={value}" for name, value in {"timeout": PATIENCE, **options}.items())
            store = await open_store(f"redis://127.0.0.1:{port}?{query}")
            last.push_async_callback(store.close)
            return store

        yield opens


async def held(store: Store, room: RoomId = ROOM, owner: str = "a", ttl: float = 60) -> Lease:
    lease = await store.claim(room, owner, ttl)
    assert lease is not None
    return lease


async def insist(store: Store, lease: Lease, expected: int, entry: bytes) -> int:
    """Append as a room does: again after an outage, and content if an attempt that was given up has got through."""
    async with asyncio.timeout(15):
        while True:
            try:
                return await store.append(lease, expected, [entry])
            except Unavailable:
                await asyncio.sleep(0.01)
            except Conflict as conflict:
                if conflict.actual != expected + 1:
                    raise
                return conflict.actual


async def read_again(store: Store, room: RoomId) -> list[bytes]:
    """What the room's log holds, as soon as it can be read: a server that was killed five times is slow to answer on a busy machine."""
    async with asyncio.timeout(15):
        while True:
            try:
                return [entry.data for entry in await store.read(room)]
            except Unavailable:
                await asyncio.sleep(0.01)


async def test_a_restart_costs_nothing_but_its_time(own_redis: RedisServer, opens: Opens) -> None:
    store = await opens(own_redis.port)
    lease = await held(store)
    assert await store.append(lease, 0, [b"one"]) == 1
    own_redis.stop()
    with pytest.raises(Unavailable):
        await store.append(lease, 1, [b"two"])
    with pytest.raises(Unavailable):
        await store.load(ROOM)
    own_redis.start()  # which knows no script any more
    assert await store.append(lease, 1, [b"two"]) == 2
    assert await store.load(ROOM) == Stored(None, [Entry(1, b"one"), Entry(2, b"two")], 2)


@pytest.mark.slow
@pytest.mark.parametrize("flushed", ["always", "everysec"])
async def test_kills_in_mid_write_double_nothing_and_hide_no_loss(
    redis_program: Path, tmp_path: Path, opens: Opens, flushed: str
) -> None:
    """Flushed once a second, what Redis has answered may still be in its memory when it dies."""
    with RedisServer(redis_program, tmp_path, {"appendfsync": flushed}) as server:
        store = await opens(server.port)
        written: dict[RoomId, list[bytes]] = {RoomId(name): [] for name in "ABCD"}
        stopping = False

        async def fill(room: RoomId, mine: list[bytes]) -> None:
            lease = await held(store, room)
            for number in itertools.count():
                if stopping:
                    return
                entry = b"%s %d" % (room.encode(), number)
                try:
                    assert await insist(store, lease, len(mine), entry) == len(mine) + 1
                except Conflict as loss:
                    if flushed == "always" or loss.actual >= loss.expected:
                        raise
                    del mine[loss.actual :]
                else:
                    mine.append(entry)

        filling = [asyncio.create_task(fill(room, mine)) for room, mine in written.items()]
        for _ in range(5):
            await asyncio.sleep(0.2)
            await asyncio.to_thread(server.kill)
            await asyncio.sleep(0.05)
            await asyncio.to_thread(server.start)
        stopping = True
        await asyncio.gather(*filling)
        for room, mine in written.items():
            assert await read_again(store, room) == mine
            assert len(mine) > 5


async def test_what_redis_itself_has_lost_is_seen_at_the_next_append(
    own_redis: RedisServer, opens: Opens
) -> None:
    store = await opens(own_redis.port)
    lease = await held(store)
    await store.append(lease, 0, [b"one"])
    await store.checkpoint(lease, 1, b"at one")
    kept = own_redis.keep()
    await store.append(lease, 1, [b"two", b"three"])
    await asyncio.to_thread(own_redis.lose, kept)
    with pytest.raises(Conflict) as refused:
        await store.append(lease, 3, [b"four"])
    assert (refused.value.expected, refused.value.actual) == (3, 1)
    with pytest.raises(Conflict):
        await store.checkpoint(lease, 3, b"at three")
    assert await store.load(ROOM) == Stored(Checkpoint(1, b"at one"), [], 1)
    assert await store.append(lease, 1, [b"two again"]) == 2


async def test_a_lost_claim_holds_nothing_and_its_epoch_does_not_come_back(
    own_redis: RedisServer, opens: Opens
) -> None:
    store, other = await opens(own_redis.port), await opens(own_redis.port)
    old = await held(store, owner="a", ttl=0.001)
    await store.append(old, 0, [b"one"])
    kept = own_redis.keep()
    lost = await held(other, owner="b")
    await other.append(lost, 1, [b"two"])
    await asyncio.to_thread(own_redis.lose, kept)
    with pytest.raises(Fenced):
        await other.append(lost, 2, [b"three"])
    third = await opens(own_redis.port)
    again = await held(third, owner="b")
    assert again.epoch > lost.epoch
    with pytest.raises(Fenced):
        await other.append(lost, 1, [b"two"])


async def test_a_half_open_way_holds_nobody_up(road: TcpProxy, opens: Opens) -> None:
    store = await opens(road.port)
    leases = [await held(store, RoomId(name)) for name in "ABC"]
    road.stall()
    began = time.monotonic()
    first = [asyncio.create_task(store.append(lease, 0, [b"one"])) for lease in leases]
    await asyncio.sleep(PATIENCE / 2)
    second = [asyncio.create_task(store.load(lease.room)) for lease in leases]
    outcomes = await asyncio.gather(*first, *second, return_exceptions=True)
    assert [type(outcome) for outcome in outcomes] == [Unavailable] * 6
    assert time.monotonic() - began < PATIENCE + SLACK
    road.flow()
    for lease in leases:
        assert await insist(store, lease, 0, b"one") == 1
        assert await store.read(lease.room) == [Entry(1, b"one")]


async def test_a_redis_that_stands_still_holds_nobody_up(own_redis: RedisServer, opens: Opens) -> None:
    store = await opens(own_redis.port)
    lease = await held(store)
    own_redis.pause()
    began = time.monotonic()
    with pytest.raises(Unavailable):
        await store.append(lease, 0, [b"one"])
    assert PATIENCE - 0.1 < time.monotonic() - began < PATIENCE + SLACK
    own_redis.resume()
    assert await insist(store, lease, 0, b"one") == 1
    assert await store.read(ROOM) == [Entry(1, b"one")]


async def test_a_connection_cut_in_mid_call_costs_this_call(road: TcpProxy, opens: Opens) -> None:
    store = await opens(road.port, timeout=5)
    lease = await held(store)
    road.delay = 0.3
    began = time.monotonic()
    under_way = asyncio.create_task(store.append(lease, 0, [b"one"]))
    await asyncio.sleep(0.1)
    road.drop()
    with pytest.raises(Unavailable):
        await under_way
    assert time.monotonic() - began < 2, "known at once, not by the clock"
    road.delay = 0.0
    assert await insist(store, lease, 0, b"one") == 1


async def test_a_connection_cut_between_calls_costs_nothing(road: TcpProxy, opens: Opens) -> None:
    store = await opens(road.port)
    lease = await held(store)
    road.drop()
    await asyncio.sleep(0.05)
    assert await store.append(lease, 0, [b"one"]) == 1


async def test_nobody_listens_for_a_while(road: TcpProxy, opens: Opens) -> None:
    store = await opens(road.port)
    lease = await held(store)
    road.close()
    for _ in range(3):
        with pytest.raises(Unavailable):
            await store.append(lease, 0, [b"one"])
        with pytest.raises(Unavailable):
            await store.ping()
    road.reopen()
    await store.ping()
    assert await store.append(lease, 0, [b"one"]) == 1


async def test_a_slow_way_keeps_the_order_of_calls(road: TcpProxy, opens: Opens) -> None:
    store = await opens(road.port, timeout=5)
    lease = await held(store)
    road.delay = 0.02
    calls = []
    for number in range(12):
        calls.append(asyncio.create_task(store.append(lease, number, [b"%d" % number])))
        await asyncio.sleep(0.005)
    assert await asyncio.gather(*calls) == list(range(1, 13))


async def test_what_one_tick_brings_is_one_write(own_redis: RedisServer, opens: Opens) -> None:
    store = await opens(own_redis.port)
    leases = [await held(store, RoomId(str(number))) for number in range(150)]
    await store.append(leases[0], 0, [b"the script is known from here on"])
    with own_redis.client() as client:

        def reads() -> int:
            return int(client.info("stats")["total_reads_processed"])

        before = reads()
        await asyncio.gather(*(store.append(lease, 0, [b"one"]) for lease in leases[1:]))
        assert reads() - before <= 10, "one write may arrive in pieces, but not in 149"


async def test_a_full_redis_takes_no_writes_and_gives_what_it_has(
    own_redis: RedisServer, opens: Opens
) -> None:
    store = await opens(own_redis.port)
    lease = await held(store)
    await store.append(lease, 0, [b"one"])
    with own_redis.client() as client:
        client.config_set("maxmemory", "1mb")
        client.config_set("maxmemory", "1")
        with pytest.raises(Unavailable, match="memory"):
            await store.append(lease, 1, [b"two"])
        with pytest.raises(Unavailable):
            await store.ping()
        assert await store.read(ROOM) == [Entry(1, b"one")]
        client.config_set("maxmemory", "0")
    assert await store.append(lease, 1, [b"two"]) == 2


async def test_waiting_for_a_replica(
    own_redis: RedisServer, redis_program: Path, tmp_path: Path, opens: Opens
) -> None:
    place = tmp_path / "replica"
    place.mkdir()
    with replica_of(own_redis, redis_program, place) as replica:
        store = await opens(own_redis.port, wait=1, timeout=1)
        lease = await held(store)
        assert await store.append(lease, 0, [b"one"]) == 1
        replica.pause()
        with pytest.raises(Unavailable, match="0 of 1 replicas"):
            await store.append(lease, 1, [b"two"])
        assert (await store.read(ROOM))[0] == Entry(1, b"one"), "who only reads waits for nobody"
        replica.resume()
        assert await insist(store, lease, 1, b"two") == 2


async def test_another_primary_behind_the_same_address(
    own_redis: RedisServer, redis_program: Path, tmp_path: Path, road: TcpProxy, opens: Opens
) -> None:
    place = tmp_path / "replica"
    place.mkdir()
    with replica_of(own_redis, redis_program, place) as successor:
        store = await opens(road.port, wait=1)
        lease = await held(store)
        await store.append(lease, 0, [b"one"])
        with successor.client() as new, own_redis.client() as old:
            new.replicaof("NO", "ONE")
            old.replicaof("127.0.0.1", str(successor.port))
            road.target = successor.port
            with pytest.raises(Unavailable, match="read only"):
                await store.append(lease, 1, [b"two"])
            assert await insist(store, lease, 1, b"two") == 2
            assert new.xlen("paiju:{room:K7QX}:log") == 2
