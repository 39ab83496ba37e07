"""A table whose people are connected to several processes is a table like any other."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from pathlib import Path

import pytest

import protocol.messages as wire
from clients.cli.connection import Connection
from clients.cli.verbs.bot import BotPlayer
from engine.core.record import read_record, verify
from engine.registry import find_game
from protocol.codec import Codec
from server.app import App
from tests.e2e.house import close, open_room, play_out, start
from tests.redis_groups import cluster_of_three, sentinel_over
from tests.redis_server import any_program
from tests.server.harness import count
from tests.server.relay.servers import LossyBus, Servers
from tests.server.replayed import RECORDINGS, Replay
from tests.tables import Table


async def people(apps: list[App], many: int) -> list[BotPlayer]:
    """So many, connected to the processes by turns; both encodings at each."""
    players = []
    for number in range(many):
        url = f"ws://127.0.0.1:{apps[number % len(apps)].transport.port}/"
        codec = (Codec.MSGPACK, Codec.JSON)[number // len(apps) % 2]
        link = Connection(url, f"p{number}", codec=codec, longest_wait=0.2)
        await link.open()
        players.append(BotPlayer(link, "random"))
    return players


async def watch(link: Connection, room: str) -> BotPlayer:
    """Somebody who only looks."""
    spectator = BotPlayer(link, "random")
    done = await link.request(wire.Enter(action=link.action(), room=room))
    assert isinstance(done, wire.Done), done
    spectator.model = await spectator.arrive(room)
    return spectator


@pytest.mark.parametrize(("game", "seats"), [("dingti", 4), ("highcard", 4)])
async def test_a_match_over_two_processes_watched_from_a_third(
    servers: Servers, game: str, seats: int
) -> None:
    apps = await servers.start(3)
    players = await people(apps[:2], seats)
    (link,) = [player.link for player in await people(apps[2:], 1)]
    room = await open_room(players, game)
    spectator = await watch(link, room)
    await start(players, room)
    overs, seen = await asyncio.gather(play_out(players), spectator.play())
    assert len(overs) == seats and seen is not None
    assert all(over.outcome is not None and over.fault is None for over in [*overs, seen])
    for each in [*players, spectator]:
        assert each.model is not None and not each.model.gap
        folded = each.model
        await each.link.request(wire.Enter(action=each.link.action(), room=room))
        fresh = await each.arrive(room)
        assert (fresh.view, fresh.chat, fresh.info) == (folded.view, folded.chat, folded.info)
        assert each.model.you == (None if each is spectator else players.index(each))
    assert seen.record is not None
    for each in players[:2]:
        file = await each.link.request(wire.GetRecord(action=each.link.action(), record=seen.record))
        assert isinstance(file, wire.RecordFile)
        assert "outcome" in verify(read_record(file.data.encode()), find_game(game))
    assert [servers.rooms(app) for app in apps] == [1, 0, 0]
    assert all(
        count(app, "paiju_relay_letters_total", way=way) > 10 for app in apps[:2] for way in ("in", "out")
    )
    assert all(count(app, "paiju_relay_gaps_total") == 0 for app in apps)
    await close([*players, spectator])


@pytest.mark.parametrize("recording", RECORDINGS, ids=lambda path: path.name)
async def test_an_older_client_that_comes_back_to_another_process(servers: Servers, recording: Path) -> None:
    """Its room stays with the first."""
    apps = await servers.start(2)
    replay = Replay(recording, apps)
    await replay.play()
    assert replay.odd == [] and replay.heard["welcome"] == 2
    assert [servers.rooms(app) for app in apps] == [1, 0]


@pytest.mark.slow
@pytest.mark.parametrize("form", ["cluster", "sentinel"])
async def test_a_match_over_two_processes_on_several_redis(
    form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = any_program()
    if program is None:
        pytest.skip("no redis-server or valkey-server")
    monkeypatch.setattr("server.relay.opening.RedisBus", LossyBus)
    with ExitStack() as stack:
        if form == "cluster":
            nodes = stack.enter_context(cluster_of_three(program, tmp_path))
            url = f"redis+cluster://127.0.0.1:{nodes[0].port}"
        else:
            url = stack.enter_context(sentinel_over(program, tmp_path)).url
        servers = Servers(url)
        apps = await servers.start(2)
        table = Table([app.transport.port for app in apps], 0, "highcard", people=4, bots=0)
        await table.open()
        stop = asyncio.Event()
        stop.set()
        await table.play(stop)
        assert table.matches == 1 and table.taken
        assert [servers.rooms(app) for app in apps] == [1, 0]
        await table.close()
        await servers.close()
