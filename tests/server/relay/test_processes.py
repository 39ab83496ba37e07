"""Real processes that die, stand still and go down while people play (law 8)."""

from __future__ import annotations

import asyncio
import itertools
import random
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import NamedTuple

import pytest

import protocol.messages as wire
from clients.cli.connection import Connection
from protocol.codec import Codec
from protocol.slugs import CloseCode
from tests.chaos.front import Front
from tests.processes import ServerProcess
from tests.redis_server import RedisServer
from tests.server.relay.servers import LEASE
from tests.tables import Table

pytestmark = [pytest.mark.slow, pytest.mark.timeout(150)]

_prefixes = itertools.count(1)


class Cluster(NamedTuple):
    prefix: str
    servers: list[ServerProcess]
    front: Front


@pytest.fixture
async def cluster(redis: RedisServer, tmp_path: Path) -> AsyncIterator[Cluster]:
    """Three servers behind one address."""
    prefix = f"processes{next(_prefixes)}"
    servers = [
        ServerProcess(tmp_path / f"server{n}.log", f"{redis.url}?prefix={prefix}", lease=LEASE)
        for n in range(3)
    ]
    await asyncio.gather(*(server.start() for server in servers))
    try:
        async with Front([server.port for server in servers], random.Random(7)) as front:
            yield Cluster(prefix, servers, front)
    finally:
        for server in servers:
            server.resume()
            await server.kill()


async def metric(server: ServerProcess, name: str) -> float:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(b"GET /metrics HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n")
    text = (await reader.read()).decode()
    writer.close()
    await writer.wait_closed()
    return next(float(line.split()[-1]) for line in text.splitlines() if line.startswith(name + " "))


async def until(true: Callable[[], bool], seconds: float) -> float:
    """Seconds until it is true. Fails if it is not in time."""
    began = time.monotonic()
    while not true():
        assert time.monotonic() - began < seconds, "nothing happens"
        await asyncio.sleep(0.05)
    return time.monotonic() - began


async def player(server: ServerProcess, name: str) -> Connection:
    link = Connection(f"ws://127.0.0.1:{server.port}/", name, longest_wait=0.2)
    await link.open()
    return link


def _inbox(link: Connection) -> list[wire.ServerMessage]:
    return [link.inbox.get_nowait() for _ in range(link.inbox.qsize())]


async def tables_of(cluster: Cluster) -> list[Table]:
    """Open, at rooms of all servers."""
    tables = [
        Table([cluster.front.port], n, ("dingti", "highcard")[n % 2], people=3, bots=0, think=0.1)
        for n in range(6)
    ]
    await asyncio.gather(*(table.open() for table in tables))
    return tables


def answers(tables: list[Table]) -> list[int]:
    return [table.matches * 1000 + sum(len(p.acknowledged) for p in table.players) for table in tables]


@pytest.mark.parametrize("how", ["killed", "drained"])
async def test_the_rooms_of_a_server_go_on_elsewhere(cluster: Cluster, how: str) -> None:
    tables = await tables_of(cluster)
    stop = asyncio.Event()
    playing = [asyncio.create_task(table.play(stop)) for table in tables]
    victim = max([(await metric(server, "paiju_rooms"), n) for n, server in enumerate(cluster.servers)])[1]
    server = cluster.servers.pop(victim)
    before = answers(tables)
    await until(lambda: all(now > old for now, old in zip(answers(tables), before, strict=True)), 20)
    before = answers(tables)
    if how == "killed":
        await server.kill()
    else:
        began = time.monotonic()
        await server.stop(12.0)
        assert time.monotonic() - began < 10.0 and "server down" in server.said()
    await until(
        lambda: all(now > old + 1 for now, old in zip(answers(tables), before, strict=True)), 4 * LEASE
    )
    held = [await metric(server, "paiju_rooms") for server in cluster.servers]
    assert sum(held) == len(tables)
    stop.set()
    await asyncio.wait_for(asyncio.gather(*playing), 90)
    assert all(table.matches and table.taken for table in tables)
    for table in tables:
        await table.close()
    for other in cluster.servers:
        assert "Traceback" not in other.log.read_text()


async def test_a_server_that_stood_still_past_its_lease_writes_nothing_and_says_why(
    cluster: Cluster, redis: RedisServer
) -> None:
    old, new, _ = cluster.servers
    ann, bob = await player(old, "Ann"), await player(new, "Bob")
    made = await ann.request(wire.CreateRoom(action="make", game="highcard", seats=2))
    assert isinstance(made, wire.Done) and made.room is not None
    room = made.room
    await bob.insist(wire.Enter(action="in", room=room))
    assert ann.socket is not None
    raw = ann.socket
    old.pause()
    late = wire.Chat(action="late", room=room, text="too late")
    await raw.send(Codec.MSGPACK.encode(late))  # it lies in the socket until the server runs again
    with redis.client() as client:
        head = f"{cluster.prefix}:{{room:{room}}}:head"
        held = client.hgetall(head)
        assert held[b"last"]
        await until(lambda: client.hget(head, "owner") not in (held[b"owner"], b""), 4 * LEASE)
        await bob.insist(wire.Enter(action="in again", room=room))
        taken = client.hgetall(head)
        old.resume()
        await until(lambda: "room taken over by another process" in old.said(), 10)
        await asyncio.sleep(1.5)
        now = client.hgetall(head)
        assert (now[b"owner"], now[b"epoch"]) == (taken[b"owner"], taken[b"epoch"])
    assert "this process stood still for longer than a lease lasts" in old.said()
    assert "lease_ended_seconds_ago" in old.said()
    assert raw.close_code == CloseCode.MOVED
    done = await ann.insist(wire.Enter(action="again", room=room))
    assert isinstance(done, wire.Done), "he plays on from there, through the process that woke up"
    said = [m.said for m in _inbox(bob) if isinstance(m, wire.Update) and m.said is not None]
    chats = [m.chat for m in _inbox(ann) if isinstance(m, wire.Snapshot)]
    assert said == [] and chats and not any(chats), "what it was asked while it stood still has not happened"
    await ann.close()
    await bob.close()


async def test_a_server_goes_down_in_time_though_redis_stands_still(
    cluster: Cluster, redis: RedisServer
) -> None:
    """Others take its rooms when their leases have run out."""
    server, *_ = cluster.servers
    ann = await player(server, "Ann")
    await ann.request(wire.CreateRoom(action="make", game="highcard", seats=2))
    redis.pause()
    try:
        began = time.monotonic()
        await server.stop(15.0)
        assert time.monotonic() - began < 10.0
    finally:
        redis.resume()
    assert "server down" in server.said() and "Traceback" not in server.said(), server.said()
    await ann.close()


async def test_a_room_that_nobody_is_connected_to_is_taken_by_a_survivor(cluster: Cluster) -> None:
    """A match of bots does not wait until somebody asks for it."""
    server, *others = cluster.servers
    ann = await player(server, "Ann")
    made = await ann.request(wire.CreateRoom(action="make", game="highcard", seats=2))
    assert isinstance(made, wire.Done)
    await ann.close()
    await server.kill()
    await asyncio.sleep(2 * LEASE + 1)
    assert sum([await metric(other, "paiju_rooms") for other in others]) == 1
