"""The file of the embedded store: who may open it, what it looks like, and what happens when it cannot be
written."""

from __future__ import annotations

import sqlite3
import stat
import threading
import time
from contextlib import closing
from pathlib import Path

import pytest

from server.store import open_store, sqlite_file, sqlite_layout
from server.store.base import (
    CannotOpen,
    Damaged,
    Durability,
    Entry,
    Fenced,
    Lease,
    RoomId,
    Store,
    Unavailable,
)
from server.store.sqlite_file import DatabaseFile

ROOM = RoomId("K7QX")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "paiju.db"


async def held(store: Store) -> Lease:
    lease = await store.claim(ROOM, "a", 60)
    assert lease is not None
    return lease


@pytest.mark.parametrize(
    "url", ["http://u:hush@localhost", "paiju.db", "", "memory", "memory:x", "sqlite", "redis"]
)
async def test_an_unknown_store_is_refused_with_what_there_is(url: str) -> None:
    with pytest.raises(
        CannotOpen, match=r"names no store; a store is sqlite:FILE, a Redis .*, or memory:"
    ) as refused:
        await open_store(url)
    assert "hush" not in str(refused.value)


@pytest.mark.parametrize(
    "url", ["sqlite:", "sqlite://", "sqlite:///", "sqlite::memory:", "sqlite://host/paiju.db"]
)
async def test_a_url_without_a_usable_file_is_refused(url: str) -> None:
    with pytest.raises(CannotOpen, match=r"names (no|a) file"):
        await open_store(url)


@pytest.mark.parametrize("form", ["sqlite:{}", "sqlite://{}", "sqlite://localhost{}"])
async def test_both_ways_to_write_an_absolute_path_mean_the_same(file: Path, form: str) -> None:
    store = await open_store(form.format(file))
    await store.close()
    assert file.exists()


async def test_a_relative_path_is_relative(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    store = await open_store("sqlite:here.db")
    await store.close()
    assert (tmp_path / "here.db").exists()


async def test_nobody_else_may_read_the_files(file: Path) -> None:
    file.parent.mkdir()
    file.touch(0o644)
    store = await open_store(f"sqlite:{file}")
    await store.append(await held(store), 0, [b"one"])
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in file.parent.iterdir()}
    await store.close()
    assert modes == dict.fromkeys(["paiju.db", "paiju.db-wal", "paiju.db-shm", "paiju.db.lock"], 0o600)


async def test_a_file_is_served_once(file: Path) -> None:
    store = await open_store(f"sqlite:{file}")
    with pytest.raises(
        CannotOpen, match=r"another server is using .*paiju\.db; stop it, or give this one a file"
    ):
        await open_store(f"sqlite:{file}")
    await store.close()
    await (await open_store(f"sqlite:{file}")).close()


async def test_a_database_of_a_newer_version_is_refused_untouched(file: Path) -> None:
    await (await open_store(f"sqlite:{file}")).close()
    with closing(sqlite3.connect(file)) as other:
        other.execute("PRAGMA user_version = 99")
    before = file.read_bytes()
    with pytest.raises(
        CannotOpen, match=r"newer Paiju \(layout 99; .* up to \d+\); go back to the newer one, or"
    ):
        await open_store(f"sqlite:{file}")
    assert file.read_bytes() == before


async def test_a_database_of_another_program_is_refused_untouched(file: Path) -> None:
    file.parent.mkdir()
    with closing(sqlite3.connect(file)) as other:
        other.execute("CREATE TABLE theirs (x)")
    before = file.read_bytes()
    with pytest.raises(CannotOpen, match="another program"):
        await open_store(f"sqlite:{file}")
    assert file.read_bytes() == before


async def test_a_file_that_is_no_database_is_damaged(file: Path) -> None:
    file.parent.mkdir()
    file.write_bytes(b"not a database " * 100)
    with pytest.raises(Damaged, match=r"paiju\.db"):
        await open_store(f"sqlite:{file}")


async def test_a_place_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "plain").touch()
    with pytest.raises(CannotOpen, match="give the server a file that it may write"):
        await open_store(f"sqlite:{tmp_path}/plain/paiju.db")


async def test_an_older_layout_is_brought_up_to_date_with_what_is_in_it(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await open_store(f"sqlite:{file}")
    await store.append(await held(store), 0, [b"one"])
    await store.close()
    steps = (
        *sqlite_layout.VERSIONS,
        ("ALTER TABLE log ADD COLUMN kind INTEGER NOT NULL DEFAULT 0", "CREATE TABLE more (x)"),
    )
    monkeypatch.setattr(sqlite_file, "VERSIONS", steps)
    store = await open_store(f"sqlite:{file}")
    assert await store.append(await held(store), 1, [b"two"]) == 2
    assert await store.read(ROOM) == [Entry(1, b"one"), Entry(2, b"two")]
    await store.close()
    with closing(sqlite3.connect(file)) as other:
        assert other.execute("PRAGMA user_version").fetchone() == (len(steps),)
        assert other.execute("SELECT count(*) FROM more").fetchone() == (0,)


async def test_a_step_that_fails_leaves_the_layout_before_it(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await open_store(f"sqlite:{file}")).close()
    with monkeypatch.context() as patch:
        patch.setattr(
            sqlite_file, "VERSIONS", (*sqlite_layout.VERSIONS, ("CREATE TABLE more (x)", "NONSENSE"))
        )
        with pytest.raises(CannotOpen):
            await open_store(f"sqlite:{file}")
    store = await open_store(f"sqlite:{file}")
    await store.close()
    with closing(sqlite3.connect(file)) as other:
        assert other.execute("SELECT count(*) FROM sqlite_master WHERE name = 'more'").fetchone() == (0,)


@pytest.mark.parametrize(("durability", "level"), [(Durability.PROCESS, 1), (Durability.POWER, 2)])
def test_power_loss_is_survived_by_waiting_for_the_disk(
    file: Path, durability: Durability, level: int
) -> None:
    with closing(DatabaseFile(file, durability)) as opened:
        assert opened.connection.execute("PRAGMA synchronous").fetchone() == (level,)


async def test_leases_do_not_outlive_the_serving_process(file: Path) -> None:
    store = await open_store(f"sqlite:{file}")
    old = await held(store)
    await store.append(old, 0, [b"one"])
    await store.close()
    store = await open_store(f"sqlite:{file}")
    with pytest.raises(Fenced):
        await store.append(old, 1, [b"late"])
    assert await store.claim(ROOM, "b", 60) is not None
    await store.close()


async def test_a_sweep_removes_in_bounded_steps(file: Path) -> None:
    now, many = 1000.0, 450
    store = await open_store(f"sqlite:{file}", clock=lambda: now)
    for number in range(many):
        await store.put_session(b"%d" % number, b"", 5)
    now += 5
    steps = []
    while removed := await store.sweep():
        steps.append(removed)
    await store.close()
    assert sum(steps) == many
    assert len(steps) > 1


async def test_a_locked_file_makes_the_store_unavailable_for_a_while(file: Path) -> None:
    store = await open_store(f"sqlite:{file}")
    lease = await held(store)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Unavailable, match="locked"):
            await store.append(lease, 0, [b"one"])
        with pytest.raises(Unavailable):
            await store.ping()
        assert await store.read(ROOM) == []
        other.execute("ROLLBACK")
    assert await store.append(lease, 0, [b"one"]) == 1
    await store.close()


async def test_a_full_disk_makes_the_store_unavailable_and_loses_nothing(file: Path) -> None:
    resource = pytest.importorskip("resource")  # limits of file size
    store = await open_store(f"sqlite:{file}")
    lease = await held(store)
    await store.append(lease, 0, [b"one"])
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    log = file.with_name("paiju.db-wal")
    resource.setrlimit(resource.RLIMIT_FSIZE, (log.stat().st_size + 5000, limits[1]))
    try:
        with pytest.raises(Unavailable):
            await store.append(lease, 1, [b"x" * 20_000])
        assert await store.read(ROOM) == [Entry(1, b"one")]
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert await store.append(lease, 1, [b"two"]) == 2
    await store.close()
    store = await open_store(f"sqlite:{file}")
    assert await store.read(ROOM) == [Entry(1, b"one"), Entry(2, b"two")]
    await store.close()


async def test_a_log_with_a_gap_is_damaged(file: Path) -> None:
    store = await open_store(f"sqlite:{file}")
    await store.append(await held(store), 0, [b"one", b"two", b"three"])
    await store.close()
    with closing(sqlite3.connect(file)) as other, other:
        other.execute("DELETE FROM log WHERE position = 2")
    store = await open_store(f"sqlite:{file}")
    with pytest.raises(Damaged, match="K7QX"):
        await store.load(ROOM)
    await store.close()


async def test_the_log_is_taken_into_the_file_beside_the_loop(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_file, "_GATHER", 0.01)
    store = await open_store(f"sqlite:{file}")
    before = file.stat().st_size
    await store.append(await held(store), 0, [b"x" * 100_000])
    deadline = time.monotonic() + 10
    while file.stat().st_size < before + 100_000 and time.monotonic() < deadline:
        time.sleep(0.01)  # noqa: ASYNC251 - the loop stands still: it is not the loop that does it
    grown = file.stat().st_size - before
    await store.close()
    assert grown >= 100_000
    assert not [thread for thread in threading.enumerate() if thread.name == "store-checkpoints"]


async def test_a_log_without_a_quiet_moment_is_begun_anew(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_file, "_LONG_LOG", 1000)
    store = await open_store(f"sqlite:{file}")
    lease = await held(store)
    log = file.with_name("paiju.db-wal")

    def generation() -> bytes:
        with log.open("rb") as header:
            return header.read(24)[16:]  # the salts, which change whenever the log is begun anew

    first, position = generation(), 0
    while generation() == first and position < 20_000:
        for _ in range(100):
            position = await store.append(lease, position, [b"x"])
    again = generation()
    await store.close()
    assert again != first
