"""The way to Redis: what the store's keys are called, and the lanes on which calls go. The relay between processes shares it."""

from __future__ import annotations

import asyncio
import contextlib

import msgspec
from redis.asyncio import Redis, RedisCluster
from redis.exceptions import RedisClusterException, RedisError

from server.store.base import RoomId, Unavailable
from server.store.redis_connect import Client, close_pool, cluster_of, pool_to, single_client
from server.store.redis_lane import Argument, Call, Lane, Reply
from server.store.redis_scripts import Script
from server.store.redis_url import Address, Form, Place

__all__ = ["Keys", "RoomKeys", "Wires", "wires_to"]


class RoomKeys(msgspec.Struct, frozen=True):
    """All keys of one room. What stands in braces (never nothing) decides the slot of a Cluster, so they lie together."""

    head: str
    log: str
    state: str
    card: str
    records: str

    def all(self) -> tuple[str, ...]:
        return self.head, self.log, self.state, self.card, self.records


class PageKeys(msgspec.Struct, frozen=True):
    """All pages of one kind, in one slot."""

    names: str
    """A sorted set, by name."""
    ends: str
    """A sorted set: when each runs out that is not kept for good."""
    data: str
    """A hash."""

    def all(self) -> tuple[str, ...]:
        return self.names, self.ends, self.data


class Keys(msgspec.Struct, frozen=True):
    prefix: str

    @property
    def rooms(self) -> str:
        """A sorted set: each room that may exist, with the moment from which a sweep looks whether it does."""
        return f"{self.prefix}:rooms"

    @property
    def arrivals(self) -> str:
        """Counts the connections of players, in all processes."""
        return f"{self.prefix}:arrivals"

    @property
    def secret(self) -> str:
        return f"{self.prefix}:secret"

    def person(self, person: str) -> str:
        """A set: the rooms whose cards name him, and perhaps some whose cards no longer do."""
        return f"{self.prefix}:person:{person}"

    def room(self, room: RoomId) -> RoomKeys:
        begin = f"{self.prefix}:{{room:{room}}}:"
        return RoomKeys(f"{begin}head", f"{begin}log", f"{begin}state", f"{begin}card", f"{begin}records")

    def pages(self, kind: str) -> PageKeys:
        begin = f"{self.prefix}:{{pages:{kind}}}:"
        return PageKeys(f"{begin}names", f"{begin}ends", f"{begin}data")

    def session(self, token_hash: bytes) -> str:
        return f"{self.prefix}:session:{token_hash.hex()}"

    def record(self, record_id: str) -> str:
        return f"{self.prefix}:record:{record_id}"


class Wires:
    """To one Redis. `client` is for what is not the store's: its connections are others than the lanes'. Nothing is sent before
    the first call."""

    def __init__(self, address: Address, client: Client) -> None:
        self.address = address
        self.keys = Keys(address.prefix)
        self.client = client
        self._lanes: dict[Place | None, Lane] = {}
        self._closed = False

    def call(
        self, command: str, key: str, *arguments: Argument, writes: bool = False
    ) -> asyncio.Future[Reply]:
        """Joins what goes out at the end of this tick; the future has the reply or an error of the store. Raises Unavailable once
        closed."""
        return self._put(Call(key, (command, key, *arguments), writes))

    def run(self, script: Script, key: str, *arguments: Argument) -> asyncio.Future[Reply]:
        """Like `call`, for a script with its keys and arguments."""
        return self._put(Call(key, ("EVALSHA", script.sha, script.keys, key, *arguments), script.writes))

    async def close(self) -> None:
        """Answer what was called before."""
        self._closed = True
        for lane in self._lanes.values():
            await lane.finish()
            await close_pool(lane.pool)
        await self.client.aclose()
        if isinstance(self.client, Redis):
            await close_pool(self.client.connection_pool)

    def _put(self, call: Call) -> asyncio.Future[Reply]:
        if self._closed:
            raise Unavailable("the store is closed")
        self._lane(self._place(call.key)).put(call)
        return call.done

    def _lane(self, place: Place | None) -> Lane:
        lane = self._lanes.get(place)
        if lane is None:
            pool = pool_to(self.address, place)
            lane = Lane(pool, self.address.timeout, self.address.wait, self._lost, self._moved)
            self._lanes[place] = lane
        return lane

    def _place(self, key: str) -> Place | None:
        """Where the key lies. None: where all keys lie. Raises Unavailable if nobody knows."""
        return None

    def _lost(self, key: str) -> None:
        """Calls were not answered by where `key` lay."""

    async def _moved(self, calls: list[Call]) -> None:
        """Redis says that the keys of these lie elsewhere."""
        for call in calls:
            call.settle(Unavailable("this Redis is part of a Cluster"))


class _ClusterWires(Wires):
    """To a Cluster, with a lane for each node: one that does not answer delays its own rooms only. redis-py keeps the map."""

    def __init__(self, address: Address, client: RedisCluster) -> None:
        super().__init__(address, client)
        self._cluster = client
        self._following: asyncio.Task[None] | None = None

    async def close(self) -> None:
        if self._following is not None:
            await self._following
        await super().close()

    def _place(self, key: str) -> Place:
        try:
            node = self._cluster.get_node_from_key(key)
        except RedisClusterException:
            node = None
        if node is None:
            raise Unavailable(f"no node of the Cluster serves {key} now")
        return Place(str(node.host), int(node.port))

    def _lost(self, key: str) -> None:
        if self._following is None or self._following.done():
            self._following = asyncio.get_running_loop().create_task(self._follow(key))

    async def _follow(self, key: str) -> None:
        # A read that goes after the key, through a new map if it must: from then on redis-py knows the way.
        with contextlib.suppress(RedisError, RedisClusterException, OSError, TimeoutError):
            async with asyncio.timeout(self.address.timeout):
                await self._cluster.exists(key)

    async def _moved(self, calls: list[Call]) -> None:
        await self._follow(calls[0].key)
        for call in calls:
            try:
                self._lane(self._place(call.key)).put(call)
            except Unavailable as error:
                call.settle(error)


def wires_to(address: Address) -> Wires:
    if address.form is Form.CLUSTER:
        return _ClusterWires(address, cluster_of(address))
    return Wires(address, single_client(address))
