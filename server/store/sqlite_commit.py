"""Group commit: whatever is called within one tick of the event loop goes to disk as one transaction.

The commit runs in the loop itself: handing a write to a thread takes longer than the write. Jobs run in the
order in which they were submitted. A job that raises a refusal must not have written anything before; its
neighbours are committed as if it had not been there. A job that breaks half-way undoes the transaction, and
the others run again without it: costly, but it happens only through faults.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from server.store.base import Damaged, StoreError, Unavailable

__all__ = ["GroupCommit", "translate"]

T = TypeVar("T")


def translate(error: sqlite3.Error) -> StoreError:
    """The store's word for an error of SQLite (by primary result code), for `raise … from`."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return Damaged(f"the database cannot be read: {error}")
    return Unavailable(f"the database cannot be used now: {error}")


class _Job(Generic[T]):
    """A write and whoever awaits it. It may be run again, after a rollback."""

    __slots__ = ("_done", "_error", "_value", "_work")

    def __init__(self, work: Callable[[], T], done: asyncio.Future[T]) -> None:
        self._work = work
        self._done = done

    def run(self) -> None:
        """Raises only what must undo the transaction."""
        self._error: StoreError | None = None
        try:
            self._value = self._work()
        except StoreError as refusal:
            self._error = refusal

    def settle(self, error: Exception | None = None) -> None:
        if self._done.done():  # cancelled
            return
        error = error or self._error
        if error is None:
            self._done.set_result(self._value)
        else:
            self._done.set_exception(error)


class _Runs(Protocol):
    def run(self) -> None: ...
    def settle(self, error: Exception | None = None) -> None: ...


class GroupCommit:
    """`turn` is held during a transaction, so that another thread can keep the writer out for a moment.
    `committed` is called after each transaction that wrote, `undone` after each rollback, when nothing that
    jobs remember of the database may be trusted."""

    def __init__(
        self,
        database: sqlite3.Connection,
        turn: threading.Lock,
        committed: Callable[[], None],
        undone: Callable[[], None],
    ) -> None:
        self._database = database
        self._turn = turn
        self._committed = committed
        self._undone = undone
        self._jobs: list[_Runs] = []

    async def submit(self, work: Callable[[], T]) -> T:
        """Run `work` in this tick's transaction and return its value once that is committed."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[T] = loop.create_future()
        if not self._jobs:
            loop.call_soon(self.flush)
        self._jobs.append(_Job(work, done))
        return await done

    def flush(self) -> None:
        """Commit what is queued, now. Never raises: failures go to those who wait."""
        jobs, self._jobs = self._jobs, []
        while jobs:
            broken = self._transact(jobs)
            if broken is None:
                break
            jobs.remove(broken)

    def _transact(self, jobs: list[_Runs]) -> _Runs | None:
        """Settles all jobs and returns None, or settles only the one that broke the transaction and returns
        it."""
        running: _Runs | None = None
        try:
            with self._turn:
                self._database.execute("BEGIN IMMEDIATE")
                for running in jobs:
                    running.run()
                running = None
                self._database.execute("COMMIT")
        except Exception as error:  # noqa: BLE001 - it belongs to the caller, not to the loop
            self._roll_back()
            for failed in jobs if running is None else (running,):
                failed.settle(translate(error) if isinstance(error, sqlite3.Error) else error)
            return running
        self._committed()
        for job in jobs:
            job.settle()
        return None

    def _roll_back(self) -> None:
        self._undone()
        try:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
        except sqlite3.Error:
            pass  # SQLite rolls back by itself on the errors that make this fail
