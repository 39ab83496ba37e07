"""deploy/backup.py: saved while people play, put back, and the match goes on from there."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

import protocol.messages as wire
from clients.cli.connection import Connection
from clients.cli.verbs.bot import BotPlayer
from engine.core.record import read_record, verify
from engine.registry import find_game
from tests.deploy.programs import DEPLOY, program
from tests.processes import ServerProcess
from tests.redis_server import RedisServer, any_program

pytestmark = [pytest.mark.slow, pytest.mark.timeout(150)]

THINK = 0.02
"""Seconds that a player takes for an answer."""


async def backup(*words: object, code: int = 0) -> str:
    """Run it as a program. Returns what it said."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(DEPLOY / "backup.py"),
        *map(str, words),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said = (await process.communicate())[0].decode().strip()
    assert process.returncode == code, said
    return said


@asynccontextmanager
async def match(server: ServerProcess) -> AsyncIterator[list[BotPlayer]]:
    """Two people and two bots in the middle of a long match."""
    links = [Connection(f"ws://127.0.0.1:{server.port}/", f"p{n}", longest_wait=0.5) for n in range(2)]
    players = [BotPlayer(link, "random", THINK) for link in links]
    try:
        for link in links:
            await link.open(30)
        first = links[0]
        made = await first.insist(
            wire.CreateRoom(
                action=first.action(), game="gandengyan", seats=4, options={"hands": 3}, listed=False
            )
        )
        assert isinstance(made, wire.Done) and made.room is not None
        await players[0].arrive(made.room)
        for player in players:
            await player.sit(made.room)
        for seat in (2, 3):
            bot = wire.SetBot(action=first.action(), room=made.room, seat=seat, level="random")
            assert isinstance(await first.insist(bot), wire.Done)
        assert isinstance(await first.insist(wire.Start(action=first.action(), room=made.room)), wire.Done)
        yield players
    finally:
        for link in links:
            await link.close()


async def answered(players: list[BotPlayer], more: int) -> None:
    """Wait until so many more answers were taken."""
    goal = sum(len(player.acknowledged) for player in players) + more
    for _ in range(6000):
        if sum(len(player.acknowledged) for player in players) >= goal:
            return
        await asyncio.sleep(0.01)
    raise AssertionError("nobody plays")


async def saved_in_play_and_put_back(
    server: ServerProcess, save: Callable[[], Awaitable[str]], put_back: Callable[[str], Awaitable[None]]
) -> None:
    """The match goes on from where it was when it was saved, and ends; its record verifies."""
    await server.start()
    try:
        async with match(server) as players:
            playing = [asyncio.create_task(player.play()) for player in players]
            await answered(players, 10)
            kept = await save()
            await answered(players, 6)  # nobody had to stop for it; and this is what the backup has not
            await server.kill()
            await put_back(kept)
            await server.start()
            async with asyncio.timeout(90):
                overs = await asyncio.gather(*playing)
            assert all(over is not None and over.fault is None for over in overs), overs
            link, over = players[0].link, overs[0]
            assert over is not None and over.record is not None
            reply = await link.insist(wire.GetRecord(action=link.action(), record=over.record))
            assert isinstance(reply, wire.RecordFile)
            record = read_record(reply.data.encode())
            verify(record, find_game(record.game))
    finally:
        await server.kill()


async def test_a_sqlite_file(tmp_path: Path) -> None:
    file = tmp_path / "data/paiju.db"

    async def put_back(kept: str) -> None:
        await backup("restore", kept, file)

    server = ServerProcess(tmp_path / "server.log", f"sqlite:{file}")
    await saved_in_play_and_put_back(server, lambda: backup("save", file, tmp_path / "backups"), put_back)
    assert [path.name.rpartition(".before-")[0] for path in file.parent.glob("*.before-*Z")] == ["paiju.db"]


async def test_a_redis(tmp_path: Path) -> None:
    """With its append-only file on, as it should be: it would not read a dump that lies beside that."""
    redis = any_program()
    if redis is None:
        pytest.skip("no redis-server or valkey-server")
    program("redis-cli")
    (data := tmp_path / "redis").mkdir()
    with RedisServer(redis, data) as store:

        async def put_back(kept: str) -> None:
            store.kill()
            await backup("restore", kept, data)
            store.start()

        server = ServerProcess(tmp_path / "server.log", store.url)
        await saved_in_play_and_put_back(
            server, lambda: backup("save", store.url, tmp_path / "backups"), put_back
        )
    assert len(list(data.glob("appendonlydir.before-*"))) == 1


def test_a_redis_over_standard_output_and_input(tmp_path: Path) -> None:
    """As it comes out of a container: redis-cli leaves a mark behind it there."""
    redis, cli = any_program(), program("redis-cli")
    if redis is None:
        pytest.skip("no redis-server or valkey-server")
    (data := tmp_path / "redis").mkdir()
    with RedisServer(redis, data) as store:
        with store.client() as client:
            client.set("kept", "yes")
            words = [cli, "-p", str(store.port), "--rdb", "-"]
            dump = subprocess.run(words, capture_output=True, check=True).stdout
            client.set("kept", "no")
        store.kill()
        words = [sys.executable, str(DEPLOY / "backup.py"), "restore", "-", str(data)]
        subprocess.run(words, input=dump, check=True)
        store.start()
        with store.client() as client:
            assert client.get("kept") == b"yes"


async def test_a_file_that_is_served_is_not_replaced(tmp_path: Path) -> None:
    file = tmp_path / "paiju.db"
    server = ServerProcess(tmp_path / "server.log", f"sqlite:{file}")
    await server.start()
    try:
        kept = await backup("save", file, tmp_path / "backups")
        assert "stop it first" in await backup("restore", kept, file, code=1)
    finally:
        await server.stop()
    await backup("restore", kept, file)


async def test_what_a_server_has_put_in_the_way_is_not_followed(tmp_path: Path) -> None:
    """Root restores in a folder of the server's, which may have been somebody else's for a while."""
    file, victim = tmp_path / "data/paiju.db", tmp_path / "victim"
    victim.write_bytes(b"root's own")
    server = ServerProcess(tmp_path / "server.log", f"sqlite:{file}")
    await server.start()
    await server.stop()
    kept = await backup("save", file, tmp_path / "backups")
    file.with_name("paiju.db.new").symlink_to(victim)
    await backup("restore", kept, file)
    assert victim.read_bytes() == b"root's own" and not file.is_symlink()


async def test_backups_are_private_whole_and_not_too_many(tmp_path: Path) -> None:
    file, folder = tmp_path / "paiju.db", tmp_path / "backups"
    server = ServerProcess(tmp_path / "server.log", f"sqlite:{file}")
    await server.start()
    await server.stop()
    made = [Path(await backup("save", file, folder, "--keep", 2)) for _ in range(3)]
    assert sorted(folder.iterdir()) == made[1:]
    assert [path.stat().st_mode & 0o777 for path in (folder, *made[1:])] == [0o700, 0o600, 0o600]


@pytest.mark.parametrize("fault", ["cut off", "of another program", "missing", "no dump"])
async def test_what_is_no_backup_replaces_nothing(fault: str, tmp_path: Path) -> None:
    file, kept = tmp_path / "paiju.db", tmp_path / "kept.db"
    file.write_bytes(b"what was there")
    if fault == "of another program":
        with sqlite3.connect(kept) as other:
            other.execute("CREATE TABLE theirs (x)")
        other.close()
    elif fault == "cut off":
        kept.write_bytes(b"SQLite format 3\0" + bytes(2000))
    if fault == "no dump":
        kept = tmp_path / "kept.rdb"
        kept.write_bytes(b"REDIS0011" + bytes(200))
        assert "no whole dump" in await backup("restore", kept, tmp_path, code=1)
        assert not list(tmp_path.glob("appendonlydir*"))
    else:
        await backup("restore", kept, file, code=1)
    assert file.read_bytes() == b"what was there"
    assert not list(tmp_path.glob("*.before-*"))
