"""What Redis does by itself, in one step: the scripts of a room. All keys of a script lie in the room's slot.

A room's `head` is a hash: `owner` and `epoch` (who holds it), `expires` (when others may), `last` and `saved` (the
positions of the log's end and of the checkpoint), `written` (it exists). The log is a stream whose ids are `POSITION-0`.

A script answers {'ok', …}, {'fenced'}, {'conflict', ACTUAL} or, from `claim`, {'taken'}. Times go both ways as decimals in
strings: Redis cuts the numbers of a reply to integers.
"""

from __future__ import annotations

import hashlib

import msgspec

__all__ = [
    "APPEND",
    "CARD",
    "CHECKPOINT",
    "CLAIM",
    "CLOCK",
    "DELETE",
    "HOLDER",
    "LOAD",
    "LOOK",
    "NOTE",
    "RECORDS",
    "RELEASE",
    "RENEW",
    "SCRIPTS",
    "SETTLE",
    "TRIM",
    "Script",
    "script",
]


class Script(msgspec.Struct, frozen=True):
    text: str
    keys: int
    """How many of the arguments are keys."""
    sha: str
    writes: bool


SCRIPTS: list[Script] = []


def script(keys: int, *parts: str, writes: bool = True) -> Script:
    """One that every Redis is taught. `keys`: how many of its arguments are keys, all in one slot."""
    text = "\n".join(parts)
    made = Script(text, keys, hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest(), writes)
    SCRIPTS.append(made)
    return made


CLOCK = """
local function clock(given) -- Unix seconds: the server's own, unless the store was opened with a clock
    if given ~= '' then return tonumber(given) end
    local t = redis.call('TIME')
    return t[1] + t[2] / 1e6
end
local function text(seconds) return string.format('%.17g', seconds) end
"""
"""The clock by which a script goes, and how it writes a moment down."""

_HELD = """
local head = redis.call('HMGET', KEYS[1], 'owner', 'epoch', 'last', 'saved')
-- The lease is compared whole: its epoch comes from a clock, and a clock may be set back.
if head[1] ~= ARGV[1] or head[2] ~= ARGV[2] then return {'fenced'} end
local last, saved = tonumber(head[3] or 0), tonumber(head[4] or 0)
"""

_LAST_LONG = """
local function last_long(keep, spare) -- all keys of the room, once a day and together
    if redis.call('PTTL', KEYS[1]) < keep - spare then
        for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, keep) end
    end
end
"""

CLAIM = script(
    5,
    CLOCK,
    _LAST_LONG,
    """
local owner, ttl, floor, now, t = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), clock(ARGV[4]), redis.call('TIME')
local held = redis.call('HMGET', KEYS[1], 'owner', 'expires', 'epoch')
if held[1] and held[1] ~= '' and held[1] ~= owner and now < tonumber(held[2]) then return {'taken'} end
local epoch = math.max(t[1] * 1e6 + t[2], floor + 1, (tonumber(held[3] or 0)) + 1)
local name, expires = string.format('%.0f', epoch), text(now + ttl)
redis.call('HSET', KEYS[1], 'owner', owner, 'epoch', name, 'expires', expires)
last_long(tonumber(ARGV[5]), tonumber(ARGV[6]))
return {'ok', name, expires}
""",
)
"""Keys: all of the room. Arguments: owner, ttl, the newest epoch that this process knows, clock, keep, spare."""

RENEW = script(
    5,
    _HELD,
    CLOCK,
    _LAST_LONG,
    """
local expires = text(clock(ARGV[4]) + tonumber(ARGV[3]))
redis.call('HSET', KEYS[1], 'expires', expires)
last_long(tonumber(ARGV[5]), tonumber(ARGV[6]))
return {'ok', expires}
""",
)
"""Keys: all of the room. Arguments: owner, epoch, ttl, clock, keep, spare."""

RELEASE = script(
    1,
    _HELD,
    """
redis.call('HSET', KEYS[1], 'owner', '', 'expires', '0')
return {'ok'}
""",
)
"""Key: head. Arguments: owner, epoch. The epoch stays, so that the next one is greater."""

APPEND = script(
    2,
    _HELD,
    """
if last ~= tonumber(ARGV[3]) then return {'conflict', last} end
local fresh = last == 0
for i = 5, #ARGV do
    last = last + 1
    redis.call('XADD', KEYS[2], string.format('%.0f-0', last), 'd', ARGV[i])
end
redis.call('HSET', KEYS[1], 'last', last, 'written', 1)
if fresh then redis.call('PEXPIRE', KEYS[2], ARGV[4]) end
return {'ok', last}
""",
)
"""Keys: head, log. Arguments: owner, epoch, expected position, keep, entries."""

CHECKPOINT = script(
    2,
    _HELD,
    """
local position = tonumber(ARGV[3])
if position > last then return {'conflict', last} end
if position >= saved then
    redis.call('SET', KEYS[2], ARGV[5], 'PX', ARGV[4])
    redis.call('HSET', KEYS[1], 'saved', position, 'written', 1)
end
return {'ok'}
""",
)
"""Keys: head, state. Arguments: owner, epoch, position, keep, data."""

TRIM = script(
    2,
    _HELD,
    """
local before = tonumber(ARGV[3])
if before > saved then return {'conflict', saved} end
redis.call('XTRIM', KEYS[2], 'MINID', '=', string.format('%.0f-0', before + 1))
return {'ok'}
""",
)
"""Keys: head, log. Arguments: owner, epoch, position."""

CARD = script(
    2,
    _HELD,
    """
local before = redis.call('GET', KEYS[2])
redis.call('SET', KEYS[2], ARGV[4], 'PX', ARGV[3])
redis.call('HSET', KEYS[1], 'written', 1)
return {'ok', before or ''}
""",
)
"""Keys: head, card. Arguments: owner, epoch, keep, data. Answers the card that was there, '' for none."""

DELETE = script(
    5,
    _HELD,
    """
local card = redis.call('GET', KEYS[4])
redis.call('DEL', unpack(KEYS))
return {'ok', card or ''}
""",
)
"""Keys: all of the room. Arguments: owner, epoch. Answers the card that was there, '' for none."""

LOAD = script(
    3,
    """
local head = redis.call('HMGET', KEYS[1], 'written', 'last', 'saved')
if not head[1] then return {} end
local after = string.format('%.0f-0', tonumber(head[3] or 0) + 1)
return {tonumber(head[2] or 0), tonumber(head[3] or 0), redis.call('GET', KEYS[2]), redis.call('XRANGE', KEYS[3], after, '+')}
""",
    writes=False,
)
"""Keys: head, state, log. Answers {} where no room is, else {last, saved, state, log after saved}."""

HOLDER = script(
    1,
    CLOCK,
    """
local head = redis.call('HMGET', KEYS[1], 'owner', 'expires', 'written')
local live = head[1] and clock(ARGV[1]) < tonumber(head[2])
return {live and head[1] or '', head[3] and 1 or 0}
""",
    writes=False,
)
"""Key: head. Argument: clock. Answers the owner of a live lease ('' for nobody), and whether the room exists."""

LOOK = script(
    1,
    CLOCK,
    """
local head = redis.call('HMGET', KEYS[1], 'expires', 'written')
if not head[1] then return {'gone'} end
if head[2] then return {'ok'} end
if clock(ARGV[1]) < tonumber(head[1]) then return {'ok', head[1]} end
redis.call('DEL', KEYS[1])
return {'gone'}
""",
)
"""Key: head. Argument: clock. Ends a claim that has run out of a room that never came to exist; tells when it will run out."""

SETTLE = script(
    1,
    """
if redis.call('ZSCORE', KEYS[1], ARGV[1]) ~= ARGV[2] then return {'ok'} end
if ARGV[3] == '' then redis.call('ZREM', KEYS[1], ARGV[1]) else redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1]) end
return {'ok'}
""",
)
"""Key: the index of rooms. Arguments: room, the score it was found with, the new one ('' takes it out). Leaves alone what
somebody else has touched since."""

_LISTED = """
local now, listed, over = clock(ARGV[1]), {}, {}
for _, line in ipairs(redis.call('LRANGE', KEYS[1], 0, -1)) do
    local expires, id = string.match(line, '^(%S+) (.*)$')
    if now < tonumber(expires) then table.insert(listed, id) else table.insert(over, line) end
end
"""

RECORDS = script(
    1,
    CLOCK,
    _LISTED,
    """
return listed
""",
    writes=False,
)
"""Key: the room's list of records. Argument: clock. Answers ids, oldest first."""

NOTE = script(
    1,
    CLOCK,
    _LISTED,
    """
local id, ttl = ARGV[2], tonumber(ARGV[3])
for _, line in ipairs(over) do redis.call('LREM', KEYS[1], 1, line) end
for _, known in ipairs(listed) do if known == id then return {'ok'} end end
redis.call('RPUSH', KEYS[1], text(now + ttl) .. ' ' .. id)
redis.call('PEXPIRE', KEYS[1], math.max(redis.call('PTTL', KEYS[1]), math.ceil(ttl * 1000)))
return {'ok'}
""",
)
"""Key: the room's list of records. Arguments: clock, id, ttl. A record that is listed already stays where it is."""
