"""The layout of the database, as the steps that lead to it. A step that was released is never changed: a new
one is added."""

from __future__ import annotations

__all__ = ["APPLICATION_ID", "VERSIONS", "VOID_LEASES"]

APPLICATION_ID = 0x50616951
"""Marks the file as ours in its header ("PaiQ")."""

_FIRST = (
    # The newest epoch of any claim, and a place to write to for seeing whether one can.
    "CREATE TABLE state (epoch INTEGER NOT NULL, pinged REAL NOT NULL)",
    "INSERT INTO state VALUES (0, 0)",
    # epoch 0: nobody holds the room. written 0: claimed, but nothing is in it, so it does not exist yet.
    """CREATE TABLE rooms (
        number INTEGER PRIMARY KEY, room TEXT NOT NULL UNIQUE,
        owner TEXT NOT NULL, epoch INTEGER NOT NULL, expires REAL NOT NULL, written INTEGER NOT NULL
    )""",
    # In order of arrival, so that what all rooms write in one tick lands on one page; by room only in the
    # (small) index.
    """CREATE TABLE log (
        number INTEGER PRIMARY KEY, room INTEGER NOT NULL, position INTEGER NOT NULL, data BLOB NOT NULL
    )""",
    "CREATE UNIQUE INDEX log_by_room ON log (room, position)",
    # Large and rarely read values apart from `rooms`, whose rows are rewritten with every renewal of a lease.
    "CREATE TABLE checkpoints (room INTEGER PRIMARY KEY, position INTEGER NOT NULL, data BLOB NOT NULL)",
    "CREATE TABLE cards (room INTEGER PRIMARY KEY, data BLOB NOT NULL)",
    """CREATE TABLE sessions (
        token_hash BLOB PRIMARY KEY, data BLOB NOT NULL, expires REAL NOT NULL
    ) WITHOUT ROWID""",
    "CREATE INDEX sessions_by_end ON sessions (expires)",
    # By the room's name, not its number: records outlive their room. room NULL: the room was deleted.
    """CREATE TABLE records (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, room TEXT,
        data BLOB NOT NULL, expires REAL NOT NULL
    )""",
    "CREATE INDEX records_by_room ON records (room)",
    "CREATE INDEX records_by_end ON records (expires)",
)

_SECOND = (
    "ALTER TABLE state ADD COLUMN secret BLOB",
    "UPDATE state SET secret = randomblob(32)",
    "CREATE TABLE people (person TEXT NOT NULL, room INTEGER NOT NULL, PRIMARY KEY (person, room)) WITHOUT ROWID",
    "CREATE INDEX people_by_room ON people (room)",
)

_THIRD = (
    # expires: infinity for what is kept for good.
    """CREATE TABLE pages (
        number INTEGER PRIMARY KEY, kind TEXT NOT NULL, key TEXT NOT NULL,
        data BLOB NOT NULL, expires REAL NOT NULL, UNIQUE (kind, key)
    )""",
    "CREATE INDEX pages_by_end ON pages (expires)",
)

VERSIONS: tuple[tuple[str, ...], ...] = (_FIRST, _SECOND, _THIRD)
"""`VERSIONS[n]` leads from layout n to n + 1; layout 0 is an empty file."""

VOID_LEASES = "UPDATE rooms SET owner = '', epoch = 0, expires = 0 WHERE epoch"
"""Whoever held a lease when the file was served before is gone."""
