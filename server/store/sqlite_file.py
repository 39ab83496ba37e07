"""The file under the embedded store: whose it is, what layout it has, and getting its write-ahead log into it
beside the event loop."""

from __future__ import annotations

import os
import sqlite3
import threading
from contextlib import ExitStack
from pathlib import Path

import structlog

from server.store.base import CannotOpen, Damaged, Durability
from server.store.sqlite_commit import translate
from server.store.sqlite_layout import APPLICATION_ID, VERSIONS, VOID_LEASES

__all__ = ["MEMORY", "DatabaseFile"]

MEMORY = Path(":memory:")
"""Stands for no file at all: nothing lasts, everything else is the same."""

_PRIVATE = 0o600
"""The file holds hands and seeds of running games. SQLite gives the files that it puts beside it the same
mode."""
_PATIENCE = 0.05
"""Seconds that the event loop may stand still because another program (a backup tool, a shell) writes to the
file."""
_GATHER = 1.0
"""Seconds of commits that one checkpoint takes along. With Durability.PROCESS, about what a power cut may
cost."""
_MANY = 500
"""Commits after which a checkpoint does not wait for more: the longer the log, the longer the disk is busy
and commits with it."""
_LONG_LOG = 8192
"""Pages (of 4 KiB). SQLite begins the log anew only in a moment when all of it is in the database. On a busy
server such a moment never comes by itself and the log grows; past this length one is made, by keeping the
writer out during the last pass."""
_FEW = 64
"""Pages that may be left for the pass that keeps the writer out, which takes about 5 ms then."""
_PASSES = 5
"""Passes that may try to leave so few. Each is shorter than the one before, unless commits come faster than
the disk."""

_log = structlog.get_logger(__name__)


class DatabaseFile:
    """An open database that no other process serves. Raises CannotOpen or Damaged."""

    def __init__(self, path: Path, durability: Durability) -> None:
        self.turn = threading.Lock()
        """To be held while a transaction is open."""
        self._checkpoints: _Checkpoints | None = None
        try:
            with ExitStack() as opened:
                if path != MEMORY:
                    opened.callback(_claim_file(path).close)
                self.connection = _connect(path)
                opened.callback(self.connection.close)
                _prepare(self.connection, path, durability)
                if path != MEMORY:
                    self._checkpoints = _Checkpoints(_connect(path), self.turn)
                    self._checkpoints.start()
                    opened.callback(self._checkpoints.stop)
                self._opened = opened.pop_all()
        except sqlite3.Error as error:
            kind = Damaged if isinstance(translate(error), Damaged) else CannotOpen
            raise kind(f"{path} cannot be opened: {error}") from error

    def wrote(self) -> None:
        """To be called after each commit."""
        if self._checkpoints is not None:
            self._checkpoints.wrote()

    def close(self) -> None:
        """Idempotent. The last connection takes the write-ahead log into the file as it closes."""
        self._opened.close()


def _connect(path: Path) -> sqlite3.Connection:
    # Used by one thread at a time, but not always closed by the one that opened it.
    return sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)


def _claim_file(path: Path) -> sqlite3.Connection:
    """Hold the file for this process until the returned connection is closed or the process ends, however it
    ends."""
    beside = path.with_name(path.name + ".lock")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        for file in (path, beside):
            os.close(os.open(file, os.O_CREAT | os.O_RDWR, _PRIVATE))
            file.chmod(_PRIVATE)
    except OSError as error:
        raise CannotOpen(
            f"{path} cannot be used: {error.strerror}; give the server a file that it may write"
        ) from error
    # An open transaction in a database of its own is a lock that SQLite carries to every platform and the
    # system drops with the process.
    lock = sqlite3.connect(beside, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        lock.execute("PRAGMA journal_mode=MEMORY")  # or a third file would lie about
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        lock.close()
        raise CannotOpen(
            f"another server is using {path}; stop it, or give this one a file of its own"
        ) from error
    return lock


def _prepare(connection: sqlite3.Connection, path: Path, durability: Durability) -> None:
    _check_identity(connection, path)
    mode = connection.execute("PRAGMA journal_mode=WAL").fetchone()[0]
    if path != MEMORY and mode != "wal":
        raise CannotOpen(
            f"{path} lies on a file system without shared memory (a network share?); use a local disk"
        )
    full = durability is Durability.POWER
    connection.execute(f"PRAGMA synchronous={'FULL' if full else 'NORMAL'}")
    connection.execute(f"PRAGMA fullfsync={int(full)}")  # macOS: past the cache of the drive
    connection.execute("PRAGMA wal_autocheckpoint=0")
    _migrate(connection)
    connection.execute(VOID_LEASES)


def _check_identity(connection: sqlite3.Connection, path: Path) -> None:
    owner = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if owner != APPLICATION_ID and (owner or version or tables):
        raise CannotOpen(f"{path} is the database of another program; give the server a file of its own")
    if version > len(VERSIONS):
        raise CannotOpen(
            f"{path} was written by a newer Paiju (layout {version}; this one knows up to {len(VERSIONS)}); "
            "go back to the newer one, or give this one another file"
        )


def _migrate(connection: sqlite3.Connection) -> None:
    """Bring the layout up to date, one version at a time, each in a transaction."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    for number, statements in enumerate(VERSIONS[version:], version + 1):
        connection.execute("BEGIN IMMEDIATE")
        for statement in statements:
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version={number}")
        connection.execute("COMMIT")


class _Checkpoints(threading.Thread):
    """Copies the write-ahead log into the database from a thread of its own, since doing it in the loop
    stalls every room."""

    def __init__(self, connection: sqlite3.Connection, turn: threading.Lock) -> None:
        super().__init__(name="store-checkpoints", daemon=True)
        self._connection = connection
        self._turn = turn
        self._commits = 0
        self._some = threading.Event()
        self._many = threading.Event()
        self._stopping = False

    def wrote(self) -> None:
        # The events decide, not the count: the thread sets that back in between, and what is committed by
        # then it copies anyhow.
        self._commits += 1
        if not self._some.is_set():
            self._some.set()
        if self._commits >= _MANY and not self._many.is_set():
            self._many.set()

    def run(self) -> None:
        while self._some.wait():
            self._many.wait(_GATHER)
            if self._stopping:
                return
            self._some.clear()
            self._many.clear()
            self._commits = 0
            try:
                self._copy()
            except sqlite3.Error as error:
                _log.warning("store checkpoint failed", error=str(error))

    def _copy(self) -> None:
        length = self._pass()
        if length <= _LONG_LOG:
            return
        for _ in range(_PASSES):
            before, length = length, self._pass()
            if length - before < _FEW:
                break
        with self._turn:
            self._pass()

    def _pass(self) -> int:
        """Pages in the write-ahead log when the pass began, all of which are in the database when it
        returns."""
        return int(self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()[1])

    def stop(self) -> None:
        """Returns once the thread has ended and its connection is closed."""
        self._stopping = True
        self._some.set()
        self._many.set()
        self.join()
        self._connection.close()
