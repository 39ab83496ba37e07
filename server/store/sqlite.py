"""The embedded store: one SQLite file, served by one process.

That process holds the file's lock, so what it remembers of the rooms (`_Head`) is true until a transaction is
undone, and every lease of an earlier opening is void: its holder is gone. Writes go through the group commit;
reads are answered on the spot, and a transaction is never open when they run.
"""

from __future__ import annotations

import math
import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from server.store.base import (
    PAGE_LIMIT,
    Checkpoint,
    Clock,
    Conflict,
    Damaged,
    Durability,
    Entry,
    Fenced,
    Lease,
    Page,
    RoomId,
    Stored,
)
from server.store.sqlite_commit import GroupCommit, translate
from server.store.sqlite_file import DatabaseFile

__all__ = ["SqliteStore"]

_SWEEP = 200
"""Rows of a kind that one sweep removes: a few milliseconds in which the loop stands still."""
_FORGET_ROOM = (
    "DELETE FROM log WHERE room = ?",
    "DELETE FROM checkpoints WHERE room = ?",
    "DELETE FROM cards WHERE room = ?",
    "DELETE FROM people WHERE room = ?",
)
_SWEEP_OLD = (
    "DELETE FROM sessions WHERE token_hash IN (SELECT token_hash FROM sessions WHERE expires <= ? LIMIT ?)",
    "DELETE FROM records WHERE number IN (SELECT number FROM records WHERE expires <= ? LIMIT ?)",
    "DELETE FROM pages WHERE number IN (SELECT number FROM pages WHERE expires <= ? LIMIT ?)",
)
_NEVER_WRITTEN = "SELECT room FROM rooms WHERE NOT written AND expires <= ? LIMIT ?"

_HEAD = """
    SELECT number, owner, epoch, expires, written,
        coalesce((SELECT position FROM checkpoints WHERE room = rooms.number), 0),
        coalesce((SELECT max(position) FROM log WHERE room = rooms.number), 0)
    FROM rooms WHERE room = ?
"""


class _Head(msgspec.Struct):
    """Where a room stands. Changed only after the statement that makes it so."""

    number: int
    owner: str
    epoch: int
    expires: float
    written: bool
    saved: int
    last: int


class SqliteStore:
    """The Store over `path` (MEMORY: nothing lasts). The constructor opens the file; raises CannotOpen or
    Damaged."""

    def __init__(
        self, path: Path, clock: Clock = time.time, durability: Durability = Durability.PROCESS
    ) -> None:
        self._clock = clock
        self._file = DatabaseFile(path, durability)
        self._sql = self._file.connection
        self._heads: dict[RoomId, _Head] = {}
        self._commit = GroupCommit(
            self._sql, self._file.turn, committed=self._file.wrote, undone=self._heads.clear
        )

    # Leases

    async def claim(self, room: RoomId, owner: str, ttl: float) -> Lease | None:
        def work() -> Lease | None:
            head, now = self._head(room), self._clock()
            if head is not None and head.epoch and head.owner != owner and now < head.expires:
                return None
            self._sql.execute("UPDATE state SET epoch = epoch + 1")
            (epoch,) = self._sql.execute("SELECT epoch FROM state").fetchone()
            if head is None:
                row = self._sql.execute("INSERT INTO rooms VALUES (NULL, ?, '', 0, 0, 0)", (room,))
                head = self._heads[room] = _Head(row.lastrowid or 0, "", 0, 0.0, False, 0, 0)
            self._set_lease(head, owner, epoch, now + ttl)
            return Lease(room, owner, epoch, now + ttl)

        return await self._commit.submit(work)

    async def renew(self, lease: Lease, ttl: float) -> Lease:
        def work() -> Lease:
            head, expires = self._held(lease), self._clock() + ttl
            self._set_lease(head, lease.owner, lease.epoch, expires)
            return msgspec.structs.replace(lease, expires=expires)

        return await self._commit.submit(work)

    async def release(self, lease: Lease) -> None:
        def work() -> None:
            head = self._head(lease.room)
            if head is not None and head.epoch == lease.epoch:
                self._set_lease(head, "", 0, 0.0)

        await self._commit.submit(work)

    # The room

    async def append(self, lease: Lease, expected: int, entries: Sequence[bytes]) -> int:
        def work() -> int:
            head = self._held(lease)
            if head.last != expected:
                raise Conflict(lease.room, expected, head.last)
            rows = [(head.number, position, data) for position, data in enumerate(entries, expected + 1)]
            self._sql.executemany("INSERT INTO log (room, position, data) VALUES (?, ?, ?)", rows)
            self._mark_written(head)
            head.last += len(rows)
            return head.last

        return await self._commit.submit(work)

    async def checkpoint(self, lease: Lease, position: int, data: bytes) -> None:
        def work() -> None:
            head = self._held(lease)
            if position > head.last:
                raise Conflict(lease.room, position, head.last)
            if position >= head.saved:
                self._sql.execute("REPLACE INTO checkpoints VALUES (?, ?, ?)", (head.number, position, data))
                self._mark_written(head)
                head.saved = position

        await self._commit.submit(work)

    async def trim(self, lease: Lease, before: int) -> None:
        def work() -> None:
            head = self._held(lease)
            if before > head.saved:
                raise Conflict(lease.room, before, head.saved)
            self._sql.execute("DELETE FROM log WHERE room = ? AND position <= ?", (head.number, before))

        await self._commit.submit(work)

    async def read(self, room: RoomId, after: int = 0) -> list[Entry]:
        rows = self._rows(
            "SELECT position, data FROM log WHERE room = (SELECT number FROM rooms WHERE room = ?)"
            " AND position > ? ORDER BY position",
            (room, after),
        )
        return [Entry(position, data) for position, data in rows]

    async def load(self, room: RoomId) -> Stored | None:
        try:
            head = self._head(room)
        except sqlite3.Error as error:
            raise translate(error) from error
        if head is None or not head.written:
            return None
        found = self._rows("SELECT position, data FROM checkpoints WHERE room = ?", (head.number,))
        checkpoint = Checkpoint(*found[0]) if found else None
        entries = await self.read(room, head.saved)
        if [entry.position for entry in entries] != list(range(head.saved + 1, head.last + 1)):
            raise Damaged(f"the log of room {room} has gaps between {head.saved} and {head.last}")
        return Stored(checkpoint, entries, head.last)

    async def delete(self, lease: Lease) -> None:
        def work() -> None:
            head = self._held(lease)
            for statement in _FORGET_ROOM:
                self._sql.execute(statement, (head.number,))
            self._sql.execute("UPDATE records SET room = NULL WHERE room = ?", (lease.room,))
            self._sql.execute("DELETE FROM rooms WHERE number = ?", (head.number,))
            del self._heads[lease.room]

        await self._commit.submit(work)

    # The directory

    async def list_rooms(self) -> list[RoomId]:
        return [RoomId(room) for (room,) in self._rows("SELECT room FROM rooms WHERE written")]

    async def holder(self, room: RoomId) -> str | None:
        rows = self._rows(
            "SELECT owner FROM rooms WHERE room = ? AND epoch AND expires > ?", (room, self._clock())
        )
        return str(rows[0][0]) if rows else None

    async def unclaimed(self, limit: int) -> list[RoomId]:
        query = "SELECT room FROM rooms WHERE written AND (NOT epoch OR expires <= ?) LIMIT ?"
        return [RoomId(room) for (room,) in self._rows(query, (self._clock(), limit))]

    async def put_card(self, lease: Lease, data: bytes, people: Sequence[str] = ()) -> None:
        def work() -> None:
            head = self._held(lease)
            self._sql.execute("REPLACE INTO cards VALUES (?, ?)", (head.number, data))
            self._sql.execute("DELETE FROM people WHERE room = ?", (head.number,))
            rows = [(person, head.number) for person in set(people)]
            self._sql.executemany("INSERT INTO people VALUES (?, ?)", rows)
            self._mark_written(head)

        await self._commit.submit(work)

    async def cards(self) -> dict[RoomId, bytes]:
        rows = self._rows("SELECT rooms.room, data FROM cards JOIN rooms ON rooms.number = cards.room")
        return {RoomId(room): data for room, data in rows}

    async def rooms_of(self, person: str) -> list[RoomId]:
        query = "SELECT rooms.room FROM people JOIN rooms ON rooms.number = people.room WHERE person = ?"
        return [RoomId(room) for (room,) in self._rows(query, (person,))]

    async def secret(self) -> bytes:
        return bytes(self._rows("SELECT secret FROM state")[0][0])

    # Sessions and records

    async def put_session(self, token_hash: bytes, data: bytes, ttl: float) -> None:
        await self._write("REPLACE INTO sessions VALUES (?, ?, ?)", (token_hash, data, self._clock() + ttl))

    async def get_session(self, token_hash: bytes) -> bytes | None:
        return self._blob(
            "SELECT data FROM sessions WHERE token_hash = ? AND expires > ?", (token_hash, self._clock())
        )

    async def delete_session(self, token_hash: bytes) -> None:
        await self._write("DELETE FROM sessions WHERE token_hash = ?", (token_hash,))

    async def put_record(self, record_id: str, data: bytes, room: RoomId, ttl: float) -> None:
        def work() -> None:
            now = self._clock()
            self._sql.execute("DELETE FROM records WHERE id = ? AND expires <= ?", (record_id, now))
            self._sql.execute(
                "INSERT OR IGNORE INTO records VALUES (NULL, ?, ?, ?, ?)", (record_id, room, data, now + ttl)
            )

        await self._commit.submit(work)

    async def get_record(self, record_id: str) -> bytes | None:
        return self._blob("SELECT data FROM records WHERE id = ? AND expires > ?", (record_id, self._clock()))

    async def records(self, room: RoomId) -> list[str]:
        rows = self._rows(
            "SELECT id FROM records WHERE room = ? AND expires > ? ORDER BY number", (room, self._clock())
        )
        return [str(found) for (found,) in rows]

    # Pages

    async def put_page(self, kind: str, key: str, data: bytes, ttl: float | None) -> None:
        if len(data) > PAGE_LIMIT:
            raise ValueError(f"a page of {len(data)} bytes")
        expires = self._clock() + (math.inf if ttl is None else ttl)
        await self._write("REPLACE INTO pages VALUES (NULL, ?, ?, ?, ?)", (kind, key, data, expires))

    async def get_page(self, kind: str, key: str) -> bytes | None:
        query = "SELECT data FROM pages WHERE kind = ? AND key = ? AND expires > ?"
        return self._blob(query, (kind, key, self._clock()))

    async def pages(self, kind: str, limit: int, after: str = "") -> list[Page]:
        query = "SELECT key, data FROM pages WHERE kind = ? AND key > ? AND expires > ? ORDER BY key LIMIT ?"
        return [Page(key, data) for key, data in self._rows(query, (kind, after, self._clock(), limit))]

    async def drop_page(self, kind: str, key: str) -> bool:
        def work() -> bool:
            # One that has run out is left to the sweep: it is not there any more.
            query = "DELETE FROM pages WHERE kind = ? AND key = ? AND expires > ?"
            return self._sql.execute(query, (kind, key, self._clock())).rowcount > 0

        return await self._commit.submit(work)

    # Housekeeping

    async def sweep(self) -> int:
        def work() -> int:
            now, removed = self._clock(), 0
            for statement in _SWEEP_OLD:
                removed += self._sql.execute(statement, (now, _SWEEP)).rowcount
            for (room,) in self._sql.execute(_NEVER_WRITTEN, (now, _SWEEP)).fetchall():
                self._sql.execute("DELETE FROM rooms WHERE room = ?", (room,))
                self._heads.pop(room, None)
                removed += 1
            return removed

        return await self._commit.submit(work)

    async def ping(self) -> None:
        await self._write("UPDATE state SET pinged = ?", (self._clock(),))

    async def close(self) -> None:
        self._commit.flush()
        self._file.close()

    # Inside a job, or between transactions

    def _head(self, room: RoomId) -> _Head | None:
        head = self._heads.get(room)
        if head is None:
            row = self._sql.execute(_HEAD, (room,)).fetchone()
            if row is None:
                return None
            number, owner, epoch, expires, written, saved, last = row
            head = self._heads[room] = _Head(
                number, owner, epoch, expires, bool(written), saved, max(saved, last)
            )
        return head

    def _held(self, lease: Lease) -> _Head:
        head = self._head(lease.room)
        if head is None or head.epoch != lease.epoch:
            raise Fenced(lease.room, lease.epoch)
        return head

    def _set_lease(self, head: _Head, owner: str, epoch: int, expires: float) -> None:
        self._sql.execute(
            "UPDATE rooms SET owner = ?, epoch = ?, expires = ? WHERE number = ?",
            (owner, epoch, expires, head.number),
        )
        head.owner, head.epoch, head.expires = owner, epoch, expires

    def _mark_written(self, head: _Head) -> None:
        if not head.written:
            self._sql.execute("UPDATE rooms SET written = 1 WHERE number = ?", (head.number,))
            head.written = True

    async def _write(self, statement: str, values: tuple[object, ...]) -> None:
        def work() -> None:
            self._sql.execute(statement, values)

        await self._commit.submit(work)

    def _blob(self, query: str, values: tuple[object, ...]) -> bytes | None:
        rows = self._rows(query, values)
        return bytes(rows[0][0]) if rows else None

    def _rows(self, query: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        try:
            return self._sql.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise translate(error) from error
