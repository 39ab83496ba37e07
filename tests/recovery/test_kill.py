"""Law 7 against SIGKILL: a real server, real sockets, killed at random moments again and again while games are played.

Afterwards every game has ended; every answer that any player was told to be taken stands in the record exactly once; every record
verifies; and what each player folded together over all those reconnects is what a fresh snapshot shows.
"""

from __future__ import annotations

import asyncio
import os
import random
from pathlib import Path

import pytest

from tests.processes import ServerProcess
from tests.tables import GAMES, Table

KILLS = int(os.environ.get("TEST_KILLS", "200"))
"""Kills in all, over all servers of the test."""
SERVERS = 2
ROOMS = 3
PEOPLE = 2


async def torment(folder: Path, kills: int, seed: int) -> list[Table]:
    """Play on one server that dies `kills` times."""
    luck = random.Random(seed)
    folder.mkdir()
    victim = ServerProcess(folder / "server.log", f"sqlite:{folder / 'rooms.db'}")
    await victim.start()
    games = [*GAMES][seed:] + [*GAMES][:seed]
    tables = [Table([victim.port], n, games[n], people=PEOPLE, bots=4 - PEOPLE) for n in range(ROOMS)]
    stop = asyncio.Event()
    try:
        for table in tables:
            await table.open()
        playing = [asyncio.create_task(table.play(stop)) for table in tables]
        for _ in range(kills):
            await asyncio.sleep(luck.uniform(0.0, 0.5))
            failed = [game for game in playing if game.done() and game.exception()]
            assert not failed, failed[0].exception()
            await victim.kill()
            await victim.start()
        stop.set()
        await asyncio.wait_for(asyncio.gather(*playing), 60)
    finally:
        for table in tables:
            await table.close()
        await victim.kill()
    return tables


@pytest.mark.slow
@pytest.mark.timeout(600)
async def test_nothing_acknowledged_is_lost_to_sigkill(tmp_path: Path) -> None:
    """≥ 200 kills at random moments: each acknowledged answer is in the journal exactly once, every game finishes."""
    share = KILLS // SERVERS
    done = await asyncio.gather(*(torment(tmp_path / str(i), share, i * 2) for i in range(SERVERS)))
    tables = [table for part in done for table in part]
    assert all(table.matches >= 1 for table in tables)
    assert sum(table.taken for table in tables) > KILLS
