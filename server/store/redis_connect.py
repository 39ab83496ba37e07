"""From an address to redis-py: a client, and the pools from which lanes take their connection.

redis-py never tries a write again by itself here: only its caller knows whether that is right.
"""

from __future__ import annotations

from typing import Any

from redis.asyncio import (
    Connection,
    ConnectionPool,
    Redis,
    RedisCluster,
    SSLConnection,
    UnixDomainSocketConnection,
)
from redis.asyncio.cluster import ClusterNode
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import Sentinel, SentinelConnectionPool
from redis.backoff import NoBackoff

from server.store.redis_url import Address, Form, Place

__all__ = ["Client", "close_pool", "cluster_of", "pool_to", "single_client"]

Client = Redis | RedisCluster
"""redis-py's, with replies as bytes."""

_FOLLOW = 2
"""How often a Cluster's client looks for the new place of a key before it gives up."""


def single_client(address: Address) -> Redis:
    """To the one server, or to the one that the Sentinels call the primary. Nothing is sent yet."""
    return Redis(connection_pool=_pool(address, address.timeout))


def cluster_of(address: Address) -> RedisCluster:
    """Nothing is sent yet."""
    return RedisCluster(
        startup_nodes=[ClusterNode(place.host, place.port) for place in address.places],
        require_full_coverage=False,  # a part that is down stops its own rooms only
        socket_timeout=address.timeout,
        ssl=address.tls,
        **_tls(address),
        **_common(address, retries=_FOLLOW),
    )


def pool_to(address: Address, place: Place | None = None) -> ConnectionPool:
    """For a lane, which bounds the time itself. `place`: a node of a Cluster."""
    return _pool(address, None, place)


async def close_pool(pool: ConnectionPool) -> None:
    await pool.aclose()
    if isinstance(pool, SentinelConnectionPool):
        for sentinel in pool.sentinel_manager.sentinels:
            await sentinel.aclose()


def _pool(address: Address, socket_timeout: float | None, place: Place | None = None) -> ConnectionPool:
    settings = {**_common(address), "socket_timeout": socket_timeout}
    match address.form:
        case Form.SOCKET:
            return ConnectionPool(UnixDomainSocketConnection, path=address.path, db=address.db, **settings)
        case Form.SENTINEL:
            sentinels = Sentinel(  # type: ignore[no-untyped-call] # redis-py's doing
                [(each.host, each.port) for each in address.places], sentinel_kwargs=_sentinel(address)
            )
            return SentinelConnectionPool(  # type: ignore[no-untyped-call] # the same
                address.path, sentinels, ssl=address.tls, db=address.db, **_tls(address), **settings
            )
    place = place or address.places[0]
    kind = SSLConnection if address.tls else Connection
    return ConnectionPool(kind, host=place.host, port=place.port, db=address.db, **_tls(address), **settings)


def _common(address: Address, retries: int = 0) -> dict[str, Any]:
    return {
        "username": address.user,
        "password": address.password,
        "socket_connect_timeout": address.timeout,
        "retry": Retry(NoBackoff(), retries),
        "protocol": 2,
    }


def _tls(address: Address) -> dict[str, Any]:
    if not address.tls:
        return {}
    return {"ssl_ca_certs": address.ca, "ssl_certfile": address.cert, "ssl_keyfile": address.key}


def _sentinel(address: Address) -> dict[str, Any]:
    # So short that all can be asked in the time of one call.
    patience = address.timeout / (len(address.places) + 1)
    return {
        **_common(address),
        **_tls(address),
        "ssl": address.tls,
        "username": address.sentinel_user,
        "password": address.sentinel_password,
        "socket_timeout": patience,
        "socket_connect_timeout": patience,
    }
