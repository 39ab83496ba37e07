"""The pages of a shared store. A kind is three keys (`PageKeys`) that are changed together and last equally long, so that
what was put for a time is never taken for what was put for good."""

from __future__ import annotations

from server.store.base import PAGE_LIMIT, Clock, Page
from server.store.redis_scripts import CLOCK, script
from server.store.redis_wires import Wires

__all__ = ["RedisPages"]

_KEEP = 365 * 24 * 3600 * 1000
"""Milliseconds that a kind lasts in which somebody has put a page for good."""

_PUT = script(
    3,
    CLOCK,
    """
local now, name = clock(ARGV[1]), ARGV[2]
-- More than the one that comes, so that what has run out cannot gather.
for _, gone in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', text(now), 'LIMIT', 0, 20)) do
    redis.call('ZREM', KEYS[1], gone)
    redis.call('ZREM', KEYS[2], gone)
    redis.call('HDEL', KEYS[3], gone)
end
redis.call('ZADD', KEYS[1], 0, name)
redis.call('HSET', KEYS[3], name, ARGV[3])
local lasts = tonumber(ARGV[5])
if ARGV[4] == '' then
    redis.call('ZREM', KEYS[2], name)
else
    redis.call('ZADD', KEYS[2], text(now + tonumber(ARGV[4])), name)
    lasts = math.max(1, math.ceil(tonumber(ARGV[4]) * 1000))
end
lasts = math.max(redis.call('PTTL', KEYS[1]), lasts)
for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, lasts) end
return {'ok'}
""",
)
"""Keys: all of the kind. Arguments: clock, name, data, ttl ('' for good), keep."""

_LIVE = """
local now = clock(ARGV[1])
local function live(name)
    local ends = redis.call('ZSCORE', KEYS[2], name)
    return not ends or now < tonumber(ends)
end
"""

_GET = script(
    3,
    CLOCK,
    _LIVE,
    """
return live(ARGV[2]) and redis.call('HGET', KEYS[3], ARGV[2])
""",
    writes=False,
)
"""Keys: all of the kind. Arguments: clock, name."""

_LIST = script(
    3,
    CLOCK,
    _LIVE,
    """
local limit, from, found = tonumber(ARGV[3]), '(' .. ARGV[2], {}
while #found < 2 * limit do
    local some = redis.call('ZRANGEBYLEX', KEYS[1], from, '+', 'LIMIT', 0, limit)
    if #some == 0 then break end
    for _, name in ipairs(some) do
        if #found < 2 * limit and live(name) then
            table.insert(found, name)
            table.insert(found, redis.call('HGET', KEYS[3], name))
        end
    end
    from = '(' .. some[#some]
end
return found
""",
    writes=False,
)
"""Keys: all of the kind. Arguments: clock, the name before the first, limit. Answers names and data in turn."""

_DROP = script(
    3,
    CLOCK,
    _LIVE,
    """
local there = live(ARGV[2])
redis.call('ZREM', KEYS[2], ARGV[2])
redis.call('HDEL', KEYS[3], ARGV[2])
return redis.call('ZREM', KEYS[1], ARGV[2]) == 1 and there and 1 or 0
""",
)
"""Keys: all of the kind. Arguments: clock, name. Answers 1 where there was one."""


class RedisPages:
    """The pages' part of the Store over `wires`. `clock` None: Redis's own."""

    def __init__(self, wires: Wires, clock: Clock | None) -> None:
        self.wires = wires
        self._clock = clock

    async def put_page(self, kind: str, key: str, data: bytes, ttl: float | None) -> None:
        if len(data) > PAGE_LIMIT:
            raise ValueError(f"a page of {len(data)} bytes")
        keys, lasts = self.wires.keys.pages(kind).all(), "" if ttl is None else ttl
        await self.wires.run(_PUT, *keys, self._now(), key, data, lasts, _KEEP)

    async def get_page(self, kind: str, key: str) -> bytes | None:
        found = await self.wires.run(_GET, *self.wires.keys.pages(kind).all(), self._now(), key)
        return None if found is None else bytes(found)

    async def pages(self, kind: str, limit: int, after: str = "") -> list[Page]:
        keys = self.wires.keys.pages(kind).all()
        flat = await self.wires.run(_LIST, *keys, self._now(), after, limit)
        return [Page(name.decode(), data) for name, data in zip(flat[::2], flat[1::2], strict=True)]

    async def drop_page(self, kind: str, key: str) -> bool:
        return bool(await self.wires.run(_DROP, *self.wires.keys.pages(kind).all(), self._now(), key))

    def _now(self) -> str:
        return "" if self._clock is None else repr(self._clock())
