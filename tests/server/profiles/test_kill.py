"""A real server that is killed while people play: each match is in each history once."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from tests.processes import ServerProcess
from tests.server.profiles.people import profile, top
from tests.tables import Table

KILLS = 6


@pytest.mark.slow
@pytest.mark.timeout(180)
async def test_no_result_is_lost_or_doubled_by_kills(tmp_path: Path) -> None:
    luck = random.Random(8)
    victim = ServerProcess(tmp_path / "server.log", f"sqlite:{tmp_path / 'rooms.db'}")
    await victim.start()
    tables = [Table([victim.port], number, "highcard", people=2, bots=1) for number in range(3)]
    stop = asyncio.Event()
    try:
        for table in tables:
            await table.open()
        playing = [asyncio.create_task(table.play(stop)) for table in tables]
        for _ in range(KILLS):
            await asyncio.sleep(luck.uniform(0.05, 0.5))
            await victim.kill()
            await victim.start()
        stop.set()
        await asyncio.wait_for(asyncio.gather(*playing), 90)
        for table in tables:
            for link in table.links:
                mine = await profile(link, limit=50)
                assert mine.total == mine.standings[0].played == table.matches >= 1
                names = {match.record for match in mine.matches}
                assert len(names) == len(mine.matches) == min(50, table.matches)
        lines = (await top(tables[0].links[0], limit=100)).lines
        assert len(lines) == 6
    finally:
        for table in tables:
            await table.close()
        await victim.kill()
