"""Opening a Redis: is it there, is it new enough, and does it keep what it is given?"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import structlog
from redis.asyncio import RedisCluster
from redis.exceptions import AuthenticationError, NoPermissionError, RedisClusterException, RedisError

from server.store.base import CannotOpen, Clock, Durability, RoomId, StoreError
from server.store.redis import RedisStore
from server.store.redis_connect import Client
from server.store.redis_url import Address, Form, parse
from server.store.redis_wires import wires_to

__all__ = ["open_redis"]

_OLDEST = (6, 2)
"""Trims streams by position, and tells scripts the time. Valkey reports the Redis that it grew from."""
_PATIENCE = 5
"""So many times as long as a call may opening take: a Cluster tells its map first."""

_log = structlog.get_logger(__name__)

_Facts = Mapping[str, Any]
"""What INFO says."""


async def open_redis(url: str, clock: Clock | None, durability: Durability) -> RedisStore:
    """Raises CannotOpen. Warns in the log of what Redis may lose."""
    address = parse(url)
    store = RedisStore(wires_to(address), clock)
    try:
        async with asyncio.timeout(address.timeout * _PATIENCE):
            for facts, flushes in await _ask(store.wires.client):
                _check(address, facts)
                _check_durability(address, facts, flushes, durability)
            await store.ping()
            await store.records(RoomId(""))  # a script, and the time: these need rights of their own
    except BaseException as error:
        await store.close()
        if isinstance(error, CannotOpen) or not isinstance(error, Exception):
            raise
        raise CannotOpen(_sentence(address, error)) from error
    return store


async def _ask(client: Client) -> list[tuple[_Facts, str | None]]:
    """Of each server that takes writes: INFO, and how the append-only file is flushed (None: it does not say)."""
    if not isinstance(client, RedisCluster):
        return [(await client.info(), await _flushes(client))]
    await client.initialize()
    return [
        (await client.info(target_nodes=node), await _flushes(client, target_nodes=node))
        for node in client.get_primaries()
    ]


async def _flushes(client: Client, **where: Any) -> str | None:
    try:
        found = await client.config_get("appendfsync", **where)
    except NoPermissionError:
        return None
    except RedisError as error:
        if "unknown command" in str(error):  # as services for hire have it
            return None
        raise
    return None if not found else str(found.get("appendfsync"))


def _check(address: Address, facts: _Facts) -> None:
    version = tuple(int(part) for part in str(facts["redis_version"]).split(".")[:2])
    if version < _OLDEST:
        raise CannotOpen(f"{address} is Redis {facts['redis_version']}; use Redis or Valkey 6.2 or newer")
    if facts.get("redis_mode") == "cluster" and address.form is not Form.CLUSTER:
        raise CannotOpen(f"{address} is a node of a Cluster; write redis+cluster://{address}")
    if facts.get("role") == "slave":
        raise CannotOpen(
            f"{address} is a replica, which takes no writes; name its primary, "
            "or its Sentinels as redis+sentinel://HOST,HOST/SERVICE"
        )
    policy = facts.get("maxmemory_policy", "noeviction")
    if facts.get("maxmemory") and policy != "noeviction":
        raise CannotOpen(
            f"{address} throws rooms away when its memory is full (maxmemory-policy {policy}); "
            "set maxmemory-policy noeviction"
        )


def _check_durability(address: Address, facts: _Facts, flushes: str | None, durability: Durability) -> None:
    power = durability is Durability.POWER
    if not facts.get("aof_enabled"):
        if power:
            raise CannotOpen(
                f"{address} has no append-only file, so that writes do not survive a loss of power; "
                "set appendonly yes and appendfsync always"
            )
        _log.warning("redis has no append-only file: rooms will not survive its restart", redis=str(address))
    elif power and flushes is None:
        _log.warning("redis does not say whether it flushes each write (appendfsync)", redis=str(address))
    elif power and flushes != "always":
        raise CannotOpen(
            f"{address} flushes its append-only file {flushes}, so that the last writes do not survive "
            "a loss of power; set appendfsync always, or ask for less (durability process)"
        )


def _sentence(address: Address, error: Exception) -> str:
    match error:
        case AuthenticationError():
            return f"{address} refuses this user or password ({error}); write redis://USER:PASSWORD@HOST"
        case NoPermissionError():
            return f"{address} lets this user do too little ({error}); docs/hosting.md lists what is needed"
        case TimeoutError():
            return f"{address} does not answer; is it Redis, and may this machine reach it?"
        case RedisClusterException() if address.form is Form.CLUSTER:
            return f"{address} cannot be used as a Cluster: {error}"
        case RedisError() | OSError() | RedisClusterException():
            return f"{address} cannot be reached: {error}; is Redis running there?"
        case StoreError():
            return f"{address} cannot be used: {error}"
    return f"{address} cannot be opened: {error!r}"
