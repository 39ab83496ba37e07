"""Law 7, the store's half: what an append has acknowledged survives SIGKILL at any moment, once and in
order."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from server.store import open_store
from server.store.base import CannotOpen, RoomId

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
KILLS = 24


def born(url: str, life: str) -> subprocess.Popen[bytes]:
    """A child that appends until it is killed."""
    command = [sys.executable, str(HERE / "appender.py"), url, life]
    return subprocess.Popen(command, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(ROOT)})


def live_and_die(url: str, life: str) -> list[list[str]]:
    """Let a child append for a random moment and kill it. The words of each whole line that it said."""
    with born(url, life) as child:
        assert child.stdout is not None
        first = child.stdout.readline()
        time.sleep(random.random() * 0.06)
        child.send_signal(signal.SIGKILL)
        said = first + child.stdout.read()
    assert child.returncode == -signal.SIGKILL, "the child ended by itself"
    return [line.split() for line in said.decode().splitlines(keepends=True) if line.endswith("\n")]


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL")
async def test_every_acknowledged_entry_is_there_once_and_in_order(tmp_path: Path) -> None:
    url = f"sqlite:{tmp_path}/paiju.db"
    written: dict[str, list[str]] = {room: [] for room in "ABCD"}
    acknowledged = 0
    for life in range(KILLS):
        under_way: dict[str, list[str]] = {}
        for verb, room, *words in live_and_die(url, str(life)):
            if verb == "try":
                under_way[room] = words
            else:
                written[room] += under_way.pop(room)
                assert len(written[room]) == int(words[0])
                acknowledged += 1
        store = await open_store(url)
        for room, sure in written.items():
            found = [entry.data.decode() for entry in await store.read(RoomId(room))]
            maybe = sure + under_way.get(room, [])
            assert found in (sure, maybe), f"room {room} after life {life}"
            stored = await store.load(RoomId(room))
            assert (stored.last if stored else 0) == len(found)
            if stored and stored.checkpoint:
                assert stored.checkpoint.data.decode() == str(stored.checkpoint.position)
            written[room] = found
        await store.close()
    assert acknowledged > KILLS, "the children were killed before they had done anything"


@pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL")
async def test_a_second_process_is_refused_until_the_first_is_gone(tmp_path: Path) -> None:
    url = f"sqlite:{tmp_path}/paiju.db"
    with born(url, "first") as child:
        assert child.stdout is not None and child.stdout.readline()
        with pytest.raises(CannotOpen, match=r"another server is using .*paiju\.db"):
            await open_store(url)
        child.kill()
    store = await open_store(url)
    await store.ping()
    await store.close()
