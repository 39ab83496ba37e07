"""The crowds of `benchmarks/connections.py`, small: whoever stands beside them is served, and nothing of them is left."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.hostile.crowds import connections, deaf_crowd, idle_crowd, loris_crowd, storm
from tests.hostile.people import allow_files
from tests.processes import ServerProcess

pytestmark = [pytest.mark.slow, pytest.mark.timeout(150)]

NOTICED = 5.0
"""Seconds for which nobody waits whatever the crowd does, also on a machine that is busy with something else."""
KIB = 32
"""What an idle player may cost; `benchmarks/idle.py` has the figure."""
SPARE_KIB = 60_000
"""What a process may grow by for reasons of its own (arenas, caches)."""


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[ServerProcess]:
    allow_files(2000)
    server = ServerProcess(
        tmp_path / "server.log", "memory:", log_level="error", hello_timeout=3, stall_timeout=2, ping_interval=1,
    )  # fmt: skip
    await server.start()
    yield server
    assert await connections(server) == 0
    assert server.said() == ""
    await server.kill()


async def test_the_idle_cost_little_and_stay(server: ServerProcess) -> None:
    row = await idle_crowd(server, 500, seconds=3.0)
    assert row.welcomed == 500 and max(row.waits) < NOTICED
    assert row.kib_each < KIB + SPARE_KIB / 500


async def test_a_storm_of_connections_half_of_them_cut(server: ServerProcess) -> None:
    row = await storm(server, 300, seed=4)
    assert 100 < row.welcomed < 200 and max(row.waits) < NOTICED


async def test_who_is_slow_to_speak_is_gone_in_time(server: ServerProcess) -> None:
    """Three seconds for the upgrade, three for the hello."""
    row = await loris_crowd(server, 90)
    assert row.seconds < 30 and max(row.waits) < NOTICED


async def test_the_deaf_cost_what_they_may_be_behind_and_no_more(server: ServerProcess) -> None:
    row = await deaf_crowd(server, 10)
    assert max(row.waits) < NOTICED
    # The hard limit is a mebibyte of frames; a list of them, and what the kernel has not taken, come on top.
    assert row.kib_each < 4 * 1024 + SPARE_KIB / 10
