"""The group commit by itself, over a database in memory."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable

import pytest

from server.store.base import Conflict, RoomId, Unavailable
from server.store.sqlite_commit import GroupCommit


class Written:
    """A database with one table of words, and how often it was committed and undone."""

    def __init__(self) -> None:
        self.database = sqlite3.connect(":memory:", isolation_level=None)
        self.database.execute("CREATE TABLE words (word TEXT UNIQUE)")
        self.commits = 0
        self.undone = 0
        self.group = GroupCommit(self.database, threading.Lock(), self.count, self.undo)

    def count(self) -> None:
        self.commits += 1

    def undo(self) -> None:
        self.undone += 1

    def job(self, word: str, after: Callable[[], None] = lambda: None) -> Callable[[], str]:
        def work() -> str:
            self.database.execute("INSERT INTO words VALUES (?)", (word,))
            after()
            return word.upper()

        return work

    async def outcomes(self, *jobs: Callable[[], str]) -> list[str | BaseException]:
        return await asyncio.gather(*map(self.group.submit, jobs), return_exceptions=True)

    @property
    def words(self) -> list[str]:
        return [word for (word,) in self.database.execute("SELECT word FROM words ORDER BY rowid")]


@pytest.fixture
def written() -> Written:
    return Written()


@pytest.fixture(autouse=True)
def closed(written: Written) -> object:
    yield
    written.database.close()


async def test_what_one_tick_brings_is_one_transaction(written: Written) -> None:
    assert await written.outcomes(written.job("a"), written.job("b"), written.job("c")) == ["A", "B", "C"]
    assert (written.words, written.commits) == (["a", "b", "c"], 1)
    assert await written.group.submit(written.job("d")) == "D"
    assert written.commits == 2


async def test_a_caller_goes_on_only_after_the_commit(written: Written) -> None:
    commits = []

    async def call() -> None:
        await written.group.submit(written.job("a"))
        commits.append(written.commits)

    await call()
    assert commits == [1]


async def test_a_refusal_costs_the_neighbours_nothing(written: Written) -> None:
    refusal = Conflict(RoomId("K7QX"), 1, 2)

    def refuse() -> str:
        raise refusal

    assert await written.outcomes(written.job("a"), refuse, written.job("b")) == ["A", refusal, "B"]
    assert (written.words, written.commits, written.undone) == (["a", "b"], 1, 0)


@pytest.mark.parametrize("fault", [ValueError("a bug"), sqlite3.OperationalError("a bug")])
async def test_a_job_that_breaks_half_way_is_undone_alone(written: Written, fault: Exception) -> None:
    def breaks() -> None:
        raise fault

    first, broken, last = await written.outcomes(written.job("a"), written.job("b", breaks), written.job("c"))
    assert (first, last) == ("A", "C")
    assert isinstance(broken, Unavailable if isinstance(fault, sqlite3.Error) else ValueError)
    assert (written.words, written.commits, written.undone) == (["a", "c"], 1, 1)


async def test_where_nothing_can_be_committed_everybody_is_told(written: Written) -> None:
    written.database.execute("PRAGMA query_only = 1")
    outcomes = await written.outcomes(written.job("a"), written.job("b"))
    assert [type(outcome) for outcome in outcomes] == [Unavailable, Unavailable]
    assert (written.words, written.commits) == ([], 0)
    written.database.execute("PRAGMA query_only = 0")
    assert await written.outcomes(written.job("a"), written.job("b")) == ["A", "B"]
    assert written.words == ["a", "b"]
