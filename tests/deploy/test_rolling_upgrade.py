"""Caddy with TLS in front of two servers over one Redis, all real: a friend's `paiju join` plays a match while each server is drained and
started again (docs/hosting.md, Upgrading)."""

from __future__ import annotations

import asyncio
import os
import re
import ssl
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import NamedTuple

import pexpect
import pytest

import protocol.messages as wire
from clients.cli.connection import Connection
from clients.cli.verbs.bot import BotPlayer
from engine.core.record import read_record, verify
from engine.registry import find_game
from tests.deploy.caddy import Caddy, caddy
from tests.processes import ServerProcess, free_port
from tests.redis_server import RedisServer, any_program

pytestmark = [pytest.mark.slow, pytest.mark.timeout(240)]

PACE = 0.5
"""Seconds that each player takes for an answer while the servers are upgraded, so that they do it in the middle of the match."""


KEY = "only-for-friends"
SETTINGS = {"log_format": "json", "trust_proxy": "127.0.0.0/8", "server_key": KEY, "announce": "false"}
"""As in deploy/compose.yaml, but for the addresses."""


class House(NamedTuple):
    servers: list[ServerProcess]
    caddy: Caddy
    url: str


@pytest.fixture
async def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    """As deploy/compose.yaml has it: each server on an address of its own, both with the same ports."""
    if not sys.platform.startswith("linux"):
        pytest.skip("only Linux has all of 127.0.0.0/8 without asking")
    redis = any_program()
    if redis is None:
        pytest.skip("no redis-server or valkey-server")
    (tmp_path / "redis").mkdir()
    with RedisServer(redis, tmp_path / "redis") as store:
        ops = free_port()
        servers = [
            ServerProcess(
                tmp_path / f"server{n}.log", store.url, host=host, ops_host=host, ops_port=ops, **SETTINGS
            )
            for n, host in enumerate(["127.0.0.1", "127.0.0.2"])
        ]
        upstreams = [f"{server.host}:{server.port}" for server in servers]
        try:
            await asyncio.gather(*(server.start() for server in servers))
            async with caddy(tmp_path, upstreams, ops) as front:
                monkeypatch.setenv("SSL_CERT_FILE", str(front.authority))
                yield House(servers, front, f"wss://localhost:{front.port}/")
        finally:
            for server in servers:
                await server.kill()


class Friend:
    """A person at `paiju join` who takes what is offered first. `upgraded` lets him hurry."""

    def __init__(self, home: Path, invite: str) -> None:
        self.answers = 0
        self.upgraded = False
        environment = {
            **os.environ,
            "HOME": str(home),
            "XDG_STATE_HOME": str(home),
            "XDG_DATA_HOME": str(home),
        }
        self._child = pexpect.spawn(
            sys.executable,
            ["-m", "clients.cli.main", "join", invite, "--name", "Friend"],
            env={**environment, "LC_ALL": "C.UTF-8", "TERM": "dumb"},
            encoding="utf-8",
            timeout=60,
            dimensions=(24, 160),
        )

    def sit_down(self, room: str) -> None:
        self._child.expect(room)
        self._child.sendline("ready")

    def play(self) -> str:
        """To the end of the match. Returns how it ended."""
        while True:
            seen = self._child.expect(
                [r"=== ([^\r\n]+ won|A draw)\.", r"Type (\d)(?: to \d)? numbers", "Type a number"]
            )
            found = self._child.match
            assert isinstance(found, re.Match)
            if seen == 0:
                return str(found[1])
            if not self.upgraded:
                time.sleep(PACE)
            self._child.sendline("1" if seen == 2 else ",".join("123456"[: int(found[1])]))
            self.answers += 1

    def leave(self) -> None:
        self._child.close(force=True)


async def test_a_friend_plays_on_while_each_server_is_upgraded(house: House, tmp_path: Path) -> None:
    arrivals = []
    link = Connection(house.url, "Ann", key=KEY, longest_wait=0.5)
    link.on_welcome = lambda welcome: arrivals.append(welcome.server)
    ann = BotPlayer(link, "random", think=PACE)
    await link.open(30)
    room = await make_room(link)
    friend = Friend(tmp_path, f"paijus://localhost:{house.caddy.port}/{room}?key={KEY}")
    try:
        await asyncio.to_thread(friend.sit_down, room)
        await ann.arrive(room)
        await ann.sit(room)
        await start(ann, room)
        playing = asyncio.create_task(ann.play())
        result = asyncio.create_task(asyncio.to_thread(friend.play))
        for server in house.servers:
            await upgrade(server, playing)
        before = friend.answers, len(ann.acknowledged)
        friend.upgraded, ann.think = True, 0.0
        over = await playing
        assert over is not None and over.fault is None and over.record is not None
        assert await result
        assert friend.answers > before[0] and len(ann.acknowledged) > before[1], "the match went on after it"
        assert len(arrivals) > 1, (
            "whoever is connected to a server that goes down comes again, to the other one"
        )
        reply = await link.insist(wire.GetRecord(action=link.action(), record=over.record))
        assert isinstance(reply, wire.RecordFile)
        record = read_record(reply.data.encode())
        verify(record, find_game(record.game))
    finally:
        friend.leave()
        await link.close()


async def make_room(link: Connection) -> str:
    made = await link.insist(
        wire.CreateRoom(action=link.action(), game="gandengyan", seats=4, options={"hands": 16}, listed=False)
    )
    assert isinstance(made, wire.Done) and made.room is not None, made
    for seat in (2, 3):
        bot = wire.SetBot(action=link.action(), room=made.room, seat=seat, level="random")
        assert isinstance(await link.insist(bot), wire.Done)
    return made.room


async def start(host: BotPlayer, room: str) -> None:
    """As soon as the friend has said that he is ready."""
    for _ in range(300):
        if isinstance(await host.link.insist(wire.Start(action=host.link.action(), room=room)), wire.Done):
            return
        await asyncio.sleep(0.1)
    raise AssertionError("the friend does not get ready")


async def upgrade(server: ServerProcess, playing: asyncio.Task[wire.Over | None]) -> None:
    """Drain it, start the new one, and let it run for a moment, in the middle of the match."""
    assert not playing.done(), "the match was too short to tell anything"
    await server.stop()
    await asyncio.sleep(1)
    await server.start()
    await asyncio.sleep(2)  # Caddy looks once a second; then it may send players there
    assert not playing.done(), "the match was too short to tell anything"


async def test_the_connection_is_really_checked(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever does not trust the authority does not come in."""
    monkeypatch.delenv("SSL_CERT_FILE")
    with pytest.raises(ssl.SSLCertVerificationError):
        await asyncio.open_connection("localhost", house.caddy.port, ssl=ssl.create_default_context())
