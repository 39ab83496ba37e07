"""Redis goes away, and comes back with all that it had taken, or without the last of it."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

import protocol.messages as wire
from clients.cli.connection import Connection
from clients.cli.verbs.bot import BotPlayer
from engine.core.record import read_record, verify
from engine.registry import find_game
from protocol.codec import Codec
from protocol.slugs import CloseCode, Slug
from tests.e2e.house import close, open_room, play_out, start
from tests.redis_server import RedisServer, any_program
from tests.server.harness import Client, until
from tests.server.relay.servers import LEASE, Servers, hear, last_words, open_with, request
from tests.server.relay.test_play import people, watch
from tests.tables import Table

pytestmark = [pytest.mark.slow, pytest.mark.timeout(120)]


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[RedisServer]:
    """One that may be stopped. What it has acknowledged it has on disk."""
    program = any_program()
    if program is None:
        pytest.skip("no redis-server or valkey-server")
    with RedisServer(program, tmp_path, {"appendfsync": "always"}) as running:
        yield running


async def stop(redis: RedisServer) -> None:
    await asyncio.to_thread(redis.stop)


async def begin(redis: RedisServer) -> None:
    await asyncio.to_thread(redis.start)


class Backup:
    """A copy of Redis's files, as an operator might put back."""

    def __init__(self, folder: Path) -> None:
        self._files = folder / "appendonlydir"
        self._kept = folder / "kept"
        shutil.copytree(self._files, self._kept)

    def put_back(self) -> None:
        shutil.rmtree(self._files)
        shutil.copytree(self._kept, self._files)


@pytest.mark.parametrize(
    ("how", "away"), [("restarted", 0.3), ("restarted", LEASE + 1.5), ("stalled", LEASE + 1.5)]
)
async def test_play_goes_on_after_redis_was_away(
    servers: Servers, redis: RedisServer, away: float, how: str
) -> None:
    """What was acknowledged stands in the record once, says the table; the rooms stay where they are."""
    apps = await servers.start(3)
    ports = [app.transport.port for app in apps]
    tables = [
        Table(ports[n:] + ports[:n], n, ("highcard", "dingti")[n % 2], people=4, bots=0, think=0.05)
        for n in range(3)
    ]
    for table in tables:
        await table.open()
    stop_after_this = asyncio.Event()
    stop_after_this.set()
    playing = [asyncio.create_task(table.play(stop_after_this)) for table in tables]
    await asyncio.sleep(0.5)
    if how == "restarted":
        await stop(redis)
        await asyncio.sleep(away)
        await begin(redis)
    else:
        redis.pause()
        await asyncio.sleep(away)
        redis.resume()
    await asyncio.wait_for(asyncio.gather(*playing), 60)
    assert [table.matches for table in tables] == [1, 1, 1] and all(table.taken for table in tables)
    assert [servers.rooms(app) for app in apps] == [1, 1, 1]
    for table in tables:
        await table.close()


async def test_while_redis_is_away_people_are_told_and_nothing_happens(
    servers: Servers, redis: RedisServer
) -> None:
    """Also to those whose room is with another process."""
    apps = await servers.start(2)
    async with Client(apps[0]) as host, Client(apps[1], Codec.MSGPACK) as far:
        await host.hello(name="Host")
        room = await open_with(host)
        await far.hello(name="Far")
        before = await request(far, wire.Enter(action="in", room=room))
        await stop(redis)
        await host.send(wire.Chat(action="chat", room=room, text="not stored"))
        while (info := (update := await hear(host, wire.Update)).info) is None or not info.paused:
            assert update.said is None
        assert isinstance(before, wire.Done) and update.seq == before.seq, "a pause is no news"
        notice = await hear(far, wire.Notice)
        assert notice.slug == Slug.SERVER_STORE
        late = await request(host, wire.Chat(action="late", room=room, text="refused"))
        assert isinstance(late, wire.Refused) and late.slug == Slug.ROOM_PAUSED
        await begin(redis)
        done = await request_answer(host, "chat")
        assert done.seq is not None and done.seq > update.seq, "what waited is done now"
        heard, code = await last_words(far)
        said = [m.said.text for m in heard if isinstance(m, wire.Update) and m.said is not None]
        assert code == CloseCode.MOVED and said in ([], ["not stored"])


async def request_answer(client: Client, action: str) -> wire.Done:
    while not isinstance(answer := await client.hear(), wire.Done) or answer.action != action:
        assert not isinstance(answer, wire.Refused), answer
    return answer


async def test_a_redis_that_has_forgotten_the_last_answers(
    servers: Servers, redis: RedisServer, tmp_path: Path
) -> None:
    """The owner sees it at his next write, everybody hears of it, and the match is played to its end from where Redis stands."""
    apps = await servers.start(2)
    players = await people(apps, 4)
    (onlooker,) = await people(apps[1:], 1)
    room = await open_room(players, "dingti")
    spectator = await watch(onlooker.link, room)
    for player in players:
        player.think = 0.03
    await start(players, room)
    game = asyncio.create_task(play_out(players, 60))
    looking = asyncio.create_task(spectator.play())
    await until(lambda: sum(len(player.acknowledged) for player in players) >= 6)
    backup = Backup(tmp_path)
    more = sum(len(player.acknowledged) for player in players) + 6
    await until(lambda: sum(len(player.acknowledged) for player in players) >= more)
    rewinds = [_count_rewinds(player) for player in [*players, spectator]]
    seen = [player.model.seq for player in players if player.model is not None]
    await stop(redis)
    backup.put_back()
    await begin(redis)
    overs, over = await asyncio.gather(game, looking)
    assert over is not None and len(overs) == 4 and all(each.fault is None for each in overs)
    assert all(times[0] for times in rewinds), "everybody is told"
    for player, before in zip(players, seen, strict=True):
        assert player.model is not None and player.model.seq > before + 500, "numbers do not repeat"
    assert over.record is not None
    link = players[3].link
    file = await link.request(wire.GetRecord(action=link.action(), record=over.record))
    assert isinstance(file, wire.RecordFile)
    assert "outcome" in verify(read_record(file.data.encode()), find_game("dingti"))
    await same_views([*players, spectator], room)
    await close([*players, spectator])


def _count_rewinds(player: BotPlayer) -> list[int]:
    """Grows: how often he was told that something is lost."""
    told = [0]
    hear_ = player.hear

    def listen(message: wire.ServerMessage) -> None:
        if isinstance(message, wire.Notice) and message.slug == Slug.ROOM_REWOUND:
            told[0] += 1
        hear_(message)

    player.hear = listen  # type: ignore[method-assign]
    return told


async def same_views(players: list[BotPlayer], room: str) -> None:
    for player in players:
        await player.link.request(wire.Enter(action=player.link.action(), room=room))
        assert player.model is not None
        folded, fresh = player.model.view, await player.arrive(room)
        assert fresh.view == folded


async def test_a_redis_that_has_forgotten_while_the_owner_was_away_too(
    servers: Servers, redis: RedisServer, tmp_path: Path
) -> None:
    """Whoever takes the room knows nothing of what was lost; who has seen it is told when he comes back with its number."""
    async with AsyncExitStack() as stack:
        apps = await servers.start(2)
        host, far = [await stack.enter_async_context(Client(app)) for app in apps]
        await host.hello(name="Host")
        room = await open_with(host)
        token = (await far.hello(name="Far")).token
        await request(far, wire.Enter(action="in", room=room))
        kept = await request(host, wire.Chat(action="one", room=room, text="kept"))
        backup = Backup(tmp_path)
        lost = await request(host, wire.Chat(action="two", room=room, text="lost"))
        assert isinstance(kept, wire.Done) and isinstance(lost, wire.Done)
        await until_said(far, "lost")
        await stop(redis)
        await servers.end(apps[0])
        backup.put_back()
        await begin(redis)
        back = Connection(f"ws://127.0.0.1:{apps[0].transport.port}/", "Far", token=token, longest_wait=0.2)
        await back.open()
        done = await back.insist(wire.Enter(action="again", room=room, since=lost.seq))
        assert isinstance(done, wire.Done) and done.seq is not None and lost.seq is not None
        assert done.seq > lost.seq + 500
        heard = [back.inbox.get_nowait() for _ in range(back.inbox.qsize())]
        told = [message for message in heard if not isinstance(message, wire.Welcome)]
        assert isinstance(told[0], wire.Notice) and told[0].slug == Slug.ROOM_REWOUND
        assert isinstance(told[1], wire.Snapshot)
        assert [said.text for said in told[1].chat] == ["kept"]
        await back.close()


async def until_said(client: Client, text: str) -> None:
    while (update := await hear(client, wire.Update)).said is None or update.said.text != text:
        pass
