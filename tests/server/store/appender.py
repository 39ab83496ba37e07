"""The child of test_kill.py: appends to a few rooms until it is killed, saying what it is about to write and
what is written.

Lines: `try ROOM ENTRY…` before an append, `ack ROOM LAST` once it has returned.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys

from server.store import open_store
from server.store.base import RoomId, Store


def say(*words: object) -> None:
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


async def fill(store: Store, room: RoomId, life: str) -> None:
    lease = await store.claim(room, life, 5)
    assert lease is not None
    stored = await store.load(room)
    last = stored.last if stored else 0
    for number in range(1_000_000):
        entries = [f"{life}.{number}.{part}" for part in range(random.choice((1, 1, 2, 3)))]
        say("try", room, *entries)
        last = await store.append(lease, last, [entry.encode() for entry in entries])
        say("ack", room, last)
        if number % 20 == 19:
            await store.checkpoint(lease, last, str(last).encode())
        if random.random() < 0.2:
            await asyncio.sleep(random.random() / 500)


async def main(url: str, life: str) -> None:
    store = await open_store(url)
    await asyncio.gather(*(fill(store, RoomId(room), life) for room in "ABCD"))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
