"""Law 7 against SIGKILL: a real server, real sockets, killed at random moments again and again while games are played.

Afterwards every game has ended; every answer that any player was told to be taken stands in the record exactly once; every record
verifies; and what each player folded together over all those reconnects is what a fresh snapshot shows.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import socket
import sys
from pathlib import Path

import pytest

import protocol.messages as wire
from clients.cli.connection import Connection
from clients.cli.verbs.bot import BotPlayer
from engine.core.match import Answered
from engine.core.record import Record, read_record, verify
from engine.registry import find_game
from protocol.codec import Codec

KILLS = int(os.environ.get("TEST_KILLS", "200"))
"""Kills in all, over all servers of the test."""
SERVERS = 2
ROOMS = 3
PEOPLE = 2


class Victim:
    """A server process that is killed and started again on the same port and store."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.log = folder / "server.log"
        settings = {
            "port": self.port,
            "store": f"sqlite:{folder / 'rooms.db'}",
            "bot-delay-min": 0,
            "bot-delay-max": 0,
        }
        settings |= {"messages-per-second": 10_000, "messages-burst": 10_000}
        self._flags = [f"--{name}={value}" for name, value in settings.items()]
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start, and wait until the port answers."""
        with self.log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "server", *self._flags, stdout=log, stderr=log
            )
        for _ in range(400):
            try:
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
            except OSError:
                assert self._process.returncode is None, self.log.read_text()[-3000:]
                await asyncio.sleep(0.02)
            else:
                writer.close()
                return
        raise AssertionError(f"the server does not come up: {self.log.read_text()[-3000:]}")

    async def kill(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        await self._process.wait()


class Table:
    """One room with two people (bots of the client, over sockets) and two bots of the server, playing match after match."""

    def __init__(self, port: int, number: int) -> None:
        codec = (Codec.MSGPACK, Codec.JSON)[number % 2]
        self.game = ("dingti", "highcard")[number % 2]
        url = f"ws://127.0.0.1:{port}/"
        self.links = [Connection(url, f"p{number}{i}", codec=codec, longest_wait=0.2) for i in range(PEOPLE)]
        self.players = [BotPlayer(link, "random") for link in self.links]
        self.matches = 0
        self.taken = 0

    async def open(self) -> None:
        for link in self.links:
            await link.open()
        first = self.links[0]
        made = await first.request(
            wire.CreateRoom(action=first.action(), game=self.game, seats=4, listed=False)
        )
        assert isinstance(made, wire.Done) and made.room is not None
        self.room = made.room
        await self.players[0].arrive(self.room)
        for player in self.players:
            await player.sit(self.room)
        for seat in range(PEOPLE, 4):
            done = await first.request(
                wire.SetBot(action=first.action(), room=self.room, seat=seat, level="random")
            )
            assert isinstance(done, wire.Done), done

    async def play(self, stop: asyncio.Event) -> None:
        """Matches until `stop`; the one that runs then is finished."""
        first = self.links[0]
        while True:
            for player in self.players:
                await player.sit(self.room)
                player.acknowledged.clear()
            started = await first.request(wire.Start(action=first.action(), room=self.room))
            assert isinstance(started, wire.Done), started
            overs = await asyncio.gather(*(player.play() for player in self.players))
            assert all(over is not None and over.fault is None for over in overs), overs
            await self.check()
            self.matches += 1
            if stop.is_set():
                return
            again = await first.request(wire.Rematch(action=first.action(), room=self.room))
            assert isinstance(again, wire.Done), again

    async def check(self) -> None:
        """The record against what was acknowledged, and the folded views against fresh snapshots."""
        record = await self._record()
        verify(record, find_game(record.game))
        for player, link in zip(self.players, self.links, strict=True):
            model = player.model
            assert model is not None and model.you is not None
            given = [i for i in record.inputs if isinstance(i, Answered) and i.seat == model.you]
            for ask, answer in player.acknowledged:
                same = [i for i in given if i.ask == ask.id]
                assert [i.answer for i in same] == [answer], f"{ask.prompt}: {answer} became {same}"
            self.taken += len(player.acknowledged)
            await link.request(wire.Enter(action=link.action(), room=self.room))
            assert (await player.arrive(self.room)).view == model.view

    async def _record(self) -> Record:
        link = self.links[0]
        model = self.players[0].model
        assert model is not None and model.over is not None and model.over.record is not None
        reply = await link.request(wire.GetRecord(action=link.action(), record=model.over.record))
        assert isinstance(reply, wire.RecordFile), reply
        return read_record(reply.data.encode())

    async def close(self) -> None:
        for link in self.links:
            await link.close()


async def torment(folder: Path, kills: int, seed: int) -> list[Table]:
    """Play on one server that dies `kills` times."""
    luck = random.Random(seed)
    folder.mkdir()
    victim = Victim(folder)
    await victim.start()
    tables = [Table(victim.port, number) for number in range(ROOMS)]
    stop = asyncio.Event()
    try:
        for table in tables:
            await table.open()
        games = [asyncio.create_task(table.play(stop)) for table in tables]
        for _ in range(kills):
            await asyncio.sleep(luck.uniform(0.0, 0.5))
            failed = [game for game in games if game.done() and game.exception()]
            assert not failed, failed[0].exception()
            await victim.kill()
            await victim.start()
        stop.set()
        await asyncio.wait_for(asyncio.gather(*games), 60)
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
    done = await asyncio.gather(*(torment(tmp_path / str(i), share, i) for i in range(SERVERS)))
    tables = [table for part in done for table in part]
    assert all(table.matches >= 1 for table in tables)
    assert sum(table.taken for table in tables) > KILLS
