"""Where rooms, sessions and records are kept. `base` says what a store does; a URL says which one.

`sqlite:FILE` (also `sqlite:///ABSOLUTE/FILE`) is the embedded default, for one process. `memory:` is the same
without a file: nothing lasts. `redis:` and its kin (`redis_url`) are for any number of processes.
"""

from __future__ import annotations

import time
from pathlib import Path

from server.store.base import CannotOpen, Clock, Durability, Store
from server.store.redis_url import FORMS, SCHEMES
from server.store.sqlite import SqliteStore
from server.store.sqlite_file import MEMORY

__all__ = ["is_shared", "open_store"]


async def open_store(
    url: str, *, clock: Clock | None = None, durability: Durability = Durability.PROCESS
) -> Store:
    """Raises CannotOpen (with a sentence for the operator) or Damaged. `memory:` has no use for
    `durability`. `clock` None: this machine's, or Redis's own."""
    scheme, colon, rest = url.partition(":")
    match scheme:
        case "sqlite" if colon:
            return SqliteStore(_file(url, rest), clock or time.time, durability)
        case "memory" if colon and not rest:
            return SqliteStore(MEMORY, clock or time.time, durability)
        case _ if colon and scheme in SCHEMES:
            from server.store.redis_open import open_redis  # noqa: PLC0415 - a fifth of a second that SQLite does not need

            return await open_redis(url, clock, durability)
    # No more of it, since a URL may hold a password.
    named = url.partition("://")[0]
    raise CannotOpen(
        f"{named!r} names no store; a store is sqlite:FILE, a Redis ({FORMS}), or memory: for one that keeps nothing"
    )


def is_shared(url: str) -> bool:
    """Whether several processes can use the store at the same time."""
    return url.partition(":")[0] in SCHEMES


def _file(url: str, rest: str) -> Path:
    if rest.startswith("//"):
        host, _, path = rest[2:].partition("/")
        if host not in ("", "localhost"):
            raise CannotOpen(
                f"{url!r} names a file on {host!r}; write sqlite:FILE, or sqlite:/// before an absolute path"
            )
        rest = f"/{path}" if path else ""
    if not rest or rest == str(MEMORY):
        raise CannotOpen(f"{url!r} names no file; write sqlite:FILE")
    return Path(rest).expanduser()
