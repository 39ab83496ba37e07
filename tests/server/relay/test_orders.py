"""An admin at one process, players and rooms at another."""

from __future__ import annotations

import asyncio

import msgspec
import pytest

import protocol.admin as a
import protocol.messages as wire
from clients.cli.connection import Connection
from clients.cli.verbs.bot import BotPlayer
from protocol.slugs import CloseCode, Slug
from server.app import App
from server.relay.bus import ALL
from server.relay.letters import Order, Report
from server.store.base import Unavailable
from tests.e2e.house import close, open_room, play_out, start
from tests.server.admin.desk import TOKEN, get, order, refused
from tests.server.harness import Client, until
from tests.server.relay.servers import Servers, changed, letters, open_with
from tests.server.test_http import refused as turned_away

ADMIN = {"admin_port": -1, "admin_token": f"ann:{TOKEN}"}


async def two(servers: Servers) -> tuple[App, App]:
    """The one with the admin, and the other, which has no endpoint."""
    await servers.start(1, **ADMIN)
    here, there = await servers.start(1)
    return here, there


async def at(app: App, name: str) -> BotPlayer:
    link = Connection(f"ws://127.0.0.1:{app.transport.port}/", name, longest_wait=0.2)
    await link.open()
    return BotPlayer(link, "random")


async def test_all_processes_are_seen_from_any(servers: Servers) -> None:
    here, there = await two(servers)
    async with Client(here) as ann, Client(there) as bob:
        await ann.hello(name="Ann")
        await bob.hello(name="Bob")
        code = await open_with(bob, listed=False)
        status = await get(here, a.GetStatus(), a.Status)
        assert [(line.connections, line.rooms) for line in status.lines] == [(1, 0), (1, 1)]
        mine, other = (line.process for line in status.lines)
        players = await get(here, a.ListPlayers(), a.Players)
        assert [(line.name, line.process) for line in players.lines] == [("Ann", mine), ("Bob", other)]
        rooms = await get(here, a.ListRooms(), a.Rooms)
        assert [(line.room, line.listed, line.process) for line in rooms.lines] == [(code, False, other)]
        room = await get(here, a.GetRoom(room=code), a.Room)
        assert (room.process, [person.name for person in room.people]) == (other, ["Bob"])
        assert status.silent == players.silent == rooms.silent == room.silent == []
        assert await refused(here, a.GetRoom(room="NONE")) == a.AdminSlug.ROOM_UNKNOWN


async def test_what_is_done_reaches_players_elsewhere(servers: Servers) -> None:
    here, there = await two(servers)
    async with Client(here) as ann, Client(there) as bob, Client(there) as eve:
        await ann.hello(name="Ann")
        kicked, banned = await bob.hello(name="Bob"), await eve.hello(name="Eve")
        assert (await get(here, a.Say(text="hi"), a.Carried)).count == 3
        for client in (ann, bob, eve):
            assert await client.hear() == wire.Notice(slug=Slug.SERVER_MESSAGE, reason="hi")
        assert (await get(here, a.Kick(player="Bob"), a.Carried)).count == 1
        assert (await bob.closed())[0] == CloseCode.REMOVED
        assert (await get(here, a.Ban(who="Eve"), a.Carried)).count == 1
        assert (await eve.closed())[0] == CloseCode.REMOVED
    for app in (here, there):
        async with Client(app) as eve:
            hello = wire.Hello(version=wire.VERSION, name="Eve", token=banned.token)
            assert (await eve.refusal(hello)).slug == Slug.HELLO_BANNED
    await get(here, a.Unban(who=banned.player), a.Carried)
    async with Client(there) as eve:
        await eve.hello(token=banned.token)
    await get(here, a.Revoke(player=kicked.player), a.Carried)
    async with Client(there) as bob:
        hello = wire.Hello(version=wire.VERSION, name="Bob", token=kicked.token)
        assert (await bob.refusal(hello)).slug == Slug.HELLO_TOKEN
    verbs = [line.verb for line in (await get(here, a.GetLog(), a.Log)).lines]
    assert verbs == ["revoke", "unban", "ban", "kick", "say"]


async def test_a_match_elsewhere_is_voided(servers: Servers) -> None:
    here, there = await two(servers)
    players = [await at(there, "p0"), await at(here, "p1")]
    code = await open_room(players, "highcard")
    assert await refused(here, a.VoidMatch(room=code)) == a.AdminSlug.NO_MATCH
    await start(players, code)
    assert (await get(here, a.VoidMatch(room=code, why="late"), a.Carried)).count == 1
    overs = await play_out(players)
    assert [over.fault for over in overs] == ["the people who run this server have ended the match: late"] * 2
    record = overs[0].record
    assert record is not None
    assert (await get(here, a.GetRecord(record=record), a.RecordText)).record == record
    await close(players)


async def test_one_is_drained_or_all_are(servers: Servers) -> None:
    here, there = await two(servers)
    assert (await get(here, a.Drain(), a.Carried)).count == 1
    assert (here.admin.taking, there.admin.taking) == (False, True)
    assert (await get(here, a.Drain(everywhere=True), a.Carried)).count == 2
    assert (here.admin.taking, there.admin.taking) == (False, False)
    assert await turned_away(there) == 503
    assert (await get(here, a.Resume(everywhere=True), a.Carried)).count == 2
    assert (here.admin.taking, there.admin.taking) == (True, True)


async def test_who_does_not_answer_is_named(servers: Servers) -> None:
    """His order was lost, so nobody there was told."""
    here, there = await two(servers)
    other = servers.bus(there).name
    servers.bus(here).loses = lambda to, data: (
        to != ALL and any(isinstance(letter, Order) for letter in letters(data))
    )
    async with Client(here) as ann, Client(there) as bob:
        await ann.hello()
        await bob.hello()
        answer = await get(here, a.Say(text="hi"), a.Carried)
        assert (answer.count, answer.silent) == (1, [other])
        servers.bus(here).loses = lambda to, data: False
        async with asyncio.timeout(10):
            while (await order(here, a.GetStatus())).silent:
                pass  # the line begins afresh
        assert (await get(here, a.Say(text="once more"), a.Carried)).count == 2
        assert (await bob.hear()) == wire.Notice(slug=Slug.SERVER_MESSAGE, reason="once more")


@pytest.mark.parametrize("kind", [Order, Report])
async def test_who_does_not_know_an_order_or_is_not_understood_is_named_at_once(
    servers: Servers, kind: type[Order | Report]
) -> None:
    """As during an upgrade, between a release that knows a verb and one that does not."""
    here, there = await two(servers)

    def news(values: list[object]) -> None:
        for letter in values[5] if isinstance(values[5], list) else []:
            if letter[0] == kind.__struct_config__.tag:
                letter[2] = msgspec.msgpack.encode(["ann", {"type": "bless"}])

    changing = here if kind is Order else there
    servers.bus(changing).changes = lambda data: changed(data, news) if letters(data) else data
    async with asyncio.timeout(2):
        answer = await get(here, a.GetStatus(), a.Status)
    assert (len(answer.lines), answer.silent) == (1, [servers.bus(there).name])
    servers.bus(changing).changes = bytes
    assert len((await get(here, a.GetStatus(), a.Status)).lines) == 2, "and nothing else has suffered"


async def test_a_ban_that_nobody_was_told_of_is_found_in_the_store(
    servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.admin.administration.REFRESH", 0.1)
    here, there = await two(servers)
    servers.bus(here).loses = lambda to, data: to != ALL
    async with Client(there) as bob:
        welcome = await bob.hello()
        answer = await get(here, a.Ban(who=welcome.player), a.Carried)
        assert len(answer.silent) == 1
        assert (await bob.closed())[0] == CloseCode.REMOVED


async def test_bans_hold_while_the_store_is_out_of_reach(
    servers: Servers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.admin.administration.REFRESH", 0.05)
    here, _ = await two(servers)
    async with Client(here) as bob:
        welcome = await bob.hello()
    await get(here, a.Ban(who=welcome.player), a.Carried)
    tried = 0

    async def fails(*args: object) -> None:
        nonlocal tried
        tried += 1
        raise Unavailable("out of reach")

    monkeypatch.setattr(here.store, "pages", fails)
    await until(lambda: tried > 1)
    async with Client(here) as bob:
        hello = wire.Hello(version=wire.VERSION, name="Bob", token=welcome.token)
        assert (await bob.refusal(hello)).slug == Slug.HELLO_BANNED
