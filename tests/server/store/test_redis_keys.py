"""What the store leaves in Redis: nothing without a lifetime, nothing of a room that has gone, and what it says of damage."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest
from redis import Redis

from server.store import open_store
from server.store.base import Damaged, Lease, RoomId, Store
from server.store.redis import RedisStore
from tests.redis_server import FLAVOURS, RedisServer

ROOM, EMPTY = RoomId("K7QX"), RoomId("EMPTY")
DAY = 24 * 3600.0


@pytest.fixture(params=FLAVOURS)
def inside(
    request: pytest.FixtureRequest, redis_servers: Callable[[str], list[RedisServer]]
) -> Callable[[], Redis]:
    (server,) = redis_servers(request.param)
    with server.client() as client:
        client.flushall()
    return server.client


@pytest.fixture
async def store(inside: Callable[[], Redis]) -> AsyncIterator[Store]:
    with inside() as client:
        port = client.connection_pool.connection_kwargs["port"]
    opened = await open_store(f"redis://127.0.0.1:{port}")
    yield opened
    await opened.close()


async def held(store: Store, room: RoomId = ROOM, ttl: float = 60) -> Lease:
    lease = await store.claim(room, "a", ttl)
    assert lease is not None
    return lease


async def live(store: Store) -> Lease:
    """A room with one of everything, a session, pages of two kinds, and a claim of a room that never came to be."""
    lease = await held(store)
    await store.append(lease, 0, [b"one", b"two"])
    await store.checkpoint(lease, 1, b"at one")
    await store.trim(lease, 1)
    await store.put_card(lease, b"card", ["ann", "bob"])
    await store.put_record("r1", b"record", ROOM, 5 * DAY)
    await store.put_session(b"hash", b"session", 5 * DAY)
    await store.put_page("ban", "good", b"page", None)
    await store.put_page("ban", "while", b"page", 5 * DAY)
    await store.put_page("short", "while", b"page", 5 * DAY)
    await held(store, EMPTY, ttl=0.001)
    await store.ping()
    return lease


def ages(client: Redis, seconds: float) -> None:
    for key in set(client.scan_iter()):
        client.pexpire(key, client.pttl(key) - round(seconds * 1000))


def names(client: Redis) -> set[str]:
    return {key.decode() for key in client.scan_iter()}


def of_rooms(client: Redis) -> set[str]:
    return {name for name in names(client) if "{pages:" not in name}


async def test_every_key_has_a_lifetime(store: Store, inside: Callable[[], Redis]) -> None:
    await live(store)
    with inside() as client:
        lifetimes = {key: client.ttl(key) / DAY for key in names(client)}
    assert {key: round(days) for key, days in lifetimes.items()} == {
        "paiju:rooms": 60,
        "paiju:{room:K7QX}:head": 30,
        "paiju:{room:K7QX}:log": 30,
        "paiju:{room:K7QX}:state": 30,
        "paiju:{room:K7QX}:card": 30,
        "paiju:{room:K7QX}:records": 5,
        "paiju:{room:EMPTY}:head": 30,
        "paiju:person:ann": 30,
        "paiju:person:bob": 30,
        "paiju:record:r1": 5,
        "paiju:session:68617368": 5,
        "paiju:{pages:ban}:names": 365,
        "paiju:{pages:ban}:ends": 365,
        "paiju:{pages:ban}:data": 365,
        "paiju:{pages:short}:names": 5,
        "paiju:{pages:short}:ends": 5,
        "paiju:{pages:short}:data": 5,
    }


async def test_what_has_run_out_does_not_gather(store: Store, inside: Callable[[], Redis]) -> None:
    await store.put_page("ban", "good", b"", None)
    for number in range(15):
        await store.put_page("ban", f"short {number}", b"", 0.001)
    await asyncio.sleep(0.01)
    await store.put_page("ban", "better", b"", None)
    with inside() as client:
        assert set(client.hkeys("paiju:{pages:ban}:data")) == {b"good", b"better"}
        assert client.zcard("paiju:{pages:ban}:names") == 2
        assert client.exists("paiju:{pages:ban}:ends") == 0


async def test_a_deleted_room_leaves_no_key(store: Store, inside: Callable[[], Redis]) -> None:
    lease = await live(store)
    await store.delete(lease)
    while await store.sweep():
        pass
    with inside() as client:
        assert of_rooms(client) == {"paiju:record:r1", "paiju:session:68617368"}
        ages(client, 5 * DAY)
        assert of_rooms(client) == set()


async def test_who_leaves_a_room_and_is_in_no_other_leaves_no_key(
    store: Store, inside: Callable[[], Redis]
) -> None:
    lease, other = await live(store), await held(store, RoomId("OTHER"))
    await store.put_card(other, b"card", ["bob"])
    await store.put_card(lease, b"card", ["eve"])
    with inside() as client:
        assert {name for name in names(client) if ":person:" in name} == {
            "paiju:person:bob",
            "paiju:person:eve",
        }
        assert client.smembers("paiju:person:bob") == {b"OTHER"}


async def test_the_secret_outlives_any_run_of_a_process(store: Store, inside: Callable[[], Redis]) -> None:
    secret = await store.secret()
    with inside() as client:
        for _ in range(4):
            ages(client, 50 * DAY)
            await store.sweep()
    assert await store.secret() == secret


async def test_a_forgotten_room_leaves_no_key_even_without_a_sweep(
    store: Store, inside: Callable[[], Redis]
) -> None:
    await live(store)
    with inside() as client:
        ages(client, 30 * DAY)
        assert of_rooms(client) == {"paiju:rooms"}
        assert await store.list_rooms() == []
        ages(client, 30 * DAY)
        assert of_rooms(client) == set()


@pytest.mark.parametrize("sign_of_life", ["claim", "renew"])
async def test_a_room_lives_as_long_as_somebody_holds_it(
    store: Store, inside: Callable[[], Redis], sign_of_life: str
) -> None:
    lease = await live(store)
    with inside() as client:
        for _ in range(4):
            ages(client, 20 * DAY)
            if sign_of_life == "claim":
                lease = await held(store)
            else:
                lease = await store.renew(lease, 60)
            await store.sweep()
        stored = await store.load(ROOM)
        assert stored is not None and stored.last == 2 and len(stored.entries) == 1
        assert await store.cards() == {ROOM: b"card"}
        assert await store.list_rooms() == [ROOM]


async def test_a_room_that_the_index_has_lost_is_listed_again_with_its_next_checkpoint(
    store: Store, inside: Callable[[], Redis]
) -> None:
    lease = await live(store)
    with inside() as client:
        client.delete("paiju:rooms")
    assert await store.list_rooms() == []
    await store.checkpoint(lease, 2, b"at two")
    assert await store.list_rooms() == [ROOM]
    await store.sweep()
    assert await store.list_rooms() == [ROOM]


async def test_a_sweep_does_not_look_at_a_standing_room_each_time(
    store: Store, inside: Callable[[], Redis]
) -> None:
    await live(store)
    await asyncio.sleep(0.01)
    assert await store.sweep() == 1
    with inside() as client:
        client.zadd("paiju:rooms", {ROOM: 0})
        assert await store.sweep() == 0
        again = client.zscore("paiju:rooms", ROOM)
        assert again is not None and again > 1_000_000_000


DAMAGES: dict[str, Callable[[Redis], object]] = {
    "gaps between 1 and 4": lambda client: client.xdel("paiju:{room:K7QX}:log", "3-0"),
    "the checkpoint of room K7QX at 1 is missing": lambda client: client.delete("paiju:{room:K7QX}:state"),
    "something else under a key of ours": lambda client: client.set("paiju:{room:K7QX}:head", "theirs"),
}


@pytest.mark.parametrize("told", DAMAGES)
async def test_damage_is_told(store: Store, inside: Callable[[], Redis], told: str) -> None:
    lease = await live(store)
    await store.append(lease, 2, [b"three", b"four"])
    with inside() as client:
        DAMAGES[told](client)
    with pytest.raises(Damaged, match=told):
        await store.load(ROOM)


async def test_leases_go_by_the_clock_of_redis(store: Store, inside: Callable[[], Redis]) -> None:
    assert isinstance(store, RedisStore)
    lease = await held(store)
    with inside() as client:
        seconds, _ = client.time()
    assert seconds + 59 <= lease.expires <= seconds + 61
    await store.renew(lease, 0.001)
    await asyncio.sleep(0.01)
    assert await store.claim(ROOM, "b", 60) is not None
