"""The ways of docs/hosting.md, with real servers, a real Redis and a real Caddy: a friend's `paiju join` over TLS plays a match while each
server is drained and another release is started in its place."""

from __future__ import annotations

import asyncio
import os
import re
import ssl
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import pexpect
import pytest

import protocol.messages as wire
from clients.cli.connection import Connection
from clients.cli.verbs.bot import BotPlayer
from engine.core.record import read_record, verify
from engine.registry import find_game
from server.desk import release
from tests.certificate import make_certificate
from tests.deploy.caddy import caddy
from tests.deploy.programs import DEPLOY
from tests.deploy.release import NEXT, next_release
from tests.processes import ServerProcess, free_port
from tests.redis_server import RedisServer, any_program

pytestmark = [pytest.mark.slow, pytest.mark.timeout(240)]

PACE = 0.5
"""Seconds that each player takes for an answer while the servers are upgraded, so that they do it in the middle of the match."""


KEY = "only-for-friends"
SETTINGS = {"log_format": "json", "server_key": KEY, "announce": "false"}
"""As the files of deploy/ have them, but for addresses."""


class House(NamedTuple):
    """Servers, and the port and the authority of the one address before them. `release` is what they are upgraded to."""

    servers: list[ServerProcess]
    port: int
    authority: Path
    release: Path


@asynccontextmanager
async def compose(folder: Path) -> AsyncIterator[House]:
    """deploy/compose.yaml: two servers over one Redis, each on an address of its own, both with the same ports."""
    redis = any_program()
    if redis is None:
        pytest.skip("no redis-server or valkey-server")
    (folder / "redis").mkdir()
    with RedisServer(redis, folder / "redis") as store:
        ops = free_port()
        own = SETTINGS | {"trust_proxy": "127.0.0.0/8"}
        servers = [
            ServerProcess(folder / f"{host}.log", store.url, host=host, ops_host=host, ops_port=ops, **own)
            for host in ("127.0.0.1", "127.0.0.2")
        ]
        upstreams = " ".join(f"{server.host}:{server.port}" for server in servers)
        async with (
            running(servers),
            caddy(folder, DEPLOY / "Caddyfile", {"UPSTREAMS": upstreams, "OPS_PORT": str(ops)}) as front,
        ):
            yield House(
                servers, front.port, front.authority, next_release(folder / "next", same_dialect=True)
            )


@asynccontextmanager
async def compose_to_another_dialect(folder: Path) -> AsyncIterator[House]:
    """The same, where the new release and the old one do not understand each other."""
    async with compose(folder) as house:
        yield house._replace(release=next_release(folder / "strange", same_dialect=False))


@asynccontextmanager
async def one_behind_caddy(folder: Path) -> AsyncIterator[House]:
    """docs/hosting.md, "One machine": a server with its file, behind a Caddy with the lines that stand there."""
    server = ServerProcess(
        folder / "server.log", f"sqlite:{folder / 'paiju.db'}", trust_proxy="127.0.0.1", **SETTINGS
    )
    lines = (DEPLOY.parent / "docs/hosting.md").read_text(encoding="utf-8").splitlines()
    begin = lines.index("   cards.example.org {")
    site = [line.strip() for line in lines[begin : lines.index("   ```", begin)]]
    text = "\n".join(site).replace("cards.example.org", "localhost").replace("8765", str(server.port))
    here = (
        "{\ndefault_bind {$BIND}\nhttp_port {$HTTP_PORT}\nhttps_port {$HTTPS_PORT}\nskip_install_trust\n}\n"
    )
    (folder / "Caddyfile").write_text(here + text, encoding="utf-8")
    async with running([server]), caddy(folder, folder / "Caddyfile", {}) as front:
        yield House([server], front.port, front.authority, next_release(folder / "next", same_dialect=True))


@asynccontextmanager
async def one_with_tls(folder: Path) -> AsyncIterator[House]:
    """The same without Caddy: the server has the certificate."""
    cert, key = make_certificate(folder)
    server = ServerProcess(
        folder / "server.log", f"sqlite:{folder / 'paiju.db'}", tls_cert=cert, tls_key=key, **SETTINGS
    )
    async with running([server]):
        yield House([server], server.port, Path(cert), next_release(folder / "next", same_dialect=True))


@asynccontextmanager
async def running(servers: list[ServerProcess]) -> AsyncIterator[None]:
    try:
        await asyncio.gather(*(server.start() for server in servers))
        yield
    finally:
        for server in servers:
            await server.kill()


@pytest.fixture(
    params=[compose, compose_to_another_dialect, one_behind_caddy, one_with_tls], ids=lambda way: way.__name__
)
async def house(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[House]:
    """Clients trust its authority."""
    if not sys.platform.startswith("linux"):
        pytest.skip("only Linux has all of 127.0.0.0/8 without asking")
    async with request.param(tmp_path) as made:
        monkeypatch.setenv("SSL_CERT_FILE", str(made.authority))
        yield made


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
    link = Connection(f"wss://localhost:{house.port}/", "Ann", key=KEY, longest_wait=0.5)
    link.on_welcome = lambda welcome: arrivals.append(welcome.server)
    ann = BotPlayer(link, "random", think=PACE)
    await link.open(30)
    room = await make_room(link)
    friend = Friend(tmp_path, f"paijus://localhost:{house.port}/{room}?key={KEY}")
    try:
        await asyncio.to_thread(friend.sit_down, room)
        await ann.arrive(room)
        await ann.sit(room)
        await start(ann, room)
        playing = asyncio.create_task(ann.play())
        result = asyncio.create_task(asyncio.to_thread(friend.play))
        for server in house.servers:
            server.tree = house.release
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
        assert arrivals[0].endswith(release()) and arrivals[-1].endswith(NEXT)
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
        await asyncio.open_connection("localhost", house.port, ssl=ssl.create_default_context())
