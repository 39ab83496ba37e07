"""Back up what a Paiju server keeps, while people play, and put it back. Needs Python 3.11 and nothing of Paiju's.

    backup.py save /var/lib/paiju/paiju.db FOLDER     a copy of the SQLite file, as it is at one moment
    backup.py save redis://HOST/ FOLDER               the same of a Redis; needs redis-cli or valkey-cli. The password: $REDISCLI_AUTH
    backup.py restore BACKUP.db FILE                  the server that has FILE must be down
    backup.py restore BACKUP.rdb FOLDER               FOLDER is the data folder of a Redis (7 or newer) that is down

Of `save`, --keep N deletes all but the newest N. What `restore` finds in its place is moved aside, not deleted. BACKUP `-` is an .rdb on
standard input. A backup holds hands and seeds of running games, and is readable by its owner only.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

APPLICATION_ID = 0x50616951
"""In the header of each SQLite file of Paiju's."""
RDB_END = 0xFF
"""The code that ends an RDB file. A checksum of 8 bytes follows it."""
MARK = 40
"""Bytes, letters and digits, that redis-cli leaves behind the file where it writes it to standard output."""
AOF = "appendonlydir"
BASE = "appendonly.aof.1.base.rdb"


class Refused(Exception):
    """A sentence for the person who called."""


def main(words: list[str] | None = None) -> str | None:
    """Why it did not work, None where it did."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    verbs = parser.add_subparsers(dest="verb", required=True)
    save = verbs.add_parser("save")
    save.add_argument("source")
    save.add_argument("folder", type=Path)
    save.add_argument("--keep", type=int, default=0, metavar="N")
    restore = verbs.add_parser("restore")
    restore.add_argument("backup")
    restore.add_argument("target", type=Path)
    given = parser.parse_args(words)
    os.umask(0o077)
    try:
        if given.verb == "save":
            print(save_to(given.source, given.folder, given.keep))
        elif given.backup == "-" or given.backup.endswith(".rdb"):
            restore_redis(given.backup, given.target)
        else:
            restore_sqlite(Path(given.backup), given.target)
    except (Refused, OSError, sqlite3.Error) as error:
        return f"backup: {error}"
    return None


# -- saving ------------------------------------------------------------------------------------------------------------


def save_to(source: str, folder: Path, keep: int) -> Path:
    """Write the backup under another name first, so that what has its name is whole."""
    redis = "://" in source
    ending = ".rdb" if redis else ".db"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    made = folder / f"paiju-{_now()}{ending}"
    part = made.with_suffix(".part")
    try:
        (save_redis if redis else save_sqlite)(source, part)
        _on_disk(part)
        part.replace(made)
    finally:
        part.unlink(missing_ok=True)
    if keep > 0:
        for old in sorted(folder.glob(f"paiju-*{ending}"))[:-keep]:
            old.unlink()
    return made


def save_sqlite(source: str, target: Path) -> None:
    """All pages in one read transaction: the writer goes on meanwhile, into the write-ahead log."""
    if not Path(source).is_file():
        raise Refused(f"there is no {source}")
    live = sqlite3.connect(f"file:{quote(source)}?mode=ro", uri=True, timeout=30)
    copy = sqlite3.connect(target)
    with contextlib.closing(live), contextlib.closing(copy):
        live.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, with nothing beside it
        _check(copy, source)


def save_redis(source: str, target: Path) -> None:
    """As a replica gets it: what Redis has at one moment."""
    parts = urlsplit(source)
    program = shutil.which("redis-cli") or shutil.which("valkey-cli")
    if program is None:
        raise Refused("needs redis-cli or valkey-cli")
    words = [
        program,
        "-h",
        parts.hostname or "localhost",
        "-p",
        str(parts.port or 6379),
        "--rdb",
        str(target),
    ]
    words += ["--tls"] if parts.scheme == "rediss" else []
    words += ["--user", unquote(parts.username)] if parts.username else []
    password = {"REDISCLI_AUTH": unquote(parts.password)} if parts.password else {}
    done = subprocess.run(words, env=os.environ | password, capture_output=True, text=True, check=False)
    if done.returncode:
        raise Refused(f"{program}: {(done.stderr or done.stdout).strip()}")
    _check_rdb(target)


# -- putting back ------------------------------------------------------------------------------------------------------


def restore_sqlite(backup: Path, target: Path) -> None:
    if not backup.is_file():
        raise Refused(f"there is no {backup}")
    with contextlib.closing(sqlite3.connect(f"file:{quote(str(backup))}?mode=ro", uri=True)) as copy:
        _check(copy, str(backup))
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _nobody_serves(target):
        fresh = target.with_name(target.name + ".new")
        fresh.unlink(missing_ok=True)
        # A new file: the folder is the server's, and what it may have put there for root to follow is not followed.
        with backup.open("rb") as source, fresh.open("xb") as made:
            shutil.copyfileobj(source, made)
        _on_disk(fresh)
        aside = f".before-{_now()}"
        for ending in ("", "-wal", "-shm"):  # a log that belongs to another file would damage this one
            old = target.with_name(target.name + ending)
            if old.exists():
                old.rename(target.with_name(target.name + aside + ending))
        _give_to_owner_of(target.parent, fresh)
        fresh.replace(target)


@contextlib.contextmanager
def _nobody_serves(target: Path) -> Iterator[None]:
    """A server holds a lock beside its file for as long as it lives."""
    beside = target.with_name(target.name + ".lock")
    with contextlib.closing(sqlite3.connect(beside, timeout=0, isolation_level=None)) as lock:
        try:
            lock.execute("PRAGMA journal_mode=MEMORY")
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError:
            raise Refused(f"a server is using {target}; stop it first") from None
        _give_to_owner_of(target.parent, beside)
        yield


def restore_redis(backup: str, folder: Path) -> None:
    """As the base of an append-only file: a Redis with `appendonly yes` reads nothing else."""
    if not folder.is_dir():
        raise Refused(f"there is no folder {folder}")
    fresh = folder / f"{AOF}.new"
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir()
    try:
        _fill(fresh, backup)
        for path in (fresh, *fresh.iterdir()):
            _on_disk(path)
            _give_to_owner_of(folder, path)
        old = folder / AOF
        if old.exists():
            old.rename(folder / f"{AOF}.before-{_now()}")
        fresh.rename(old)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _fill(fresh: Path, backup: str) -> None:
    with (
        open(sys.stdin.fileno() if backup == "-" else backup, "rb") as file,
        (fresh / BASE).open("w+b") as base,
    ):
        shutil.copyfileobj(file, base)
        whole = base.tell() - MARK
        base.seek(max(0, whole - 9))
        if base.read(1) == bytes([RDB_END]) and base.read()[8:].isalnum():
            base.truncate(whole)
    _check_rdb(fresh / BASE)
    (fresh / "appendonly.aof.manifest").write_text(f"file {BASE} seq 1 type b\n", encoding="ascii")


# -- both --------------------------------------------------------------------------------------------------------------


def _check(database: sqlite3.Connection, name: str) -> None:
    if database.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise Refused(f"{name} is no database of Paiju's")
    found = database.execute("PRAGMA integrity_check").fetchone()[0]
    if found != "ok":
        raise Refused(f"{name} is damaged: {found}")


def _check_rdb(file: Path) -> None:
    with file.open("rb") as data:
        begin = data.read(5)
        size = data.seek(0, os.SEEK_END)
        data.seek(max(0, size - 9))
        if begin != b"REDIS" or size < 18 or data.read(1)[0] != RDB_END:
            raise Refused("this is no whole dump of Redis")


def _on_disk(path: Path) -> None:
    """So that it is there after a loss of power, too."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _give_to_owner_of(folder: Path, path: Path) -> None:
    """Who restores as root does it for the server, which is not."""
    if os.geteuid() == 0:
        owner = folder.stat()
        os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)


def _now() -> str:
    return datetime.now(UTC).strftime("%Y%m%dT%H%M%S.%fZ")


if __name__ == "__main__":
    sys.exit(main())
