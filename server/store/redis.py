"""The shared store: one Redis (or Valkey), any number of processes.

Everything that must happen in one step is a script (`redis_scripts`) on the keys of one room, which lie in one slot of a
Cluster. Across rooms there is one key, the index: a room is entered there before it can exist, stays there for some time
after it has gone, and counts only while its head says that it is written.

**Epochs** are microseconds of Redis's clock, but always greater than the room's last one and than any that this process has
been given. So they need no counter, which a failover could set back, and none that is shared by all slots of a Cluster. Only
per room are they new.

**The clock** that decides when others may claim is Redis's own, so the clocks of the processes do not matter; one that is given
takes its place. Sessions and records run out by the lifetime of their keys.

**Lifetimes.** Every key has one; a room's are set anew, together, when its lease is (`_KEEP`).
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Collection, Sequence

import msgspec

from server.store import redis_scripts as scripts
from server.store.base import (
    Checkpoint,
    Clock,
    Conflict,
    Damaged,
    Entry,
    Fenced,
    Lease,
    RoomId,
    Stored,
)
from server.store.redis_lane import Argument, Reply
from server.store.redis_pages import RedisPages
from server.store.redis_scripts import Script
from server.store.redis_wires import Wires

__all__ = ["RedisStore"]

_DAY = 24 * 3600 * 1000
_KEEP = 30 * _DAY
"""Milliseconds that a room lasts which nobody claims or renews."""
_SWEEP = 200
"""Rooms that one sweep looks at."""


class _Card(msgspec.Struct, frozen=True, array_like=True):
    """What is kept under a room's card: `people` is the truth of which the keys of the people are an index."""

    data: bytes
    people: list[str]


class RedisStore(RedisPages):
    """The Store over `wires`, which it closes. `clock` None: Redis's own."""

    def __init__(self, wires: Wires, clock: Clock | None = None) -> None:
        super().__init__(wires, clock)
        self._keys = wires.keys
        self._newest = 0

    # Leases

    async def claim(self, room: RoomId, owner: str, ttl: float) -> Lease | None:
        keys = self._keys.room(room)
        entered = self._enter(room, self._moment() + ttl)
        claimed = self.wires.run(
            scripts.CLAIM, *keys.all(), owner, ttl, self._newest, self._now(), _KEEP, _DAY
        )
        reply, _ = await asyncio.gather(claimed, entered)
        if reply[0] != b"ok":
            return None
        epoch = int(reply[1])
        self._newest = max(self._newest, epoch)
        return Lease(room, owner, epoch, float(reply[2]))

    async def renew(self, lease: Lease, ttl: float) -> Lease:
        keys = self._keys.room(lease.room)
        reply = await self._ask(scripts.RENEW, lease, keys.all(), ttl, self._now(), _KEEP, _DAY)
        return msgspec.structs.replace(lease, expires=float(_granted(lease, reply)))

    async def release(self, lease: Lease) -> None:
        await self._ask(scripts.RELEASE, lease, (self._keys.room(lease.room).head,))

    # The room

    async def append(self, lease: Lease, expected: int, entries: Sequence[bytes]) -> int:
        keys = self._keys.room(lease.room)
        reply = await self._ask(scripts.APPEND, lease, (keys.head, keys.log), expected, _KEEP, *entries)
        return int(_granted(lease, reply, expected))

    async def checkpoint(self, lease: Lease, position: int, data: bytes) -> None:
        keys = self._keys.room(lease.room)
        kept = self._ask(scripts.CHECKPOINT, lease, (keys.head, keys.state), position, _KEEP, data)
        # A room that the index has lost (with a node of a Cluster) is found again.
        reply, _ = await asyncio.gather(kept, self._enter(lease.room, 0, "NX"))
        _granted(lease, reply, position)

    async def trim(self, lease: Lease, before: int) -> None:
        keys = self._keys.room(lease.room)
        _granted(lease, await self._ask(scripts.TRIM, lease, (keys.head, keys.log), before), before)

    async def read(self, room: RoomId, after: int = 0) -> list[Entry]:
        log = self._keys.room(room).log
        return _entries(await self.wires.call("XRANGE", log, f"{after + 1}-0", "+"))

    async def load(self, room: RoomId) -> Stored | None:
        keys = self._keys.room(room)
        reply = await self.wires.run(scripts.LOAD, keys.head, keys.state, keys.log)
        if not reply:
            return None
        last, saved, state, rows = reply
        entries = _entries(rows)
        if [entry.position for entry in entries] != list(range(saved + 1, last + 1)):
            raise Damaged(f"the log of room {room} has gaps between {saved} and {last}")
        if saved and state is None:
            raise Damaged(f"the checkpoint of room {room} at {saved} is missing")
        return Stored(None if state is None else Checkpoint(saved, state), entries, last)

    async def delete(self, lease: Lease) -> None:
        deleted = self._ask(scripts.DELETE, lease, self._keys.room(lease.room).all())
        # The index forgets the room with the next sweep: somebody may have claimed it again by now.
        reply, _ = await asyncio.gather(deleted, self._enter(lease.room, 0, "XX"))
        await self._belongs_no_more(lease.room, _people(_granted(lease, reply)))

    # The directory

    async def list_rooms(self) -> list[RoomId]:
        rooms = await self._entered()
        heads = [self._keys.room(room).head for room in rooms]
        written = await asyncio.gather(*(self.wires.call("HEXISTS", head, "written") for head in heads))
        return [room for room, there in zip(rooms, written, strict=True) if there]

    async def holder(self, room: RoomId) -> str | None:
        owner, _ = await self._holder(room)
        return owner.decode() or None

    async def unclaimed(self, limit: int) -> list[RoomId]:
        rooms = await self._entered()
        found = await asyncio.gather(*(self._holder(room) for room in rooms))
        return [room for room, (owner, there) in zip(rooms, found, strict=True) if there and not owner][
            :limit
        ]

    def _holder(self, room: RoomId) -> asyncio.Future[Reply]:
        return self.wires.run(scripts.HOLDER, self._keys.room(room).head, self._now())

    async def put_card(self, lease: Lease, data: bytes, people: Sequence[str] = ()) -> None:
        keys = self._keys.room(lease.room)
        card = msgspec.msgpack.encode(_Card(data, list(people)))
        named = [self._keys.person(person) for person in set(people)]
        before = _granted(lease, await self._ask(scripts.CARD, lease, (keys.head, keys.card), _KEEP, card))
        await asyncio.gather(
            *(self.wires.call("SADD", key, lease.room, writes=True) for key in named),
            *(self.wires.call("PEXPIRE", key, _KEEP, writes=True) for key in named),
            self._belongs_no_more(lease.room, _people(before) - set(people)),
        )

    async def _belongs_no_more(self, room: RoomId, people: Collection[str]) -> None:
        """Take the room out of what is known of them. Whom a crash leaves in, `rooms_of` takes out when he comes, or time does."""
        await asyncio.gather(
            *(self.wires.call("SREM", self._keys.person(person), room, writes=True) for person in people)
        )

    async def cards(self) -> dict[RoomId, bytes]:
        return {room: card.data for room, card in (await self._cards(await self._entered())).items()}

    async def rooms_of(self, person: str) -> list[RoomId]:
        key = self._keys.person(person)
        named = [RoomId(name.decode()) for name in await self.wires.call("SMEMBERS", key)]
        cards = await self._cards(named)
        here = [room for room in named if room in cards and person in cards[room].people]
        if gone := set(named) - set(here):
            await self.wires.call("SREM", key, *gone, writes=True)
        return here

    async def _cards(self, rooms: Sequence[RoomId]) -> dict[RoomId, _Card]:
        """Of those that have one."""
        keys = [self._keys.room(room).card for room in rooms]
        found = await asyncio.gather(*(self.wires.call("GET", key) for key in keys))
        return {
            room: msgspec.msgpack.decode(card, type=_Card)
            for room, card in zip(rooms, found, strict=True)
            if card is not None
        }

    async def secret(self) -> bytes:
        key = self._keys.secret
        await self.wires.call("SET", key, secrets.token_bytes(32), "NX", writes=True)
        await self.wires.call("PEXPIRE", key, 2 * _KEEP, writes=True)
        return bytes(await self.wires.call("GET", key))

    async def _entered(self) -> list[RoomId]:
        """All that the index names."""
        return [RoomId(name.decode()) for name in await self.wires.call("ZRANGE", self._keys.rooms, 0, -1)]

    # Sessions and records

    async def put_session(self, token_hash: bytes, data: bytes, ttl: float) -> None:
        key = self._keys.session(token_hash)
        await self.wires.call("SET", key, data, "PX", _milliseconds(ttl), writes=True)

    async def get_session(self, token_hash: bytes) -> bytes | None:
        return await self._get(self._keys.session(token_hash))

    async def delete_session(self, token_hash: bytes) -> None:
        key = self._keys.session(token_hash)
        await self.wires.call("DEL", key, writes=True)

    async def put_record(self, record_id: str, data: bytes, room: RoomId, ttl: float) -> None:
        key = self._keys.record(record_id)
        kept = self.wires.call("SET", key, data, "NX", "PX", _milliseconds(ttl), writes=True)
        noted = self.wires.run(scripts.NOTE, self._keys.room(room).records, self._now(), record_id, ttl)
        await asyncio.gather(kept, noted)

    async def get_record(self, record_id: str) -> bytes | None:
        return await self._get(self._keys.record(record_id))

    async def records(self, room: RoomId) -> list[str]:
        listed = await self.wires.run(scripts.RECORDS, self._keys.room(room).records, self._now())
        return [name.decode() for name in listed]

    # Housekeeping

    async def sweep(self) -> int:
        index, moment = self._keys.rooms, self._moment()
        # The secret too: a process may run for longer than what it asked for once lasts.
        lasts = asyncio.gather(
            *(self.wires.call("PEXPIRE", key, 2 * _KEEP, writes=True) for key in (index, self._keys.secret))
        )
        due_now = self.wires.call("ZRANGEBYSCORE", index, "-inf", moment, "WITHSCORES", "LIMIT", 0, _SWEEP)
        flat, _ = await asyncio.gather(due_now, lasts)
        due = list(zip(flat[::2], flat[1::2], strict=True))
        heads = [self._keys.room(RoomId(name.decode())).head for name, _ in due]
        found = await asyncio.gather(*(self.wires.run(scripts.LOOK, head, self._now()) for head in heads))
        settled = []
        for (name, score), (what, *when) in zip(due, found, strict=True):
            later = "" if what == b"gone" else when[0] if when else moment + _DAY / 1000
            settled.append(self.wires.run(scripts.SETTLE, index, name, score, later))
        await asyncio.gather(*settled)
        return sum(what == b"gone" for what, *_ in found)

    async def ping(self) -> None:
        # A write as any other, so that Redis refuses it whenever it would refuse others, which changes nothing.
        await self.wires.call("ZADD", self._keys.rooms, "XX", 0, "", writes=True)

    async def close(self) -> None:
        await self.wires.close()

    # How calls are made: without a pause before the first, so that they keep their order

    def _enter(self, room: RoomId, look: float, *how: str) -> asyncio.Future[tuple[Reply, Reply]]:
        """Let the index name the room, to be looked at from `look` on. `how`: as ZADD says it."""
        index = self._keys.rooms
        return asyncio.gather(
            self.wires.call("ZADD", index, *how, look, room, writes=True),
            self.wires.call("PEXPIRE", index, 2 * _KEEP, writes=True),
        )

    def _ask(
        self, script: Script, lease: Lease, keys: tuple[str, ...], *arguments: Argument
    ) -> asyncio.Future[Reply]:
        return self.wires.run(script, *keys, lease.owner, lease.epoch, *arguments)

    async def _get(self, key: str) -> bytes | None:
        found = await self.wires.call("GET", key)
        return None if found is None else bytes(found)

    def _moment(self) -> float:
        """For the index, where it decides nothing but when to look."""
        return time.time() if self._clock is None else self._clock()


def _granted(lease: Lease, reply: Reply, about: int = 0) -> Reply:
    """What a fenced script returns. `about`: the position that a conflict is about."""
    match reply:
        case [b"fenced"]:
            raise Fenced(lease.room, lease.epoch)
        case [b"conflict", actual]:
            raise Conflict(lease.room, about, actual)
    return reply[-1]


def _people(card: bytes) -> set[str]:
    """Whom a card names; nobody where there was none."""
    return set(msgspec.msgpack.decode(card, type=_Card).people) if card else set()


def _entries(rows: list[list[Reply]]) -> list[Entry]:
    return [Entry(int(position.partition(b"-")[0]), fields[1]) for position, fields in rows]


def _milliseconds(seconds: float) -> int:
    return max(1, round(seconds * 1000))
