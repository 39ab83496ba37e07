"""The way to Redis: what the store's keys are called, and the lanes on which calls go. The relay between processes shares it."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from redis.asyncio import ConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from server.store.base import RoomId, Unavailable
from server.store.redis_lane import Argument, Call, Lane, Reply
from server.store.redis_scripts import Script
from server.store.redis_url import Address, Form

__all__ = ["Client", "Keys", "RoomKeys", "Wires"]

Client = Redis
"""redis-py's, with replies as bytes."""


class RoomKeys(msgspec.Struct, frozen=True):
    """All keys of one room. What stands in braces decides the slot of a Cluster, so they lie together."""

    head: str
    log: str
    state: str
    card: str
    records: str

    def all(self) -> tuple[str, ...]:
        return self.head, self.log, self.state, self.card, self.records


class Keys(msgspec.Struct, frozen=True):
    prefix: str

    @property
    def rooms(self) -> str:
        """A sorted set: each room that may exist, with the moment from which a sweep looks whether it does."""
        return f"{self.prefix}:rooms"

    @property
    def ping(self) -> str:
        return f"{self.prefix}:ping"

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
        begin = f"{self.prefix}:{{{room}}}:"
        return RoomKeys(f"{begin}head", f"{begin}log", f"{begin}state", f"{begin}card", f"{begin}records")

    def session(self, token_hash: bytes) -> str:
        return f"{self.prefix}:session:{token_hash.hex()}"

    def record(self, record_id: str) -> str:
        return f"{self.prefix}:record:{record_id}"


class Wires:
    """Nothing is sent before the first call. `client` is for what is not the store's: it has connections of its own."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self.keys = Keys(address.prefix)
        self.client = _client(address)
        self._lane = self._new_lane(self.client.connection_pool)
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
        await self._lane.finish()
        await self.client.aclose()

    def _put(self, call: Call) -> asyncio.Future[Reply]:
        if self._closed:
            raise Unavailable("the store is closed")
        self._lane.put(call)
        return call.done

    def _new_lane(self, pool: ConnectionPool) -> Lane:
        return Lane(pool, self.address.timeout, self.address.wait, self._lost, self._moved)

    async def _lost(self, key: str) -> None:
        pass

    async def _moved(self, calls: list[Call]) -> None:
        for call in calls:
            self._lane.put(call)


def _client(address: Address) -> Client:
    (place,) = address.places
    common: dict[str, Any] = {
        "username": address.user,
        "password": address.password,
        "db": address.db,
        "socket_timeout": address.timeout,
        "socket_connect_timeout": address.timeout,
        "retry": Retry(NoBackoff(), 0),
        "protocol": 2,
    }
    assert address.form is Form.SINGLE
    return Redis(host=place.host, port=place.port, **common)
